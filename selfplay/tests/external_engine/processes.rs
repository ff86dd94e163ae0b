use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use kumalak_env::{Game, Rules, stream};
use kumalak_selfplay::{
    EngineDescription, ExternalEngine, Monitor, MoveLimits, MoveTime, Player, PlayerError,
};

use crate::fake;
use crate::support::{description, engine, faulty, play, set};

/// Whether a process is there and no corpse that nobody has collected. A process that init inherits is collected by init.
fn is_alive(process: &str) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/stat")) else {
        return false;
    };
    let state = status
        .rsplit(") ")
        .next()
        .and_then(|fields| fields.chars().next());
    state != Some('Z')
}

fn processes(log: &Path) -> Vec<String> {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn logged(mut description: EngineDescription, log: &Path) -> EngineDescription {
    set(&mut description, fake::PROCESS_LOG, log.to_str().unwrap());
    description
}

#[test]
fn a_program_is_started_once_and_ended_with_its_player() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    play(logged(description("pit-index"), &log), 2);
    let started = processes(&log);
    assert_eq!(started.len(), 1);
    assert!(
        !Path::new(&format!("/proc/{}", started[0])).exists(),
        "it was collected"
    );
}

#[test]
fn a_program_is_started_again_after_each_fault() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    play(logged(faulty("pit-index", "crash", 0), &log), 2);
    let started = processes(&log);
    assert_eq!(started.len(), 4, "one for each game");
    for process in started {
        assert!(
            !Path::new(&format!("/proc/{process}")).exists(),
            "it was collected"
        );
    }
}

#[cfg(unix)]
#[test]
fn programs_that_a_program_has_started_end_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut rngs = [stream(0, 0)];
    let mut engine = engine(logged(faulty("pit-index", "family", 0), &log));
    let game = Game::new(Rules::STANDARD);
    engine
        .choose(&[&game], &mut [&mut rngs[0]], &MoveLimits::NONE)
        .unwrap();
    while processes(&log).len() < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    drop(engine);
    for process in processes(&log) {
        // A signal that was sent may take a moment to arrive.
        while is_alive(&process) {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_program_that_does_not_get_ready_is_refused() {
    let mut silent = faulty("squares", "mute", 0);
    silent.limits.start_ms = 50;
    let error = ExternalEngine::new("fake", silent, "fake.toml", &Rules::STANDARD).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("no line like ^uciok$ within 50 ms"), "{error}");
    let mut absent = description("squares");
    absent.process.command = "/no/such/program".into();
    let error = ExternalEngine::new("fake", absent, "fake.toml", &Rules::STANDARD).unwrap_err();
    assert!(
        error.to_string().contains("cannot start /no/such/program"),
        "{error}"
    );
}

/// Stops when it is told to.
struct Stop(AtomicBool);

impl Monitor for Stop {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_program_that_thinks_can_be_interrupted() {
    let mut description = faulty("pit-index", "hang", 0);
    description.limits.patience_ms = 600_000;
    let mut engine = engine(description);
    let (game, mut rng) = (Game::new(Rules::STANDARD), stream(0, 0));
    let stop = Stop(AtomicBool::new(false));
    let limits = MoveLimits {
        time: MoveTime::Unlimited,
        monitor: &stop,
    };
    thread::scope(|scope| {
        scope.spawn(|| stop.0.store(true, Ordering::Relaxed));
        let answer = engine.choose(&[&game], &mut [&mut rng], &limits);
        assert!(matches!(answer, Err(PlayerError::Stopped)));
    });
}
