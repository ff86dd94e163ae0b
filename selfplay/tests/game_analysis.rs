//! Whole games judged move by move.

use std::sync::atomic::{AtomicU64, Ordering};

use kumalak_env::{Game, Outcome, Pit, Position, Rules, Side, stream};
use kumalak_selfplay::{
    AnalysisSummary, BandWidth, Counter, GameAnalysis, GreedyPlayer, Monitor, MoveLimits, Player,
    PlayerError, PlayerSpec, RandomPlayer, analyze_game,
};

fn random_game(seed: u64) -> Game {
    let mut game = Game::new(Rules::BESTEMSHE);
    let mut rng = stream(seed, 0);
    while !game.is_over() {
        let pits = RandomPlayer.choose(&[&game], &mut [&mut rng], &MoveLimits::NONE);
        game.play(pits.unwrap()[0]);
    }
    game
}

fn alphabeta() -> Box<dyn Player> {
    let spec: PlayerSpec = "alphabeta:depth=3".parse().unwrap();
    spec.build_builtin().unwrap()
}

fn analyze(game: &Game, positions_per_call: usize) -> GameAnalysis {
    analyze_game(alphabeta().as_mut(), game, positions_per_call, 0, &()).unwrap()
}

#[test]
fn a_move_is_worth_what_follows_it() {
    let game = random_game(5);
    let analysis = analyze(&game, 4);
    assert_eq!(analysis.moves.len(), game.moves().len());
    let points = analysis.white_points().unwrap();
    for (analyzed, after) in analysis.moves.iter().zip(&points[1..]) {
        let expected = match analyzed.side {
            Side::White => *after,
            Side::Black => 1.0 - after,
        };
        assert_eq!(analyzed.judgement.unwrap().points_after, expected);
        assert!((0.0..=1.0).contains(&analyzed.loss().unwrap()));
    }
    let outcome = game.status().outcome().unwrap();
    assert_eq!(
        analysis.final_points,
        Some(f64::from(1 + outcome.sign_for(Side::White)) / 2.0)
    );
}

#[test]
fn the_number_of_positions_in_a_call_changes_nothing() {
    let game = random_game(6);
    assert_eq!(analyze(&game, 1), analyze(&game, 1000));
}

/// Stops when so many positions were judged.
struct StopAfter {
    positions: u64,
    judged: AtomicU64,
}

impl Monitor for StopAfter {
    fn advance(&self, counter: Counter, amount: u64) {
        if counter == Counter::Moves {
            self.judged.fetch_add(amount, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.judged.load(Ordering::Relaxed) >= self.positions
    }
}

#[test]
fn a_stopped_analysis_holds_the_moves_that_were_judged() {
    let game = random_game(6);
    let whole = analyze(&game, 1);
    let stopped_after = |positions| {
        let monitor = StopAfter {
            positions,
            judged: AtomicU64::new(0),
        };
        analyze_game(alphabeta().as_mut(), &game, 1, 0, &monitor)
    };
    let part = stopped_after(5).unwrap();
    assert_eq!(part.moves, whole.moves[..4]);
    assert_eq!(part.final_points, Some(whole.white_points().unwrap()[4]));
    for positions in [0, 1] {
        let error = stopped_after(positions).unwrap_err();
        assert!(matches!(error, PlayerError::Stopped), "{error}");
    }
}

#[test]
fn the_players_own_game_has_only_first_choices() {
    let mut game = Game::new(Rules::BESTEMSHE);
    let mut player = alphabeta();
    let mut rng = stream(0, 0);
    while !game.is_over() {
        let pits = player.choose(&[&game], &mut [&mut rng], &MoveLimits::NONE);
        game.play(pits.unwrap()[0]);
    }
    let analysis = analyze(&game, 16);
    assert!(
        analysis
            .moves
            .iter()
            .all(|analyzed| analyzed.is_first_choice() && analyzed.loss() == Some(0.0))
    );
    assert!(analysis.worst(5).is_empty());
}

#[test]
fn a_win_that_is_thrown_away_is_the_worst_move() {
    // White wins at once by 91.
    let rules = Rules::STANDARD;
    let position = Position::from_fen(&rules, "9S,7,1S/1S,7,1S 80 70 S 1").unwrap();
    let mut game = Game::from_position(rules, position);
    game.play(Pit::ALL[0]);
    let analysis = analyze(&game, 16);
    let worst = analysis.worst(5)[0];
    assert_eq!((worst.ply, worst.best.number()), (1, 9));
    assert_eq!(worst.judgement.unwrap().points_before, 1.0);
    assert!(worst.loss() > Some(0.0));
}

#[test]
fn the_worst_moves_come_first() {
    let analysis = analyze(&random_game(7), 16);
    let losses: Vec<f64> = analysis
        .worst(4)
        .iter()
        .filter_map(|analyzed| analyzed.loss())
        .collect();
    assert!(
        losses.len() == 4 && losses.is_sorted_by(|a, b| a >= b),
        "{losses:?}"
    );
    let greatest = analysis
        .moves
        .iter()
        .filter_map(|analyzed| analyzed.loss())
        .fold(0.0, f64::max);
    assert_eq!(losses[0], greatest);
}

#[test]
fn of_players_that_say_nothing_the_choices_are_told() {
    let game = random_game(1);
    let analysis = analyze_game(&mut GreedyPlayer, &game, 8, 0, &()).unwrap();
    assert_eq!(analysis.moves.len(), game.moves().len());
    assert!(analysis.moves.iter().any(|analyzed| analyzed.is_first_choice()));
    assert!(
        analysis
            .moves
            .iter()
            .all(|analyzed| analyzed.judgement.is_none() && analyzed.loss().is_none())
    );
    assert!(analysis.white_points().is_none() && analysis.worst(5).is_empty());
    assert!(analysis.final_points.is_some(), "the rules have ended the game");
    let mut summary = AnalysisSummary::new(BandWidth::DEFAULT);
    summary.add(&analysis, [Some(1700), None], game.status().outcome());
    assert_eq!(
        (summary.total().mean_loss, summary.prediction_loss()),
        (None, None)
    );
    assert!(summary.total().first_choice > 0.0);
}

#[test]
fn a_summary_counts_by_rating_and_leaves_forced_moves_out() {
    let analysis = analyze(&random_game(8), 16);
    let mut summary = AnalysisSummary::new(BandWidth::DEFAULT);
    summary.add(&analysis, [Some(1799), None], None);
    assert_eq!(summary.prediction_loss(), None);
    summary.add(&analysis, [Some(1601), Some(1800)], Some(Outcome::Draw));
    let bands = summary.bands();
    let from: Vec<_> = bands.iter().map(|band| band.from).collect();
    assert_eq!(from, [None, Some(1600), Some(1800)]);
    assert_eq!(
        bands.iter().map(|band| band.players).collect::<Vec<_>>(),
        [1, 2, 1]
    );
    let choices = |side| {
        let moves = analysis.moves.iter();
        moves
            .filter(|analyzed| analyzed.side == side && analyzed.choices > 1)
            .count()
    };
    assert_eq!(bands[0].moves, choices(Side::Black));
    assert_eq!(bands[1].moves, 2 * choices(Side::White));
    let total = summary.total();
    assert_eq!((summary.games(), total.players), (2, 4));
    let mean = |points: f64| -(points.ln() + (1.0 - points).ln()) / 2.0;
    let points = analysis
        .moves
        .iter()
        .map(|analyzed| analyzed.white_points_before().unwrap().clamp(0.001, 0.999));
    let expected = points.map(mean).sum::<f64>() / analysis.moves.len() as f64;
    assert!((summary.prediction_loss().unwrap() - expected).abs() < 1e-9);
    let text = summary.to_string();
    assert!(text.contains("1600–1799") && text.contains("unrated"), "{text}");
}
