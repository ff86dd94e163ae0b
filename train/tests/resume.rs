//! A run that was stopped, however it was stopped, ends as if it had never been.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use kumalak_selfplay::Monitor;
use kumalak_train::{
    ConfigOverride, MetricsRow, NETWORK_FILE, OPTIMIZER_FILE, RunDirError, Stage, TrainConfig, TrainError,
    Trainer, TrainingMonitor, read_metrics,
};

const TINY: &str = r#"
    [run]
    threads = 2
    [limits]
    iterations = 4
    [rules]
    name = "bestemshe"
    ply_cap = 200
    [network]
    width = 8
    blocks = 1
    [iteration]
    games = 6
    steps = 4
    [self_play]
    games_per_lane = 2
    slots_per_lane = 2
    [self_play.search]
    simulations = 4
    [training]
    batch_size = 16
    window = { constant = { positions = 150 } }
    [evaluation]
    every = 2
    pairs = 2
    simulations = 2
    opening_plies = 2
    opponents = ["random"]
    [evaluation.table]
    pairs = 2
    simulations = 2
    opponents = ["random", "greedy"]
"#;

fn tiny(options: &[&str]) -> TrainConfig {
    let options: Vec<ConfigOverride> = options.iter().map(|option| option.parse().unwrap()).collect();
    TrainConfig::parse(TINY, "tiny.toml", &options).unwrap()
}

/// Stops the run in the self-play stage of iteration `stop_in`, and keeps the messages.
#[derive(Default)]
struct Observer {
    stop_in: Option<u32>,
    is_stopped: AtomicBool,
    messages: Mutex<Vec<String>>,
}

impl Observer {
    fn stopping_in(iteration: u32) -> Self {
        Self {
            stop_in: Some(iteration),
            ..Self::default()
        }
    }

    fn messages(&self) -> String {
        self.messages.lock().unwrap().join("\n")
    }
}

impl Monitor for Observer {
    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

impl TrainingMonitor for Observer {
    fn begin(&self, stage: &Stage<'_>) {
        if let Stage::SelfPlay { iteration, .. } = stage {
            let stops = Some(*iteration) == self.stop_in;
            self.is_stopped.store(stops, Ordering::Relaxed);
        }
    }

    fn message(&self, text: &str) {
        self.messages.lock().unwrap().push(text.to_owned());
    }
}

fn train(run: &Path, options: &[&str]) {
    Trainer::start(run, tiny(options)).unwrap().run(&()).unwrap();
}

/// Everything that an iteration takes from those before it, and all kinds of samples.
const EVERYTHING: [&str; 7] = [
    "training.window={ power = { start = 60, exponent = 0.75, scale = 0.4 } }",
    "self_play.restarts={ share = 0.5, random_plies = 1 }",
    "self_play.playout_cap={ randomized = { full_share = 0.6, fast_simulations = 2 } }",
    "self_play.resignation={ below = { value = -0.3, moves = 2, played_out = 0.5 } }",
    "self_play.adjudication=proven",
    "self_play.surprise_weight=0.5",
    "self_play.search={ simulations = 4, tree_reuse = \"keep\", cache_mebibytes = 1 }",
];

/// Trains until the third iteration has begun.
fn train_two_iterations(run: &Path, options: &[&str]) {
    let mut trainer = Trainer::start(run, tiny(options)).unwrap();
    let error = trainer.run(&Observer::stopping_in(3)).unwrap_err();
    assert!(matches!(error, TrainError::Stopped));
    assert_eq!(trainer.iteration(), 2);
}

fn resume(run: &Path, options: &[&str]) -> Result<String, TrainError> {
    let options: Vec<ConfigOverride> = options.iter().map(|option| option.parse().unwrap()).collect();
    let observer = Observer::default();
    Trainer::resume(run, &options, &observer)?.run(&observer)?;
    Ok(observer.messages())
}

/// Everything in a metrics file that does not tell the time.
fn timeless(run: &Path) -> Vec<MetricsRow> {
    let rows = read_metrics(&run.join("metrics.jsonl")).unwrap();
    let timeless = |row: &MetricsRow| {
        let mut kept = MetricsRow::new(row.iteration());
        for (name, value) in row.values().iter().filter(|(name, _)| !name.starts_with("time/")) {
            kept.add(name, value.clone());
        }
        kept
    };
    rows.iter().map(timeless).collect()
}

fn assert_same_result(expected: &Path, run: &Path) {
    for file in [NETWORK_FILE, OPTIMIZER_FILE] {
        let read = |run: &Path| fs::read(run.join("checkpoints/000004").join(file)).unwrap();
        assert!(read(expected) == read(run), "{file} differs");
    }
    for file in ["latest", "best", "replay/000004.zst", "games/000004.txt"] {
        let read = |run: &Path| fs::read(run.join(file)).unwrap();
        assert!(read(expected) == read(run), "{file} differs");
    }
    assert_eq!(timeless(expected), timeless(run));
}

#[test]
fn a_run_that_was_stopped_ends_as_if_it_had_never_been() {
    let folder = tempfile::tempdir().unwrap();
    let (straight, stopped) = (folder.path().join("straight"), folder.path().join("stopped"));
    train(&straight, &[]);
    train_two_iterations(&stopped, &[]);
    assert_eq!(resume(&stopped, &[]).unwrap(), "");
    assert_same_result(&straight, &stopped);
}

#[test]
fn a_run_with_all_kinds_of_self_play_goes_on_too() {
    let folder = tempfile::tempdir().unwrap();
    let (straight, stopped) = (folder.path().join("straight"), folder.path().join("stopped"));
    train(&straight, &EVERYTHING);
    train_two_iterations(&stopped, &EVERYTHING);
    resume(&stopped, &[]).unwrap();
    assert_same_result(&straight, &stopped);
    let rows = timeless(&straight);
    let last = rows.iter().find(|row| row.iteration() == 4).unwrap();
    let played = last.number("replay/played").unwrap();
    assert!(last.number("replay/positions").unwrap() < played);
    assert!(last.number("self_play/resignation_tests").is_some());
}

#[test]
fn left_overs_of_a_killed_run_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let (straight, killed) = (folder.path().join("straight"), folder.path().join("killed"));
    train(&straight, &[]);
    train_two_iterations(&killed, &[]);
    // As if it had been killed while it wrote iteration 3, by a program that writes files in the worst order.
    for name in [
        "replay/000003.zst",
        "replay/.000003.zst.partial",
        "games/000003.txt",
    ] {
        fs::write(killed.join(name), "half of a fi").unwrap();
    }
    for name in ["000003", ".000003.partial"] {
        fs::create_dir_all(killed.join("checkpoints").join(name)).unwrap();
        fs::write(killed.join("checkpoints").join(name).join(NETWORK_FILE), "half").unwrap();
    }
    fs::write(killed.join(".latest.partial"), "0000").unwrap();
    fs::write(killed.join("best"), "000003\n").unwrap();
    let mut metrics = fs::read_to_string(killed.join("metrics.jsonl")).unwrap();
    metrics
        .push_str("{\"iteration\":3,\"loss/total\":9.5,\"best/iteration\":3}\n{\"iteration\":3,\"table/ran");
    fs::write(killed.join("metrics.jsonl"), metrics).unwrap();

    let messages = resume(&killed, &[]).unwrap();
    for name in [
        "000003.zst",
        "checkpoints/000003",
        ".000003.partial",
        "games/000003.txt",
    ] {
        assert!(messages.contains(name), "{messages}");
    }
    assert_same_result(&straight, &killed);
}

#[test]
fn a_run_that_was_killed_before_its_first_checkpoint_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let (straight, killed) = (folder.path().join("straight"), folder.path().join("killed"));
    train(&straight, &[]);
    drop(Trainer::start(&killed, tiny(&[])).unwrap());
    fs::remove_file(killed.join("latest")).unwrap();
    resume(&killed, &[]).unwrap();
    assert_same_result(&straight, &killed);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (two, one) = (folder.path().join("two"), folder.path().join("one"));
    train(&two, &[]);
    train(&one, &["run.threads=1"]);
    assert_same_result(&two, &one);
}

#[test]
fn a_longer_limit_goes_on_with_the_same_sequence() {
    let folder = tempfile::tempdir().unwrap();
    let (straight, extended) = (folder.path().join("straight"), folder.path().join("extended"));
    train(&straight, &[]);
    train(&extended, &["limits.iterations=2"]);
    resume(&extended, &["limits.iterations=4"]).unwrap();
    let network = |run: &Path| fs::read(run.join("checkpoints/000004").join(NETWORK_FILE)).unwrap();
    assert!(network(&straight) == network(&extended));
    let tables = timeless(&extended)
        .iter()
        .filter(|row| row.get("table/greedy/score").is_some())
        .map(MetricsRow::iteration)
        .collect::<Vec<_>>();
    assert_eq!(tables, [0, 2, 4]);
}

#[test]
fn a_time_limit_ends_the_run_between_iterations() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("a");
    train(&run, &["limits.minutes=0.000001"]);
    assert_eq!(fs::read_to_string(run.join("latest")).unwrap(), "000001\n");
}

#[test]
fn only_the_checkpoints_that_are_wanted_stay() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("a");
    train(&run, &["run.keep_checkpoint_every=3", "evaluation.every=0"]);
    let mut names: Vec<_> = fs::read_dir(run.join("checkpoints"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["000000", "000003", "000004"]);
}

#[test]
fn damage_is_one_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("a");
    train_two_iterations(&run, &[]);
    for name in ["replay/000002.zst", "checkpoints/000002/optimizer.safetensors"] {
        let whole = fs::read(run.join(name)).unwrap();
        fs::write(run.join(name), &whole[..whole.len() / 2]).unwrap();
        let message = resume(&run, &[]).unwrap_err().to_string();
        assert!(message.contains(name), "{message}");
        assert!(!message.contains('\n'), "{message}");
        fs::write(run.join(name), whole).unwrap();
    }
    fs::write(run.join("latest"), "four").unwrap();
    let message = resume(&run, &[]).unwrap_err().to_string();
    assert!(
        message.contains("should hold the number of a checkpoint"),
        "{message}"
    );
}

#[test]
fn a_run_is_neither_overwritten_nor_changed() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("a");
    assert!(matches!(
        resume(&run, &[]),
        Err(TrainError::RunDir(RunDirError::NoRun(_)))
    ));
    train_two_iterations(&run, &[]);
    assert!(matches!(
        Trainer::start(&run, tiny(&[])),
        Err(TrainError::RunDir(RunDirError::NotEmpty(_)))
    ));
    let message = resume(&run, &["training.batch_size=8"]).unwrap_err().to_string();
    assert_eq!(
        message,
        "training.batch_size=8 cannot change in a run that has begun; only settings of [limits] can"
    );
    let trainer = Trainer::resume(&run, &[], &()).unwrap();
    assert!(matches!(
        resume(&run, &[]),
        Err(TrainError::RunDir(RunDirError::Locked(_)))
    ));
    drop(trainer);
}

#[test]
fn games_that_teach_nothing_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut trainer = Trainer::start(&folder.path().join("a"), tiny(&["rules.ply_cap=5"])).unwrap();
    let message = trainer.run(&()).unwrap_err().to_string();
    assert!(
        message.contains("none of the 6 self-play games had a result"),
        "{message}"
    );
}
