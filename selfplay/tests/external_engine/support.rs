use std::env;
use std::path::PathBuf;

use kumalak_env::{Game, GameRng, Pit, Rules};
use kumalak_selfplay::{
    ArenaSettings, EngineDescription, ExternalEngine, FaultPolicy, MatchReport, MoveLimits, Player,
    PlayerError, play_match,
};

use crate::fake;

/// Plays the leftmost legal pit, as the fake engine does.
pub(crate) struct Leftmost;

impl Player for Leftmost {
    fn name(&self) -> &str {
        "leftmost"
    }

    fn choose(
        &mut self,
        games: &[&Game],
        _rngs: &mut [&mut GameRng],
        _limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let leftmost = |game: &&Game| game.legal_moves().iter().next().unwrap();
        Ok(games.iter().map(leftmost).collect())
    }
}

/// A file of `configs/engines`.
pub(crate) fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../configs/engines")
        .join(name)
}

/// An example with the fake engine in the place of a program.
pub(crate) fn description(name: &str) -> EngineDescription {
    let mut description = EngineDescription::load(&example(&format!("{name}.toml"))).unwrap();
    let process = &mut description.process;
    process.command = env::current_exe().unwrap();
    process.args = fake::ARGS.map(str::to_owned).to_vec();
    set(&mut description, fake::LANGUAGE, name);
    description
}

/// The same that does something wrong at a request. Only a hang is waited for.
pub(crate) fn faulty(name: &str, fault: &str, at_request: usize) -> EngineDescription {
    let mut description = description(name);
    set(&mut description, fake::FAULT, fault);
    set(&mut description, fake::AT_REQUEST, &at_request.to_string());
    description.limits.quit_ms = 0;
    if ["hang", "babble", "flood"].contains(&fault) {
        description.limits.move_ms = 100;
        description.limits.patience_ms = 200;
    } else {
        description.limits.patience_ms = 30_000;
    }
    description
}

pub(crate) fn set(description: &mut EngineDescription, variable: &str, value: &str) {
    let environment = &mut description.process.environment;
    environment.insert(variable.to_owned(), value.to_owned());
}

pub(crate) fn engine(description: EngineDescription) -> ExternalEngine {
    ExternalEngine::new("fake", description, "fake.toml", &Rules::STANDARD).unwrap()
}

/// A match of the engine against a player that always answers alike.
pub(crate) fn play(description: EngineDescription, pairs: usize) -> MatchReport {
    let settings = ArenaSettings {
        pairs,
        seed: 3,
        lane_pairs: 1,
        faults: FaultPolicy::LoseGame,
        ..ArenaSettings::default()
    };
    play_match(
        &settings,
        &mut [Box::new(engine(description)) as Box<dyn Player>],
        &mut [Box::new(Leftmost) as Box<dyn Player>],
        &(),
        &|_| {},
    )
    .unwrap()
}
