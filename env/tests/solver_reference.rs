//! The solver against a literal one: the slow reference rules, and rounds over a list of all positions until nothing
//! changes.

use std::collections::HashMap;
use std::ops::ControlFlow;

use kumalak_env::reference::ReferenceGame;
use kumalak_env::solver::{ExactValue, Solution, SolverLimits, Verdict};
use kumalak_env::{
    AtsyrauRule, Board, FirstStone, GameStatus, Goal, LastPitTuzdik, MajorityRule, Outcome, Position,
    RepetitionRule, Rules, SameNumberTuzdik, Side, TuzdikRule,
};

/// Where a move leads: to the end of the game, or to the board with this number.
#[derive(Clone, Copy)]
enum Next {
    /// The value for the side that moved.
    End(ExactValue),
    Board(usize),
}

/// The board with the side to move as White.
fn seen_by_mover(board: Board) -> Board {
    match board.turn {
        Side::White => board,
        Side::Black => Board {
            pits: [board.pits[1], board.pits[0]],
            kazans: [board.kazans[1], board.kazans[0]],
            tuzdiks: [board.tuzdiks[1], board.tuzdiks[0]],
            turn: Side::White,
        },
    }
}

/// Every board that can be reached, and where its moves lead.
fn all_boards(rules: Rules) -> (Vec<Board>, Vec<Vec<Next>>) {
    let mut boards = vec![ReferenceGame::new(rules).board()];
    let mut numbers = HashMap::from([(boards[0], 0)]);
    let mut moves = Vec::new();
    while let Some(&board) = boards.get(moves.len()) {
        let game = ReferenceGame::from_board(rules, &board);
        let mut next_boards = Vec::new();
        for pit in game.legal_pits() {
            let mut after = game.clone();
            after.play(pit);
            next_boards.push(match after.status() {
                GameStatus::Over { outcome, .. } => Next::End(match outcome {
                    Outcome::WhiteWins => ExactValue::Win,
                    Outcome::Draw => ExactValue::Draw,
                    Outcome::BlackWins => ExactValue::Loss,
                }),
                GameStatus::Ongoing | GameStatus::Truncated => {
                    let next = seen_by_mover(after.board());
                    Next::Board(*numbers.entry(next).or_insert_with(|| {
                        boards.push(next);
                        boards.len() - 1
                    }))
                }
            });
        }
        moves.push(next_boards);
    }
    (boards, moves)
}

/// The verdict on a board from what is known about the boards after it, if that decides it.
fn decide(moves: &[Next], verdicts: &[Option<Verdict>]) -> Option<Verdict> {
    let after_moves: Vec<Option<Verdict>> = moves
        .iter()
        .map(|&next| match next {
            Next::End(value) => Some(Verdict {
                value,
                plies: (value != ExactValue::Draw).then_some(1),
            }),
            Next::Board(number) => verdicts[number].map(|reply| Verdict {
                value: reply.value.reversed(),
                plies: reply.plies.map(|plies| plies + 1),
            }),
        })
        .collect();
    let won = after_moves
        .iter()
        .flatten()
        .filter(|after| after.value == ExactValue::Win);
    if let Some(soonest) = won.min_by_key(|after| after.plies) {
        return Some(*soonest);
    }
    let all: Vec<Verdict> = after_moves.into_iter().collect::<Option<_>>()?;
    let lost = all.iter().all(|after| after.value == ExactValue::Loss);
    all.into_iter().filter(|_| lost).max_by_key(|after| after.plies)
}

/// Verdicts on all boards. Round `n` knows the wins and losses in fewer than `n` plies.
fn verdicts(moves: &[Vec<Next>]) -> Vec<Verdict> {
    let mut verdicts = vec![None; moves.len()];
    loop {
        let next: Vec<Option<Verdict>> = moves
            .iter()
            .zip(&verdicts)
            .map(|(moves, known)| known.or_else(|| decide(moves, &verdicts)))
            .collect();
        if next == verdicts {
            return next
                .into_iter()
                .map(|verdict| verdict.unwrap_or(Verdict::DRAW))
                .collect();
        }
        verdicts = next;
    }
}

fn assert_same(name: &str, rules: Rules) {
    let limits = SolverLimits::default();
    let solution = Solution::solve(rules, &limits, |_| ControlFlow::Continue(())).unwrap();
    let (boards, moves) = all_boards(rules);
    assert_eq!(solution.counts().positions(), boards.len() as u64, "{name}");
    for (board, expected) in boards.iter().zip(verdicts(&moves)) {
        let position = Position::from_board(&rules, board).unwrap();
        assert_eq!(solution.verdict(&position), Some(expected), "{name}: {board:?}");
    }
}

/// A board with each switch by itself, and mixtures.
fn variants(pits: usize, stones: usize) -> Vec<(&'static str, Rules)> {
    let board = Rules::new(pits, stones).unwrap();
    let first_stone = board.with_first_stone(FirstStone::NextPit);
    let giveaway = board.with_goal(Goal::Giveaway);
    let all_pits = board.with_last_pit_tuzdik(LastPitTuzdik::Allowed);
    let same_number = all_pits.with_same_number_tuzdik(SameNumberTuzdik::Allowed);
    let stuck_loses = board.with_atsyrau(AtsyrauRule::StuckPlayerLoses);
    let to_the_end = board.with_majority(MajorityRule::PlayToTheEnd);
    vec![
        ("tuzdik", board),
        ("no tuzdik", board.with_tuzdik(TuzdikRule::None)),
        ("last pit", all_pits),
        ("same number", same_number),
        (
            "opposite",
            all_pits.with_same_number_tuzdik(SameNumberTuzdik::OppositeForbidden),
        ),
        ("to the end", to_the_end),
        ("stuck loses", stuck_loses),
        ("first stone", first_stone),
        (
            "first stone, no tuzdik",
            first_stone.with_tuzdik(TuzdikRule::None),
        ),
        ("giveaway", giveaway),
        (
            "giveaway to the end",
            giveaway.with_majority(MajorityRule::PlayToTheEnd),
        ),
        (
            "giveaway, every tuzdik, stuck loses",
            same_number
                .with_goal(Goal::Giveaway)
                .with_atsyrau(AtsyrauRule::StuckPlayerLoses),
        ),
        (
            "stuck loses at the very end",
            to_the_end.with_atsyrau(AtsyrauRule::StuckPlayerLoses),
        ),
    ]
}

#[test]
fn two_pits_under_every_switch() {
    for stones in 1..=4 {
        for (name, rules) in variants(2, stones) {
            assert_same(name, rules);
        }
    }
}

#[test]
fn three_pits_under_every_switch() {
    for stones in 1..=2 {
        for (name, rules) in variants(3, stones) {
            assert_same(name, rules);
        }
    }
}

#[test]
fn repetition_and_ply_cap_change_nothing() {
    let limits = SolverLimits::default();
    let rules = Rules::new(2, 3).unwrap();
    let without_repetition = rules.with_repetition(RepetitionRule::None).unwrap();
    let [first, second] = [rules.with_ply_cap(Some(2)), without_repetition]
        .map(|rules| Solution::solve(rules, &limits, |_| ControlFlow::Continue(())).unwrap());
    assert_eq!(first.counts(), second.counts());
    assert!(first.positions().eq(second.positions()));
}
