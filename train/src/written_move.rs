//! Moves as people write them.

use std::str::FromStr;

use kumalak_env::{Game, MoveNotation, Pit, Sowing};

/// A move in its short form, which names the pit, or in its long form, which also says what happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrittenMove {
    /// `7`: pit 7.
    Pit(Pit),
    /// `76` or `68X`: pit of origin, pit of the last stone, mark of a new tuzdik.
    Notation(MoveNotation),
}

impl WrittenMove {
    /// Plays the move if it is legal and does what is written. The mark of a tuzdik may be left out, since the rules leave
    /// no choice. The error says why the game is unchanged.
    pub(crate) fn play(self, game: &mut Game) -> Result<Sowing, String> {
        let pit = match self {
            Self::Pit(pit) => pit,
            Self::Notation(written) => written.origin,
        };
        let mut after = game.clone();
        let sowing = after.try_play(pit).map_err(|illegal| illegal.to_string())?;
        if let Self::Notation(written) = self
            && (written.last != sowing.last_pit || (written.makes_tuzdik && !sowing.makes_tuzdik))
        {
            return Err(format!(
                "{written} is written, but pit {pit} gives {}",
                sowing.notation()
            ));
        }
        *game = after;
        Ok(sowing)
    }
}

/// The error says what was expected.
impl FromStr for WrittenMove {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(pit) = text.parse().ok().and_then(Pit::from_number) {
            return Ok(Self::Pit(pit));
        }
        text.parse()
            .map(Self::Notation)
            .map_err(|_| format!("expected a pit (1-9) or a move such as 76 or 68X, got {text:?}"))
    }
}

#[cfg(test)]
mod tests {
    use kumalak_env::Rules;

    use super::*;

    fn play(text: &str, game: &mut Game) -> Result<Sowing, String> {
        text.parse::<WrittenMove>()?.play(game)
    }

    #[test]
    fn both_forms_play_the_same_move() {
        let (mut short, mut long) = (Game::new(Rules::STANDARD), Game::new(Rules::STANDARD));
        play("7", &mut short).unwrap();
        play("76", &mut long).unwrap();
        assert_eq!(short, long);
    }

    #[test]
    fn a_wrong_move_leaves_the_game_alone() {
        let mut game = Game::new(Rules::STANDARD);
        for (text, reason) in [
            ("75", "75 is written, but pit 7 gives 76"),
            ("76x", "76X is written, but pit 7 gives 76"),
            ("0", "expected a pit (1-9)"),
            ("768", "expected a pit (1-9)"),
            ("７", "expected a pit (1-9)"),
            ("", "expected a pit (1-9)"),
        ] {
            let error = play(text, &mut game).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        assert_eq!(game, Game::new(Rules::STANDARD));
    }
}
