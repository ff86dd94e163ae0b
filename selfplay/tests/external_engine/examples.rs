use kumalak_env::{Pit, Rules};
use kumalak_selfplay::{ArenaSettings, MoveLimits, Player, Termination, play_match};

use crate::support::{Leftmost, description, engine, play};

/// The engine plays exactly what the same player in this process plays, so that every position arrives as it is.
#[test]
fn both_examples_carry_whole_games() {
    let settings = ArenaSettings {
        pairs: 2,
        seed: 3,
        lane_pairs: 1,
        ..ArenaSettings::default()
    };
    let player = || [Box::new(Leftmost) as Box<dyn Player>];
    let expected = play_match(&settings, &mut player(), &mut player(), &(), &|_| {}).unwrap();
    for name in ["pit-index", "squares"] {
        let report = play(description(name), 2);
        assert_eq!(report.games.len(), 4);
        for (played, expected) in report.games.iter().zip(&expected.games) {
            assert_eq!(played.termination, Termination::Rules, "{name}");
            assert_eq!(played.game.moves(), expected.game.moves(), "{name}");
        }
    }
}

#[test]
fn games_may_come_in_any_order() {
    let mut engine = engine(description("squares"));
    let start = kumalak_env::Game::new(Rules::STANDARD);
    let mut later = start.clone();
    for number in [7, 9, 2] {
        later.play(Pit::from_number(number).unwrap());
    }
    let mut rngs = [kumalak_env::stream(0, 0), kumalak_env::stream(0, 1)];
    for games in [[&start, &later], [&later, &start]] {
        let [one, other] = &mut rngs;
        let pits = engine
            .choose(&games, &mut [one, other], &MoveLimits::NONE)
            .unwrap();
        assert_eq!(pits, [Pit::ALL[0], Pit::ALL[0]]);
    }
}
