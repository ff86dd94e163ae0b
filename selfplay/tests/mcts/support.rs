//! What several tests of the search need.

use kumalak_env::{Board, Game, Pit, Position, Rules, Side, stream};
use kumalak_selfplay::{
    BatchSearch, Evaluator, GumbelSettings, SearchResult, SearchRoot, SearchSettings, Selection,
};
use rand::RngExt;

/// A game of random moves that still goes on after `plies`; begun again where it ends too early.
pub(crate) fn random_game(rules: Rules, plies: usize, index: u64) -> Game {
    let mut rng = stream(2026, index);
    for _ in 0..1000 {
        let mut game = Game::new(rules);
        while game.moves().len() < plies && !game.is_over() {
            let legal = game.legal_moves();
            game.play(legal.nth(rng.random_range(0..legal.len())).expect("a move"));
        }
        if !game.is_over() {
            return game;
        }
    }
    panic!("no random game under {rules:?} lasts {plies} plies");
}

/// Searches one game alone, without noise.
pub(crate) fn search(game: &Game, evaluator: &mut dyn Evaluator, settings: &SearchSettings) -> SearchResult {
    BatchSearch::default()
        .search(&[SearchRoot::new(game)], evaluator, settings, &())
        .expect("the search works")
        .remove(0)
}

/// The default settings with another number of simulations.
pub(crate) fn simulations(simulations: u32) -> SearchSettings {
    SearchSettings {
        simulations,
        ..SearchSettings::default()
    }
}

/// Gumbel search with this number of simulations.
pub(crate) fn gumbel(count: u32, settings: GumbelSettings) -> SearchSettings {
    SearchSettings {
        selection: Selection::Gumbel(settings),
        ..simulations(count)
    }
}

/// A standard position: White's pits, Black's pits, kazans, tuzdiks as numbers of the opponent's pits (0 for none).
pub(crate) fn standard_position(
    white: [u8; 9],
    black: [u8; 9],
    kazans: [u8; 2],
    tuzdiks: [usize; 2],
    turn: Side,
) -> Position {
    let board = Board {
        pits: [white, black],
        kazans,
        tuzdiks: tuzdiks.map(Pit::from_number),
        turn,
    };
    Position::from_board(&Rules::STANDARD, &board).expect("a legal board")
}

/// The pit with this number.
pub(crate) fn pit(number: usize) -> Pit {
    Pit::from_number(number).expect("a number from 1 to 9")
}
