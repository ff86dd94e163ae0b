//! What a player is made of, so that it can be made again.

use kumalak_env::Rules;
use kumalak_selfplay::{
    EngineDescription, ExactPlayer, ExternalEngine, MctsPlayer, PlayerSpec, PolicyPlayer, SearchSettings,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{PlayerError, value_error};
use crate::evaluator::PythonEvaluator;
use crate::player::search::EvaluatorSearch;
use crate::rules::Rules as PythonRules;

/// Positions of a game that a network gets at once when a whole game is judged: it takes many in the time of one.
const NETWORK_POSITIONS: usize = 32;

/// What a player is made of.
pub(crate) struct Source {
    name: String,
    kind: Kind,
}

enum Kind {
    /// A player that needs nothing from outside.
    Builtin(PlayerSpec),
    /// A program outside.
    Engine(PlayerSpec),
    /// An evaluator of Python.
    Evaluator {
        evaluator: Py<PyAny>,
        /// `None` plays without search.
        search: Option<EvaluatorSearch>,
        origin: Origin,
    },
}

/// Where an evaluator comes from.
enum Origin {
    /// The caller: it cannot be made again.
    Caller,
    /// A checkpoint, on this device.
    Checkpoint { spec: PlayerSpec, device: String },
}

impl Source {
    /// What `spec` names. A checkpoint is loaded on `device`.
    pub(crate) fn of_spec(py: Python<'_>, spec: PlayerSpec, device: &str) -> PyResult<Self> {
        let name = spec.to_string();
        let (path, search) = match &spec {
            PlayerSpec::Network { path, search } => (path, Some(*search)),
            PlayerSpec::Policy { path } => (path, None),
            PlayerSpec::Engine { .. } => {
                let kind = Kind::Engine(spec);
                return Ok(Self { name, kind });
            }
            _ => {
                let kind = Kind::Builtin(spec);
                return Ok(Self { name, kind });
            }
        };
        let loader = py.import("kumalak.torch")?.getattr("NetworkEvaluator")?;
        let evaluator = loader.call_method1("load", (path, device))?.unbind();
        let kind = Kind::Evaluator {
            evaluator,
            search: search.map(|search| EvaluatorSearch { search, leaves: 1 }),
            origin: Origin::Checkpoint {
                spec,
                device: device.to_owned(),
            },
        };
        Ok(Self { name, kind })
    }

    /// An evaluator of the caller, with a search or without.
    pub(crate) fn of_evaluator(name: String, evaluator: Py<PyAny>, search: Option<EvaluatorSearch>) -> Self {
        let kind = Kind::Evaluator {
            evaluator,
            search,
            origin: Origin::Caller,
        };
        Self { name, kind }
    }

    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Self {
        let kind = match &self.kind {
            Kind::Builtin(spec) => Kind::Builtin(spec.clone()),
            Kind::Engine(spec) => Kind::Engine(spec.clone()),
            Kind::Evaluator {
                evaluator,
                search,
                origin,
            } => Kind::Evaluator {
                evaluator: evaluator.clone_ref(py),
                search: *search,
                origin: match origin {
                    Origin::Caller => Origin::Caller,
                    Origin::Checkpoint { spec, device } => Origin::Checkpoint {
                        spec: spec.clone(),
                        device: device.clone(),
                    },
                },
            },
        };
        let name = self.name.clone();
        Self { name, kind }
    }

    /// The specification and the device from which the player can be made again.
    pub(crate) fn pickled(&self) -> PyResult<(String, &str)> {
        match &self.kind {
            Kind::Builtin(spec) | Kind::Engine(spec) => Ok((spec.to_string(), "cpu")),
            Kind::Evaluator {
                origin: Origin::Checkpoint { spec, device },
                ..
            } => Ok((spec.to_string(), device)),
            Kind::Evaluator { .. } => Err(PyTypeError::new_err(format!(
                "the player {} was made from an evaluator and cannot be pickled: pickle what the evaluator is made \
                 of, and make the player anew",
                self.name
            ))),
        }
    }

    /// How many positions of a game the player should get at once when all are judged.
    pub(crate) fn positions_per_call(&self) -> usize {
        match &self.kind {
            Kind::Evaluator { search: None, .. } => NETWORK_POSITIONS,
            // A limit on time holds for all positions of a call together.
            Kind::Evaluator {
                search: Some(search), ..
            } if search.search.time.is_none() => NETWORK_POSITIONS,
            _ => 1,
        }
    }

    /// Whether the player says what it thinks of positions.
    pub(crate) const fn gives_evaluations(&self) -> bool {
        match &self.kind {
            Kind::Builtin(spec) | Kind::Engine(spec) => spec.gives_evaluations(),
            Kind::Evaluator { .. } => true,
        }
    }

    /// Checks that whole games under these rules are not too much for the player.
    pub(crate) fn check_board(&self, py: Python<'_>, rules: &Rules) -> PyResult<()> {
        if !matches!(self.kind, Kind::Builtin(PlayerSpec::Exact)) {
            return Ok(());
        }
        let checked = py.detach(|| ExactPlayer::default().check_rules(rules));
        checked.map_err(|error| {
            PyValueError::new_err(format!(
                "exact cannot play games under the rules {rules}: {error}"
            ))
        })
    }

    /// Checks that the player was not made for other rules.
    pub(crate) fn check_rules(&self, py: Python<'_>, rules: &Rules) -> PyResult<()> {
        let Kind::Evaluator { evaluator, .. } = &self.kind else {
            return Ok(());
        };
        match rules_of(evaluator.bind(py))? {
            // A cap cuts games off but does not change how they are played.
            Some(own) if own.with_ply_cap(None) != rules.with_ply_cap(None) => Err(PyValueError::new_err(
                format!("{} was made for the rules {own}, not for {rules}", self.name),
            )),
            _ => Ok(()),
        }
    }

    /// Whether another player has to be made for other rules.
    pub(crate) fn depends_on_rules(&self) -> bool {
        matches!(self.kind, Kind::Engine(_))
    }

    /// Rules of the first games if the caller does not name them: those that a program outside plays by.
    pub(crate) fn own_rules(&self) -> PyResult<Option<Rules>> {
        match &self.kind {
            Kind::Engine(PlayerSpec::Engine { path }) => {
                let description = EngineDescription::load(path).map_err(value_error)?;
                Ok(Some(description.rules))
            }
            _ => Ok(None),
        }
    }

    /// Makes the player. A program outside is started and must be ready for games under `rules`.
    pub(crate) fn build(&self, py: Python<'_>, rules: &Rules) -> PyResult<Box<dyn kumalak_selfplay::Player>> {
        let name = &self.name;
        match &self.kind {
            Kind::Builtin(spec) => spec
                .build_builtin()
                .ok_or_else(|| PyValueError::new_err(format!("there is no player {name}"))),
            Kind::Engine(spec) => {
                let PlayerSpec::Engine { path } = spec else {
                    return Err(PyValueError::new_err(format!("there is no player {name}")));
                };
                let engine = py.detach(|| ExternalEngine::open(name, path, rules));
                Ok(Box::new(engine.map_err(engine_error)?))
            }
            Kind::Evaluator {
                evaluator, search, ..
            } => {
                let evaluator = PythonEvaluator::new(evaluator.clone_ref(py));
                let Some(EvaluatorSearch { search, leaves }) = *search else {
                    return Ok(Box::new(PolicyPlayer::new(name, evaluator)));
                };
                let settings = SearchSettings {
                    leaves,
                    ..search.settings()
                };
                let player = MctsPlayer::new(name, evaluator, settings).map_err(value_error)?;
                Ok(match search.time {
                    Some(time) => Box::new(player.with_time(time)),
                    None => Box::new(player),
                })
            }
        }
    }
}

/// What an evaluator says about the rules that it was made for, in its attribute `rules`.
fn rules_of(evaluator: &Bound<'_, PyAny>) -> PyResult<Option<Rules>> {
    let rules = evaluator.getattr_opt("rules")?;
    Ok(rules.and_then(|rules| Some(rules.extract::<PythonRules>().ok()?.inner)))
}

/// A wrong description is a wrong argument; a program that does not do as described has failed.
fn engine_error(error: kumalak_selfplay::EngineError) -> PyErr {
    use kumalak_selfplay::EngineError::{Silent, Start};
    match error {
        Start { .. } | Silent { .. } => PlayerError::new_err(error.to_string()),
        _ => value_error(error),
    }
}
