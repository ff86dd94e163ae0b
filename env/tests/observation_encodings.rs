//! Planes, fractions and landing maps against what a position says by itself.

mod common;

use common::{any_position, any_rules, random_position, rule_sets};
use kumalak_env::{
    LANDING_PIT, LANDING_SHAPE, LAP_PLANES, MAKES_TUZDIK, ObservationKind, PLANES_SHAPE, Pit, Position,
    REPETITION_PLANES, REST_PLANES, Rules, STONES_GIVEN, STONES_WON, Side, TUZDIK_PLANE, stream,
};
use proptest::prelude::*;

/// What the planes' documentation says, cell by cell.
fn expected_plane_cell(
    rules: &Rules,
    position: &Position,
    occurrences: u32,
    [plane, row, cell]: [usize; 3],
) -> bool {
    let owner = if row == 0 {
        position.turn()
    } else {
        !position.turn()
    };
    let pit = Pit::from_index(cell);
    let stones = match pit {
        Some(pit) if pit.index() >= rules.pits() => None,
        Some(pit) => Some(usize::from(position.stones(owner, pit))),
        None => Some(usize::from(position.kazan(owner))),
    };
    match plane {
        _ if plane < LAP_PLANES => stones.is_some_and(|stones| stones % 18 == plane - REST_PLANES),
        _ if plane < TUZDIK_PLANE => stones.is_some_and(|stones| stones / 18 == plane - LAP_PLANES),
        TUZDIK_PLANE => pit.is_some() && position.tuzdik(!owner) == pit,
        _ if plane == REPETITION_PLANES => occurrences == 2,
        _ => occurrences >= 3,
    }
}

fn check_planes(rules: &Rules, position: &Position, occurrences: u32) {
    let planes = position.planes(rules, occurrences);
    let [count, rows, cells] = PLANES_SHAPE;
    for plane in 0..count {
        for row in 0..rows {
            for cell in 0..cells {
                let expected = expected_plane_cell(rules, position, occurrences, [plane, row, cell]);
                let found = planes[(plane * rows + row) * cells + cell];
                assert_eq!(found, u8::from(expected), "plane {plane}, row {row}, cell {cell}");
            }
        }
    }
}

/// A move's row, from the boards before and after it.
fn check_landing(rules: &Rules, position: &Position, pit: Pit) {
    let row = position.landing_map(rules)[pit.index()];
    if !position.legal_moves(rules).contains(pit) {
        assert_eq!(row, [0; LANDING_SHAPE[1]]);
        return;
    }
    let mover = position.turn();
    let mut after = *position;
    let notation = after.play(rules, pit).notation();
    let number = usize::from(row[LANDING_PIT]);
    let (side, number) = if number > 9 {
        (!mover, number - 9)
    } else {
        (mover, number)
    };
    assert_eq!(notation.last.number(), number);
    assert_eq!(notation.makes_tuzdik, row[MAKES_TUZDIK] == 1);
    let stones = usize::from(position.stones(mover, pit));
    let steps = pit.index() + stones.max(2) - 1;
    if rules.first_stone() == kumalak_env::FirstStone::PitOfOrigin {
        let owns_last = (steps / rules.pits()).is_multiple_of(2);
        assert_eq!(side == mover, owns_last, "{stones} stones from pit {pit}");
    }
    if !after.is_over() {
        let gained = |side: Side| after.kazan(side) - position.kazan(side);
        assert_eq!(row[STONES_WON], gained(mover));
        assert_eq!(row[STONES_GIVEN], gained(!mover));
    }
}

proptest! {
    #[test]
    fn encodings_say_what_the_position_says(
        (rules, position) in any_rules().prop_flat_map(|rules| (Just(rules), any_position(rules))),
        occurrences in 1..5_u32,
    ) {
        check_planes(&rules, &position, occurrences);
        for pit in Pit::ALL {
            check_landing(&rules, &position, pit);
        }
        let scaled = position.scaled_observation(&rules, occurrences);
        let tokens = position.observation(occurrences);
        for (column, (&scaled, &token)) in scaled.iter().zip(&tokens).enumerate() {
            let one = match column {
                0..18 => rules.stones(),
                18 | 19 => rules.half(),
                20 | 21 => rules.pits(),
                _ => 2,
            };
            prop_assert_eq!(scaled, f32::from(token) / one as f32);
        }
    }
}

#[test]
fn encodings_do_not_know_colours() {
    let mut generator = stream(7, 0);
    for (_, rules) in rule_sets() {
        let position = random_position(&rules, &mut generator);
        let mirrored = position.mirrored();
        assert_eq!(position.planes(&rules, 1), mirrored.planes(&rules, 1));
        assert_eq!(position.landing_map(&rules), mirrored.landing_map(&rules));
    }
}

#[test]
fn the_first_move_of_the_game() {
    let start = Position::start(&Rules::STANDARD);
    let map = start.landing_map(&Rules::STANDARD);
    // Nine stones from pit 7 end in the opponent's pit 6, which then holds ten.
    assert_eq!(map[6], [15, 10, 0, 0]);
    // From pit 1 they end in the own pit 9.
    assert_eq!(map[0], [9, 0, 0, 0]);
    assert!(
        start.scaled_observation(&Rules::STANDARD, 1)[..18]
            .iter()
            .all(|&count| count == 1.0)
    );
}

#[test]
fn kinds_have_names_and_shapes() {
    for kind in ObservationKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(kind.numbers(), kind.shape().iter().product::<usize>());
    }
    let error = "pixels".parse::<ObservationKind>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "observation must be tokens, planes, scaled or landing, got \"pixels\""
    );
}
