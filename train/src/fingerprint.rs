use std::fs;
use std::path::Path;

use anyhow::Context;
use kumalak_env::derive_seed;

/// A number that tells the contents of files apart, in hexadecimal: enough to notice that a file has changed.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn fingerprint(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let hash = bytes.chunks(8).fold(bytes.len() as u64, |hash, part| {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        derive_seed(hash, u64::from_le_bytes(word))
    });
    Ok(format!("{hash:016x}"))
}
