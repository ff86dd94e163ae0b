//! Alpha-beta search against plain minimax and against known endings.

use kumalak_env::{
    AtsyrauRule, Board, FirstStone, Game, GameStatus, Goal, MajorityRule, Pit, Position, RepetitionRule,
    Rules, Side, TuzdikRule, stream,
};
use kumalak_selfplay::{
    AlphaBeta, AlphaBetaResult, AlphaBetaSettings, MoveLimits, Player, RandomPlayer, Score, SearchDepth,
    evaluate,
};

fn depth(plies: u32) -> SearchDepth {
    SearchDepth::new(plies).unwrap()
}

/// A search that only saves work.
fn search(game: &Game, plies: u32) -> AlphaBetaResult {
    AlphaBeta::new(AlphaBetaSettings::minimax(depth(plies)))
        .search(game)
        .unwrap()
}

/// The definition: every line to its end, with the game's own bookkeeping of repetitions.
fn minimax(game: &Game, depth: u32, plies: u32) -> Score {
    let mover = game.position().turn();
    if let GameStatus::Over { outcome, .. } = game.status() {
        return match outcome.sign_for(mover) {
            1 => Score::win_in(plies),
            0 => Score::DRAW,
            _ => Score::loss_in(plies),
        };
    }
    if depth == 0 {
        return evaluate(game.position(), game.rules());
    }
    let after = |pit| {
        let mut after = game.clone();
        after.play(pit);
        -minimax(&after, depth - 1, plies + 1)
    };
    game.legal_moves().iter().map(after).max().unwrap()
}

fn assert_is_minimax(game: &Game, depth: u32) {
    let found = search(game, depth);
    assert_eq!(found.score, minimax(game, depth, 0), "depth {depth}, {game:?}");
    let mut after = game.clone();
    after.play(found.best);
    assert_eq!(
        -minimax(&after, depth - 1, 1),
        found.score,
        "depth {depth}, {game:?}"
    );
}

/// Games after each number of random moves, up to the end.
fn random_games(rules: Rules, seed: u64) -> Vec<Game> {
    let mut rng = stream(seed, 0);
    let mut game = Game::new(rules);
    let mut games = Vec::new();
    while !game.is_over() && games.len() < 400 {
        games.push(game.clone());
        let pit = RandomPlayer
            .choose(&[&game], &mut [&mut rng], &MoveLimits::NONE)
            .unwrap()[0];
        game.play(pit);
    }
    games
}

#[test]
fn finds_the_score_of_minimax_on_the_standard_board() {
    for seed in 0..4 {
        let games = random_games(Rules::STANDARD, seed);
        for game in games.iter().step_by(6).chain(games.iter().rev().take(4)) {
            for depth in 1..=4 {
                assert_is_minimax(game, depth);
            }
        }
    }
}

#[test]
fn finds_the_score_of_minimax_under_other_rules() {
    let variants = [
        Rules::BESTEMSHE,
        Rules::QOZDATU,
        Rules::STANDARD.with_goal(Goal::Giveaway),
        Rules::STANDARD.with_majority(MajorityRule::PlayToTheEnd),
        Rules::STANDARD.with_atsyrau(AtsyrauRule::StuckPlayerLoses),
        Rules::new(3, 3).unwrap().with_first_stone(FirstStone::NextPit),
    ];
    for rules in variants {
        let games = random_games(rules, 1);
        for game in games.iter().step_by(9).chain(games.iter().rev().take(4)) {
            for depth in [1, 3] {
                assert_is_minimax(game, depth);
            }
        }
    }
}

/// On small boards lines of the search repeat positions of the game and of themselves.
#[test]
fn counts_draws_by_repetition_exactly() {
    let mut drawn = 0;
    for limit in [2, 3] {
        for (pits, tuzdik) in [
            (2, TuzdikRule::None),
            (2, TuzdikRule::Compulsory),
            (3, TuzdikRule::None),
        ] {
            let rules = Rules::new(pits, 2)
                .unwrap()
                .with_tuzdik(tuzdik)
                .with_repetition(RepetitionRule::DrawAt(limit))
                .unwrap();
            for seed in 0..10 {
                for game in random_games(rules, seed).iter().step_by(3).take(20) {
                    assert_is_minimax(game, 9);
                    drawn += u32::from(search(game, 9).score == Score::DRAW);
                }
            }
        }
    }
    assert!(
        drawn > 50,
        "only {drawn} searches ended in a draw: the test proves little"
    );
}

/// No line of at most 2·pits − 1 plies comes back to its start, which lets shallow searches share scores between lines.
#[test]
fn no_cycle_is_shorter_than_the_board() {
    for (pits, stones) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)] {
        let rules = Rules::new(pits, stones).unwrap().with_tuzdik(TuzdikRule::None);
        for seed in 0..50 {
            let mut positions: Vec<Position> = Vec::new();
            for game in random_games(rules.with_repetition(RepetitionRule::None).unwrap(), seed) {
                let recent = positions.iter().rev().take(2 * pits - 1);
                assert!(
                    !recent.into_iter().any(|earlier| earlier == game.position()),
                    "{pits}×{stones}"
                );
                positions.push(*game.position());
            }
        }
    }
}

/// Endings of real games and a study of A. Akshuraev, with values that two programs computed over the whole tree (public
/// server archives and tournament records, names removed).
#[test]
fn solves_endings() {
    let board = |white, black, kazans, tuzdiks: [usize; 2], turn| Board {
        pits: [white, black],
        kazans,
        tuzdiks: tuzdiks.map(Pit::from_number),
        turn,
    };
    let cases = [
        // The one move that wins, in 13 plies.
        (
            board(
                [0, 0, 0, 1, 0, 1, 3, 2, 1],
                [0, 0, 2, 2, 0, 0, 0, 0, 0],
                [78, 72],
                [0, 5],
                Side::White,
            ),
            14,
            6,
            Score::win_in(13),
        ),
        // The one move that draws.
        (
            board(
                [0, 0, 0, 0, 0, 0, 4, 1, 1],
                [0, 2, 0, 0, 0, 1, 0, 0, 0],
                [77, 76],
                [3, 1],
                Side::White,
            ),
            64,
            7,
            Score::DRAW,
        ),
        (
            board(
                [0, 0, 0, 0, 1, 1, 2, 0, 1],
                [1, 0, 0, 1, 0, 0, 0, 0, 8],
                [70, 77],
                [2, 8],
                Side::Black,
            ),
            24,
            1,
            Score::DRAW,
        ),
        (
            board(
                [1, 1, 1, 1, 1, 1, 3, 0, 5],
                [1, 0, 0, 0, 0, 0, 0, 0, 1],
                [67, 79],
                [2, 8],
                Side::White,
            ),
            8,
            1,
            Score::win_in(5),
        ),
        (
            board(
                [0, 0, 0, 0, 0, 1, 1, 0, 3],
                [0, 3, 1, 1, 1, 0, 3, 2, 0],
                [78, 68],
                [6, 5],
                Side::Black,
            ),
            20,
            2,
            Score::win_in(19),
        ),
    ];
    for (board, depth, best, score) in cases {
        let position = Position::from_board(&Rules::STANDARD, &board).unwrap();
        let found = search(&Game::from_position(Rules::STANDARD, position), depth);
        assert_eq!((found.best.number(), found.score), (best, score));
    }
}

#[test]
fn a_search_keeps_nothing_from_the_one_before() {
    let games = random_games(Rules::STANDARD, 3);
    let settings = AlphaBetaSettings::to_depth(depth(6));
    let mut reused = AlphaBeta::new(settings);
    for game in games.iter().step_by(5) {
        assert_eq!(reused.search(game), AlphaBeta::new(settings).search(game));
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut game = Game::new(Rules::STANDARD);
    game.resign(Side::White);
    let mut search = AlphaBeta::new(AlphaBetaSettings::to_depth(depth(2)));
    assert_eq!(search.search(&game), None);
}

#[test]
fn evaluation_is_the_same_for_both_sides() {
    for game in random_games(Rules::STANDARD, 8) {
        let position = game.position();
        assert_eq!(
            evaluate(position, game.rules()),
            evaluate(&position.mirrored(), game.rules())
        );
    }
}

#[test]
fn scores_order_wins_by_speed() {
    assert!(Score::win_in(1) > Score::win_in(2));
    assert!(Score::win_in(500) > Score::from_hundredths(16_200 + 2_000));
    assert!(Score::loss_in(2) > Score::loss_in(1));
    assert_eq!(-Score::win_in(3), Score::loss_in(3));
    assert_eq!(Score::win_in(3).plies_to_win(), Some(3));
    assert_eq!(Score::loss_in(4).plies_to_loss(), Some(4));
    assert_eq!(Score::DRAW.plies_to_win(), None);
}
