//! Players: what they are made of, how they choose, and how they are watched meanwhile.

mod search;
mod source;
mod watch;

use std::slice;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kumalak_env::{GameRng, stream};
use kumalak_selfplay::{MoveLimits, MoveTime};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::Seed;
use crate::errors::{PlayerError, player_error, value_error};
use crate::evaluation::PositionEvaluation;
use crate::game::Game;
use crate::position::Position;
use crate::rules::{RulesArgument, rules_or_standard};
use search::EvaluatorSearch;
use source::Source;

pub(crate) use watch::Watch;

/// A player: built in, a network, or a program outside.
#[pyclass(module = "kumalak")]
pub(crate) struct Player {
    source: Source,
    inner: Mutex<Box<dyn kumalak_selfplay::Player>>,
    /// Those that the player was last checked for.
    rules: Option<kumalak_env::Rules>,
    seed: u64,
    /// Moves chosen since the random choices began; each has a random stream of its own.
    chosen: u64,
}

/// What `Player.__reduce__` hands to pickle: the function that makes the player, and its arguments.
type PickledPlayer = (Py<PyAny>, (String, String, Option<String>, u64, u64));

#[pymethods]
impl Player {
    /// The player that `spec` names. Its random choices come from `seed` alone. With `rules` it is checked at once that it can
    /// play by them, and else when it meets its first game. `device` is where a network computes.
    #[new]
    #[pyo3(signature = (spec, seed = Seed(0), *, rules = None, device = "cpu"),
        text_signature = "(spec, seed=0, *, rules=None, device='cpu')")]
    fn new(
        py: Python<'_>,
        spec: &str,
        seed: Seed,
        rules: Option<RulesArgument>,
        device: &str,
    ) -> PyResult<Self> {
        let spec = spec.parse().map_err(value_error)?;
        Self::build(py, Source::of_spec(py, spec, device)?, seed, rules)
    }

    /// A player whose search asks a callable of Python.
    #[staticmethod]
    #[pyo3(signature = (evaluator, *, sims = None, search = "puct", time = None, nodes = None, leaves = 1,
        name = "evaluator", seed = Seed(0), rules = None),
        text_signature = "(evaluator, *, sims=None, search='puct', time=None, nodes=None, leaves=1, \
        name='evaluator', seed=0, rules=None)")]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn from_evaluator(
        py: Python<'_>,
        evaluator: Py<PyAny>,
        sims: Option<i64>,
        search: &str,
        time: Option<&str>,
        nodes: Option<i64>,
        leaves: i64,
        name: &str,
        seed: Seed,
        rules: Option<RulesArgument>,
    ) -> PyResult<Self> {
        if !evaluator.bind(py).is_callable() {
            return Err(PyTypeError::new_err(format!(
                "evaluator must be callable, got {}",
                evaluator.bind(py).get_type().name()?
            )));
        }
        let search = EvaluatorSearch::parse(search, sims, time, nodes, leaves)?;
        let source = Source::of_evaluator(name.to_owned(), evaluator, search);
        Self::build(py, source, seed, rules)
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        spec: &str,
        device: &str,
        rules: Option<RulesArgument>,
        seed: Seed,
        chosen: u64,
    ) -> PyResult<Self> {
        let spec = spec.parse().map_err(value_error)?;
        let source = Source::of_spec(py, spec, device)?;
        let rules = rules.map(|rules| rules_or_standard(Some(rules))).transpose()?;
        let player = Self::assemble(py, source, seed.0, rules)?;
        Ok(Self { chosen, ..player })
    }

    /// The name, such as "alphabeta:depth=4".
    #[getter]
    pub(crate) fn name(&self) -> String {
        self.lock().name().to_owned()
    }

    /// Starts the random choices anew.
    fn reseed(&mut self, seed: Seed) {
        self.seed = seed.0;
        self.chosen = 0;
    }

    /// The number of the pit that the player would play in an unfinished game.
    fn choose(&mut self, py: Python<'_>, game: &Bound<'_, Game>) -> PyResult<usize> {
        // A copy, so that the game is free while the player thinks.
        let game = game.borrow().inner.clone();
        let pits = self.choose_in(py, slice::from_ref(&game))?;
        Ok(pits[0])
    }

    /// The numbers of the pits that the player would play in unfinished games. A network sees positions of all of them
    /// in one call; a time limit holds for all of them together.
    fn choose_moves(&mut self, py: Python<'_>, games: Vec<Bound<'_, Game>>) -> PyResult<Vec<usize>> {
        let games: Vec<_> = games.iter().map(|game| game.borrow().inner.clone()).collect();
        self.choose_in(py, &games)
    }

    /// What the player thinks of an unfinished game or position, from its side to move. Its random choices go on as if it had
    /// not been asked.
    fn evaluate(&mut self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<PositionEvaluation> {
        let game = game_of(position)?;
        let games = [game];
        self.meet(py, &games)?;
        let pits = self.ask(py, &games)?;
        let player = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(&evaluation) = player.evaluations().first() else {
            return Err(says_nothing(player.name()));
        };
        let summary = player.summaries().first().cloned();
        let side = games[0].position().turn();
        Ok(PositionEvaluation::new(side, pits[0], evaluation, summary))
    }

    /// An independent copy, which will make the same random choices.
    #[pyo3(name = "clone")]
    fn clone_in_python(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = Self::assemble(py, self.source.clone_ref(py), self.seed, self.rules)?;
        Ok(Self {
            chosen: self.chosen,
            ..copy
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone_in_python(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone_in_python(py)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<PickledPlayer> {
        let player = slf.borrow();
        let (spec, device) = player.source.pickled()?;
        let rules = player.rules.map(|rules| rules.to_string());
        let make = slf.get_type().getattr("_restore")?.unbind();
        Ok((make, (spec, device.to_owned(), rules, player.seed, player.chosen)))
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.lock().name())
    }
}

impl Player {
    fn build(py: Python<'_>, source: Source, seed: Seed, rules: Option<RulesArgument>) -> PyResult<Self> {
        let rules = match rules {
            None => source.own_rules()?,
            given => {
                let rules = rules_or_standard(given)?;
                source.check_rules(py, &rules)?;
                source.check_board(py, &rules)?;
                Some(rules)
            }
        };
        Self::assemble(py, source, seed.0, rules)
    }

    /// The player, whatever the rules.
    fn assemble(
        py: Python<'_>,
        source: Source,
        seed: u64,
        rules: Option<kumalak_env::Rules>,
    ) -> PyResult<Self> {
        let inner = source.build(py, &rules.unwrap_or_default())?;
        Ok(Self {
            source,
            inner: Mutex::new(inner),
            rules,
            seed,
            chosen: 0,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn kumalak_selfplay::Player>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it says what it thinks of positions.
    pub(crate) const fn gives_evaluations(&self) -> bool {
        self.source.gives_evaluations()
    }

    /// How many positions of a game the player should get at once when all are judged.
    pub(crate) fn positions_per_call(&self) -> usize {
        self.source.positions_per_call()
    }

    /// The player itself, after it was seen that it can play these games.
    pub(crate) fn ready_for(
        &mut self,
        py: Python<'_>,
        games: &[kumalak_env::Game],
    ) -> PyResult<&mut dyn kumalak_selfplay::Player> {
        self.meet(py, games)?;
        let player = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        Ok(player.as_mut())
    }

    fn choose_in(&mut self, py: Python<'_>, games: &[kumalak_env::Game]) -> PyResult<Vec<usize>> {
        if let Some(index) = games.iter().position(kumalak_env::Game::is_over) {
            let which = match games {
                [_] => "the game".to_owned(),
                _ => format!("game {index}"),
            };
            return Err(PyValueError::new_err(format!(
                "{which} is over, there is no move to choose"
            )));
        }
        self.meet(py, games)?;
        let pits = self.ask(py, games)?;
        self.chosen += games.len() as u64;
        Ok(pits)
    }

    /// Makes sure that the player can play by the rules of these games.
    fn meet(&mut self, py: Python<'_>, games: &[kumalak_env::Game]) -> PyResult<()> {
        for game in games {
            let rules = *game.rules();
            if self.rules == Some(rules) {
                continue;
            }
            // `check_board` is left out: endings of a board that is too large may be solved.
            self.source.check_rules(py, &rules)?;
            if self.source.depends_on_rules() {
                self.inner = Mutex::new(self.source.build(py, &rules)?);
            }
            self.rules = Some(rules);
        }
        Ok(())
    }

    /// Asks for moves without counting them.
    fn ask(&mut self, py: Python<'_>, games: &[kumalak_env::Game]) -> PyResult<Vec<usize>> {
        let streams = (self.chosen..).map(|number| stream(self.seed, number));
        let mut streams: Vec<GameRng> = streams.take(games.len()).collect();
        let mut streams: Vec<&mut GameRng> = streams.iter_mut().collect();
        let games: Vec<_> = games.iter().collect();
        let player = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        let watch = Watch::new(None);
        let limits = MoveLimits {
            time: MoveTime::Unlimited,
            monitor: &watch,
        };
        let chosen = py.detach(|| player.choose(&games, &mut streams, &limits));
        if let Some(raised) = watch.take() {
            return Err(raised);
        }
        let pits = chosen.map_err(player_error)?;
        Ok(pits.iter().map(|pit| pit.number()).collect())
    }
}

/// The game that is asked about: a game, or a position that counts as occurring for the first time.
fn game_of(position: &Bound<'_, PyAny>) -> PyResult<kumalak_env::Game> {
    let game = if let Ok(game) = position.cast::<Game>() {
        game.borrow().inner.clone()
    } else if let Ok(position) = position.cast::<Position>() {
        let position = position.get();
        kumalak_env::Game::from_position(position.rules, position.inner)
    } else {
        return Err(PyTypeError::new_err(format!(
            "position must be a kumalak.Position or a kumalak.Game, got {}",
            position.get_type().name()?
        )));
    };
    if game.is_over() {
        return Err(PyValueError::new_err(
            "the game is over, there is nothing to evaluate",
        ));
    }
    Ok(game)
}

/// The exception for a player that chooses without saying what it thinks.
pub(crate) fn says_nothing(name: &str) -> PyErr {
    PlayerError::new_err(format!(
        "{name} does not say what it thinks of a position; alphabeta, mcts, exact, net, policy and players from \
         evaluators do"
    ))
}
