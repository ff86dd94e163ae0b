//! Somebody who looks on while the engine searches, and tells what is found.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kumalak_env::Pit;
use kumalak_selfplay::{Counter, Monitor, MoveEvaluation, SearchFinding, SearchSummary};

use super::session::Event;

/// How often something is said at least.
const SAY_EVERY: Duration = Duration::from_secs(1);

/// What a search has found.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Finding {
    /// The best move, if there is one yet.
    pub(super) best: Option<Pit>,
    pub(super) evaluation: Option<MoveEvaluation>,
    pub(super) summary: SearchSummary,
}

/// What is said about a search.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Info {
    pub(super) finding: Finding,
    /// Time since the search began.
    pub(super) elapsed: Duration,
}

/// Watches one search. Something is said when it looks deeper than before, and after every second in any case.
pub(super) struct Watch<'a> {
    stop: &'a AtomicBool,
    /// Whether the search may be stopped before it has found anything.
    may_stop_early: bool,
    events: &'a Sender<Event>,
    started: Instant,
    seen: Mutex<Seen>,
}

struct Seen {
    last: Finding,
    /// Positions that were visited or evaluated.
    nodes: u64,
    said: Option<Finding>,
    say_at: Instant,
}

impl<'a> Watch<'a> {
    /// Watches a search that begins now.
    pub(super) fn new(stop: &'a AtomicBool, may_stop_early: bool, events: &'a Sender<Event>) -> Self {
        let started = Instant::now();
        Self {
            stop,
            may_stop_early,
            events,
            started,
            seen: Mutex::new(Seen {
                last: Finding::default(),
                nodes: 0,
                said: None,
                say_at: started + SAY_EVERY,
            }),
        }
    }

    /// The best move so far.
    pub(super) fn best(&self) -> Option<Pit> {
        self.seen().last.best
    }

    /// The search has ended with this.
    pub(super) fn conclude(&self, finding: Finding) {
        let mut seen = self.seen();
        if seen.said.as_ref() != Some(&finding) {
            self.say(&mut seen, finding);
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, seen: &mut Seen, finding: Finding) {
        seen.said = Some(finding.clone());
        seen.say_at = Instant::now() + SAY_EVERY;
        let elapsed = self.started.elapsed();
        // Without a listener there is nobody to tell.
        let _ = self.events.send(Event::Found(Info { finding, elapsed }));
    }
}

impl Monitor for Watch<'_> {
    fn advance(&self, counter: Counter, amount: u64) {
        if matches!(counter, Counter::Nodes | Counter::Evaluations) {
            self.seen().nodes += amount;
        }
    }

    fn found(&self, finding: &SearchFinding) {
        let mut seen = self.seen();
        seen.last = finding.clone().into();
        let said = seen.said.as_ref();
        let is_deeper = said.is_none_or(|said| finding.summary.depth > said.summary.depth);
        if is_deeper {
            let finding = seen.last.clone();
            self.say(&mut seen, finding);
        }
    }

    fn is_stopped(&self) -> bool {
        let mut seen = self.seen();
        if Instant::now() >= seen.say_at {
            let mut finding = seen.last.clone();
            finding.summary.nodes = finding.summary.nodes.max(seen.nodes);
            self.say(&mut seen, finding);
        }
        self.stop.load(Ordering::Relaxed) && (self.may_stop_early || seen.last.best.is_some())
    }
}

impl From<SearchFinding> for Finding {
    fn from(found: SearchFinding) -> Self {
        Self {
            best: Some(found.best),
            evaluation: Some(found.evaluation),
            summary: found.summary,
        }
    }
}
