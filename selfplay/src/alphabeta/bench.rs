use kumalak_env::{Game, Position, Rules};

use super::depth::SearchDepth;

/// Plies of the search whose nodes are pinned by a test.
pub const BENCH_DEPTH: SearchDepth = match SearchDepth::new(11) {
    Some(depth) => depth,
    None => unreachable!(),
};

/// Positions from plies 8 to 100 of public server games and tournament games (names removed).
const POSITIONS: [&str; 12] = [
    "14S,T,5S,3S,3S,13S,13S,2S,1S/3S,14S,14S,1,1S,t,13S,13S,2S 26 22 S 1",
    "5S,8S,6S,T,8S,3S,4S,1S,16S/5S,20S,8S,5S,1S,2S,t,17S,1S 30 22 S 1",
    "3S,1S,2S,1S,20S,1S,1S,4S,1/3,21S,1S,6S,1S,6S,6S 44 44 S 1",
    "3S,4S,1,4S,1S,1S,1,4S,1S/1S,10S,1,3S,5S,2S,1,9S,2S 56 56 S 1",
    "3S,20S,T,4S,1,12S,2S,4S,1/2,3S,t,2S,6S,2S,1S,6S 37 60 S 1",
    "14S,3S,2S,T,3S,13S,1S,12S,12S/13S,13S,13S,2S,t,5S,13S,1S,1S 14 27 S 1",
    "17S,1S,16S,1S,T,20S,2S,2/4S,1S,1,5S,3S,1S,16S,1,2S 27 46 S 1",
    "7S,7S,1S,3S,3S,4S,1,2S,T/1S,3S,2S,3S,27S,t,7S,5S,3S 45 39 S 1",
    "1S,2,2S,T,18S,1,6S,1/t,1S,1S,1S,1S,2S,2S,21S,9S 58 39 S 1",
    "5S,4S,1S,11S,11S,T,13S,2S,3S/2S,6S,t,15S,15S,15S,15S,1,2S 23 19 S 1",
    "3S,1,3S,T,8S,6S,6S,1S,1/1,2S,4S,6S,t,2S,1S,2S,1 63 55 S 1",
    "8S,1S,6S,T,4S,5S,14S,2S,1/3,t,4S,6S,6S,1S,2S 46 57 S 1",
];

/// The start of the game and twelve positions of real games, whose search to [`BENCH_DEPTH`] visits a number of nodes that
/// is known.
pub fn bench_games() -> Vec<Game> {
    let rules = Rules::STANDARD;
    let positions = POSITIONS
        .iter()
        .map(|fen| Position::from_fen(&rules, fen).expect("the text is a position"));
    std::iter::once(Position::start(&rules))
        .chain(positions)
        .map(|position| Game::from_position(rules, position))
        .collect()
}
