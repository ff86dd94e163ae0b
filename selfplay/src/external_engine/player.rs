use std::path::Path;
use std::time::{Duration, Instant};

use kumalak_env::{Game, GameRng, Pit, Position, Rules};

use super::description::EngineDescription;
use super::error::EngineError;
use super::fields::TimeFields;
use super::process::{EngineProcess, NoAnswer};
use super::reply::ReplyReader;
use super::request::{Step, Template};
use crate::board_rules::board_rules;
use crate::monitor::Monitor;
use crate::move_limits::{MoveLimits, MoveTime};
use crate::player::{Player, PlayerError};

/// A program outside that plays, as an [`EngineDescription`] says.
///
/// It is asked for one game after another. A program that crashes, hangs, answers nonsense, plays an illegal move or claims
/// an end that is none has failed in that game ([`PlayerError::Fault`]); it is ended and started again for the next one.
/// Dropping the player ends the program and all programs that it has started.
#[derive(Debug)]
pub struct ExternalEngine {
    name: String,
    description: EngineDescription,
    start: Vec<Step>,
    new_game: Vec<Step>,
    request: Template,
    replies: ReplyReader,
    process: Option<EngineProcess>,
    /// The game of the last request: its start and its moves.
    known: Option<(Position, Vec<Pit>)>,
}

/// Why there is no move.
enum Failure {
    Stopped,
    Fault(String),
}

impl ExternalEngine {
    /// Reads the description at `path`, starts the program and waits until it is ready. `name` is its name in tables.
    ///
    /// # Errors
    /// If the description is wrong or for other rules, or the program does not start as described.
    pub fn open(name: impl Into<String>, path: &Path, rules: &Rules) -> Result<Self, EngineError> {
        Self::open_watched(name, path, rules, &())
    }

    /// The same under the eyes of a monitor, which may end the wait.
    ///
    /// # Errors
    /// As [`open`](Self::open), and [`EngineError::Stopped`].
    pub fn open_watched(
        name: impl Into<String>,
        path: &Path,
        rules: &Rules,
        monitor: &dyn Monitor,
    ) -> Result<Self, EngineError> {
        let description = EngineDescription::load(path)?;
        Self::ready(
            name.into(),
            description,
            &path.display().to_string(),
            rules,
            monitor,
        )
    }

    /// Starts the program of a description and waits until it is ready. `place` names the description in errors.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn new(
        name: impl Into<String>,
        description: EngineDescription,
        place: &str,
        rules: &Rules,
    ) -> Result<Self, EngineError> {
        Self::ready(name.into(), description, place, rules, &())
    }

    fn ready(
        name: String,
        description: EngineDescription,
        place: &str,
        rules: &Rules,
        monitor: &dyn Monitor,
    ) -> Result<Self, EngineError> {
        if board_rules(&description.rules) != board_rules(rules) {
            return Err(EngineError::Rules {
                place: place.to_owned(),
                engine: description.rules.to_string(),
                asked: rules.to_string(),
            });
        }
        description.check(place)?;
        let mut engine = Self {
            name,
            start: Step::all(&description, &description.start, "start", place)?,
            new_game: Step::all(&description, &description.new_game, "new_game", place)?,
            request: Template::saying_something(&description.exchange.send, "move, send", place, rules)?,
            replies: ReplyReader::new(&description, place)?,
            process: None,
            known: None,
            description,
        };
        let process = engine.launch()?;
        let game = Game::new(*rules);
        let process = engine.process.insert(process);
        let begun = talk(process, &engine.start, &game, &engine.description, monitor);
        begun.map_err(|failure| {
            let command = engine.description.process.command.clone();
            match failure {
                Failure::Stopped => EngineError::Stopped { command },
                Failure::Fault(reason) => EngineError::Silent { command, reason },
            }
        })?;
        Ok(engine)
    }

    fn launch(&self) -> Result<EngineProcess, EngineError> {
        let limits = self.description.limits;
        EngineProcess::start(
            &self.description.process,
            self.description.quit.clone(),
            limits.quit(),
        )
    }

    /// The move in a game. `games` are still to be asked for in the time of `limits`.
    fn choose_one(&mut self, game: &Game, limits: &MoveLimits<'_>, games: u32) -> Result<Pit, Failure> {
        let monitor = limits.monitor;
        let is_new = self.process.is_none();
        let process = match self.process.take() {
            Some(process) => process,
            None => self.launch().map_err(|error| Failure::Fault(error.to_string()))?,
        };
        let process = self.process.insert(process);
        if is_new {
            talk(process, &self.start, game, &self.description, monitor)?;
        }
        let goes_on = self
            .known
            .take()
            .is_some_and(|(start, moves)| start == *game.start() && game.moves().starts_with(&moves));
        if is_new || !goes_on {
            talk(process, &self.new_game, game, &self.description, monitor)?;
        }
        let (granted, patience) = self.description.times(limits.time, games);
        let patience = match process.has_answered() {
            true => patience,
            false => patience + self.description.limits.start(),
        };
        let time = TimeFields::new(granted.as_millis().max(1) as u64, limits.time);
        let request = self.request.text(game, time).map_err(Failure::Fault)?;
        process.forget_output();
        process.send(&request);
        let replies = &self.replies;
        let answer = process.wait_for(Instant::now() + patience, monitor, |line| {
            replies.read(game, line)
        });
        let pit = answer.map_err(|silence| no_answer(silence, "no move", patience))?;
        let pit = pit.map_err(Failure::Fault)?;
        self.known = Some((*game.start(), game.moves().to_vec()));
        Ok(pit)
    }
}

impl Player for ExternalEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(
        &mut self,
        games: &[&Game],
        _rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let mut pits = Vec::with_capacity(games.len());
        for (index, game) in games.iter().enumerate() {
            if game.is_over() {
                return Err(PlayerError::GameOver(index));
            }
            match self.choose_one(game, limits, (games.len() - index) as u32) {
                Ok(pit) => pits.push(pit),
                Err(failure) => {
                    // It may still be thinking, and its answer would come when something else is asked.
                    if let Some(process) = self.process.take() {
                        process.kill();
                    }
                    return Err(match failure {
                        Failure::Stopped => PlayerError::Stopped,
                        Failure::Fault(reason) => PlayerError::Fault { game: index, reason },
                    });
                }
            }
        }
        Ok(pits)
    }
}

impl EngineDescription {
    /// What the next of so many games is granted, and how long its answer is waited for.
    fn times(&self, time: MoveTime, games: u32) -> (Duration, Duration) {
        let limits = &self.limits;
        let granted = match time.budget() {
            None => limits.move_time(),
            Some(budget) => budget / games.max(1),
        };
        let longest = match time {
            MoveTime::Unlimited => granted,
            MoveTime::PerMove(time) => time,
            MoveTime::Clock { remaining, .. } => remaining,
        };
        (granted, longest + limits.patience())
    }
}

/// Goes through steps: sends each text and waits for its answer.
fn talk(
    process: &mut EngineProcess,
    steps: &[Step],
    game: &Game,
    description: &EngineDescription,
    monitor: &dyn Monitor,
) -> Result<(), Failure> {
    let limits = &description.limits;
    for step in steps {
        let time = TimeFields::new(limits.move_ms, MoveTime::Unlimited);
        let text = step.text(game, time).map_err(Failure::Fault)?;
        process.send(&text);
        if let Some(expected) = &step.expect {
            let patience = limits.start();
            let deadline = Instant::now() + patience;
            process
                .wait_for(deadline, monitor, |line| expected.is_match(line).then_some(()))
                .map_err(|silence| no_answer(silence, &format!("no line like {expected}"), patience))?;
        }
    }
    Ok(())
}

fn no_answer(silence: NoAnswer, what: &str, patience: Duration) -> Failure {
    match silence {
        NoAnswer::Stopped => Failure::Stopped,
        NoAnswer::Late => Failure::Fault(format!("{what} within {} ms", patience.as_millis())),
        NoAnswer::Ended(how) => Failure::Fault(format!("{what}: {how}")),
    }
}
