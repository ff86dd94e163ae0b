//! The recorded games beside this file.

use std::path::PathBuf;

use kumalak_env::record::{GameRecord, open_records};

/// Games of a public server, with every mark.
pub(crate) const SERVER: &str = "server_games.kumalak";
/// Tournament games, from score sheets.
pub(crate) const TOURNAMENT: &str = "tournament_games.kumalak";
/// Tournament games with printed diagrams.
pub(crate) const CHAMPIONSHIP: &str = "championship_games.kumalak";

/// The games of a file.
pub(crate) fn games(name: &str) -> Vec<GameRecord> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let records = open_records(path).expect("the file can be opened");
    records.map(|record| record.expect("the game reads")).collect()
}
