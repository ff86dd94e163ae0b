use kumalak_env::{
    FirstStone, LastPitTuzdik, MAX_PITS, Pit, Position, Rules, SameNumberTuzdik, Side, TuzdikRule,
};

/// What a move does at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prospect {
    /// It captures nothing, makes no tuzdik and does not end the game.
    Quiet,
    /// It captures so many stones.
    Capture(u8),
    /// It makes a tuzdik.
    Tuzdik,
    /// It ends the game; the sign of the result for the mover.
    End(i8),
}

/// What the moves of a position do at once, reckoned without playing them where that is exact.
pub(super) struct Prospects<'a> {
    position: &'a Position,
    rules: &'a Rules,
    /// Stones of the mover's pits: `[9]`.
    own: &'a [u8; MAX_PITS],
    /// Stones of the opponent's pits, then zeros.
    targets: [u8; NOWHERE + 1],
    /// The opponent's pits that may become the mover's tuzdik: bit `i` stands for the pit with index `i`.
    open_to_tuzdik: u32,
    /// The most stones that a move of less than a lap may win, tuzdiks on its way left out, without ending the game.
    most_won: u8,
}

/// A place behind the pits of a row, where nothing can be won.
const NOWHERE: usize = 15;

impl<'a> Prospects<'a> {
    #[inline]
    pub(super) fn of(position: &'a Position, rules: &'a Rules) -> Self {
        let mover = position.turn();
        let opponents = position.pits(!mover);
        let mut targets = [0; NOWHERE + 1];
        targets[..MAX_PITS].copy_from_slice(opponents);
        Self {
            position,
            rules,
            own: position.pits(mover),
            targets,
            open_to_tuzdik: open_to_tuzdik(position, rules),
            most_won: most_won(position, rules, opponents),
        }
    }

    /// What a legal move does.
    #[inline]
    pub(super) fn of_move(&self, pit: Pit) -> Prospect {
        let pits = self.rules.pits();
        let stones = self.own[pit.index()];
        let keeps_first = stones > 1 && self.rules.first_stone() == FirstStone::PitOfOrigin;
        // On the mover's own side this wraps to a number that no pit has.
        let target = (pit.index() + usize::from(stones) - usize::from(keeps_first))
            .wrapping_sub(pits)
            .min(NOWHERE);
        let after = self.targets[target] + 1;
        let makes_tuzdik = after == 3 && self.open_to_tuzdik >> target & 1 == 1;
        let won = if after & 1 == 0 || makes_tuzdik { after } else { 0 };
        if usize::from(stones) > 2 * pits || won > self.most_won || self.most_won == 0 {
            self.of_played_move(pit)
        } else if makes_tuzdik {
            Prospect::Tuzdik
        } else if won > 0 {
            Prospect::Capture(won)
        } else {
            Prospect::Quiet
        }
    }

    #[cold]
    fn of_played_move(&self, pit: Pit) -> Prospect {
        let mut after = *self.position;
        let sowing = after.play_unchecked(self.rules, pit);
        if let Some(outcome) = after.outcome(self.rules) {
            Prospect::End(outcome.sign_for(sowing.mover))
        } else if sowing.makes_tuzdik {
            Prospect::Tuzdik
        } else if sowing.captured > 0 {
            Prospect::Capture(sowing.captured)
        } else {
            Prospect::Quiet
        }
    }
}

/// Zero if a move that wins nothing might end the game: by a stone in a tuzdik, or since the opponent has at most one pit
/// to play.
#[inline]
fn most_won(position: &Position, rules: &Rules, opponents: &[u8; MAX_PITS]) -> u8 {
    let half = rules.half() as u8;
    let [own, other] = [position.turn(), !position.turn()].map(|side| position.kazan(side));
    let filled: u8 = opponents.iter().map(|&stones| u8::from(stones > 0)).sum();
    if other >= half || filled < 2 {
        0
    } else {
        (half - own.min(half)).saturating_sub(1)
    }
}

/// The opponent's pits that may become the mover's tuzdik: bit `i` stands for the pit with index `i`.
#[inline]
fn open_to_tuzdik(position: &Position, rules: &Rules) -> u32 {
    let mover: Side = position.turn();
    if rules.tuzdik() == TuzdikRule::None || position.tuzdik(mover).is_some() {
        return 0;
    }
    let last = rules.pits() - 1;
    let mut open = match rules.last_pit_tuzdik() {
        LastPitTuzdik::Forbidden => (1 << last) - 1,
        LastPitTuzdik::Allowed => (2 << last) - 1,
    };
    if let Some(other) = position.tuzdik(!mover) {
        match rules.same_number_tuzdik() {
            SameNumberTuzdik::Allowed => {}
            SameNumberTuzdik::Forbidden => open &= !(1 << other.index()),
            SameNumberTuzdik::OppositeForbidden => open &= !(1 << (last - other.index())),
        }
    }
    open
}
