//! How far a search is: a table on a terminal, a line of numbers every second elsewhere.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use kumalak_env::Game;
use kumalak_selfplay::{SearchProgress, SearchResult};

use super::network::{by_merit, outlook_text, percent, signed};
use super::{line_text, move_text};
use crate::progress::print_line;

/// How often the table on a terminal is drawn.
const REDRAW_EVERY: Duration = Duration::from_millis(250);
/// How often a line appears where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(1);
/// Moves of the line that are shown while the search goes on.
const LINE_MOVES: usize = 12;
/// Moves that are compared while the search goes on.
const TOP_MOVES: usize = 4;

/// What stdout is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Output {
    /// The report as text, after lines that say how far the search is.
    Text,
    /// JSON alone, so that these lines go to stderr.
    Json,
}

/// Shows a search in progress.
pub(super) struct Live<'a> {
    game: &'a Game,
    started: Instant,
    next: Instant,
    /// On a terminal.
    table: Option<ProgressBar>,
    output: Output,
}

impl<'a> Live<'a> {
    pub(super) fn new(game: &'a Game, output: Output) -> Self {
        let is_terminal = io::stdout().is_terminal() && io::stderr().is_terminal();
        let table = is_terminal.then(|| {
            let style = ProgressStyle::with_template("{msg}").expect("the template is a constant");
            ProgressBar::new_spinner().with_style(style)
        });
        let started = Instant::now();
        let first = if is_terminal { REDRAW_EVERY } else { LINE_EVERY };
        Self {
            game,
            started,
            next: started + first,
            table,
            output,
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows the search as it is, if it is time to.
    pub(super) fn look(&mut self, progress: &SearchProgress<'_>) -> io::Result<()> {
        let now = Instant::now();
        if now < self.next {
            return Ok(());
        }
        let results = progress.results();
        let result = &results[0];
        match &self.table {
            Some(table) => {
                table.set_message(self.table_text(result));
                self.next = now + REDRAW_EVERY;
            }
            None => {
                self.write_line(&self.line(result))?;
                self.next = now + LINE_EVERY;
            }
        }
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        if self.output == Output::Json {
            print_line(line);
            return Ok(());
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{line}")?;
        // Whoever reads a pipe wants each line when it is written.
        out.flush()
    }

    /// Takes the table off the screen.
    pub(super) fn end(&self) {
        if let Some(table) = &self.table {
            table.finish_and_clear();
        }
    }

    /// How much was searched: `depth 9, 5312 simulations (2656/s), 5313 positions`.
    pub(super) fn effort(&self, result: &SearchResult) -> String {
        let seconds = self.elapsed().as_secs_f64().max(1e-3);
        format!(
            "depth {}, {} simulations ({:.0}/s), {} positions",
            result.depth,
            result.simulations,
            f64::from(result.simulations) / seconds,
            result.nodes
        )
    }

    fn line(&self, result: &SearchResult) -> String {
        format!(
            "info     {}; value {}; {}; line {}; moves {}",
            self.effort(result),
            signed(result.value),
            outlook_text(result),
            self.principal_variation(result),
            self.top_moves(result).join(", ")
        )
    }

    fn table_text(&self, result: &SearchResult) -> String {
        let mut text = format!(
            "search   value {}; {}\neffort   {}\nline     {}\n",
            signed(result.value),
            outlook_text(result),
            self.effort(result),
            self.principal_variation(result)
        );
        for candidate in self.top_moves(result) {
            let _ = writeln!(text, "         {candidate}");
        }
        text + "Ctrl-C or \"stop\" ends the search"
    }

    fn principal_variation(&self, result: &SearchResult) -> String {
        let line = &result.principal_variation;
        line_text(self.game, &line[..line.len().min(LINE_MOVES)])
    }

    fn top_moves(&self, result: &SearchResult) -> Vec<String> {
        let moves = by_merit(self.game, result).into_iter().take(TOP_MOVES);
        moves
            .map(|pit| {
                let share = percent(result.policy()[pit.index()]);
                let value = result.move_values[pit.index()].map_or_else(|| "-".to_owned(), signed);
                format!("{} {share} {value}", move_text(self.game, pit))
            })
            .collect()
    }
}
