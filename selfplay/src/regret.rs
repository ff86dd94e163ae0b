use kumalak_env::solver::{ExactValue, Solution};
use kumalak_env::{Game, Position, Rules, Side};
use serde::Serialize;

/// How often a player's moves throw away the value of a position, against perfect play of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Regret {
    /// More than two thirds of the stones lie in the pits.
    pub opening: PhaseRegret,
    /// From one to two thirds.
    pub middle: PhaseRegret,
    /// Less than one third.
    pub ending: PhaseRegret,
}

/// The moves of one phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct PhaseRegret {
    /// All moves.
    pub moves: u64,
    /// Moves in positions where one move keeps the value and another does not.
    pub choices: u64,
    /// Moves that lose value: from a win to a draw or loss, or from a draw to a loss.
    pub losing: u64,
    /// What these moves lose, in half points: 2 from a win to a loss, else 1.
    pub lost_half_points: u64,
}

impl Regret {
    /// Counts the moves of one side in a game, but not its first `opening_plies` plies. Moves in positions that the
    /// solution does not hold are left out.
    pub fn add(&mut self, solution: &Solution, game: &Game, side: Side, opening_plies: usize) {
        let rules = game.rules();
        let mut position = *game.start();
        for (ply, &pit) in game.moves().iter().enumerate() {
            if position.turn() == side && ply >= opening_plies {
                let moves = solution.moves(&position).unwrap_or_default();
                let value = |candidate: usize| moves[candidate].verdict.value;
                if let Some(played) = moves.iter().position(|candidate| candidate.pit == pit) {
                    let has_choice = value(0) != value(moves.len() - 1);
                    self.phase(&position, rules)
                        .add(has_choice, value(0), value(played));
                }
            }
            position.play_unchecked(rules, pit);
        }
    }

    /// All phases together.
    pub fn total(&self) -> PhaseRegret {
        let mut total = PhaseRegret::default();
        for phase in [self.opening, self.middle, self.ending] {
            total.moves += phase.moves;
            total.choices += phase.choices;
            total.losing += phase.losing;
            total.lost_half_points += phase.lost_half_points;
        }
        total
    }

    fn phase(&mut self, position: &Position, rules: &Rules) -> &mut PhaseRegret {
        let won: usize = Side::ALL
            .iter()
            .map(|&side| usize::from(position.kazan(side)))
            .sum();
        let in_pits = rules.total_stones() - won;
        if 3 * in_pits > 2 * rules.total_stones() {
            &mut self.opening
        } else if 3 * in_pits >= rules.total_stones() {
            &mut self.middle
        } else {
            &mut self.ending
        }
    }
}

impl PhaseRegret {
    fn add(&mut self, has_choice: bool, best: ExactValue, played: ExactValue) {
        let lost = half_points(best) - half_points(played);
        self.moves += 1;
        self.choices += u64::from(has_choice);
        self.losing += u64::from(lost > 0);
        self.lost_half_points += lost;
    }

    /// Share of all moves that lose value; 0 without any move.
    pub fn losing_share(&self) -> f64 {
        share(self.losing, self.moves)
    }

    /// Share of the moves with a choice that lose value; 0 without any.
    pub fn losing_share_of_choices(&self) -> f64 {
        share(self.losing, self.choices)
    }
}

const fn half_points(value: ExactValue) -> u64 {
    match value {
        ExactValue::Loss => 0,
        ExactValue::Draw => 1,
        ExactValue::Win => 2,
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}
