use kumalak_env::Side;
use serde::{Deserialize, Serialize};

use crate::move_evaluation::MoveEvaluation;

/// When the arena ends a game before the rules do.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Adjudication {
    /// Never: every game is played out.
    #[default]
    Off,
    /// A side wins as soon as the evaluations of this many moves in a row, and so those of both players, say that it does.
    /// A move without an evaluation breaks the row.
    Agreement {
        /// Moves in a row; at least 2, so that both players agree.
        plies: u32,
        /// Least expected result of the winner, from 0 to 1.
        value: f32,
        /// Least advantage of the winner in stones, for players that count in stones.
        stones: f32,
    },
}

impl Adjudication {
    /// The side that wins by what the players said of their last moves, if it is clear. `said` holds the side that moved and
    /// its evaluation.
    pub(crate) fn winner(self, said: &[(Side, Option<MoveEvaluation>)]) -> Option<Side> {
        let Self::Agreement { plies, value, stones } = self else {
            return None;
        };
        let start = said.len().checked_sub(plies as usize)?;
        let mut favoured = said[start..].iter().map(|&(mover, evaluation)| {
            let (sign, is_enough) = match evaluation? {
                MoveEvaluation::Value(expected) => (expected.0, expected.0.abs() >= value),
                MoveEvaluation::Stones(advantage) => (advantage, advantage.abs() >= stones),
                MoveEvaluation::WinIn(_) => (1.0, true),
                MoveEvaluation::LossIn(_) => (-1.0, true),
            };
            is_enough.then_some(if sign > 0.0 { mover } else { !mover })
        });
        let winner = favoured.next()??;
        favoured.all(|side| side == Some(winner)).then_some(winner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::MoverValue;

    const AGREEMENT: Adjudication = Adjudication::Agreement {
        plies: 3,
        value: 0.9,
        stones: 20.0,
    };

    #[test]
    fn both_players_must_agree_for_long_enough() {
        use MoveEvaluation::{LossIn, Stones, Value, WinIn};
        use Side::{Black, White};
        let value = |value| Some(Value(MoverValue(value)));
        let mut said = vec![
            (White, value(0.5)),
            (Black, value(-0.95)),
            (White, Some(Stones(25.0))),
        ];
        assert_eq!(AGREEMENT.winner(&said), None);
        said.push((Black, Some(LossIn(7))));
        assert_eq!(AGREEMENT.winner(&said), Some(White));
        assert_eq!(Adjudication::Off.winner(&said), None);
        said.push((White, None));
        assert_eq!(AGREEMENT.winner(&said), None);
        let disputed = [
            (White, value(0.95)),
            (Black, Some(WinIn(3))),
            (White, value(0.95)),
        ];
        assert_eq!(AGREEMENT.winner(&disputed), None);
        let lost = [(Black, value(0.9)), (White, value(-1.0)), (Black, Some(WinIn(1)))];
        assert_eq!(AGREEMENT.winner(&lost), Some(Black));
    }
}
