use std::fs;
use std::path::Path;

use kumalak_env::Rules;

use crate::checkpoints::save;
use crate::program::{Run, kumalak};

const SETTINGS: &str = r#"
    [rules]
    name = "bestemshe"
    [self_play]
    games_per_lane = 2
    slots_per_lane = 2
    [self_play.search]
    simulations = 6
    [self_play.restarts]
    share = 0.5
    [self_play.resignation.below]
    value = -0.5
    moves = 1
    played_out = 0.5
"#;

/// Plays without a network in chunks of four games.
fn play(folder: &Path, games: &str, more: &[&str]) -> Run {
    let config = folder.with_extension("toml");
    fs::write(&config, SETTINGS).unwrap();
    let mut args = vec!["selfplay", "--uniform", "--chunk-games", "4", "--games", games];
    args.extend([
        "--config",
        config.to_str().unwrap(),
        "--out",
        folder.to_str().unwrap(),
    ]);
    args.extend(more);
    kumalak(&args)
}

fn assert_same_files(one: &Path, other: &Path) {
    for name in [
        "replay/000001.zst",
        "replay/000003.zst",
        "games/000002.txt",
        "games/000003.txt",
    ] {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(read(one) == read(other), "{name} differs");
    }
}

#[test]
fn plays_goes_on_and_drops_what_is_torn() {
    let root = tempfile::tempdir().unwrap();
    let (straight, stopped) = (root.path().join("straight"), root.path().join("stopped"));
    let run = play(&straight, "12", &["--threads", "2"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("holds 12 games in 3 chunks"),
        "{}",
        run.stdout
    );
    for word in [
        "12 games in",
        "games/s",
        "moves/s",
        "evaluations/s",
        "batches of",
        "given up",
        "resignation: of ",
        " %)",
    ] {
        assert!(run.stderr.contains(word), "{word:?} is missing in {}", run.stderr);
    }

    assert_eq!(play(&stopped, "8", &["--threads", "1"]).code, 0);
    let last = stopped.join("replay/000002.zst");
    let whole = fs::read(&last).unwrap();
    fs::write(&last, &whole[..whole.len() / 2]).unwrap();
    let run = play(&stopped, "12", &["--threads", "1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("dropped the last chunk"), "{}", run.stderr);
    assert!(run.stderr.contains("going on after 4 games"), "{}", run.stderr);
    assert_same_files(&straight, &stopped);

    let run = play(&stopped, "12", &[]);
    assert_eq!(run.code, 0);
    assert!(
        run.stderr
            .ends_with("nothing to play, it holds 12 games already\n"),
        "{}",
        run.stderr
    );

    let other = play(&stopped, "16", &["--seed", "9"]);
    other.failure(1, &["selfplay.toml:2", "seed = 1", "seed = 9"]);

    let folder = stopped.to_str().unwrap();
    let table = kumalak(&["replay", "stats", folder]).success();
    assert!(table.contains("chunks     3"), "{table}");
    assert!(table.contains("games      12"), "{table}");
    fs::write(stopped.join("replay/000003.zst"), "").unwrap();
    let run = kumalak(&["replay", "stats", folder]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("left out the last chunk"), "{}", run.stderr);
    assert!(run.stdout.contains("games      8"), "{}", run.stdout);
    let json = kumalak(&["replay", "stats", folder, "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["chunks"], &json["games"]), (&2.into(), &8.into()));
    let filtered = kumalak(&["replay", "stats", folder, "--min-plies", "3"]);
    filtered.failure(2, &["is a folder with samples of self-play"]);
}

#[test]
fn a_folder_is_only_continued_if_all_its_chunks_are_sound_and_there() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("games");
    assert_eq!(play(&folder, "12", &[]).code, 0);
    let chunk = |number: u32| folder.join(format!("replay/{number:06}.zst"));
    let second = fs::read(chunk(2)).unwrap();
    fs::remove_file(chunk(2)).unwrap();
    play(&folder, "16", &[]).failure(1, &["chunk 000002 is missing"]);
    fs::write(chunk(2), &second).unwrap();
    // Whole, but another one than it should be: nothing that a crash leaves.
    fs::write(chunk(3), &second).unwrap();
    play(&folder, "16", &[]).failure(1, &["000003.zst cannot be used: it has number 2, expected 3"]);
    assert_eq!(fs::read(chunk(3)).unwrap(), second);
}

#[test]
fn a_network_plays_and_its_memory_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let network = save(folder.path(), &Rules::STANDARD);
    let out = folder.path().join("out");
    let mut args = vec!["selfplay", "--checkpoint", &network, "--games", "2"];
    args.extend([
        "--out",
        out.to_str().unwrap(),
        "--memory",
        "--set",
        "self_play.search.simulations=2",
    ]);
    let run = kumalak(&args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("memory: "), "{}", run.stderr);
    assert!(!run.stderr.contains("resignation"), "{}", run.stderr);
    let other = [&args[..], &["--set", "rules.name=bestemshe"]].concat();
    kumalak(&other).failure(1, &["bestemshe"]);
}

#[test]
fn foreign_folders_and_missing_networks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let out = folder.path().to_str().unwrap();
    kumalak(&["selfplay", "--uniform", "--games", "1", "--out", out]).failure(1, &["is not empty"]);
    kumalak(&["selfplay", "--games", "1", "--out", out]).failure(2, &["--checkpoint"]);
    kumalak(&["replay", "stats", "no/such"]).failure(1, &["no/such"]);
    let run = kumalak(&["replay", "stats", out]);
    run.failure(1, &["holds no chunks of samples"]);
    assert_eq!(run.stdout, "");
    let seed = [
        "selfplay",
        "--uniform",
        "--games",
        "1",
        "--seed",
        "18446744073709551615",
        "--out",
        out,
    ];
    kumalak(&seed).failure(2, &["--seed", "expected 0 to 9223372036854775807"]);
}

#[test]
fn wrong_settings_are_wrong_arguments_and_leave_nothing_behind() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("games");
    for (option, words) in [
        ("foo.bar=3", "known here are run, limits"),
        ("self_play.search.simulations=0", "from 1 to 16777216, got 0"),
    ] {
        play(&folder, "4", &["--set", option]).failure(2, &["--set ", words]);
        assert!(!folder.exists());
    }
}

#[test]
fn one_game_in_one_chunk_is_not_plural() {
    let root = tempfile::tempdir().unwrap();
    let run = play(&root.path().join("games"), "1", &[]);
    assert!(run.stdout.contains("holds 1 game in 1 chunk;"), "{}", run.stdout);
}
