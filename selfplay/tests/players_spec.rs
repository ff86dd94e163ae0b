//! Players named by text.

use kumalak_selfplay::{NetworkSearch, PlayerSpec, SearchSettings};
use proptest::prelude::*;

fn message(text: &str) -> String {
    text.parse::<PlayerSpec>().unwrap_err().to_string()
}

#[test]
fn every_player_is_read_and_written() {
    let texts = [
        "random",
        "greedy",
        "alphabeta:depth=1",
        "alphabeta:depth=64",
        "alphabeta:nodes=4294967295",
        "alphabeta:time=100ms",
        "alphabeta:depth=8,nodes=100000,time=2s,hash=64MiB",
        "alphabeta:depth=4,weights=handmade",
        "alphabeta:nodes=5000,leaves=static,reductions=none,weights=fitted",
        "alphabeta:nodes=5000,leaves=quiescence,reductions=late-moves",
        "mcts:sims=2000",
        "mcts:time=1500ms",
        "mcts:sims=2000,time=1s",
        "exact",
        "net:runs/a/best.safetensors,sims=64",
        "net:C:\\runs\\a=b.safetensors,sims=1000000",
        "net:a,time=100ms",
        "net:run,a/checkpoints/000004,sims=8",
        "policy:run,a",
        "engine:my,engine.toml",
        "net:a,sims=400,search=gumbel,time=2s,nodes=5000",
        "policy:best.safetensors",
    ];
    for text in texts {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
    }
}

#[test]
fn configuration_files_hold_the_same_text() {
    let spec: PlayerSpec = serde_json::from_str("\"alphabeta:depth=4\"").unwrap();
    assert_eq!(spec, "alphabeta:depth=4".parse().unwrap());
    assert_eq!(serde_json::to_string(&spec).unwrap(), "\"alphabeta:depth=4\"");
    let error = serde_json::from_str::<PlayerSpec>("\"alphabeta\"").unwrap_err();
    assert!(
        error.to_string().contains("alphabeta needs depth, nodes or time"),
        "{error}"
    );
}

#[test]
fn players_without_a_network_are_built_under_their_own_name() {
    for text in [
        "random",
        "greedy",
        "alphabeta:depth=3",
        "alphabeta:nodes=99,hash=1MiB",
        "mcts:sims=5",
        "exact",
    ] {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.build_builtin().unwrap().name(), text);
    }
    for text in ["net:a,sims=1", "policy:a"] {
        let spec: PlayerSpec = text.parse().unwrap();
        assert!(spec.build_builtin().is_none());
    }
}

#[test]
fn mistakes_are_named() {
    let cases = [
        (
            "gredy",
            "unknown player \"gredy\", expected random, greedy, alphabeta:depth=N, mcts:sims=N, exact, net:PATH,sims=N, policy:PATH or engine:FILE",
        ),
        (
            "",
            "unknown player \"\", expected random, greedy, alphabeta:depth=N, mcts:sims=N, exact, net:PATH,sims=N, policy:PATH or engine:FILE",
        ),
        (
            "alphabeta",
            "alphabeta needs depth, nodes or time, as in alphabeta:depth=4",
        ),
        (
            "alphabeta:",
            "alphabeta: expected an option as key=value with depth, nodes, time, hash, leaves, reductions, weights, got \"\"",
        ),
        (
            "alphabeta:4",
            "alphabeta: expected an option as key=value with depth, nodes, time, hash, leaves, reductions, weights, got \"4\"",
        ),
        (
            "alphabeta:deep=4",
            "alphabeta has no option \"deep\", expected depth, nodes, time, hash, leaves, reductions, weights",
        ),
        (
            "alphabeta:depth=0",
            "alphabeta: depth must be a whole number from 1 to 64, got \"0\"",
        ),
        (
            "alphabeta:depth=65",
            "alphabeta: depth must be a whole number from 1 to 64, got \"65\"",
        ),
        (
            "alphabeta:depth=-1",
            "alphabeta: depth must be a whole number from 1 to 64, got \"-1\"",
        ),
        (
            "alphabeta:depth=four",
            "alphabeta: depth must be a whole number from 1 to 64, got \"four\"",
        ),
        (
            "alphabeta:hash=16MiB",
            "alphabeta needs depth, nodes or time, as in alphabeta:depth=4",
        ),
        (
            "alphabeta:depth=4,nodes=0",
            "alphabeta: nodes must be a whole number from 1 to 4294967295, got \"0\"",
        ),
        (
            "alphabeta:time=100",
            "alphabeta: time must be a time from 1ms to 86400s such as 100ms or 2s, got \"100\"",
        ),
        (
            "alphabeta:depth=4,hash=16MB",
            "alphabeta: hash must be a size from 1MiB to 64GiB, got \"16MB\"",
        ),
        (
            "alphabeta:depth=4,reductions=all",
            "alphabeta: reductions must be none or late-moves, got \"all\"",
        ),
        (
            "alphabeta:depth=4,leaves=leaf",
            "alphabeta: leaves must be static or quiescence, got \"leaf\"",
        ),
        ("mcts", "mcts needs sims or time, as in mcts:sims=2000"),
        (
            "mcts:sims=16000001",
            "mcts: sims must be a whole number from 1 to 16000000, got \"16000001\"",
        ),
        (
            "mcts:depth=1",
            "mcts has no option \"depth\", expected sims, time",
        ),
        ("exact:x=1", "exact has no option \"x\", it has none"),
        ("alphabeta:depth=4,depth=5", "alphabeta: depth is given twice"),
        ("greedy:depth=4", "greedy has no option \"depth\", it has none"),
        (
            "random:x",
            "random: expected nothing after its name, since it has no options, got \"x\"",
        ),
        (
            "net:sims=4",
            "net needs the path of a checkpoint, as in net:PATH,sims=64",
        ),
        (
            "net",
            "net needs the path of a checkpoint, as in net:PATH,sims=64",
        ),
        (
            "net:,sims=4",
            "net needs the path of a checkpoint, as in net:PATH,sims=64",
        ),
        ("net:a", "net needs sims or time, as in net:PATH,sims=64"),
        (
            "net:a,search=gumbel,time=1s",
            "net with search=gumbel needs sims, as in net:PATH,sims=64,search=gumbel",
        ),
        (
            "net:a,sims=4,search=uct",
            "net: search must be puct or gumbel, got \"uct\"",
        ),
        (
            "net:a,time=100",
            "net: time must be a time from 1ms to 86400s such as 100ms or 2s, got \"100\"",
        ),
        (
            "net:a,sims=4,nodes=0",
            "net: nodes must be a whole number from 1 to 1073741824, got \"0\"",
        ),
        (
            "net:a,sims=1000001",
            "net: sims must be a whole number from 1 to 1000000, got \"1000001\"",
        ),
        (
            "net:a,simulations=4",
            "net has no option \"simulations\", expected sims, search, time, nodes, endings",
        ),
        (
            "policy:",
            "policy needs the path of a checkpoint, as in policy:PATH",
        ),
        ("policy:a,sims=4", "policy has no option \"sims\", it has none"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text), expected);
    }
}

#[test]
fn a_budget_may_come_from_elsewhere() {
    let spec = PlayerSpec::parse_without_budget("net:a,nodes=50").unwrap();
    let PlayerSpec::Network { search, .. } = spec else {
        panic!("this is a network");
    };
    assert!(search.check_budget().is_err());
    let settings = NetworkSearch {
        simulations: Some(7),
        ..search
    }
    .settings();
    assert_eq!((settings.simulations, settings.node_limit), (7, 50));
    assert_eq!(search.settings().simulations, SearchSettings::MAX_SIMULATIONS);
    assert!(PlayerSpec::parse_without_budget("net:a,sims=0").is_err());
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(path in "[^,]{1,30}", simulations in 1_u32..=1_000_000) {
        for text in [format!("net:{path},sims={simulations}"), format!("policy:{path}")] {
            let spec: PlayerSpec = text.parse().unwrap();
            prop_assert_eq!(&spec.to_string(), &text);
            prop_assert_eq!(spec.to_string().parse::<PlayerSpec>().unwrap(), spec);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,40}") {
        let _ = text.parse::<PlayerSpec>();
    }
}
