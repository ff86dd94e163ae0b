use std::fmt;

/// The usual ways to get a rule wrong, each met in a program or text about the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mistake {
    /// The first of several stones falls in the next pit.
    FirstStoneNextPit,
    /// A lap leaves out the pit of origin.
    OriginSkipped,
    /// Stones go round clockwise.
    Clockwise,
    /// Sowing leaves out tuzdiks.
    TuzdikSkipped,
    /// Stones that fall in a tuzdik stay there.
    TuzdikKeepsStones,
    /// Stones that fall in a tuzdik go to whoever sows them.
    TuzdikFeedsMover,
    /// Nothing is ever captured.
    NoCapture,
    /// An even number is captured on the mover's own side too.
    CaptureOnOwnSide,
    /// Three stones never make a tuzdik.
    NoTuzdik,
    /// The three stones of a new tuzdik stay in the pit.
    TuzdikStonesStay,
    /// The last pit can become a tuzdik.
    LastPitTuzdik,
    /// Both tuzdiks can have the same number.
    SameNumberTuzdik,
    /// The pit that faces the opponent's tuzdik is barred, in place of the one with its number.
    OppositeBarred,
    /// A second tuzdik takes the place of the first.
    SecondTuzdik,
    /// More than half of the stones do not end the game.
    NoMajority,
    /// Only the kazan of the player who moved can end the game.
    MajorityOfMoverOnly,
    /// Half of the stones end the game already.
    MajorityAtHalf,
    /// An empty side does not end the game.
    AtsyrauIgnored,
    /// At atsyrau the stones left on the board go to nobody.
    AtsyrauStonesLeft,
    /// At atsyrau the stones left go to the player who is stuck.
    AtsyrauToStuckPlayer,
    /// At atsyrau the player who is stuck loses, whatever the kazans hold.
    AtsyrauStuckPlayerLoses,
    /// A player who empties his own side ends the game, although it is not his turn.
    OwnEmptySideEnds,
    /// A position may occur as often as it likes.
    NoRepetition,
}

impl Mistake {
    /// Every mistake.
    pub const ALL: [Self; 23] = [
        Self::FirstStoneNextPit,
        Self::OriginSkipped,
        Self::Clockwise,
        Self::TuzdikSkipped,
        Self::TuzdikKeepsStones,
        Self::TuzdikFeedsMover,
        Self::NoCapture,
        Self::CaptureOnOwnSide,
        Self::NoTuzdik,
        Self::TuzdikStonesStay,
        Self::LastPitTuzdik,
        Self::SameNumberTuzdik,
        Self::OppositeBarred,
        Self::SecondTuzdik,
        Self::NoMajority,
        Self::MajorityOfMoverOnly,
        Self::MajorityAtHalf,
        Self::AtsyrauIgnored,
        Self::AtsyrauStonesLeft,
        Self::AtsyrauToStuckPlayer,
        Self::AtsyrauStuckPlayerLoses,
        Self::OwnEmptySideEnds,
        Self::NoRepetition,
    ];

    /// Short name, such as `last-pit-tuzdik`.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// What the implementation does, and what the rule is.
    pub const fn explanation(self) -> &'static str {
        self.texts().1
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::FirstStoneNextPit => (
                "first-stone-next-pit",
                "puts the first of several stones in the next pit; it stays in the pit of origin",
            ),
            Self::OriginSkipped => (
                "origin-skipped",
                "leaves out the pit of origin on a later lap; no pit is left out, and 19 stones end where they began",
            ),
            Self::Clockwise => (
                "clockwise",
                "sows clockwise; stones go from pit 1 to the last pit of the mover, then to pit 1 of the opponent",
            ),
            Self::TuzdikSkipped => (
                "tuzdik-skipped",
                "leaves out tuzdiks when it sows; a stone falls in a tuzdik like in any pit, and its owner wins it",
            ),
            Self::TuzdikKeepsStones => (
                "tuzdik-keeps-stones",
                "leaves stones in a tuzdik; they go to the kazan of its owner at once",
            ),
            Self::TuzdikFeedsMover => (
                "tuzdik-feeds-mover",
                "gives stones in a tuzdik to the player who sows; they belong to the owner of the tuzdik",
            ),
            Self::NoCapture => (
                "no-capture",
                "does not capture; the mover wins the opponent's pit that the last stone makes even",
            ),
            Self::CaptureOnOwnSide => (
                "capture-on-own-side",
                "captures on the mover's own side; only a pit of the opponent can be captured",
            ),
            Self::NoTuzdik => (
                "no-tuzdik",
                "does not make a tuzdik; three stones in a permitted pit of the opponent make one, without a choice",
            ),
            Self::TuzdikStonesStay => (
                "tuzdik-stones-stay",
                "leaves the three stones in a new tuzdik; the mover wins them",
            ),
            Self::LastPitTuzdik => (
                "last-pit-tuzdik",
                "makes a tuzdik of the last pit; the last pit never becomes one",
            ),
            Self::SameNumberTuzdik => (
                "same-number-tuzdik",
                "makes a tuzdik with the number of the opponent's; the two must have different numbers",
            ),
            Self::OppositeBarred => (
                "opposite-barred",
                "bars the pit that faces the opponent's tuzdik; the pit with the same number is barred, counted by each owner",
            ),
            Self::SecondTuzdik => (
                "second-tuzdik",
                "makes a second tuzdik; a player has one for the whole game",
            ),
            Self::NoMajority => (
                "no-majority",
                "plays on after a majority; more than half of the stones in a kazan end the game at once",
            ),
            Self::MajorityOfMoverOnly => (
                "majority-of-mover-only",
                "looks for a majority in the mover's kazan alone; stones sown in a tuzdik can give it to the other player",
            ),
            Self::MajorityAtHalf => (
                "majority-at-half",
                "ends the game with half of the stones in a kazan; it takes more than half",
            ),
            Self::AtsyrauIgnored => (
                "atsyrau-ignored",
                "plays on when the player to move has no stone; that is atsyrau and ends the game",
            ),
            Self::AtsyrauStonesLeft => (
                "atsyrau-stones-left",
                "leaves stones on the board at atsyrau; they all go to the kazan of their owner",
            ),
            Self::AtsyrauToStuckPlayer => (
                "atsyrau-to-stuck-player",
                "gives the stones left at atsyrau to the player who is stuck; they go to the other one",
            ),
            Self::AtsyrauStuckPlayerLoses => (
                "atsyrau-stuck-player-loses",
                "lets the player who is stuck lose; the kazans decide, and they can be equal",
            ),
            Self::OwnEmptySideEnds => (
                "own-empty-side-ends",
                "ends the game when the mover empties his own side; only the side of the player to move matters",
            ),
            Self::NoRepetition => (
                "no-repetition",
                "plays on when a position occurs as often as makes a draw",
            ),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
