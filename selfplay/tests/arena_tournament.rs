//! Tournaments: who meets whom, and the table.

use kumalak_selfplay::{
    ArenaSettings, MatchReport, Player, PlayerSpec, RatingAnchor, RatingError, RatingMethod, Schedule,
    TournamentReport, play_match,
};

fn report(first: &str, second: &str) -> MatchReport {
    let player = |text: &str| -> [Box<dyn Player>; 1] {
        [text.parse::<PlayerSpec>().unwrap().build_builtin().unwrap()]
    };
    let settings = ArenaSettings {
        pairs: 20,
        seed: 3,
        ..ArenaSettings::default()
    };
    play_match(&settings, &mut player(first), &mut player(second), &(), &|_| {}).unwrap()
}

const PLAYERS: [&str; 3] = ["random", "alphabeta:depth=2", "greedy"];

fn tournament(schedule: Schedule, anchor: RatingAnchor) -> Result<TournamentReport, RatingError> {
    let names = PLAYERS.map(str::to_owned);
    let matches: Vec<_> = schedule
        .pairings(3)
        .into_iter()
        .map(|(first, second)| (first, second, report(PLAYERS[first], PLAYERS[second])))
        .collect();
    TournamentReport::new(&names, &matches, anchor)
}

#[test]
fn schedules_pair_whom_they_should() {
    assert_eq!(Schedule::RoundRobin.pairings(3), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(Schedule::Gauntlet.pairings(4), [(0, 1), (0, 2), (0, 3)]);
    let ladder = Schedule::Ladder { rungs: 4, reach: 1 };
    assert_eq!(
        ladder.pairings(6),
        [
            (0, 1),
            (0, 4),
            (0, 5),
            (1, 2),
            (1, 4),
            (1, 5),
            (2, 3),
            (2, 4),
            (2, 5),
            (3, 4),
            (3, 5),
            (4, 5)
        ]
    );
    for schedule in [Schedule::RoundRobin, Schedule::Gauntlet] {
        assert_eq!(schedule.to_string().parse(), Ok(schedule));
    }
    assert!(
        "knockout"
            .parse::<Schedule>()
            .unwrap_err()
            .contains("round-robin or gauntlet")
    );
}

#[test]
fn the_table_ranks_players_and_adds_up() {
    let table = tournament(Schedule::RoundRobin, RatingAnchor::Player(0)).unwrap();
    let names: Vec<_> = table.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["alphabeta:depth=2", "greedy", "random"]);
    assert_eq!(table.players[2].rating.elo, 0.0);
    assert_eq!(table.players[2].rating.margin, 0.0);
    assert!(table.players[0].superiority.unwrap() > 0.99 && table.players[2].superiority.is_none());
    let points: f64 = table.players.iter().map(|player| player.points).sum();
    assert_eq!(points, 120.0);
    assert!(table.players.iter().all(|player| player.games == 80));
    for (row, one) in table.crosstable.iter().enumerate() {
        for (column, met) in one.iter().enumerate() {
            assert_eq!(met.is_none(), row == column);
            if let Some(met) = met {
                let back = table.crosstable[column][row].unwrap();
                assert_eq!((met.points + back.points, met.games), (40.0, back.games));
            }
        }
    }
    let text = table.to_string();
    assert!(text.contains("  1  alphabeta:depth=2  "), "{text}");
    let json = serde_json::to_value(&table).unwrap();
    assert_eq!(json["players"][0]["number"], 1);
}

#[test]
fn a_gauntlet_leaves_gaps_in_the_crosstable() {
    let table = tournament(Schedule::Gauntlet, RatingAnchor::Mean).unwrap();
    let sum: f64 = table.players.iter().map(|player| player.rating.elo).sum();
    assert!(sum.abs() < 1e-6);
    assert_eq!(table.crosstable.iter().flatten().flatten().count(), 4);
    assert_eq!(
        table.method == RatingMethod::WithDrawnPairs,
        table.to_string().contains("one drawn pair was added")
    );
}

#[test]
fn players_who_never_met_have_no_table() {
    let names = PLAYERS.map(str::to_owned);
    let matches = [(0, 2, report("random", "greedy"))];
    let error = TournamentReport::new(&names, &matches, RatingAnchor::Mean).unwrap_err();
    assert!(error.to_string().contains("not connected by matches"), "{error}");
}
