use kumalak_env::{
    FirstStone, LastPitTuzdik, MAX_PITS, Pit, Position, Rules, SameNumberTuzdik, Side, TuzdikRule,
};

/// Number of features of a position.
pub const FEATURES: usize = 25;

/// What the features are. "Own" is the side to move.
///
/// - `kazan`: own stones in the kazan less the opponent's.
/// - `tuzdik N`: 1 for an own tuzdik in the opponent's pit N, −1 for one of the opponent in the own pit N.
/// - `stones N`: stones in the own pit N less those in the opponent's.
/// - `filled pits`: own pits that hold stones less the opponent's.
/// - `heavy pits`: own pits of 12 stones and more less the opponent's.
/// - `danger`: the most stones that the opponent could capture if he were to move, negative.
/// - `danger of a tuzdik`: −1 if the opponent could make a tuzdik if he were to move.
/// - `lone pits`: own pits with one stone or two less the opponent's.
/// - `turn`: always 1.
///
/// What the side to move could win is not counted: the search plays such moves out before it judges a position, and a
/// weight for them made it slow to take what it counted on (matches of depth 4).
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "kazan",
    "tuzdik 1",
    "tuzdik 2",
    "tuzdik 3",
    "tuzdik 4",
    "tuzdik 5",
    "tuzdik 6",
    "tuzdik 7",
    "tuzdik 8",
    "tuzdik 9",
    "stones 1",
    "stones 2",
    "stones 3",
    "stones 4",
    "stones 5",
    "stones 6",
    "stones 7",
    "stones 8",
    "stones 9",
    "filled pits",
    "heavy pits",
    "danger",
    "danger of a tuzdik",
    "lone pits",
    "turn",
];

const KAZAN: usize = 0;
const TUZDIK: usize = 1;
const STONES: usize = 10;
const FILLED: usize = 19;
const HEAVY: usize = 20;
const DANGER: usize = 21;
const DANGER_OF_TUZDIK: usize = 22;
const LONE: usize = 23;
const TURN: usize = 24;

/// Stones from which on a pit is heavy.
const HEAVY_PIT: u8 = 12;

/// Small whole numbers that describe an unfinished position from its side to move: see [`FEATURE_NAMES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The features: `[25]`.
    pub values: [i16; FEATURES],
    /// Stones in the pits.
    pub stones_in_pits: i16,
    /// Stones of the game.
    pub total_stones: i16,
}

impl Features {
    /// The features of a position.
    #[inline]
    pub fn of(position: &Position, rules: &Rules) -> Self {
        let mover = position.turn();
        let own = Half::of(position, mover);
        let other = Half::of(position, !mover);
        let mut values = [0; FEATURES];
        values[KAZAN] = own.kazan - other.kazan;
        if let Some(pit) = own.tuzdik {
            values[TUZDIK + pit.index()] += 1;
        }
        if let Some(pit) = other.tuzdik {
            values[TUZDIK + pit.index()] -= 1;
        }
        for pit in 0..MAX_PITS {
            values[STONES + pit] = i16::from(own.pits[pit]) - i16::from(other.pits[pit]);
        }
        values[FILLED] = own.filled - other.filled;
        values[HEAVY] = own.heavy - other.heavy;
        values[LONE] = own.lone - other.lone;
        let threats = Threats::of(rules, &other, &own);
        values[DANGER] = -threats.capture;
        values[DANGER_OF_TUZDIK] = -threats.new_tuzdik;
        values[TURN] = 1;
        let total_stones = rules.total_stones() as i16;
        Self {
            values,
            stones_in_pits: total_stones - own.kazan - other.kazan,
            total_stones,
        }
    }
}

/// One side of the board.
struct Half<'a> {
    pits: &'a [u8; MAX_PITS],
    kazan: i16,
    tuzdik: Option<Pit>,
    filled: i16,
    heavy: i16,
    lone: i16,
}

impl<'a> Half<'a> {
    #[inline]
    fn of(position: &'a Position, side: Side) -> Self {
        let pits = position.pits(side);
        let [mut filled, mut heavy, mut lone] = [0; 3];
        for &stones in pits {
            filled += u8::from(stones > 0);
            heavy += u8::from(stones >= HEAVY_PIT);
            lone += u8::from(stones.wrapping_sub(1) < 2);
        }
        Self {
            pits,
            kazan: i16::from(position.kazan(side)),
            tuzdik: position.tuzdik(side),
            filled: i16::from(filled),
            heavy: i16::from(heavy),
            lone: i16::from(lone),
        }
    }
}

/// What a side can win by one move, reckoned without what the move itself changes on the way: exact for a sowing of less
/// than a lap, and nothing for a longer one.
struct Threats {
    capture: i16,
    new_tuzdik: i16,
}

/// A place behind the pits of a row, where nothing can be won.
const NOWHERE: usize = 15;

impl Threats {
    /// Without branches, since nothing predicts where a last stone falls.
    #[inline]
    fn of(rules: &Rules, attacker: &Half<'_>, defender: &Half<'_>) -> Self {
        let mut targets = [0; NOWHERE + 1];
        targets[..MAX_PITS].copy_from_slice(defender.pits);
        let open_to_tuzdik = open_to_tuzdik(rules, attacker, defender);
        let keeps_first = u8::from(rules.first_stone() == FirstStone::PitOfOrigin);
        let mut capture = 0;
        let mut new_tuzdiks = 0;
        for (origin, &stones) in attacker.pits.iter().enumerate() {
            let steps = stones - (u8::from(stones > 1) & keeps_first);
            let target = (origin + usize::from(steps))
                .wrapping_sub(rules.pits())
                .min(NOWHERE);
            let after = targets[target] + 1;
            capture = capture.max(after & (after & 1).wrapping_sub(1));
            new_tuzdiks |= u32::from(after == 3) & open_to_tuzdik >> target;
        }
        Self {
            capture: i16::from(capture),
            new_tuzdik: (new_tuzdiks & 1) as i16,
        }
    }
}

/// The defender's pits that may become the attacker's tuzdik: bit `i` stands for the pit with index `i`.
#[inline]
fn open_to_tuzdik(rules: &Rules, attacker: &Half<'_>, defender: &Half<'_>) -> u32 {
    if rules.tuzdik() == TuzdikRule::None || attacker.tuzdik.is_some() {
        return 0;
    }
    let last = rules.pits() - 1;
    let mut open = match rules.last_pit_tuzdik() {
        LastPitTuzdik::Forbidden => (1 << last) - 1,
        LastPitTuzdik::Allowed => (2 << last) - 1,
    };
    if let Some(other) = defender.tuzdik {
        match rules.same_number_tuzdik() {
            SameNumberTuzdik::Allowed => {}
            SameNumberTuzdik::Forbidden => open &= !(1 << other.index()),
            SameNumberTuzdik::OppositeForbidden => open &= !(1 << (last - other.index())),
        }
    }
    open
}
