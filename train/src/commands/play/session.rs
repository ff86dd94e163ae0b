//! A game of a person against a player, line by line.

use std::io::{self, BufRead, Write};

use anyhow::Context;
use kumalak_env::{Game, GameStatus, Pit, Side, Sowing, derive_seed, stream};
use kumalak_selfplay::{MoveLimits, Player};

use super::input::{HELP, Input};
use crate::paint::{Paint, Tone};
use crate::terminal_board::TerminalBoard;
use crate::written_move::WrittenMove;

/// Separates the random numbers of hints from those of moves, so that asking for a hint changes no move.
const HINTS: u64 = 1;

/// A game in progress and the two ends of the terminal.
pub(super) struct Session<'a, R, W> {
    /// The game so far.
    pub(super) game: Game,
    /// What each move did.
    pub(super) sowings: Vec<Sowing>,
    /// The side of the person.
    pub(super) person: Side,
    /// Whoever plays the other side.
    pub(super) opponent: &'a mut dyn Player,
    /// Seed of the opponent's random numbers.
    pub(super) seed: u64,
    /// What the person types.
    pub(super) input: R,
    /// What the person sees.
    pub(super) output: W,
    /// Whether to use colours.
    pub(super) paint: Paint,
    /// Whether typed lines have to be repeated, since no terminal shows them.
    pub(super) echo: Echo,
}

/// Whether the session repeats what is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Echo {
    /// A terminal shows it already.
    Off,
    /// The input comes from a pipe; repeating it makes a readable transcript.
    On,
}

/// Whether the person stays at the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stay {
    Yes,
    No,
}

impl<R: BufRead, W: Write> Session<'_, R, W> {
    /// Plays until the game is over or the person leaves.
    pub(super) fn run(mut self) -> anyhow::Result<()> {
        let (person, opponent) = (self.person, self.opponent.name().to_owned());
        writeln!(
            self.output,
            "You play {person} against {opponent} (seed {}). Type the number of a pit, or help.",
            self.seed
        )?;
        self.draw_board()?;
        while !self.game.is_over() {
            if self.game.position().turn() != self.person {
                self.let_opponent_move()?;
            } else if self.ask_person()? == Stay::No {
                writeln!(self.output, "The game is left unfinished. {}", self.record())?;
                return Ok(());
            }
        }
        self.announce_result()?;
        Ok(())
    }

    fn let_opponent_move(&mut self) -> anyhow::Result<()> {
        let pit = self.opponents_choice(self.seed)?;
        let sowing = self.game.play(pit);
        self.sowings.push(sowing);
        writeln!(
            self.output,
            "{} plays {}.",
            self.opponent.name(),
            describe(&sowing)
        )?;
        self.draw_board()?;
        Ok(())
    }

    /// What the opponent would play now. The random numbers depend on the ply alone: undo does not change them.
    fn opponents_choice(&mut self, seed: u64) -> anyhow::Result<Pit> {
        let name = self.opponent.name().to_owned();
        if self.paint == Paint::Colours {
            write!(
                self.output,
                "{}",
                self.paint.text(Tone::Faint, format!("{name} thinks …"))
            )?;
            self.output.flush()?;
        }
        let mut rng = stream(seed, self.game.moves().len() as u64);
        let choice = self
            .opponent
            .choose(&[&self.game], &mut [&mut rng], &MoveLimits::NONE);
        if self.paint == Paint::Colours {
            write!(self.output, "\r\x1b[2K")?;
        }
        let pits = choice.with_context(|| format!("{name} cannot choose a move"))?;
        let pit = pits.first().copied();
        pit.filter(|&pit| self.game.legal_moves().contains(pit))
            .with_context(|| format!("{name} chose no legal move"))
    }

    fn ask_person(&mut self) -> anyhow::Result<Stay> {
        let ply = self.game.moves().len() + 1;
        let prompt = format!("{}, ply {ply}> ", self.person);
        write!(self.output, "{}", self.paint.text(Tone::Strong, prompt))?;
        self.output.flush()?;
        let Some(line) = read_line(&mut self.input)? else {
            writeln!(self.output)?;
            return Ok(Stay::No);
        };
        if self.echo == Echo::On {
            writeln!(self.output, "{}", line.trim())?;
        }
        if line.trim().is_empty() {
            return Ok(Stay::Yes);
        }
        match line.parse() {
            Ok(input) => self.follow(input),
            Err(reason) => {
                writeln!(self.output, "{reason}")?;
                Ok(Stay::Yes)
            }
        }
    }

    fn follow(&mut self, input: Input) -> anyhow::Result<Stay> {
        match input {
            Input::Move(written) => self.try_to_play(written)?,
            Input::Undo => self.undo()?,
            Input::Hint => self.show_hint()?,
            Input::Moves => self.list_moves()?,
            Input::Board => self.draw_board()?,
            Input::Fen => writeln!(self.output, "{}", self.fen())?,
            Input::Record => writeln!(self.output, "{}", self.record())?,
            Input::Resign => self.game.resign(self.person),
            Input::Help => writeln!(self.output, "{HELP}")?,
            Input::Quit => return Ok(Stay::No),
        }
        Ok(Stay::Yes)
    }

    fn try_to_play(&mut self, written: WrittenMove) -> io::Result<()> {
        match written.play(&mut self.game) {
            Ok(sowing) => {
                self.sowings.push(sowing);
                writeln!(self.output, "You play {}.", describe(&sowing))?;
                if self.game.is_over() {
                    self.draw_board()
                } else {
                    Ok(())
                }
            }
            Err(reason) => writeln!(self.output, "Not played: {reason}; moves lists what is possible"),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        let Some(kept) = self.sowings.len().checked_sub(2) else {
            return writeln!(self.output, "There is no move of yours to take back.");
        };
        self.sowings.truncate(kept);
        self.game = Game::from_position(*self.game.rules(), *self.game.start());
        for sowing in &self.sowings {
            self.game.play(sowing.origin);
        }
        writeln!(self.output, "Two plies are taken back.")?;
        self.draw_board()
    }

    fn show_hint(&mut self) -> anyhow::Result<()> {
        let pit = self.opponents_choice(derive_seed(self.seed, HINTS))?;
        let sowing = self.game.clone().play(pit);
        writeln!(
            self.output,
            "{} would play {}.",
            self.opponent.name(),
            describe(&sowing)
        )?;
        Ok(())
    }

    fn list_moves(&mut self) -> io::Result<()> {
        for pit in self.game.legal_moves() {
            let sowing = self.game.clone().play(pit);
            writeln!(self.output, "  {}", describe(&sowing))?;
        }
        Ok(())
    }

    fn draw_board(&mut self) -> io::Result<()> {
        let board = TerminalBoard {
            position: self.game.position(),
            rules: self.game.rules(),
            bottom: self.person,
            last_move: self.sowings.last(),
            paint: self.paint,
        };
        writeln!(self.output, "\n{board}")
    }

    fn announce_result(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let kazans = Side::ALL
            .map(|side| format!("{side} {}", position.kazan(side)))
            .join(", ");
        match self.game.status() {
            GameStatus::Over { outcome, ending } => {
                let verdict = match outcome.sign_for(self.person) {
                    1 => "You win",
                    0 => "A draw",
                    _ => "You lose",
                };
                writeln!(self.output, "{verdict}: {outcome} by {ending}. {kazans}.")?;
            }
            GameStatus::Ongoing | GameStatus::Truncated => {
                writeln!(self.output, "The game was cut off without a result. {kazans}.")?;
            }
        }
        writeln!(self.output, "{}", self.record())
    }

    fn fen(&self) -> String {
        let move_number = 1 + self.sowings.len() as u32 / 2;
        self.game.position().to_fen(self.game.rules(), move_number)
    }

    /// The moves so far, as `analyze --moves` reads them.
    fn record(&self) -> String {
        let moves: Vec<String> = self
            .sowings
            .iter()
            .map(|sowing| sowing.notation().to_string())
            .collect();
        if moves.is_empty() {
            return "No move was played.".to_owned();
        }
        format!("Moves: {}", moves.join(" "))
    }
}

/// A move with what it wins and gives away.
fn describe(sowing: &Sowing) -> String {
    let stones = |count: u8| {
        if count == 1 {
            "1 stone".to_owned()
        } else {
            format!("{count} stones")
        }
    };
    let mut text = sowing.notation().to_string();
    if sowing.makes_tuzdik {
        text += ", makes a tuzdik";
    }
    if sowing.stones_won() > 0 {
        text += &format!(", wins {}", stones(sowing.stones_won()));
    }
    if sowing.into_opponent_tuzdik > 0 {
        text += &format!(", drops {} in a tuzdik", stones(sowing.into_opponent_tuzdik));
    }
    text
}

/// The next line, whatever its bytes are; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.read_until(b'\n', &mut bytes).context("cannot read stdin")?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
