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

/// Asserts that the program refuses a checkpoint.
#[track_caller]
fn assert_refused(path: &str, words: &[&str]) {
    kumalak(&["arena", &format!("policy:{path}"), "random"]).failure(1, words);
}

#[test]
fn a_truncated_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), &Rules::STANDARD);
    let tensors = PathBuf::from(&path).join(NETWORK_FILE);
    let bytes = fs::read(&tensors).unwrap();
    for length in [0, bytes.len() / 2, bytes.len() - 1] {
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
fn every_command_names_a_missing_checkpoint() {
    for args in [
        ["arena", "random", "net:no/such,sims=2"].as_slice(),
        &["play", "--against", "policy:no/such"],
        &["analyze", "--with", "net:no/such,sims=2"],
    ] {
        kumalak(args).failure(1, &["no/such"]);
    }
}

#[test]
fn a_network_needs_a_device_that_exists() {
    let folder = tempfile::tempdir().unwrap();
    let player = format!("policy:{}", save(folder.path(), &Rules::STANDARD));
    kumalak(&["arena", &player, "random", "--device", "cuda:99"]).failure(1, &["cuda:99"]);
    kumalak(&["arena", &player, "random", "--device", "tpu"]).failure(2, &["tpu", "cpu, cuda"]);
}
