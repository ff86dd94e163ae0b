use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use kumalak_selfplay::{Counter, Monitor};

use crate::interrupt;

/// How often a bar on a terminal shows new numbers.
const REDRAW_EVERY: Duration = Duration::from_millis(100);
/// How often a plain line appears where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The progress of one piece of work on stderr: a bar on a terminal, a plain line every few seconds elsewhere.
///
/// It counts games, moves and evaluations as a [`Monitor`], and stops the work after Ctrl-C.
pub(crate) struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    label: String,
    unit: &'static str,
    length: u64,
    /// Units that were done before this work began.
    earlier: AtomicU64,
    moves: AtomicU64,
    evaluations: AtomicU64,
    nodes: AtomicU64,
    cache_hits: AtomicU64,
    batches: AtomicU64,
    resignations: AtomicU64,
    note: Mutex<String>,
    started: Instant,
    next_report: Mutex<Instant>,
}

impl Progress {
    /// Begins to show work that consists of `length` units, such as `games`; 0 if nobody knows how many.
    pub(crate) fn new(label: impl Into<String>, unit: &'static str, length: u64) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let label = label.into();
        let bar = if is_terminal {
            ProgressBar::new(length)
                .with_style(style(unit, length))
                .with_prefix(label.clone())
        } else {
            ProgressBar::hidden()
        };
        bar.tick();
        let started = Instant::now();
        let first_report = started + if is_terminal { Duration::ZERO } else { LINE_EVERY };
        Self {
            bar,
            is_terminal,
            label,
            unit,
            length,
            earlier: AtomicU64::new(0),
            moves: AtomicU64::new(0),
            evaluations: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            cache_hits: AtomicU64::new(0),
            batches: AtomicU64::new(0),
            resignations: AtomicU64::new(0),
            note: Mutex::default(),
            started,
            next_report: Mutex::new(first_report),
        }
    }

    /// Some units more are done.
    pub(crate) fn add(&self, units: u64) {
        self.bar.inc(units);
        self.report_if_due();
    }

    /// Some units were done before, and are no sign of how fast this work goes.
    pub(crate) fn add_earlier(&self, units: u64) {
        self.earlier.fetch_add(units, Ordering::Relaxed);
        self.bar.inc(units);
        self.bar.reset_eta();
    }

    /// Shows a few words behind the numbers, such as a loss.
    pub(crate) fn note(&self, text: impl Into<String>) {
        if let Ok(mut note) = self.note.lock() {
            *note = text.into();
        }
        self.report_if_due();
    }

    /// Ends with one line that stays: what was done, how long it took, and `summary`.
    pub(crate) fn finish(&self, summary: &str) {
        self.bar.finish_and_clear();
        let seconds = self.started.elapsed().as_secs_f64();
        let rates = self.details(self.rates());
        let summary = if summary.is_empty() {
            String::new()
        } else {
            format!("  {summary}")
        };
        let earlier = match self.earlier.load(Ordering::Relaxed) {
            0 => String::new(),
            earlier => format!(", {earlier} before"),
        };
        print_line(&format!(
            "{}: {} {} in {seconds:.1} s{earlier}{rates}{summary}",
            self.label,
            self.done_now(),
            self.unit
        ));
    }

    /// Prints a line above the bar.
    pub(crate) fn say(&self, line: &str) {
        self.bar.suspend(|| print_line(line));
    }

    /// Takes a bar off the screen without a word.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn report_if_due(&self) {
        let now = Instant::now();
        // Whoever finds the lock taken need not report: somebody else does.
        let Ok(mut next_report) = self.next_report.try_lock() else {
            return;
        };
        if now < *next_report {
            return;
        }
        let text = self.details(self.rates());
        if self.is_terminal {
            *next_report = now + REDRAW_EVERY;
            self.bar.set_message(text);
        } else {
            *next_report = now + LINE_EVERY;
            let done = self.bar.position();
            let of = match self.length {
                0 => String::new(),
                length => format!("/{length}"),
            };
            print_line(&format!("{}: {done}{of} {}{text}", self.label, self.unit));
        }
    }

    fn rates(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let rate = |count: &AtomicU64, name: &str| match count.load(Ordering::Relaxed) {
            0 => String::new(),
            count => format!("  {} {name}/s", compact(count as f64 / seconds)),
        };
        self.games_rate(seconds)
            + &rate(&self.moves, "moves")
            + &rate(&self.evaluations, "evaluations")
            + &rate(&self.nodes, "nodes")
            + &self.mean_batch()
            + &self.cached()
            + &self.resigned()
    }

    /// Units that this work has done itself.
    fn done_now(&self) -> u64 {
        self.bar.position() - self.earlier.load(Ordering::Relaxed)
    }

    /// Games with long searches are few, so that their rate has a decimal.
    fn games_rate(&self, seconds: f64) -> String {
        match self.done_now() {
            games if self.unit == "games" && games > 0 => match games as f64 / seconds {
                rate if rate < 100.0 => format!("  {rate:.1} games/s"),
                rate => format!("  {} games/s", compact(rate)),
            },
            _ => String::new(),
        }
    }

    /// Positions in a call of the network, in the mean.
    fn mean_batch(&self) -> String {
        let [evaluations, batches] =
            [&self.evaluations, &self.batches].map(|count| count.load(Ordering::Relaxed) as f64);
        if batches == 0.0 {
            return String::new();
        }
        format!("  batches of {:.0}", evaluations / batches)
    }

    fn resigned(&self) -> String {
        match self.resignations.load(Ordering::Relaxed) {
            0 => String::new(),
            games => format!("  {games} given up"),
        }
    }

    /// Share of the evaluations that were known already.
    fn cached(&self) -> String {
        let [hits, evaluations] =
            [&self.cache_hits, &self.evaluations].map(|count| count.load(Ordering::Relaxed) as f64);
        if hits == 0.0 {
            return String::new();
        }
        format!("  {:.0}% cached", 100.0 * hits / (hits + evaluations))
    }

    fn details(&self, rates: String) -> String {
        match self.note.lock() {
            Ok(note) if !note.is_empty() => format!("{rates}  {note}"),
            _ => rates,
        }
    }
}

impl Monitor for Progress {
    fn advance(&self, counter: Counter, amount: u64) {
        match counter {
            Counter::Games => self.bar.inc(amount),
            Counter::Moves => {
                self.moves.fetch_add(amount, Ordering::Relaxed);
            }
            Counter::Evaluations => {
                self.evaluations.fetch_add(amount, Ordering::Relaxed);
            }
            Counter::CacheHits => {
                self.cache_hits.fetch_add(amount, Ordering::Relaxed);
            }
            Counter::Batches => {
                self.batches.fetch_add(amount, Ordering::Relaxed);
            }
            Counter::Resignations => {
                self.resignations.fetch_add(amount, Ordering::Relaxed);
            }
            Counter::Nodes => {
                self.nodes.fetch_add(amount, Ordering::Relaxed);
            }
            Counter::Simulations => {}
        }
        self.report_if_due();
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_interrupted()
    }
}

/// Prints to stderr; with stderr closed there is nobody to tell, and work goes on.
pub(crate) fn print_line(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn style(unit: &str, length: u64) -> ProgressStyle {
    let template = match length {
        0 => format!("{{prefix}} {{pos}} {unit}  {{elapsed}}{{msg}}"),
        _ => format!("{{prefix}} [{{bar:24}}] {{pos}}/{{len}} {unit}  {{elapsed}} ETA {{eta}}{{msg}}"),
    };
    ProgressStyle::with_template(&template)
        .expect("the template is a constant")
        .progress_chars("=> ")
}

/// A number with three digits or so: `815`, `25.3k`, `1.2M`.
fn compact(number: f64) -> String {
    match number {
        number if number >= 1e6 => format!("{:.1}M", number / 1e6),
        number if number >= 1e4 => format!("{:.1}k", number / 1e3),
        number => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(compact(815.3), "815");
        assert_eq!(compact(25_310.0), "25.3k");
        assert_eq!(compact(1_234_567.0), "1.2M");
    }

    #[test]
    fn what_was_done_before_counts_for_the_bar_and_not_for_the_rate() {
        let progress = Progress::new("arena", "games", 10);
        progress.add_earlier(6);
        assert_eq!((progress.bar.position(), progress.done_now()), (6, 0));
        assert!(!progress.rates().contains("games/s"));
        progress.advance(Counter::Games, 1);
        assert_eq!((progress.bar.position(), progress.done_now()), (7, 1));
        assert!(progress.rates().contains("games/s"));
    }

    #[test]
    fn games_move_the_bar_and_rates_follow_the_counts() {
        let progress = Progress::new("self-play 1", "games", 10);
        progress.advance(Counter::Games, 3);
        progress.advance(Counter::Moves, 50);
        assert_eq!(progress.bar.position(), 3);
        assert!(progress.rates().contains("moves/s"));
        assert!(!progress.rates().contains("evaluations/s"));
        progress.advance(Counter::Evaluations, 30);
        progress.advance(Counter::CacheHits, 10);
        assert!(progress.rates().ends_with("25% cached"));
        progress.advance(Counter::Batches, 2);
        progress.advance(Counter::Resignations, 1);
        let rates = progress.rates();
        assert!(rates.contains(" games/s"), "{rates}");
        assert!(rates.contains("  batches of 15  "), "{rates}");
        assert!(rates.ends_with("  1 given up"), "{rates}");
    }
}
