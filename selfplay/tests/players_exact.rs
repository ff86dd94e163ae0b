//! Perfect play on small boards, and the distance to it.

use std::ops::ControlFlow;

use kumalak_env::solver::{ExactValue, Solution, SolverError, SolverLimits};
use kumalak_env::{Game, Position, Rules, Side, stream};
use kumalak_selfplay::{
    ArenaSettings, ExactPlayer, MatchReport, Monitor, MoveEvaluation, MoveLimits, MoverValue, Openings,
    PhaseRegret, Player, PlayerError, PlayerSpec, Regret, play_match,
};

/// The board of 2×3 pits of 3 stones, on which the first player wins.
fn board() -> (Rules, Solution) {
    let rules = Rules::new(3, 3).unwrap();
    let solution = Solution::solve(rules, &SolverLimits::default(), |_| ControlFlow::Continue(()));
    (rules, solution.unwrap())
}

fn matched(rules: Rules, first: &str, second: &str) -> MatchReport {
    let build = |text: &str| text.parse::<PlayerSpec>().unwrap().build_builtin().unwrap();
    let settings = ArenaSettings {
        rules,
        pairs: 20,
        openings: Openings::random(2),
        seed: 5,
        ..ArenaSettings::default()
    };
    play_match(&settings, &mut [build(first)], &mut [build(second)], &(), &|_| {}).unwrap()
}

fn regret_of_first(solution: &Solution, report: &MatchReport) -> Regret {
    let mut regret = Regret::default();
    for played in &report.games {
        regret.add(solution, &played.game, played.first_side, played.opening_plies);
    }
    regret
}

#[test]
fn keeps_the_value_of_every_position() {
    let (rules, solution) = board();
    assert_eq!(solution.value(&Position::start(&rules)), Some(ExactValue::Win));
    let report = matched(rules, "exact", "random");
    let regret = regret_of_first(&solution, &report);
    assert_eq!(regret.total().losing, 0);
    assert!(regret.total().choices > 50, "{regret:?}");
    for played in &report.games {
        let mut opening = Game::new(rules);
        for &pit in played.opening() {
            opening.play(pit);
        }
        let value = solution.value(opening.position()).unwrap();
        let for_first = if opening.position().turn() == played.first_side {
            value
        } else {
            value.reversed()
        };
        let outcome = played
            .outcome()
            .map(|outcome| ExactValue::of_outcome(outcome, played.first_side));
        assert!(outcome >= Some(for_first), "{played:?}");
    }
}

#[test]
fn regret_counts_what_a_player_throws_away() {
    let (rules, solution) = board();
    let random = regret_of_first(&solution, &matched(rules, "random", "exact"));
    let total = random.total();
    assert!(total.losing >= 15, "{random:?}");
    assert!(
        total.losing <= total.choices && total.choices <= total.moves,
        "{random:?}"
    );
    assert!(
        total.losing <= total.lost_half_points && total.lost_half_points <= 2 * total.losing,
        "{random:?}"
    );
    let deep = regret_of_first(&solution, &matched(rules, "alphabeta:depth=16", "exact")).total();
    assert!(
        deep.losing_share_of_choices() < total.losing_share_of_choices(),
        "{deep:?}"
    );
    assert_eq!(PhaseRegret::default().losing_share(), 0.0);
}

#[test]
fn phases_go_by_the_stones_that_are_left() {
    let (rules, solution) = board();
    let report = matched(rules, "random", "random");
    let regret = regret_of_first(&solution, &report);
    for phase in [regret.opening, regret.middle, regret.ending] {
        assert!(phase.moves > 0, "{regret:?}");
    }
    let moves: usize = report
        .games
        .iter()
        .map(|played| {
            let own = |ply: &usize| ply.is_multiple_of(2) == (played.first_side == Side::White);
            (played.opening_plies..played.game.moves().len())
                .filter(own)
                .count()
        })
        .sum();
    assert_eq!(regret.total().moves, moves as u64);
}

fn choose(player: &mut ExactPlayer, game: &Game, limits: &MoveLimits<'_>) -> Result<usize, PlayerError> {
    let chosen = player.choose(&[game], &mut [&mut stream(0, 0)], limits)?;
    Ok(chosen[0].number())
}

#[test]
fn what_cannot_be_solved_is_an_error() {
    let mut player = ExactPlayer::new(SolverLimits { memory_bytes: 1000 });
    let refused = choose(
        &mut player,
        &Game::new(Rules::new(3, 3).unwrap()),
        &MoveLimits::NONE,
    );
    assert!(matches!(refused, Err(PlayerError::Solver(_))), "{refused:?}");
    let mut over = Game::new(Rules::new(2, 2).unwrap());
    over.resign(Side::White);
    let refused = choose(&mut ExactPlayer::default(), &over, &MoveLimits::NONE);
    assert!(matches!(refused, Err(PlayerError::GameOver(0))), "{refused:?}");
}

struct Stop;

impl Monitor for Stop {
    fn is_stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_monitor_stops_the_solver() {
    let limits = MoveLimits {
        monitor: &Stop,
        ..MoveLimits::NONE
    };
    let game = Game::new(Rules::new(3, 3).unwrap());
    let stopped = choose(&mut ExactPlayer::default(), &game, &limits);
    assert!(matches!(stopped, Err(PlayerError::Stopped)), "{stopped:?}");
}

#[test]
fn another_board_is_solved_when_it_comes() {
    let mut player = ExactPlayer::default();
    for (pits, stones) in [(2, 2), (3, 2), (2, 2)] {
        let game = Game::new(Rules::new(pits, stones).unwrap());
        let number = choose(&mut player, &game, &MoveLimits::NONE).unwrap();
        assert!(game.legal_moves().iter().any(|pit| pit.number() == number));
    }
}

#[test]
fn says_exactly_what_it_knows() {
    let (rules, solution) = board();
    let mut player = ExactPlayer::default();
    let mut game = Game::new(rules);
    while !game.is_over() {
        let mut rng = stream(3, game.moves().len() as u64);
        let verdict = solution.verdict(game.position()).unwrap();
        let pits = player
            .choose(&[&game], &mut [&mut rng], &MoveLimits::NONE)
            .unwrap();
        let expected = match (verdict.value, verdict.plies) {
            (ExactValue::Win, Some(plies)) => MoveEvaluation::WinIn(plies),
            (ExactValue::Loss, Some(plies)) => MoveEvaluation::LossIn(plies),
            _ => MoveEvaluation::Value(MoverValue::DRAW),
        };
        assert_eq!(player.evaluations(), [expected]);
        game.play(pits[0]);
    }
}

#[test]
fn says_at_once_which_boards_are_too_large() {
    let player = ExactPlayer::default();
    assert_eq!(player.check_rules(&board().0), Ok(()));
    let refused = player.check_rules(&Rules::STANDARD).unwrap_err();
    assert!(matches!(refused, SolverError::Memory { .. }), "{refused}");
}
