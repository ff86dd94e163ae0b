//! Checkpoints come back bit by bit, and broken ones are refused with a reason.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use kumalak_env::{
    AtsyrauRule, FirstStone, Goal, LastPitTuzdik, MajorityRule, RepetitionRule, Rules, SameNumberTuzdik,
    TuzdikRule, stream,
};
use kumalak_train::{
    AdamW, AdamWSettings, Checkpoint, CheckpointError, CheckpointInfo, INFO_FILE, NETWORK_FILE, Network,
    NetworkSettings, OPTIMIZER_FILE, load_network,
};
use rand::RngExt;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use serde_json::json;
use tch::{Device, Tensor};

/// The smallest network there is, so that damage can be tried out at every byte.
fn tiny_network() -> Network {
    let settings = NetworkSettings {
        width: 8,
        blocks: 0,
        ..NetworkSettings::default()
    };
    Network::new(&settings, &Rules::new(2, 1).unwrap(), 3, Device::Cpu).unwrap()
}

fn tiny_checkpoint() -> Checkpoint {
    let mut network = tiny_network();
    let mut optimizer = AdamW::new(AdamWSettings::default(), network.parameters()).unwrap();
    let gradient = Tensor::ones_like(network.parameters().flat());
    optimizer.step(network.parameters_mut(), gradient, 0.01).unwrap();
    let state = optimizer.state(network.parameters()).unwrap();
    Checkpoint::new(
        &network,
        Some(state),
        u64::MAX,
        json!({"games": 12, "window": [1, 2]}),
    )
    .unwrap()
}

/// A saved checkpoint and the folder that holds it.
struct Saved {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

fn saved() -> Saved {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("step-1");
    tiny_checkpoint().save(&path).unwrap();
    Saved {
        path,
        _folder: folder,
    }
}

impl Saved {
    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn replace_in_info(&self, old: &str, new: &str) {
        let text = fs::read_to_string(self.file(INFO_FILE)).unwrap();
        assert!(text.contains(old), "{old} is not in {text}");
        fs::write(self.file(INFO_FILE), text.replace(old, new)).unwrap();
    }

    /// Rewrites the file of the parameters after `change`.
    fn change_tensors(&self, change: impl FnOnce(&mut HashMap<String, (Dtype, Vec<usize>, Vec<u8>)>)) {
        let bytes = fs::read(self.file(NETWORK_FILE)).unwrap();
        let file = SafeTensors::deserialize(&bytes).unwrap();
        let mut tensors = file
            .iter()
            .map(|(name, view)| {
                (
                    name.to_owned(),
                    (view.dtype(), view.shape().to_vec(), view.data().to_vec()),
                )
            })
            .collect();
        change(&mut tensors);
        let views = tensors.iter().map(|(name, (dtype, shape, data))| {
            (name, TensorView::new(*dtype, shape.clone(), data).unwrap())
        });
        let bytes = safetensors::serialize(views, None).unwrap();
        fs::write(self.file(NETWORK_FILE), bytes).unwrap();
    }

    /// The one line that loading says.
    fn error(&self) -> String {
        let message = Checkpoint::load(&self.path).unwrap_err().to_string();
        let of_network = load_network(&self.path, Device::Cpu)
            .err()
            .map(|error| error.to_string());
        if let Some(of_network) = of_network {
            assert_eq!(of_network, message);
        }
        message
    }

    fn assert_error(&self, file: &str, reason: &str) {
        assert_eq!(self.error(), format!("{}{reason}", self.file(file).display()));
    }
}

#[test]
fn everything_comes_back() {
    let saved = saved();
    assert_eq!(Checkpoint::load(&saved.path).unwrap(), tiny_checkpoint());
    let mut names = fs::read_dir(&saved.path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect::<Vec<_>>();
    names.sort();
    assert_eq!(names, [INFO_FILE, NETWORK_FILE, OPTIMIZER_FILE]);
}

#[test]
fn a_loaded_network_is_the_saved_one() {
    let saved = saved();
    let (network, info) = load_network(&saved.path, Device::Cpu).unwrap();
    let checkpoint = tiny_checkpoint();
    assert_eq!(network.parameters().values().unwrap(), checkpoint.parameters);
    assert_eq!(info, checkpoint.info);
    assert_eq!(*network.rules(), Rules::new(2, 1).unwrap());
}

#[test]
fn equal_checkpoints_are_equal_files() {
    let (first, second) = (saved(), saved());
    for name in [INFO_FILE, NETWORK_FILE, OPTIMIZER_FILE] {
        assert_eq!(
            fs::read(first.file(name)).unwrap(),
            fs::read(second.file(name)).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn a_resumed_optimizer_goes_on() {
    let saved = saved();
    let checkpoint = Checkpoint::load(&saved.path).unwrap();
    let network = checkpoint.network(Device::Cpu).unwrap();
    let state = checkpoint.optimizer.unwrap();
    let optimizer = AdamW::resume(AdamWSettings::default(), network.parameters(), &state).unwrap();
    assert_eq!(optimizer.steps(), 1);
    assert_eq!(optimizer.state(network.parameters()).unwrap(), state);
}

#[test]
fn a_network_plays_without_the_state_of_the_optimizer() {
    let saved = saved();
    fs::remove_file(saved.file(OPTIMIZER_FILE)).unwrap();
    load_network(&saved.path, Device::Cpu).unwrap();
    let error = Checkpoint::load(&saved.path).unwrap_err();
    assert!(matches!(error, CheckpointError::Read { path, .. } if path == saved.file(OPTIMIZER_FILE)));
}

#[test]
fn a_checkpoint_without_optimizer_has_no_file_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("final");
    let checkpoint = Checkpoint::new(&tiny_network(), None, 1, json!(null)).unwrap();
    checkpoint.save(&path).unwrap();
    assert!(!path.join(OPTIMIZER_FILE).exists());
    assert_eq!(Checkpoint::load(&path).unwrap(), checkpoint);
}

#[test]
fn an_existing_checkpoint_is_not_replaced() {
    let saved = saved();
    let error = tiny_checkpoint().save(&saved.path).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("cannot write {}: it already exists", saved.path.display())
    );
    Checkpoint::load(&saved.path).unwrap();
}

#[test]
fn missing_files_are_named() {
    for name in [INFO_FILE, NETWORK_FILE] {
        let saved = saved();
        fs::remove_file(saved.file(name)).unwrap();
        let message = saved.error();
        assert!(
            message.starts_with(&format!("cannot read {}: ", saved.file(name).display())),
            "{message}"
        );
    }
    let error = load_network(Path::new("no/such/folder"), Device::Cpu).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("cannot read no/such/folder/checkpoint.json: "),
        "{error}"
    );
}

#[test]
fn unknown_formats_are_refused_before_unknown_fields() {
    let saved = saved();
    saved.replace_in_info("\"format\": 1", "\"format\": 2, \"novelty\": 1");
    saved.assert_error(INFO_FILE, ": checkpoint format 2 is unknown, expected 1");
}

#[test]
fn unknown_fields_and_rules_are_refused() {
    for (old, new) in [
        ("\"seed\"", "\"sead\""),
        ("\"pits\": 2", "\"pits\": 10"),
        ("\"most_stones\"", "\"checkmate\""),
        ("\"width\": 8", "\"width\": -8"),
    ] {
        let saved = saved();
        saved.replace_in_info(old, new);
        let message = saved.error();
        assert!(
            message.contains("checkpoint.json is not the description of a checkpoint: "),
            "{message}"
        );
    }
}

#[test]
fn other_rules_are_named() {
    let saved = saved();
    let (_, info) = load_network(&saved.path, Device::Cpu).unwrap();
    info.expect_rules(&saved.path, &Rules::new(2, 1).unwrap())
        .unwrap();
    let error = info.expect_rules(&saved.path, &Rules::STANDARD).unwrap_err();
    let message = error.to_string();
    let place = format!("{}: made for the rules ", saved.file(INFO_FILE).display());
    assert!(message.starts_with(&place), "{message}");
    assert!(message.contains("standard,pits=2,stones=1,"), "{message}");
    assert!(message.ends_with(", expected standard"), "{message}");
}

#[test]
fn settings_of_another_network_do_not_fit_its_tensors() {
    let saved = saved();
    saved.replace_in_info("\"width\": 8", "\"width\": 16");
    let reason = ": tensor embedding.exact must be F32 [20, 5, 16], found F32 [20, 5, 8]";
    saved.assert_error(NETWORK_FILE, reason);
    saved.replace_in_info("\"width\": 16", "\"width\": 7");
    saved.assert_error(INFO_FILE, ": network.width must be 8 to 4096, got 7");
}

#[test]
fn missing_and_additional_tensors_are_named() {
    let missing = saved();
    missing.change_tensors(|tensors| {
        tensors.remove("policy.bias");
    });
    missing.assert_error(NETWORK_FILE, ": tensor policy.bias is missing");
    let additional = saved();
    additional.change_tensors(|tensors| {
        let copy = tensors["policy.bias"].clone();
        tensors.insert("policy.scale".to_owned(), copy);
    });
    let reason = ": tensor policy.scale belongs to no network with these settings";
    additional.assert_error(NETWORK_FILE, reason);
}

#[test]
fn another_type_is_named() {
    let saved = saved();
    saved.change_tensors(|tensors| tensors.get_mut("policy.bias").unwrap().0 = Dtype::I32);
    saved.assert_error(
        NETWORK_FILE,
        ": tensor policy.bias must be F32 [9], found I32 [9]",
    );
}

#[test]
fn numbers_that_are_not_finite_are_named() {
    let saved = saved();
    saved.change_tensors(|tensors| {
        tensors.get_mut("policy.bias").unwrap().2[8..12].copy_from_slice(&f32::NEG_INFINITY.to_le_bytes());
    });
    let reason = ": tensor policy.bias holds -inf at index 2, expected finite numbers";
    saved.assert_error(NETWORK_FILE, reason);
}

#[test]
fn numbers_that_are_not_finite_are_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut checkpoint = tiny_checkpoint();
    checkpoint.parameters[0][7] = f32::NAN;
    let error = checkpoint.save(&folder.path().join("bad")).unwrap_err();
    assert!(matches!(error, CheckpointError::NotFinite { index: 7, .. }));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn rules_with_every_switch_come_back() {
    let switched = [
        Rules::BESTEMSHE.with_ply_cap(Some(300)),
        Rules::STANDARD.with_tuzdik(TuzdikRule::None),
        Rules::STANDARD.with_last_pit_tuzdik(LastPitTuzdik::Allowed),
        Rules::STANDARD.with_same_number_tuzdik(SameNumberTuzdik::OppositeForbidden),
        Rules::STANDARD.with_majority(MajorityRule::PlayToTheEnd),
        Rules::STANDARD.with_atsyrau(AtsyrauRule::StuckPlayerLoses),
        Rules::STANDARD.with_first_stone(FirstStone::NextPit),
        Rules::STANDARD.with_goal(Goal::Giveaway),
        Rules::STANDARD.with_repetition(RepetitionRule::None).unwrap(),
        Rules::STANDARD
            .with_repetition(RepetitionRule::DrawAt(2))
            .unwrap(),
    ];
    for rules in switched {
        let mut info = tiny_checkpoint().info;
        info.rules = rules;
        let json = serde_json::to_string(&info).unwrap();
        let read: CheckpointInfo = serde_json::from_str(&json).unwrap();
        assert_eq!(read.rules, rules, "{json}");
    }
}

#[test]
fn every_truncation_is_refused() {
    let saved = saved();
    for name in [INFO_FILE, NETWORK_FILE, OPTIMIZER_FILE] {
        let bytes = fs::read(saved.file(name)).unwrap();
        // All lengths of the header and the text, then a sample of those of the numbers.
        let lengths =
            (0..bytes.len()).filter(|&length| length < 2000 || length % 97 == 0 || length + 9 > bytes.len());
        for length in lengths.filter(|&length| !(name == INFO_FILE && length + 1 == bytes.len())) {
            fs::write(saved.file(name), &bytes[..length]).unwrap();
            let message = Checkpoint::load(&saved.path).unwrap_err().to_string();
            assert!(message.contains(name), "{length}: {message}");
        }
        fs::write(saved.file(name), &bytes).unwrap();
    }
}

#[test]
fn flipped_bits_never_panic() {
    let saved = saved();
    let mut rng = stream(11, 0);
    for name in [INFO_FILE, NETWORK_FILE, OPTIMIZER_FILE] {
        let bytes = fs::read(saved.file(name)).unwrap();
        for trial in 0..600 {
            let mut damaged = bytes.clone();
            // Two of three trials hit the header or the text, where there is more to go wrong.
            let end = if trial % 3 == 0 {
                bytes.len()
            } else {
                bytes.len().min(1200)
            };
            for _ in 0..rng.random_range(1..4) {
                damaged[rng.random_range(0..end)] ^= 1 << rng.random_range(0..8);
            }
            fs::write(saved.file(name), damaged).unwrap();
            if let Ok(checkpoint) = Checkpoint::load(&saved.path) {
                let numbers = checkpoint.parameters.iter().flatten();
                assert!(numbers.into_iter().all(|number| number.is_finite()));
            }
        }
        fs::write(saved.file(name), &bytes).unwrap();
    }
}
