use std::path::Path;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError, SafeTensors, serialize};

use super::error::CheckpointError;

/// Name and shape of a tensor of 32-bit floats in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    name: String,
    shape: Vec<usize>,
}

impl Entry {
    pub(super) fn new(name: String, shape: &[usize]) -> Self {
        Self {
            name,
            shape: shape.to_vec(),
        }
    }
}

/// The bytes of a safetensors file with these tensors. `path` is for messages.
pub(super) fn encode(
    path: &Path,
    entries: &[Entry],
    values: &[Vec<f32>],
) -> Result<Vec<u8>, CheckpointError> {
    let broken = |source| CheckpointError::TensorFile {
        path: path.to_owned(),
        source,
    };
    let mut buffers = Vec::with_capacity(entries.len());
    for (entry, values) in entries.iter().zip(values) {
        check_finite(path, entry, values)?;
        buffers.push(
            values
                .iter()
                .flat_map(|number| number.to_le_bytes())
                .collect::<Vec<u8>>(),
        );
    }
    let views = entries
        .iter()
        .zip(&buffers)
        .map(|(entry, bytes)| {
            let view = TensorView::new(Dtype::F32, entry.shape.clone(), bytes)?;
            Ok((entry.name.as_str(), view))
        })
        .collect::<Result<Vec<_>, SafeTensorError>>()
        .map_err(broken)?;
    serialize(views, None).map_err(broken)
}

/// Reads exactly these tensors from the bytes of a safetensors file. `path` is for messages.
pub(super) fn decode(path: &Path, bytes: &[u8], entries: &[Entry]) -> Result<Vec<Vec<f32>>, CheckpointError> {
    let file = SafeTensors::deserialize(bytes).map_err(|source| CheckpointError::TensorFile {
        path: path.to_owned(),
        source,
    })?;
    let unknown = file
        .names()
        .into_iter()
        .find(|name| entries.iter().all(|entry| entry.name != *name));
    if let Some(name) = unknown {
        return Err(CheckpointError::UnknownTensor {
            path: path.to_owned(),
            name: name.to_owned(),
        });
    }
    entries
        .iter()
        .map(|entry| decode_one(path, &file, entry))
        .collect()
}

fn decode_one(path: &Path, file: &SafeTensors<'_>, entry: &Entry) -> Result<Vec<f32>, CheckpointError> {
    let view = file
        .tensor(&entry.name)
        .map_err(|_| CheckpointError::MissingTensor {
            path: path.to_owned(),
            name: entry.name.clone(),
        })?;
    if view.dtype() != Dtype::F32 || view.shape() != entry.shape {
        return Err(CheckpointError::Tensor {
            path: path.to_owned(),
            name: entry.name.clone(),
            expected: format!("F32 {:?}", entry.shape),
            found: format!("{:?} {:?}", view.dtype(), view.shape()),
        });
    }
    let (numbers, _) = view.data().as_chunks::<4>();
    let values = numbers
        .iter()
        .map(|&bytes| f32::from_le_bytes(bytes))
        .collect::<Vec<_>>();
    check_finite(path, entry, &values)?;
    Ok(values)
}

fn check_finite(path: &Path, entry: &Entry, values: &[f32]) -> Result<(), CheckpointError> {
    match values.iter().position(|number| !number.is_finite()) {
        None => Ok(()),
        Some(index) => Err(CheckpointError::NotFinite {
            path: path.to_owned(),
            name: entry.name.clone(),
            index,
            found: values[index],
        }),
    }
}
