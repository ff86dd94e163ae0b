use crate::history::ReversibleHistory;
use crate::outcome::{Ending, Outcome};
use crate::pit::{Pit, PitSet};
use crate::position::Position;
use crate::rules::{RepetitionRule, Rules};
use crate::side::Side;
use crate::sowing::{IllegalMove, Sowing};

/// A position with the game that led to it: moves, repetitions, and results that no board shows.
///
/// ```
/// use kumalak_env::{Game, Pit, Rules, Side};
///
/// let mut game = Game::new(Rules::STANDARD);
/// for number in [7, 9, 6] {
///     game.play(Pit::from_number(number).unwrap());
/// }
/// assert_eq!(game.moves().len(), 3);
/// assert_eq!(game.position().kazan(Side::White), 10);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    rules: Rules,
    start: Position,
    position: Position,
    moves: Vec<Pit>,
    history: ReversibleHistory,
    occurrences: u32,
    status: GameStatus,
}

/// Whether a game goes on, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameStatus {
    /// A move is due.
    Ongoing,
    /// The game has a result.
    Over {
        /// Who won.
        outcome: Outcome,
        /// How it came.
        ending: Ending,
    },
    /// The ply cap of the rules cut the game off: it has no result.
    Truncated,
}

impl GameStatus {
    /// The result, if there is one.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over { outcome, .. } => Some(outcome),
            Self::Ongoing | Self::Truncated => None,
        }
    }

    /// The way the game ended, if it has a result.
    pub const fn ending(self) -> Option<Ending> {
        match self {
            Self::Over { ending, .. } => Some(ending),
            Self::Ongoing | Self::Truncated => None,
        }
    }
}

impl Game {
    /// A game from the start of the rule set.
    pub fn new(rules: Rules) -> Self {
        Self::from_position(rules, Position::start(&rules))
    }

    /// A game from any position of the rule set.
    pub fn from_position(rules: Rules, start: Position) -> Self {
        let mut game = Self {
            rules,
            start,
            position: start,
            moves: Vec::new(),
            history: ReversibleHistory::new(&start),
            occurrences: 1,
            status: GameStatus::Ongoing,
        };
        game.status = game.current_status();
        game
    }

    /// The rule set.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position in which the game began.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The pits played so far, in order.
    pub fn moves(&self) -> &[Pit] {
        &self.moves
    }

    /// Whether the game goes on.
    pub const fn status(&self) -> GameStatus {
        self.status
    }

    /// Whether the game has ended, with or without a result.
    pub fn is_over(&self) -> bool {
        self.status != GameStatus::Ongoing
    }

    /// How often the present position has occurred, this time included.
    pub const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// The positions that can still occur again.
    pub const fn history(&self) -> &ReversibleHistory {
        &self.history
    }

    /// The pits that may be played; empty exactly when the game has ended.
    pub fn legal_moves(&self) -> PitSet {
        if self.is_over() {
            PitSet::EMPTY
        } else {
            self.position.legal_moves(&self.rules)
        }
    }

    /// Plays a pit.
    ///
    /// # Panics
    /// If the move is illegal; [`try_play`](Self::try_play) returns an error instead.
    pub fn play(&mut self, pit: Pit) -> Sowing {
        self.try_play(pit)
            .unwrap_or_else(|illegal| panic!("illegal move: {illegal}"))
    }

    /// Plays a pit if it is legal.
    ///
    /// # Errors
    /// If the move is illegal or the game has ended; the game is then unchanged.
    pub fn try_play(&mut self, pit: Pit) -> Result<Sowing, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver(pit));
        }
        self.position.check_legal(&self.rules, pit)?;
        Ok(self.play_unchecked(pit))
    }

    /// Plays a pit without checking that it is legal. An illegal move leaves an unspecified game, and may panic.
    pub fn play_unchecked(&mut self, pit: Pit) -> Sowing {
        let sowing = self.position.play_unchecked(&self.rules, pit);
        self.moves.push(pit);
        self.occurrences = self.history.record(&self.position);
        self.status = self.current_status();
        sowing
    }

    /// Ends the game: `side` gives up. A finished game stays as it is.
    pub fn resign(&mut self, side: Side) {
        self.finish(Outcome::win_of(!side), Ending::Resignation);
    }

    /// Ends the game: the players agree on a draw. A finished game stays as it is.
    pub fn agree_draw(&mut self) {
        self.finish(Outcome::Draw, Ending::Agreement);
    }

    /// Ends the game: `side` is out of time. A finished game stays as it is.
    pub fn forfeit_on_time(&mut self, side: Side) {
        self.finish(Outcome::win_of(!side), Ending::TimeForfeit);
    }

    fn finish(&mut self, outcome: Outcome, ending: Ending) {
        if !self.is_over() {
            self.status = GameStatus::Over { outcome, ending };
        }
    }

    fn current_status(&self) -> GameStatus {
        let board_result = self.position.outcome(&self.rules).zip(self.position.ending());
        if let Some((outcome, ending)) = board_result {
            return GameStatus::Over { outcome, ending };
        }
        if is_drawn_by_repetition(&self.rules, self.occurrences) {
            return GameStatus::Over {
                outcome: Outcome::Draw,
                ending: Ending::Repetition,
            };
        }
        match self.rules.ply_cap() {
            Some(cap) if self.moves.len() >= cap as usize => GameStatus::Truncated,
            _ => GameStatus::Ongoing,
        }
    }
}

/// Whether the rules draw the game when a position occurs for this time.
#[inline]
pub fn is_drawn_by_repetition(rules: &Rules, occurrences: u32) -> bool {
    match rules.repetition() {
        RepetitionRule::DrawAt(limit) => occurrences >= u32::from(limit),
        RepetitionRule::None => false,
    }
}
