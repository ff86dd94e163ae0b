//! Games that `kumalak selfplay` has stored are read back and played again, and every target of their samples is computed
//! anew: what the moves tell, and what the same search finds once more.

use std::fs;
use std::path::Path;

use kumalak_env::{Game, Rules, Side};
use kumalak_selfplay::{
    BatchSearch, GameEnd, Sample, SearchResult, SearchRoot, SearchSettings, UniformEvaluator,
};
use kumalak_train::{ListedGame, ReplayFolder, TrainConfig, read_game_list};

use crate::program::kumalak;

/// Without noise, so that the search of a position is the same again.
const SETTINGS: &str = r#"
    [self_play]
    root_noise = "none"
    surprise_weight = 0.5
    [self_play.search]
    simulations = 12
    [self_play.random_opening]
    share = 1.0
    max_plies = 8
    [self_play.resignation.below]
    value = -0.3
    moves = 1
    played_out = 0.5
"#;

/// Plays games and returns the samples and the games of the folder.
fn play(folder: &Path, rules: &str, adjudication: &str) -> (Vec<Sample>, Vec<ListedGame>) {
    let config = folder.join("settings.toml");
    fs::write(&config, SETTINGS).unwrap();
    let out = folder.join("games");
    let (config, out) = (config.to_str().unwrap(), out.to_str().unwrap());
    let rules = format!("rules.name={rules}");
    let adjudication = format!("self_play.adjudication={adjudication}");
    let mut args = vec!["selfplay", "--uniform", "--games", "30", "--chunk-games", "12"];
    args.extend([
        "--config",
        config,
        "--out",
        out,
        "--set",
        &rules,
        "--set",
        &adjudication,
    ]);
    assert_eq!(kumalak(&args).code, 0);
    let (replay, torn) = ReplayFolder::open(Path::new(out)).unwrap();
    assert!(torn.is_none() && replay.chunks().len() == 3);
    let samples = replay.chunks().iter().flat_map(|chunk| chunk.read().unwrap());
    let lists = (1..=3).map(|number| Path::new(out).join(format!("games/{number:06}.txt")));
    let games = lists.flat_map(|list| read_game_list(&list).unwrap());
    (samples.collect(), games.collect())
}

/// What the search of self-play finds in a position.
fn search(game: &Game, settings: &SearchSettings) -> SearchResult {
    let mut results = BatchSearch::default()
        .search(&[SearchRoot::new(game)], &mut UniformEvaluator, settings, &())
        .unwrap();
    results.remove(0)
}

/// In nats: the divergence of a policy from equal chances for all legal moves.
fn surprise(policy: &[f32; 9], legal_moves: usize) -> f64 {
    let terms = policy.iter().filter(|&&share| share > 0.0).map(|&share| {
        let share = f64::from(share);
        share * (share * legal_moves as f64).ln()
    });
    terms.sum::<f64>().max(0.0)
}

/// Checks the samples of a game, which are those of all its positions after the opening.
fn check(samples: &[Sample], listed: &ListedGame, rules: Rules, settings: &SearchSettings) {
    let mut game = Game::new(rules);
    let mut surprises = Vec::new();
    let mut positions = Vec::new();
    // A game that was given up or adjudicated ends with a position that was searched and not played on from.
    let last = listed.moves.len() + usize::from(listed.end != GameEnd::PlayedOut);
    for ply in 0..last {
        if ply >= listed.opening_plies {
            let sample = &samples[positions.len()];
            let found = search(&game, settings);
            assert_eq!((sample.game, usize::from(sample.ply)), (listed.number, ply));
            assert_eq!(
                sample.observation,
                game.position().observation(game.occurrences())
            );
            assert_eq!(sample.policy, found.policy());
            assert_eq!(sample.root_value, found.value.0);
            surprises.push(surprise(&sample.policy, game.legal_moves().iter().count()));
            positions.push(game.position().turn());
        }
        if let Some(&pit) = listed.moves.get(ply) {
            game.play(pit);
        }
    }
    assert_eq!(samples.len(), positions.len());
    let outcome = listed.outcome.unwrap();
    let end = game.position();
    let stones = |side: Side| i16::from(end.kazan(side));
    let tuzdik = |side: Side| end.tuzdik(side).map_or(0, |pit| pit.number() as u8);
    let mean = surprises.iter().sum::<f64>() / surprises.len() as f64;
    for ((sample, &mover), surprise) in samples.iter().zip(&positions).zip(&surprises) {
        assert_eq!(sample.outcome, outcome.sign_for(mover));
        let weight = 0.5 + 0.5 * surprise / mean;
        assert!((f64::from(sample.weight) - weight).abs() < 1e-4, "{weight}");
        let known = [sample.own_tuzdik, sample.opponent_tuzdik, sample.played_out];
        if listed.end == GameEnd::PlayedOut {
            assert_eq!(game.status().outcome(), listed.outcome);
            assert_eq!(known, [tuzdik(mover), tuzdik(!mover), 1]);
            assert_eq!(sample.margin, stones(mover) - stones(!mover));
            assert_eq!(usize::from(sample.ply + sample.plies_left), listed.moves.len());
        } else {
            assert!(!game.is_over());
            assert_eq!(known, [0; 3]);
            assert_eq!((sample.margin, sample.plies_left), (0, 0));
        }
    }
}

#[test]
fn every_target_of_stored_games_is_computed_again() {
    let settings = TrainConfig::parse(SETTINGS, "settings", &[])
        .unwrap()
        .self_play
        .search;
    let cases: [(&str, Rules, &str, &[GameEnd]); 2] = [
        (
            "standard",
            Rules::STANDARD,
            "off",
            &[GameEnd::PlayedOut, GameEnd::Resigned],
        ),
        ("bestemshe", Rules::BESTEMSHE, "proven", &[GameEnd::Adjudicated]),
    ];
    for (name, rules, adjudication, ends) in cases {
        let folder = tempfile::tempdir().unwrap();
        let (samples, games) = play(folder.path(), name, adjudication);
        assert_eq!(games.len(), 30);
        let by_game: Vec<&[Sample]> = samples.chunk_by(|one, other| one.game == other.game).collect();
        for game in &games {
            let own = by_game.iter().find(|samples| samples[0].game == game.number);
            check(own.copied().unwrap_or_default(), game, rules, &settings);
        }
        for end in ends {
            assert!(games.iter().any(|game| game.end == *end), "{end:?}");
        }
    }
}
