use std::time::{Duration, Instant};

use kumalak_env::{Game, Pit};

use super::score::Score;
use super::settings::AlphaBetaSettings;
use super::table::TranspositionTable;
use super::tree::Tree;
use super::window::Window;
use crate::ending_proof::{Proof, is_provable, prove};
use crate::meter::{Bounds, Halt, Meter};
use crate::monitor::Monitor;
use crate::move_limits::MoveLimits;
use crate::player::PlayerError;
use crate::search_finding::SearchFinding;
use crate::search_summary::SearchSummary;

/// Finds the best move by looking ahead, deeper and deeper until a bound of its settings is met.
///
/// Fail-soft negamax alpha-beta (J. Fishburn, 1983) with null windows after the first move of each position (principal
/// variation search: T. Marsland and M. Campbell, 1982), repeated for depths 1, 2, … so that each search orders the moves
/// of the next, and a transposition table. [`AlphaBetaSettings`] says what else it does. Ends of the game and draws by
/// repetition count exactly; a proven win or loss ends the search. Endings of few stones are proven first, where nodes or
/// time bound the search. A ply cap is no result and is not looked for.
///
/// Nothing is kept from one search to the next, so that without a bound on time the answer depends on the game and the
/// settings alone.
///
/// ```
/// use kumalak_env::{Game, Rules};
/// use kumalak_selfplay::{AlphaBeta, AlphaBetaSettings, SearchDepth};
///
/// let game = Game::new(Rules::STANDARD);
/// let depth = SearchDepth::new(4).unwrap();
/// let mut search = AlphaBeta::new(AlphaBetaSettings::to_depth(depth));
/// let found = search.search(&game).unwrap();
/// assert_eq!((found.line[0], found.depth), (found.best, 4));
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    settings: AlphaBetaSettings,
    table: TranspositionTable,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaResult {
    /// The best move; among equals the one that was tried first.
    pub best: Pit,
    /// Its score, from the side to move. Where the ending was proven, the plies to a win are the most that it takes.
    pub score: Score,
    /// The line of best moves as far as the transposition table remembers it; begins with `best`.
    pub line: Vec<Pit>,
    /// Plies of the last iteration that was finished; 1 if the ending was proven.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

impl AlphaBeta {
    /// A search with these settings.
    pub fn new(settings: AlphaBetaSettings) -> Self {
        Self {
            settings,
            table: TranspositionTable::new(settings.table.bytes(), settings.depth.plies()),
        }
    }

    /// How it searches.
    pub const fn settings(&self) -> &AlphaBetaSettings {
        &self.settings
    }

    /// The best move of a game; `None` if it is over.
    pub fn search(&mut self, game: &Game) -> Option<AlphaBetaResult> {
        let found = self.search_within(game, &MoveLimits::NONE);
        found.expect("nobody stops this search")
    }

    /// The best move of a game within its own settings and these limits; `None` if the game is over.
    ///
    /// # Errors
    /// [`PlayerError::Stopped`] if the monitor asked for it.
    pub fn search_within(
        &mut self,
        game: &Game,
        limits: &MoveLimits<'_>,
    ) -> Result<Option<AlphaBetaResult>, PlayerError> {
        self.search_for(game, limits.time.budget(), limits.monitor)
    }

    /// As [`search_within`](Self::search_within), in the time that is granted.
    pub(super) fn search_for(
        &mut self,
        game: &Game,
        granted: Option<Duration>,
        monitor: &dyn Monitor,
    ) -> Result<Option<AlphaBetaResult>, PlayerError> {
        if game.is_over() {
            return Ok(None);
        }
        let time = self.settings.time.into_iter().chain(granted).min();
        let bounds = Bounds {
            nodes: self.settings.nodes,
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            monitor,
        };
        let mut meter = Meter::new(monitor);
        if let Some(proven) = self.prove(game, bounds, &mut meter)? {
            return Ok(Some(proven));
        }
        self.table.clear();
        let tree = Tree::new(game, &self.settings, &mut self.table, meter);
        let deepened = deepen(tree, game, &self.settings, bounds)?;
        Ok(Some(AlphaBetaResult {
            line: line(&self.table, game, deepened.best, deepened.depth),
            ..deepened
        }))
    }

    /// The value of an ending with few stones, if half of the positions and of the time that are granted suffice to prove it
    /// and the side to move does not lose: who loses needs a search for the longest resistance, with what is left.
    ///
    /// A search that only its depth bounds keeps to its depth.
    fn prove<'a>(
        &self,
        game: &Game,
        bounds: Bounds<'a>,
        meter: &mut Meter<'a>,
    ) -> Result<Option<AlphaBetaResult>, PlayerError> {
        let is_bounded = bounds.nodes.is_some() || bounds.deadline.is_some();
        if !is_bounded || !is_provable(game.position(), game.rules()) {
            return Ok(None);
        }
        let now = Instant::now();
        let half = Bounds {
            nodes: bounds.nodes.map(|nodes| nodes / 2),
            deadline: bounds
                .deadline
                .map(|deadline| now + deadline.saturating_duration_since(now) / 2),
            ..bounds
        };
        let bytes = self.settings.table.bytes();
        let proof = meter
            .enforce(half)
            .and_then(|()| prove(game.position(), game.rules(), bytes, meter));
        meter.release();
        let proof = match proof {
            Ok(proof) => proof,
            Err(Halt::Exhausted) => return Ok(None),
            Err(Halt::Stopped) => return Err(PlayerError::Stopped),
        };
        let (best, score) = match proof {
            Proof::Win(best, plies) => (best, Score::win_in(plies)),
            Proof::Draw(best) => (best, Score::DRAW),
            Proof::Loss => return Ok(None),
        };
        Ok(Some(AlphaBetaResult {
            best,
            score,
            line: vec![best],
            depth: 1,
            nodes: meter.nodes(),
        }))
    }
}

/// The line that begins with a move and goes on as the table says.
fn line(table: &TranspositionTable, game: &Game, best: Pit, depth: u32) -> Vec<Pit> {
    let mut game = game.clone();
    let mut line = vec![best];
    game.play(best);
    while (line.len() as u32) < depth && !game.is_over() {
        let Some(entry) = table.get(game.position()) else {
            break;
        };
        game.play(entry.best);
        line.push(entry.best);
    }
    line
}

/// Searches deeper and deeper. The line of the result holds its best move alone.
fn deepen<'a>(
    mut tree: Tree<'a>,
    game: &Game,
    settings: &AlphaBetaSettings,
    bounds: Bounds<'a>,
) -> Result<AlphaBetaResult, PlayerError> {
    let root = game.position();
    let has_choice = game.legal_moves().len() > 1;
    let first = tree.search(root, 1, Window::FULL, None);
    let mut found = first.map_err(|_| PlayerError::Stopped)?;
    let mut finished = 1;
    while finished < settings.depth.plies() && !found.0.is_win_or_loss() {
        bounds.monitor.found(&finding(&tree, game, found, finished));
        // Where time or nodes are bounded, they are better spent where there is a choice.
        if !has_choice && (bounds.deadline.is_some() || bounds.nodes.is_some()) {
            break;
        }
        if finished == 1 {
            match tree.meter.enforce(bounds) {
                Ok(()) => {}
                Err(Halt::Exhausted) => break,
                Err(Halt::Stopped) => return Err(PlayerError::Stopped),
            }
        }
        match tree.search(root, finished + 1, Window::FULL, Some(found.1)) {
            Ok(deeper) => found = deeper,
            Err(Halt::Stopped) => return Err(PlayerError::Stopped),
            Err(Halt::Exhausted) => {
                // The move that was best so far is tried first, so that any better one beats it at the new depth.
                found = tree.root_best.unwrap_or(found);
                break;
            }
        }
        finished += 1;
    }
    let (score, best) = found;
    Ok(AlphaBetaResult {
        best,
        score,
        line: vec![best],
        depth: finished,
        nodes: tree.meter.nodes(),
    })
}

fn finding(tree: &Tree<'_>, game: &Game, (score, best): (Score, Pit), depth: u32) -> SearchFinding {
    SearchFinding {
        best,
        evaluation: score.into(),
        summary: SearchSummary {
            depth: Some(depth),
            nodes: tree.meter.nodes(),
            line: line(tree.table, game, best, depth),
            ..SearchSummary::default()
        },
    }
}
