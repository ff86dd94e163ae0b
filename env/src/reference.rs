//! The rules a second time, slowly and literally. **Only for differential tests.**
//!
//! It follows the rule text sentence by sentence: stones are sown one by one, a stone that falls in a tuzdik goes to the
//! kazan at once, every position of the game is remembered. It shares no code with [`Position`](crate::Position) and
//! [`Game`](crate::Game), only the names of rules, sides and results.

use crate::{
    AtsyrauRule, Board, Ending, FirstStone, GameStatus, Goal, LastPitTuzdik, MajorityRule, Outcome, Pit,
    RepetitionRule, Rules, SameNumberTuzdik, Side, TuzdikRule,
};

/// A game under any rule set. Pits have their numbers, from 1.
#[derive(Clone, Debug)]
pub struct ReferenceGame {
    rules: Rules,
    table: Table,
    earlier: Vec<Table>,
    status: GameStatus,
}

/// What lies on the table, which is what a repetition compares.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Table {
    /// `rows[s][i]` is pit `i + 1` of player `s`; White is 0, Black 1.
    rows: [Vec<u32>; 2],
    kazans: [u32; 2],
    /// `tuzdiks[s]` is the number of the pit on the other side that is the tuzdik of `s`.
    tuzdiks: [Option<usize>; 2],
    mover: usize,
}

/// What one move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReferenceMove {
    /// The side on which the last stone fell.
    pub last_side: Side,
    /// The number of the pit in which it fell.
    pub last_pit: usize,
    /// Stones captured as an even number.
    pub captured: u32,
    /// Whether the last pit became a tuzdik.
    pub makes_tuzdik: bool,
    /// Stones that fell in the mover's tuzdik.
    pub into_own_tuzdik: u32,
    /// Stones that fell in the opponent's tuzdik.
    pub into_opponent_tuzdik: u32,
}

impl ReferenceGame {
    /// A game from its start.
    pub fn new(rules: Rules) -> Self {
        let row = vec![rules.stones() as u32; rules.pits()];
        let table = Table {
            rows: [row.clone(), row],
            kazans: [0, 0],
            tuzdiks: [None, None],
            mover: 0,
        };
        Self::from_table(rules, table)
    }

    /// A game from a board, which must be one of the rule set.
    pub fn from_board(rules: Rules, board: &Board) -> Self {
        let row = |side: usize| board.pits[side][..rules.pits()].iter().map(|&n| n.into());
        let table = Table {
            rows: [row(0).collect(), row(1).collect()],
            kazans: board.kazans.map(u32::from),
            tuzdiks: board.tuzdiks.map(|tuzdik| tuzdik.map(Pit::number)),
            mover: board.turn.index(),
        };
        Self::from_table(rules, table)
    }

    fn from_table(rules: Rules, table: Table) -> Self {
        let mut game = Self {
            rules,
            table,
            earlier: Vec::new(),
            status: GameStatus::Ongoing,
        };
        game.find_end();
        game
    }

    /// Stones, kazans, tuzdiks and the side to move.
    pub fn board(&self) -> Board {
        let row = |side: usize| {
            let mut row = [0; 9];
            for (pit, &stones) in row.iter_mut().zip(&self.table.rows[side]) {
                *pit = stones as u8;
            }
            row
        };
        Board {
            pits: [row(0), row(1)],
            kazans: self.table.kazans.map(|stones| stones as u8),
            tuzdiks: self.table.tuzdiks.map(|tuzdik| tuzdik.and_then(Pit::from_number)),
            turn: Side::ALL[self.table.mover],
        }
    }

    /// Whether the game goes on.
    pub fn status(&self) -> GameStatus {
        self.status
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        1 + self.earlier.iter().filter(|&table| *table == self.table).count() as u32
    }

    /// Numbers of the pits that may be played.
    pub fn legal_pits(&self) -> Vec<usize> {
        if self.status != GameStatus::Ongoing {
            return Vec::new();
        }
        let row = &self.table.rows[self.table.mover];
        let filled: Vec<usize> = (1..=self.rules.pits()).filter(|&pit| row[pit - 1] > 0).collect();
        if self.rules.goal() == Goal::Giveaway {
            let winning: Vec<usize> = filled
                .iter()
                .copied()
                .filter(|&pit| self.wins_stones(pit))
                .collect();
            if !winning.is_empty() {
                return winning;
            }
        }
        filled
    }

    fn wins_stones(&self, pit: usize) -> bool {
        let played = self.table.clone().sow(&self.rules, pit);
        played.captured > 0 || played.makes_tuzdik || played.into_own_tuzdik > 0
    }

    /// Plays a pit.
    ///
    /// # Panics
    /// If the pit may not be played.
    pub fn play(&mut self, pit: usize) -> ReferenceMove {
        assert!(self.legal_pits().contains(&pit), "pit {pit} may not be played");
        self.earlier.push(self.table.clone());
        let played = self.table.sow(&self.rules, pit);
        self.table.mover = 1 - self.table.mover;
        self.find_end();
        played
    }

    fn find_end(&mut self) {
        let half = self.rules.half() as u32;
        let table = &mut self.table;
        let has_majority = table.kazans[0] > half || table.kazans[1] > half;
        let has_no_stone = table.rows[table.mover].iter().all(|&stones| stones == 0);
        if has_majority && self.rules.majority() == MajorityRule::EndsGame {
            self.status = GameStatus::Over {
                outcome: outcome_by_kazans(&self.rules, table.kazans),
                ending: Ending::Majority,
            };
        } else if has_no_stone {
            let owner = 1 - table.mover;
            for pit in &mut table.rows[owner] {
                table.kazans[owner] += *pit;
                *pit = 0;
            }
            self.status = GameStatus::Over {
                outcome: match self.rules.atsyrau() {
                    AtsyrauRule::OwnerTakesRest => outcome_by_kazans(&self.rules, table.kazans),
                    AtsyrauRule::StuckPlayerLoses => [Outcome::WhiteWins, Outcome::BlackWins][owner],
                },
                ending: Ending::Atsyrau,
            };
        } else if self.is_repeated() {
            self.status = GameStatus::Over {
                outcome: Outcome::Draw,
                ending: Ending::Repetition,
            };
        } else if self
            .rules
            .ply_cap()
            .is_some_and(|cap| self.earlier.len() >= cap as usize)
        {
            self.status = GameStatus::Truncated;
        }
    }

    fn is_repeated(&self) -> bool {
        match self.rules.repetition() {
            RepetitionRule::DrawAt(limit) => self.occurrences() >= limit.into(),
            RepetitionRule::None => false,
        }
    }
}

fn outcome_by_kazans(rules: &Rules, [white, black]: [u32; 2]) -> Outcome {
    if white == black {
        return Outcome::Draw;
    }
    match (rules.goal(), white > black) {
        (Goal::MostStones, true) | (Goal::Giveaway, false) => Outcome::WhiteWins,
        (Goal::MostStones, false) | (Goal::Giveaway, true) => Outcome::BlackWins,
    }
}

impl Table {
    /// Takes the stones of a pit, sows them, and takes what they win.
    fn sow(&mut self, rules: &Rules, origin: usize) -> ReferenceMove {
        let mover = self.mover;
        let mut hand = std::mem::take(&mut self.rows[mover][origin - 1]);
        if hand > 1 && rules.first_stone() == FirstStone::PitOfOrigin {
            self.rows[mover][origin - 1] = 1;
            hand -= 1;
        }
        let (mut side, mut pit) = (mover, origin);
        let mut into_tuzdik_of = [0, 0];
        while hand > 0 {
            if pit == rules.pits() {
                (side, pit) = (1 - side, 1);
            } else {
                pit += 1;
            }
            hand -= 1;
            let opponent = 1 - side;
            if self.tuzdiks[opponent] == Some(pit) {
                self.kazans[opponent] += 1;
                into_tuzdik_of[opponent] += 1;
            } else {
                self.rows[side][pit - 1] += 1;
            }
        }
        let (captured, makes_tuzdik) = self.take_last_pit(rules, side, pit);
        ReferenceMove {
            last_side: Side::ALL[side],
            last_pit: pit,
            captured,
            makes_tuzdik,
            into_own_tuzdik: into_tuzdik_of[mover],
            into_opponent_tuzdik: into_tuzdik_of[1 - mover],
        }
    }

    fn take_last_pit(&mut self, rules: &Rules, side: usize, pit: usize) -> (u32, bool) {
        let mover = self.mover;
        if side == mover || self.tuzdiks[mover] == Some(pit) {
            return (0, false);
        }
        let stones = self.rows[side][pit - 1];
        if stones.is_multiple_of(2) {
            self.rows[side][pit - 1] = 0;
            self.kazans[mover] += stones;
            return (stones, false);
        }
        if stones == 3 && self.allows_tuzdik(rules, pit) {
            self.rows[side][pit - 1] = 0;
            self.kazans[mover] += 3;
            self.tuzdiks[mover] = Some(pit);
            return (0, true);
        }
        (0, false)
    }

    /// Whether the mover may have his tuzdik in this pit of the opponent.
    fn allows_tuzdik(&self, rules: &Rules, pit: usize) -> bool {
        let opponents = self.tuzdiks[1 - self.mover];
        let is_last = pit == rules.pits();
        let is_barred = match rules.same_number_tuzdik() {
            SameNumberTuzdik::Forbidden => opponents == Some(pit),
            SameNumberTuzdik::Allowed => false,
            SameNumberTuzdik::OppositeForbidden => opponents == Some(rules.pits() + 1 - pit),
        };
        rules.tuzdik() == TuzdikRule::Compulsory
            && self.tuzdiks[self.mover].is_none()
            && (!is_last || rules.last_pit_tuzdik() == LastPitTuzdik::Allowed)
            && !is_barred
    }
}
