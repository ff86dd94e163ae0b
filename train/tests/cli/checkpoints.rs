//! Checkpoints of small untrained networks, sound and broken.

use std::fs;
use std::path::{Path, PathBuf};

use kumalak_env::Rules;
use kumalak_train::{Checkpoint, INFO_FILE, NETWORK_FILE, Network, NetworkSettings};
use tch::Device;

use crate::program::kumalak;

/// Writes a checkpoint to `folder/net` and returns its path.
pub(crate) fn save(folder: &Path, rules: &Rules) -> String {
    let settings = NetworkSettings {
        width: 16,
        blocks: 1,
        ..NetworkSettings::default()
    };
    let network = Network::new(&settings, rules, 1, Device::Cpu).unwrap();
    let path = folder.join("net");
    let checkpoint = Checkpoint::new(&network, None, 1, serde_json::Value::Null).unwrap();
    checkpoint.save(&path).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Every command that loads a network, with this one.
fn commands(path: &str) -> [Vec<String>; 4] {
    let net = format!("net:{path},sims=2");
    let policy = format!("policy:{path}");
    [
        vec!["arena", &net, "random"],
        vec!["arena", "random", &policy],
        vec!["play", "--against", &net],
        vec!["analyze", "--with", &policy],
    ]
    .map(|args| args.into_iter().map(str::to_owned).collect())
}

#[track_caller]
fn assert_refused(path: &str, words: &[&str]) {
    for args in commands(path) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        kumalak(&args).failure(1, words);
    }
}

#[test]
fn a_truncated_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), &Rules::STANDARD);
    let tensors = PathBuf::from(&path).join(NETWORK_FILE);
    let bytes = fs::read(&tensors).unwrap();
    for length in [0, 7, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&tensors, &bytes[..length]).unwrap();
        assert_refused(&path, &[NETWORK_FILE]);
    }
    fs::remove_file(&tensors).unwrap();
    assert_refused(&path, &[NETWORK_FILE, "No such file"]);
}

#[test]
fn a_checkpoint_of_another_shape_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), &Rules::STANDARD);
    let info = PathBuf::from(&path).join(INFO_FILE);
    let text = fs::read_to_string(&info).unwrap();
    fs::write(&info, text.replace("\"width\": 16", "\"width\": 24")).unwrap();
    assert_refused(&path, &["tensor", "24", "16"]);
    fs::write(&info, text.replace("\"width\": 16", "\"width\": 1")).unwrap();
    assert_refused(&path, &["width"]);
    fs::write(&info, &text[..text.len() / 2]).unwrap();
    assert_refused(&path, &[INFO_FILE]);
}

#[test]
fn a_checkpoint_for_other_rules_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), &Rules::BESTEMSHE);
    assert_refused(&path, &["bestemshe", "standard"]);
}

#[test]
fn a_missing_checkpoint_is_named() {
    assert_refused("no/such/checkpoint", &["no/such/checkpoint"]);
}

#[test]
fn a_network_needs_a_device_that_exists() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("policy:{}", save(folder.path(), &Rules::STANDARD));
    kumalak(&["arena", &player, "random", "--device", "cuda:99"]).failure(1, &["cuda:99"]);
    kumalak(&["arena", &player, "random", "--device", "tpu"]).failure(2, &["tpu", "cpu, cuda"]);
}
