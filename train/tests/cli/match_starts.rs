//! How matches begin and go on: what is wrong at the start leaves nothing behind, and no player is exchanged on the way.

use std::fs;
use std::path::Path;
use std::time::Duration;

use kumalak_env::Rules;

use crate::arena::interrupted;
use crate::checkpoints;
use crate::matches::{done, text};
use crate::program::kumalak;

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    text(&path).to_owned()
}

#[test]
fn a_start_that_fails_leaves_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let half = write(folder.path(), "half.toml", "[process]\ncommand = 'sh'\n");
    let foreign = checkpoints::save(folder.path(), &Rules::BESTEMSHE);
    let players = [
        (format!("engine:{half}"), 1, "move"),
        (format!("policy:{foreign}"), 1, "bestemshe"),
        ("exact".to_owned(), 2, "exact cannot solve this board"),
    ];
    for (player, code, word) in &players {
        let arena = ["arena", player, "random", "--out", text(&out)];
        kumalak(&arena).failure(*code, &[word]);
        let players = ["--player", player, "--player", "random", "--out", text(&out)];
        kumalak(&[&["tournament"], &players[..]].concat()).failure(*code, &[word]);
        assert!(!out.exists(), "{player}");
    }
    done(&["arena", "greedy", "random", "--pairs", "1", "--out", text(&out)]);
}

#[test]
fn a_match_does_not_go_on_with_another_player_of_the_same_name() {
    let folder = tempfile::tempdir().unwrap();
    let net = checkpoints::save(folder.path(), &Rules::BESTEMSHE);
    let policy = format!("policy:{net}");
    let engine = write(
        folder.path(),
        "sh.toml",
        "rules = 'bestemshe'\n[process]\ncommand = 'cat'\n[move]\nsend = '{{ 1 }}'\nreply = '^(?<move>1)$'\n",
    );
    let begin = |name: &str, player: &str| {
        let out = folder.path().join(name);
        let args = ["arena", player, "random", "--pairs", "1", "--rules", "bestemshe"];
        done(&[&args, &["--out", text(&out)][..]].concat());
        out
    };
    let of_net = begin("of_net", &policy);
    let of_engine = begin("of_engine", &format!("engine:{engine}"));
    let resume = |out: &Path| kumalak(&["arena", "--resume", "--out", text(out)]);
    assert_eq!(resume(&of_net).code, 0);
    let tensors = Path::new(&net).join("network.safetensors");
    let mut bytes = fs::read(&tensors).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&tensors, bytes).unwrap();
    resume(&of_net).failure(
        1,
        &[&policy, "network.safetensors has changed since the match began"],
    );
    let changed = fs::read_to_string(&engine).unwrap() + "[limits]\nmove_ms = 5\n";
    fs::write(&engine, changed).unwrap();
    resume(&of_engine).failure(1, &["sh.toml has changed since the match began"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_heard_while_a_program_starts() {
    let folder = tempfile::tempdir().unwrap();
    let engine = write(
        folder.path(),
        "mute.toml",
        "[process]\ncommand = 'sleep'\nargs = ['600']\n[[start]]\nexpect = 'ready'\n[move]\nsend = 'go'\n\
         reply = '^(?<move>1)$'\n[limits]\nstart_ms = 600000\n",
    );
    let player = format!("engine:{engine}");
    let run = interrupted(&["arena", &player, "random"], Duration::from_millis(200));
    assert_eq!(run.code, 130, "{}", run.stderr);
    assert!(
        run.stderr.contains("interrupted before sleep was ready"),
        "{}",
        run.stderr
    );
}
