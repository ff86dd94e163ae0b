use kumalak_selfplay::{PlayedGame, Termination};

use crate::support::{faulty, play};

/// Asserts that the engine lost this game for a reason that holds these words.
#[track_caller]
fn assert_lost(game: &PlayedGame, words: &[&str]) {
    let Termination::Fault { loser, reason } = &game.termination else {
        panic!("{:?}", game.termination)
    };
    assert_eq!(*loser, game.first_side);
    assert_eq!(game.half_points(), 0);
    for word in words {
        assert!(reason.contains(word), "{word:?} is missing in {reason:?}");
    }
}

/// Both games end with a fault, in the third request of the process.
#[track_caller]
fn assert_loses_every_game(language: &str, fault: &str, words: &[&str]) {
    let report = play(faulty(language, fault, 2), 1);
    assert_eq!(report.games.len(), 2, "the match goes on");
    for game in &report.games {
        assert_lost(game, words);
    }
}

#[test]
fn a_crash_loses_the_game_and_the_program_is_started_again() {
    assert_loses_every_game("pit-index", "crash", &["no move", "it ended with", "3"]);
}

#[test]
fn a_hang_loses_the_game() {
    assert_loses_every_game("pit-index", "hang", &["no move within 300 ms"]);
}

/// Nobody has asked it to say when it is ready, so that its first answer holds the time of the start.
#[test]
fn a_program_that_has_not_answered_yet_may_still_be_starting() {
    let mut slow = faulty("pit-index", "hang", 0);
    slow.limits.start_ms = 400;
    for game in &play(slow, 1).games {
        assert_lost(game, &["no move within 700 ms"]);
    }
}

#[test]
fn endless_talk_is_a_hang() {
    assert_loses_every_game("pit-index", "babble", &["no move within 300 ms"]);
    assert_loses_every_game("pit-index", "flood", &["no move within 300 ms"]);
}

#[test]
fn an_illegal_move_loses_the_game() {
    assert_loses_every_game(
        "pit-index",
        "illegal",
        &["expected a pit from 0 to 8", "bestmove 77"],
    );
    assert_loses_every_game("squares", "wrong-square", &["a1a1"]);
}

#[test]
fn a_claim_that_the_game_is_over_loses_it() {
    let words = ["claims that the game is over", "bestmove none"];
    assert_loses_every_game("pit-index", "claim", &words);
}

/// Lines that are no move are skipped, and the move comes after them.
#[test]
fn lines_that_are_no_answer_are_skipped() {
    for fault in ["nonsense", "bytes"] {
        let report = play(faulty("pit-index", fault, 2), 1);
        for game in &report.games {
            assert_eq!(game.termination, Termination::Rules, "{fault}");
        }
    }
}
