//! A board drawn with characters, for people at a terminal.

use std::fmt;

use kumalak_env::{Pit, Position, Rules, Side, Sowing};

use crate::paint::{Paint, Tone};

/// Columns of a pit: three digits and a bracket on each side.
const PIT_WIDTH: usize = 5;
/// Columns before the board, for the names of the sides.
const MARGIN: &str = "          ";

/// A position to be drawn: the two rows with pit numbers, kazans, tuzdiks (`X`), the side to move (`>`), and the last
/// move: `( )` around its origin, `[ ]` around the pit of its last stone.
pub(crate) struct TerminalBoard<'a> {
    /// What to draw.
    pub(crate) position: &'a Position,
    /// The rules, which know the width of the board.
    pub(crate) rules: &'a Rules,
    /// The side whose row lies below.
    pub(crate) bottom: Side,
    /// The move that led to the position.
    pub(crate) last_move: Option<&'a Sowing>,
    /// Whether to use colours.
    pub(crate) paint: Paint,
}

impl TerminalBoard<'_> {
    /// The pits of a row from left to right: the row above runs towards its owner's left.
    fn row(&self, side: Side) -> Vec<Pit> {
        let mut pits = Pit::ALL[..self.rules.pits()].to_vec();
        if side != self.bottom {
            pits.reverse();
        }
        pits
    }

    fn write_numbers(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let cells: Vec<String> = self
            .row(side)
            .iter()
            .map(|pit| format!("{:^PIT_WIDTH$}", pit.number()))
            .collect();
        let line = format!("{MARGIN} {}", cells.join(" "));
        writeln!(f, "{}", self.paint.text(Tone::Faint, line.trim_end()))
    }

    fn write_line(&self, f: &mut fmt::Formatter<'_>, [left, middle, right]: [&str; 3]) -> fmt::Result {
        let cells = vec!["─".repeat(PIT_WIDTH); self.rules.pits()];
        let line = format!("{left}{}{right}", cells.join(middle));
        writeln!(f, "{MARGIN}{}", self.paint.text(Tone::Faint, line))
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let to_move = side == self.position.turn() && !self.position.is_over();
        let name = format!("{} {side}", if to_move { '>' } else { ' ' });
        write!(f, "{name:<width$}", width = MARGIN.len())?;
        let line = self.paint.text(Tone::Faint, "│");
        for pit in self.row(side) {
            write!(f, "{line}{}", self.pit(side, pit))?;
        }
        let kazan = format!("kazan {:3}", self.position.kazan(side));
        writeln!(f, "{line}  {}", self.paint.text(Tone::Strong, kazan))
    }

    fn pit(&self, side: Side, pit: Pit) -> String {
        let is_tuzdik = self.position.tuzdik(!side) == Some(pit);
        let stones = match self.position.stones(side, pit) {
            _ if is_tuzdik => "X".to_owned(),
            0 => "·".to_owned(),
            stones => stones.to_string(),
        };
        let is_last = |sowing: &&Sowing| (sowing.last_side, sowing.last_pit) == (side, pit);
        let is_origin = |sowing: &&Sowing| (sowing.mover, sowing.origin) == (side, pit);
        let (text, moved) = if self.last_move.as_ref().is_some_and(is_last) {
            (format!("[{stones}]"), true)
        } else if self.last_move.as_ref().is_some_and(is_origin) {
            (format!("({stones})"), true)
        } else {
            (stones, false)
        };
        let text = format!("{text:^PIT_WIDTH$}");
        if is_tuzdik {
            self.paint.text(Tone::Tuzdik, text)
        } else if moved {
            self.paint.text(Tone::LastMove, text)
        } else if self.position.stones(side, pit) == 0 {
            self.paint.text(Tone::Faint, text)
        } else {
            text
        }
    }
}

impl fmt::Display for TerminalBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = !self.bottom;
        self.write_numbers(f, top)?;
        self.write_line(f, ["┌", "┬", "┐"])?;
        self.write_row(f, top)?;
        self.write_line(f, ["├", "┼", "┤"])?;
        self.write_row(f, self.bottom)?;
        self.write_line(f, ["└", "┴", "┘"])?;
        self.write_numbers(f, self.bottom)
    }
}

#[cfg(test)]
mod tests {
    use kumalak_env::Game;

    use super::*;

    fn drawn(moves: &[usize], rules: Rules, bottom: Side) -> String {
        let mut game = Game::new(rules);
        let mut last_move = None;
        for &number in moves {
            last_move = Some(game.play(Pit::from_number(number).unwrap()));
        }
        TerminalBoard {
            position: game.position(),
            rules: &rules,
            bottom,
            last_move: last_move.as_ref(),
            paint: Paint::Plain,
        }
        .to_string()
    }

    #[test]
    fn the_last_move_is_marked_and_the_side_to_move_pointed_at() {
        let board = drawn(&[7], Rules::STANDARD, Side::White);
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(
            lines[0].trim(),
            "9     8     7     6     5     4     3     2     1"
        );
        assert_eq!(
            lines[2],
            "> Black   │  9  │  9  │  9  │ [·] │ 10  │ 10  │ 10  │ 10  │ 10  │  kazan   0"
        );
        assert_eq!(
            lines[4],
            "  White   │  9  │  9  │  9  │  9  │  9  │  9  │ (1) │ 10  │ 10  │  kazan  10"
        );
    }

    #[test]
    fn black_can_sit_below() {
        let board = drawn(&[], Rules::BESTEMSHE, Side::Black);
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines[2], "> White   │  5  │  5  │  5  │  5  │  5  │  kazan   0");
        assert_eq!(lines[4], "  Black   │  5  │  5  │  5  │  5  │  5  │  kazan   0");
        assert_eq!(lines[6].trim(), "1     2     3     4     5");
    }

    #[test]
    fn a_tuzdik_is_a_cross() {
        let board = kumalak_env::Board {
            pits: [[9; 9], [9, 9, 0, 9, 9, 9, 9, 9, 9]],
            kazans: [9, 0],
            tuzdiks: [Pit::from_number(3), None],
            turn: Side::White,
        };
        let rules = Rules::STANDARD;
        let position = Position::from_board(&rules, &board).unwrap();
        let drawn = TerminalBoard {
            position: &position,
            rules: &rules,
            bottom: Side::White,
            last_move: None,
            paint: Paint::Plain,
        }
        .to_string();
        assert!(drawn.contains("│  9  │  X  │  9  │  9  │  kazan   0"), "{drawn}");
    }
}
