//! Matches that are stopped, and players and settings that do not work.

use std::sync::atomic::{AtomicU64, Ordering};

use kumalak_env::{Game, GameRng, Pit, Rules, Side};
use kumalak_selfplay::{
    ArenaError, ArenaSettings, Completion, Counter, MatchReport, Monitor, MoveLimits, Openings, Player,
    PlayerError, RandomPlayer, play_match,
};

fn settings(pairs: usize) -> ArenaSettings {
    ArenaSettings {
        pairs,
        seed: 7,
        lane_pairs: 2,
        ..ArenaSettings::default()
    }
}

fn play(
    settings: &ArenaSettings,
    first: impl Player + Clone + 'static,
    monitor: &dyn Monitor,
) -> Result<MatchReport, ArenaError> {
    let second = || Box::new(RandomPlayer) as Box<dyn Player>;
    play_match(
        settings,
        &mut [Box::new(first.clone()), Box::new(first)],
        &mut [second(), second()],
        monitor,
        &|_| {},
    )
}

/// Plays at random until a game is `ply` moves long, then does something else.
#[derive(Clone)]
struct Misbehaves {
    ply: usize,
    how: Misdeed,
}

#[derive(Clone, Copy)]
enum Misdeed {
    EmptyPit,
    OneMoveShort,
    Stops,
    Fails,
}

impl Player for Misbehaves {
    fn name(&self) -> &str {
        "rascal"
    }

    fn choose(
        &mut self,
        games: &[&Game],
        rngs: &mut [&mut GameRng],
        limits: &MoveLimits<'_>,
    ) -> Result<Vec<Pit>, PlayerError> {
        let mut moves = RandomPlayer.choose(games, rngs, limits)?;
        let Some(due) = games.iter().position(|game| game.moves().len() >= self.ply) else {
            return Ok(moves);
        };
        match self.how {
            Misdeed::EmptyPit => {
                let legal = games[due].legal_moves();
                if let Some(empty) = Pit::ALL.into_iter().find(|&pit| !legal.contains(pit)) {
                    moves[due] = empty;
                }
            }
            Misdeed::OneMoveShort => {
                moves.pop();
            }
            Misdeed::Stops => return Err(PlayerError::Stopped),
            Misdeed::Fails => {
                let cause: Box<dyn std::error::Error + Send + Sync> = "out of cheese".into();
                return Err(PlayerError::Evaluator(cause.into()));
            }
        }
        Ok(moves)
    }
}

#[test]
fn an_illegal_move_names_the_game() {
    let rascal = Misbehaves {
        ply: 20,
        how: Misdeed::EmptyPit,
    };
    let settings = ArenaSettings {
        lane_pairs: 1,
        ..settings(1)
    };
    let error = play(&settings, rascal, &()).unwrap_err();
    let ArenaError::IllegalMove {
        pair,
        ply,
        ref player,
        side,
        ..
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!((pair, player.as_str()), (0, "rascal"));
    assert!(ply >= 20);
    assert_eq!(side == Side::White, ply.is_multiple_of(2));
    let text = error.to_string();
    let start = format!("pair 0, ply {ply}: rascal, playing {side}, made an illegal move: pit ");
    assert!(text.starts_with(&start), "{text}");
    assert!(!text.contains('\n'));
}

#[test]
fn a_missing_move_is_an_error() {
    let rascal = Misbehaves {
        ply: 10,
        how: Misdeed::OneMoveShort,
    };
    let error = play(&settings(1), rascal, &()).unwrap_err();
    assert!(
        error.to_string().starts_with("rascal was asked for moves in "),
        "{error}"
    );
}

#[test]
fn a_failing_player_is_an_error() {
    let rascal = Misbehaves {
        ply: 10,
        how: Misdeed::Fails,
    };
    let error = play(&settings(4), rascal, &()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "rascal could not choose a move: the evaluator failed: out of cheese"
    );
}

#[test]
fn a_player_that_is_stopped_before_a_pair_is_finished_leaves_no_report() {
    let rascal = Misbehaves {
        ply: 10,
        how: Misdeed::Stops,
    };
    assert!(matches!(
        play(&settings(4), rascal, &()),
        Err(ArenaError::Stopped)
    ));
}

/// Stops when some games are finished.
struct StopsAfter {
    games: u64,
    finished: AtomicU64,
}

impl Monitor for StopsAfter {
    fn advance(&self, counter: Counter, amount: u64) {
        if counter == Counter::Games {
            self.finished.fetch_add(amount, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.finished.load(Ordering::Relaxed) >= self.games
    }
}

#[test]
fn a_stopped_match_keeps_its_finished_pairs() {
    let whole = play(&settings(40), RandomPlayer, &()).unwrap();
    let monitor = StopsAfter {
        games: 31,
        finished: AtomicU64::new(0),
    };
    let part = play(&settings(40), RandomPlayer, &monitor).unwrap();
    assert_eq!(part.completion, Completion::Stopped);
    assert!((1..40).contains(&part.pairs.pairs()), "{part}");
    assert_eq!(part.games.len() as u64, 2 * part.pairs.pairs());
    assert!(part.games.iter().all(|played| whole.games.contains(played)));
    assert!(part.to_string().contains("stopped after"), "{part}");
}

#[test]
fn a_match_that_is_stopped_at_once_is_an_error() {
    let monitor = StopsAfter {
        games: 0,
        finished: AtomicU64::new(0),
    };
    let error = play(&settings(40), RandomPlayer, &monitor).unwrap_err();
    assert_eq!(
        error.to_string(),
        "stopped before the first pair of games was finished"
    );
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let message = |settings: ArenaSettings| play(&settings, RandomPlayer, &()).unwrap_err().to_string();
    assert_eq!(message(settings(0)), "a match needs at least one pair of games");
    let no_lane = ArenaSettings {
        lane_pairs: 0,
        ..settings(1)
    };
    assert_eq!(message(no_lane), "a lane needs at least one pair of games");
    let short = ArenaSettings {
        rules: Rules::STANDARD.with_ply_cap(Some(6)),
        ..settings(1)
    };
    assert_eq!(
        message(short),
        "openings of 6 plies leave nothing to play under a ply cap of 6"
    );
    let tiny = ArenaSettings {
        rules: Rules::new(2, 1).unwrap(),
        openings: Openings::random(60),
        ..settings(1)
    };
    assert_eq!(
        message(tiny),
        "pair 0: in 1000 attempts no opening (60 random plies) left a game to play"
    );
}

#[test]
fn players_must_come_in_equal_numbers() {
    let player = || Box::new(RandomPlayer) as Box<dyn Player>;
    let error = play_match(&settings(1), &mut [player()], &mut [], &(), &|_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a match needs one of each player for every thread, got 1 of the first and 0 of the second"
    );
    assert!(play_match(&settings(1), &mut [], &mut [], &(), &|_| {}).is_err());
}
