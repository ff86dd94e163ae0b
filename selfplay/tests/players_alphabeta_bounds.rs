//! What bounds an alpha-beta search, and what it solves within bounds.

use std::time::Duration;

use kumalak_env::{Game, GameRng, Position, Rules, stream};
use kumalak_selfplay::{
    AlphaBeta, AlphaBetaPlayer, AlphaBetaResult, AlphaBetaSettings, BENCH_DEPTH, Monitor, MoveLimits,
    MoveTime, Player, PlayerError, Score, SearchDepth, TableSize, bench_games,
};

/// Endings with the exact value of every move, from the whole game tree (studies of A. Akshuraev, public server archives and
/// tournament records, names removed).
const STUDIES: &str = include_str!("../../env/tests/data/studies.txt");

/// The bound with which every ending is solved: half of it may go into the proof, and the longest, of `akshuraev_7`,
/// takes 9,808,527.
const SOLVING_NODES: u64 = 20_000_000;

struct Study {
    name: String,
    game: Game,
    value: String,
    /// Numbers of the pits that keep the value.
    best: Vec<usize>,
}

/// The studies with a known value; all have at most 20 stones in the pits.
fn endings() -> impl Iterator<Item = Study> {
    let lines = STUDIES.lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<&str>>());
    fields.filter(|fields| fields[3] != "-").map(|fields| {
        let position = Position::from_fen(&Rules::STANDARD, fields[1]).unwrap();
        let moves = fields[4].split(' ').filter_map(|text| text.split_once(':'));
        let best = moves.filter(|&(_, value)| value == fields[3]);
        Study {
            name: fields[0].to_owned(),
            game: Game::from_position(Rules::STANDARD, position),
            value: fields[3].to_owned(),
            best: best.map(|(pit, _)| pit.parse().unwrap()).collect(),
        }
    })
}

#[test]
fn solves_endings_within_a_budget_of_nodes() {
    let mut search = AlphaBeta::new(AlphaBetaSettings {
        nodes: Some(SOLVING_NODES),
        table: TableSize::new(512).unwrap(),
        ..AlphaBetaSettings::default()
    });
    let mut solved = 0;
    for study in endings() {
        let found = search.search(&study.game).unwrap();
        let value = match (found.score.plies_to_win(), found.score.plies_to_loss()) {
            (Some(_), _) => "win",
            (_, Some(_)) => "loss",
            _ if found.score == Score::DRAW => "draw",
            _ => "unknown",
        };
        assert_eq!(value, study.value, "{}: {found:?}", study.name);
        assert!(
            study.best.contains(&found.best.number()),
            "{}: {found:?}",
            study.name
        );
        solved += 1;
    }
    assert_eq!(solved, 13);
}

/// Also a check that nothing changes the search unintended. `kumalak bench` prints the same number; who changes the search
/// or the evaluation on purpose writes the new one here and in `docs/engines.md`.
#[test]
fn visits_a_known_number_of_nodes() {
    let mut search = AlphaBeta::new(AlphaBetaSettings::to_depth(BENCH_DEPTH));
    let nodes = bench_games()
        .into_iter()
        .map(|game| search.search(&game).unwrap().nodes);
    assert_eq!(nodes.sum::<u64>(), 1_180_853);
}

#[test]
fn a_budget_of_nodes_is_kept() {
    for nodes in [1, 10, 1000, 20_000] {
        let mut search = AlphaBeta::new(AlphaBetaSettings {
            nodes: Some(nodes),
            ..AlphaBetaSettings::default()
        });
        let endings = endings().map(|study| study.game);
        for game in bench_games().into_iter().chain(endings) {
            let found = search.search(&game).unwrap();
            assert!(game.legal_moves().contains(found.best));
            // The first iteration is always finished.
            assert!(found.nodes <= nodes.max(2000), "{} of {nodes}", found.nodes);
            assert!(found.depth >= 1);
        }
    }
}

#[test]
fn more_nodes_look_deeper() {
    let depth = |nodes| {
        let mut search = AlphaBeta::new(AlphaBetaSettings {
            nodes: Some(nodes),
            ..AlphaBetaSettings::default()
        });
        search.search(&bench_games()[0]).unwrap().depth
    };
    assert!(depth(100_000) > depth(1000));
}

fn choose(
    player: &mut AlphaBetaPlayer,
    games: &[&Game],
    limits: &MoveLimits<'_>,
) -> Result<usize, PlayerError> {
    let mut generators: Vec<GameRng> = (0..games.len()).map(|index| stream(0, index as u64)).collect();
    let mut rngs: Vec<&mut GameRng> = generators.iter_mut().collect();
    Ok(player.choose(games, &mut rngs, limits)?.len())
}

#[test]
fn the_time_of_the_match_ends_an_endless_search() {
    let games = bench_games();
    let games: Vec<&Game> = games.iter().take(3).collect();
    let limits = MoveLimits {
        time: MoveTime::PerMove(Duration::from_millis(15)),
        ..MoveLimits::NONE
    };
    let mut player = AlphaBetaPlayer::new("endless", AlphaBetaSettings::default());
    assert_eq!(choose(&mut player, &games, &limits).unwrap(), 3);
}

#[test]
fn no_time_at_all_still_gives_a_legal_move() {
    let limits = MoveLimits {
        time: MoveTime::PerMove(Duration::ZERO),
        ..MoveLimits::NONE
    };
    let mut search = AlphaBeta::new(AlphaBetaSettings::default());
    for game in bench_games() {
        let found = search.search_within(&game, &limits).unwrap().unwrap();
        assert!(game.legal_moves().contains(found.best));
    }
}

struct Stop;

impl Monitor for Stop {
    fn is_stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_monitor_stops_the_search() {
    let limits = MoveLimits {
        monitor: &Stop,
        ..MoveLimits::NONE
    };
    let mut player = AlphaBetaPlayer::new("endless", AlphaBetaSettings::default());
    let stopped = choose(&mut player, &[&bench_games()[0]], &limits);
    assert!(matches!(stopped, Err(PlayerError::Stopped)), "{stopped:?}");
}

#[test]
fn a_single_move_needs_no_thought() {
    let position = Position::from_fen(&Rules::STANDARD, "9S,9S,9S,9S,9S,9S,9S,9S,9S/8,9S 40 32 S 1").unwrap();
    let game = Game::from_position(Rules::STANDARD, position);
    let mut search = AlphaBeta::new(AlphaBetaSettings {
        nodes: Some(1_000_000),
        ..AlphaBetaSettings::default()
    });
    let AlphaBetaResult { best, nodes, .. } = search.search(&game).unwrap();
    assert_eq!(best.number(), 9);
    assert!(nodes < 1000, "{nodes}");
}

#[test]
fn the_line_is_playable_and_begins_with_the_best_move() {
    let mut search = AlphaBeta::new(AlphaBetaSettings::to_depth(SearchDepth::new(8).unwrap()));
    for mut game in bench_games() {
        let found = search.search(&game).unwrap();
        assert_eq!(found.line.first(), Some(&found.best));
        for pit in found.line {
            game.play(pit);
        }
    }
}
