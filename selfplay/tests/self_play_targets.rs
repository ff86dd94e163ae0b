//! Replays self-play games and computes every target of their samples again.

use kumalak_env::{Game, GameStatus, Rules, Side};
use kumalak_selfplay::{
    GameEnd, HashEvaluator, PlayoutCap, RandomOpening, Resignation, Sample, SearchSettings,
    SelfPlayAdjudication, SelfPlayGame, SelfPlaySettings, self_play,
};

fn settings() -> SelfPlaySettings {
    SelfPlaySettings {
        search: SearchSettings {
            simulations: 10,
            ..SearchSettings::default()
        },
        playout_cap: PlayoutCap::Randomized {
            full_share: 0.6,
            fast_simulations: 3,
        },
        random_opening: RandomOpening {
            share: 0.5,
            max_plies: 6,
        },
        surprise_weight: 0.5,
        games_per_lane: 6,
        slots_per_lane: 4,
        ..SelfPlaySettings::default()
    }
}

fn play(settings: &SelfPlaySettings, rules: Rules) -> Vec<SelfPlayGame> {
    self_play(
        settings,
        rules,
        11,
        0..18,
        &mut [HashEvaluator::default(); 2],
        &(),
    )
    .expect("self-play works")
}

/// The targets of one sample, from the moves of its game and its result alone.
fn check(sample: &Sample, game: &SelfPlayGame, rules: Rules) {
    let mut replayed = Game::new(rules);
    for &pit in &game.moves[..usize::from(sample.ply)] {
        replayed.play(pit);
    }
    let position = *replayed.position();
    let mover = position.turn();
    assert_eq!(sample.game, game.number);
    assert_eq!(sample.observation, position.observation(replayed.occurrences()));
    assert!((sample.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    assert!(sample.root_value.abs() <= 1.0);
    assert_eq!(sample.reserved, [0; 3]);
    let outcome = game
        .status
        .outcome()
        .expect("games without a result have no samples");
    assert_eq!(sample.outcome, outcome.sign_for(mover));

    for &pit in &game.moves[usize::from(sample.ply)..] {
        replayed.play(pit);
    }
    if game.end != GameEnd::PlayedOut {
        let unknown = [sample.played_out, sample.own_tuzdik, sample.opponent_tuzdik];
        assert_eq!(unknown, [0; 3]);
        assert_eq!((sample.margin, sample.plies_left), (0, 0));
        return;
    }
    assert_eq!(replayed.status(), game.status);
    let last = replayed.position();
    let kazan = |side| i16::from(last.kazan(side));
    let tuzdik = |side: Side| last.tuzdik(side).map_or(0, |pit| pit.number() as u8);
    assert_eq!(sample.played_out, 1);
    assert_eq!(sample.margin, kazan(mover) - kazan(!mover));
    assert_eq!(sample.own_tuzdik, tuzdik(mover));
    assert_eq!(sample.opponent_tuzdik, tuzdik(!mover));
    assert_eq!(
        usize::from(sample.plies_left),
        game.moves.len() - usize::from(sample.ply)
    );
}

fn check_all(games: &[SelfPlayGame], rules: Rules) {
    for game in games {
        let plies = game.samples.windows(2);
        assert!(plies.into_iter().all(|pair| pair[0].ply < pair[1].ply));
        for sample in &game.samples {
            assert!(usize::from(sample.ply) >= game.opening_plies);
            check(sample, game, rules);
        }
        let weights: Vec<f64> = game
            .samples
            .iter()
            .map(|sample| f64::from(sample.weight))
            .collect();
        let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        assert!(weights.is_empty() || (mean - 1.0).abs() < 1e-4, "{mean}");
        assert!(weights.iter().all(|&weight| weight >= 0.5));
    }
}

#[test]
fn targets_of_games_that_are_played_out() {
    for rules in [Rules::STANDARD, Rules::BESTEMSHE] {
        let games = play(&settings(), rules);
        check_all(&games, rules);
        let samples = || games.iter().flat_map(|game| &game.samples);
        assert!(samples().any(|sample| sample.own_tuzdik > 0) || rules == Rules::BESTEMSHE);
        assert!(samples().any(|sample| sample.weight != 1.0));
    }
}

#[test]
fn targets_of_games_that_end_early() {
    let early = SelfPlaySettings {
        resignation: Resignation::Below {
            value: -0.1,
            moves: 2,
            played_out: 0.3,
        },
        adjudication: SelfPlayAdjudication::Proven,
        ..settings()
    };
    let games = play(&early, Rules::STANDARD);
    check_all(&games, Rules::STANDARD);
    let resigned = games.iter().filter(|game| game.end == GameEnd::Resigned);
    assert!(resigned.count() > 5);

    let unresigned = SelfPlaySettings {
        adjudication: SelfPlayAdjudication::Proven,
        ..settings()
    };
    let games = play(&unresigned, Rules::BESTEMSHE);
    check_all(&games, Rules::BESTEMSHE);
    assert!(games.iter().any(|game| game.end == GameEnd::Adjudicated));
}

#[test]
fn without_surprise_every_sample_counts_once() {
    let plain = SelfPlaySettings {
        surprise_weight: 0.0,
        playout_cap: PlayoutCap::Off,
        ..settings()
    };
    for game in play(&plain, Rules::BESTEMSHE) {
        assert!(matches!(game.status, GameStatus::Over { .. }));
        assert_eq!(game.samples.len(), game.moves.len() - game.opening_plies);
        assert!(game.samples.iter().all(|sample| sample.weight == 1.0));
    }
}
