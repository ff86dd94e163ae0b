//! What players that search say about it while it goes on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use kumalak_env::{Game, Pit, Rules, stream};
use kumalak_selfplay::{
    AlphaBetaPlayer, AlphaBetaSettings, Counter, HashEvaluator, MctsPlayer, Monitor, MoveLimits, Player,
    RolloutPlayer, RolloutSpec, SearchDepth, SearchFinding, SearchSettings,
};

#[derive(Default)]
struct Listener {
    nodes: AtomicU64,
    findings: Mutex<Vec<SearchFinding>>,
}

impl Monitor for Listener {
    fn advance(&self, counter: Counter, amount: u64) {
        if counter == Counter::Nodes {
            self.nodes.fetch_add(amount, Ordering::Relaxed);
        }
    }

    fn found(&self, finding: &SearchFinding) {
        self.findings.lock().unwrap().push(finding.clone());
    }
}

/// Lets a player choose in so many equal games; returns its choice in the first, and what was heard.
fn listen_to(player: &mut dyn Player, games: usize) -> (Pit, Listener) {
    let game = Game::new(Rules::STANDARD);
    let listener = Listener::default();
    let limits = MoveLimits {
        monitor: &listener,
        ..MoveLimits::NONE
    };
    let mut rngs: Vec<_> = (0..games as u64).map(|number| stream(1, number)).collect();
    let mut rngs: Vec<_> = rngs.iter_mut().collect();
    let pits = player.choose(&vec![&game; games], &mut rngs, &limits).unwrap();
    (pits[0], listener)
}

fn findings(listener: Listener) -> Vec<SearchFinding> {
    listener.findings.into_inner().unwrap()
}

#[test]
fn alphabeta_tells_of_every_depth_before_the_last_and_counts_all_nodes() {
    let depth = SearchDepth::new(6).unwrap();
    let mut player = AlphaBetaPlayer::new("alphabeta", AlphaBetaSettings::to_depth(depth));
    let (_, listener) = listen_to(&mut player, 1);
    assert_eq!(
        listener.nodes.load(Ordering::Relaxed),
        player.summaries()[0].nodes
    );
    let findings = findings(listener);
    let depths: Vec<u32> = findings.iter().filter_map(|found| found.summary.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    let nodes: Vec<u64> = findings.iter().map(|found| found.summary.nodes).collect();
    assert!(nodes.is_sorted_by(|a, b| a < b), "{nodes:?}");
    for (depth, found) in (1..).zip(&findings) {
        assert!((1..=depth).contains(&found.summary.line.len()));
        assert_eq!(found.summary.line[0], found.best);
    }
}

#[test]
fn tree_searches_tell_what_they_would_play() {
    let settings = SearchSettings {
        simulations: 100,
        ..SearchSettings::default()
    };
    let network = || MctsPlayer::new("net", HashEvaluator::default(), settings).unwrap();
    let rollouts = RolloutSpec {
        simulations: Some(100),
        time: None,
    };
    let mut players: [Box<dyn Player>; 2] = [
        Box::new(network()),
        Box::new(RolloutPlayer::new("mcts", rollouts)),
    ];
    for player in &mut players {
        let findings = findings(listen_to(player.as_mut(), 1).1);
        assert!(findings.len() > 4, "{}", player.name());
        let nodes: Vec<u64> = findings.iter().map(|found| found.summary.nodes).collect();
        assert!(nodes.is_sorted_by(|a, b| a < b) && nodes.iter().all(|&nodes| nodes <= 100));
        assert!(nodes.last().is_some_and(|&last| last > 80), "{nodes:?}");
        assert!(findings.iter().all(|found| found.summary.line[0] == found.best));
    }
    // In a batch of games nobody would know which of them is meant.
    assert!(findings(listen_to(&mut network(), 2).1).is_empty());
}
