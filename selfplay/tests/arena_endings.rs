//! Games that something else than the rules ends: the clock, a fault, an adjudication.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use kumalak_env::solver::{ExactValue, Solution, SolverLimits};
use kumalak_env::{Ending, Game, GameRng, Outcome, Pit, Rules, Side};
use kumalak_selfplay::{
    Adjudication, ArenaSettings, ExactValues, FaultPolicy, GameText, MatchReport, MoveEvaluation, MoveLimits,
    MoveTime, MoverValue, Openings, Player, PlayerError, RandomPlayer, Termination, TimeControl, play_match,
};

/// Plays at random, and does something else from a ply on.
#[derive(Clone)]
struct Odd {
    from: usize,
    how: Habit,
    evaluations: Vec<MoveEvaluation>,
    /// Greatest number of games in one call.
    batch: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Habit {
    Sleeps(Duration),
    PlaysIllegally,
    Crashes,
    SaysThatItWins,
    SaysThatItLoses,
    IsOrdinary,
}

impl Odd {
    fn new(from: usize, how: Habit) -> Self {
        Self {
            from,
            how,
            evaluations: Vec::new(),
            batch: 0,
        }
    }
}

impl Player for Odd {
    fn name(&self) -> &str {
        "odd"
    }

    fn choose(
        &mut self,
        games: &[&Game],
        rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        self.batch = self.batch.max(games.len());
        if limits.time != MoveTime::Unlimited {
            assert_eq!(games.len(), 1, "a clock runs for one game at a time");
        }
        let mut moves = RandomPlayer.choose(games, rngs, limits)?;
        let value = match self.how {
            Habit::SaysThatItWins => 0.99,
            Habit::SaysThatItLoses => -0.99,
            _ => 0.0,
        };
        self.evaluations = vec![MoveEvaluation::Value(MoverValue(value)); games.len()];
        let Some(due) = games.iter().position(|game| game.moves().len() >= self.from) else {
            return Ok(moves);
        };
        match self.how {
            Habit::Sleeps(time) => std::thread::sleep(time),
            Habit::PlaysIllegally => {
                let legal = games[due].legal_moves();
                moves[due] = Pit::ALL
                    .into_iter()
                    .find(|&pit| !legal.contains(pit))
                    .unwrap_or(moves[due]);
            }
            Habit::Crashes => {
                return Err(PlayerError::Fault {
                    game: due,
                    reason: "the program ended with exit code 3".to_owned(),
                });
            }
            _ => {}
        }
        Ok(moves)
    }

    fn evaluations(&self) -> &[MoveEvaluation] {
        match self.how {
            Habit::SaysThatItWins | Habit::SaysThatItLoses => &self.evaluations,
            _ => &[],
        }
    }
}

fn settings() -> ArenaSettings {
    ArenaSettings {
        pairs: 4,
        seed: 7,
        ..ArenaSettings::default()
    }
}

fn play(settings: &ArenaSettings, first: Odd, second: Odd) -> MatchReport {
    let mut first: [Box<dyn Player>; 1] = [Box::new(first)];
    let mut second: [Box<dyn Player>; 1] = [Box::new(second)];
    play_match(settings, &mut first, &mut second, &(), &|_| {}).unwrap()
}

fn ordinary() -> Odd {
    Odd::new(0, Habit::IsOrdinary)
}

/// What is written of a game can be read back.
fn assert_read_back(report: &MatchReport) {
    for played in &report.games {
        let text = serde_json::to_string(played).unwrap();
        let read: GameText = serde_json::from_str(&text).unwrap();
        assert_eq!(read.replay(*played.game.rules()).as_ref(), Ok(played), "{text}");
    }
}

#[test]
fn a_slow_player_loses_on_time() {
    let slow = Odd::new(10, Habit::Sleeps(Duration::from_millis(30)));
    for time in ["20ms", "100ms+0ms", "100ms+10ms"] {
        let settings = ArenaSettings {
            time_control: time.parse().unwrap(),
            ..settings()
        };
        let report = play(&settings, slow.clone(), ordinary());
        assert_eq!(
            (report.unusual.first_late, report.total.losses),
            (8, 8),
            "{report}"
        );
        for played in &report.games {
            let loser = played.first_side;
            assert_eq!(played.termination, Termination::Time { loser });
            assert_eq!(played.outcome(), Some(Outcome::win_of(!loser)));
            assert_eq!(played.ending(), Some(Ending::TimeForfeit));
        }
        assert_read_back(&report);
        assert!(report.to_string().contains("lost on time 8 and 0"), "{report}");
        let record = report.games[0].record("slow", "quick");
        assert_eq!(record.tags.get("Termination"), Some("time forfeit of White"));
        assert_eq!(
            (record.result, record.ending),
            (Some(Outcome::BlackWins), Some(Ending::TimeForfeit))
        );
    }
}

#[test]
fn a_clock_that_is_never_empty_changes_no_move() {
    let untimed = play(&settings(), ordinary(), ordinary());
    for time in ["1000s", "1000s+1s"] {
        let settings = ArenaSettings {
            time_control: time.parse().unwrap(),
            ..settings()
        };
        let timed = play(&settings, ordinary(), ordinary());
        assert_eq!(timed.games, untimed.games);
        assert_eq!(timed.time_control, settings.time_control.to_string());
    }
    assert_eq!(untimed.time_control, TimeControl::Unlimited.to_string());
}

#[test]
fn grace_forgives_a_little() {
    let slow = Odd::new(30, Habit::Sleeps(Duration::from_millis(2)));
    let settings = ArenaSettings {
        pairs: 1,
        time_control: TimeControl::PerMove(Duration::from_millis(1)),
        grace: Duration::from_secs(100),
        ..settings()
    };
    let report = play(&settings, slow, ordinary());
    assert_eq!(report.unusual.first_late, 0);
}

#[test]
fn a_fault_costs_the_game_and_nothing_else() {
    let settings = ArenaSettings {
        faults: FaultPolicy::LoseGame,
        ..settings()
    };
    for (how, reason) in [
        (Habit::Crashes, "the program ended with exit code 3"),
        (Habit::PlaysIllegally, "illegal move: pit "),
    ] {
        let report = play(&settings, ordinary(), Odd::new(20, how));
        assert_eq!(report.games.len(), 8);
        assert!(report.unusual.second_faults >= 7, "{report}");
        for played in &report.games {
            let Termination::Fault { loser, reason: found } = &played.termination else {
                continue;
            };
            assert!(found.starts_with(reason), "{found}");
            assert_eq!(*loser, !played.first_side);
            assert!(played.game.moves().len() >= 20);
            assert_eq!(played.outcome(), Some(Outcome::win_of(played.first_side)));
            assert_eq!(played.ending(), None);
        }
        assert_read_back(&report);
    }
}

#[test]
fn a_crash_ends_a_match_of_our_own_players() {
    let mut first: [Box<dyn Player>; 1] = [Box::new(Odd::new(20, Habit::Crashes))];
    let mut second: [Box<dyn Player>; 1] = [Box::new(ordinary())];
    let error = play_match(&settings(), &mut first, &mut second, &(), &|_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "odd could not choose a move: the program ended with exit code 3"
    );
}

#[test]
fn agreement_ends_games_only_if_it_is_asked_for() {
    let winner = || Odd::new(0, Habit::SaysThatItWins);
    let loser = || Odd::new(0, Habit::SaysThatItLoses);
    let played_out = play(&settings(), winner(), loser());
    assert_eq!(played_out.unusual.adjudicated, 0);
    assert!(
        played_out
            .games
            .iter()
            .all(|played| { played.evaluations.len() == played.game.moves().len() - played.opening_plies })
    );
    let agreement = ArenaSettings {
        adjudication: Adjudication::Agreement {
            plies: 6,
            value: 0.95,
            stones: 40.0,
        },
        ..settings()
    };
    let report = play(&agreement, winner(), loser());
    assert_eq!((report.unusual.adjudicated, report.total.wins), (8, 8));
    for played in &report.games {
        assert_eq!(played.game.moves().len(), played.opening_plies + 6);
        assert_eq!(
            played.termination,
            Termination::Adjudication {
                outcome: Outcome::win_of(played.first_side)
            }
        );
    }
    assert_read_back(&report);
    let record = report.games[1].record("winner", "loser");
    assert_eq!(record.tags.get("White"), Some("loser"));
    assert_eq!(record.tags.get("Termination"), Some("adjudicated 0-1"));
    let evaluations = record.tags.get("Evaluations").unwrap();
    assert_eq!(evaluations, "-0.990; +0.990; -0.990; +0.990; -0.990; +0.990");
    // Two players who both think that they win are left alone.
    assert_eq!(play(&agreement, winner(), winner()).unusual.adjudicated, 0);
}

#[test]
fn positions_of_known_value_end_games() {
    let rules = Rules::new(3, 3).unwrap();
    let limits = SolverLimits {
        memory_bytes: 1 << 26,
    };
    let solution = Solution::solve(rules, &limits, |_| ControlFlow::Continue(())).unwrap();
    let solution = Arc::new(solution);
    let values = ExactValues::new(solution.clone());
    let exact = ArenaSettings {
        rules,
        openings: Openings::random(1),
        exact_values: Some(values.clone()),
        ..settings()
    };
    let report = play(&exact, ordinary(), ordinary());
    assert_eq!(report.unusual.adjudicated, 8, "{report}");
    for played in &report.games {
        assert_eq!(played.game.moves().len(), 2);
        assert!(!played.game.is_over());
        let position = played.game.position();
        let value = ExactValue::of_outcome(played.outcome().unwrap(), position.turn());
        assert_eq!(solution.value(position), Some(value));
    }
    assert_read_back(&report);
    let endings = ArenaSettings {
        exact_values: Some(values.clone().within_stones(6)),
        ..exact
    };
    let report = play(&endings, ordinary(), ordinary());
    for played in report.games.iter().filter(|played| !played.game.is_over()) {
        let left: u8 = 18
            - Side::ALL
                .map(|side| played.game.position().kazan(side))
                .iter()
                .sum::<u8>();
        assert!(left <= 6, "{left} stones are left");
    }
    assert!((1..8).contains(&report.unusual.adjudicated), "{report}");
    let foreign = ArenaSettings {
        exact_values: Some(values),
        ..settings()
    };
    let player = || [Box::new(ordinary()) as Box<dyn Player>];
    let error = play_match(&foreign, &mut player(), &mut player(), &(), &|_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the exact values are of other rules than the match"
    );
}

#[test]
fn adjudication_by_one_player_is_refused() {
    let settings = ArenaSettings {
        adjudication: Adjudication::Agreement {
            plies: 1,
            value: 0.95,
            stones: 40.0,
        },
        ..settings()
    };
    let player = || [Box::new(ordinary()) as Box<dyn Player>];
    let error = play_match(&settings, &mut player(), &mut player(), &(), &|_| {}).unwrap_err();
    assert!(
        error.to_string().contains("so that both players agree"),
        "{error}"
    );
}

#[test]
fn a_game_text_that_does_not_fit_its_moves_is_refused() {
    let report = play(&settings(), ordinary(), ordinary());
    let good = GameText::from(&report.games[0]);
    let rules = *report.games[0].game.rules();
    let message = |change: &dyn Fn(&mut GameText)| {
        let mut text = good.clone();
        change(&mut text);
        text.replay(rules).unwrap_err().to_string()
    };
    assert!(message(&|text| text.kazans[0] += 1).starts_with("kazans: expected ["));
    assert!(message(&|text| text.result = "1/2-1/2".to_owned()).starts_with("result: expected "));
    assert!(message(&|text| text.moves.truncate(3)).starts_with("ending: expected "));
    assert!(
        message(&|text| text.first_side = "Red".to_owned())
            .starts_with("first_side: expected White or Black")
    );
    assert!(message(&|text| text.moves.insert(0, '0')).starts_with("moves: expected the numbers of pits"));
    assert!(message(&|text| text.opening = "77".to_owned()).starts_with("ply "));
    assert!(message(&|text| text.start = Some("9S".to_owned())).starts_with("start: expected "));
    assert_eq!(Side::ALL.len(), 2);
}
