//! Matches that are continued, and matches that a sequential test ends.

use std::io;
use std::sync::Mutex;

use kumalak_selfplay::{
    ArenaError, ArenaSettings, Completion, MatchObserver, MatchReport, MatchStanding, PlayedPair, Player,
    PlayerSpec, SprtDecision, StopRule, continue_match, play_match,
};

fn players(text: &str, count: usize) -> Vec<Box<dyn Player>> {
    let spec: PlayerSpec = text.parse().unwrap();
    (0..count).map(|_| spec.build_builtin().unwrap()).collect()
}

fn settings(pairs: usize) -> ArenaSettings {
    ArenaSettings {
        pairs,
        seed: 7,
        lane_pairs: 2,
        ..ArenaSettings::default()
    }
}

fn play(settings: &ArenaSettings, threads: usize) -> MatchReport {
    continue_from(settings, threads, Vec::new(), &()).unwrap()
}

fn continue_from(
    settings: &ArenaSettings,
    threads: usize,
    finished: Vec<PlayedPair>,
    observer: &dyn MatchObserver,
) -> Result<MatchReport, ArenaError> {
    continue_match(
        settings,
        &mut players("alphabeta:depth=2", threads),
        &mut players("alphabeta:depth=1", threads),
        &(),
        observer,
        finished,
    )
}

/// Keeps pairs and standings; fails after some.
#[derive(Default)]
struct Keeper {
    pairs: Mutex<Vec<PlayedPair>>,
    standings: Mutex<Vec<MatchStanding>>,
    fails_after: Option<usize>,
}

impl MatchObserver for Keeper {
    fn pair_finished(&self, pair: &PlayedPair, standing: &MatchStanding) -> io::Result<()> {
        let mut pairs = self.pairs.lock().unwrap();
        if self.fails_after.is_some_and(|limit| pairs.len() >= limit) {
            return Err(io::Error::other("no space left"));
        }
        pairs.push(pair.clone());
        self.standings.lock().unwrap().push(*standing);
        Ok(())
    }
}

#[test]
fn a_continued_match_ends_with_the_report_of_an_uninterrupted_one() {
    let settings = settings(12);
    let keeper = Keeper::default();
    let whole = continue_from(&settings, 2, Vec::new(), &keeper).unwrap();
    let pairs = keeper.pairs.into_inner().unwrap();
    assert_eq!(pairs.len(), 12);
    let last = keeper.standings.into_inner().unwrap()[11];
    assert_eq!(
        (last.tally, last.pairs, last.llr),
        (whole.total, whole.pairs, None)
    );
    assert!(last.to_string().starts_with("+"), "{last}");
    for kept in [0, 1, 5, 12] {
        // The pairs as they finished, in any order.
        let finished: Vec<_> = pairs.iter().rev().take(kept).cloned().collect();
        for threads in [1, 3] {
            let heard = Keeper::default();
            let report = continue_from(&settings, threads, finished.clone(), &heard).unwrap();
            assert_eq!(report, whole);
            assert_eq!(heard.pairs.into_inner().unwrap().len(), 12 - kept);
        }
    }
}

#[test]
fn pairs_of_another_match_are_refused() {
    let keeper = Keeper::default();
    continue_from(&settings(4), 1, Vec::new(), &keeper).unwrap();
    let pairs = keeper.pairs.into_inner().unwrap();
    let error = continue_from(&settings(3), 1, pairs.clone(), &()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "pair 3 does not belong to a match of 3 pairs, or is there twice"
    );
    let twice = vec![pairs[0].clone(), pairs[0].clone()];
    assert!(continue_from(&settings(4), 1, twice, &()).is_err());
}

#[test]
fn results_that_cannot_be_kept_end_the_match() {
    let keeper = Keeper {
        fails_after: Some(2),
        ..Keeper::default()
    };
    let error = continue_from(&settings(12), 2, Vec::new(), &keeper).unwrap_err();
    assert_eq!(error.to_string(), "cannot keep the results: no space left");
}

#[test]
fn a_sequential_test_ends_with_the_same_pair_whatever_the_threads() {
    let sequential = ArenaSettings {
        stop: StopRule::Sprt("elo0=0,elo1=100".parse().unwrap()),
        ..settings(400)
    };
    let one = play(&sequential, 1);
    assert_eq!(one.completion, Completion::Decided);
    let pairs = one.pairs.pairs();
    assert!((5..300).contains(&pairs), "{one}");
    let sprt = one.sprt.unwrap();
    assert_eq!(sprt.decision, SprtDecision::AcceptH1);
    assert!(sprt.llr >= sprt.upper);
    for threads in [2, 4] {
        assert_eq!(play(&sequential, threads), one);
    }
    // The pair before the last one left the match open.
    let shorter = play_match(
        &ArenaSettings {
            pairs: pairs as usize - 1,
            ..sequential.clone()
        },
        &mut players("alphabeta:depth=2", 1),
        &mut players("alphabeta:depth=1", 1),
        &(),
        &|_| {},
    )
    .unwrap();
    assert_eq!(shorter.completion, Completion::Complete);
    assert_eq!(shorter.sprt.unwrap().decision, SprtDecision::Continue);
    // A decided match that is continued is over at once.
    let keeper = Keeper::default();
    continue_from(&sequential, 2, Vec::new(), &keeper).unwrap();
    let finished = keeper.pairs.into_inner().unwrap();
    let heard = Keeper::default();
    assert_eq!(continue_from(&sequential, 2, finished, &heard).unwrap(), one);
    assert!(heard.pairs.into_inner().unwrap().is_empty());
    assert!(
        one.to_string().contains(&format!("decided after {pairs} pairs")),
        "{one}"
    );
}
