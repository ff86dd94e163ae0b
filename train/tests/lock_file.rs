//! What Cargo.lock must hold.

use std::path::Path;

/// `tch` and `numpy` hand out arrays of their own version of `ndarray`; with two versions they could not be passed on.
#[test]
fn one_version_of_ndarray_serves_all_crates() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    let text = std::fs::read_to_string(&path).expect("Cargo.lock is committed");
    let lock: toml::Table = text.parse().expect("Cargo.lock is TOML");
    let versions: Vec<&str> = lock["package"]
        .as_array()
        .expect("Cargo.lock lists packages")
        .iter()
        .filter(|package| package["name"].as_str() == Some("ndarray"))
        .filter_map(|package| package["version"].as_str())
        .collect();
    assert_eq!(
        versions.len(),
        1,
        "ndarray must have one version, found {versions:?}"
    );
}
