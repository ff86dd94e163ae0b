//! Whole numbers and arrays as little-endian bytes.

use crate::vec_env::SnapshotError;
use crate::vec_env::block::{LANES, Lanes};

/// Puts values one after the other.
#[derive(Default)]
pub(super) struct ByteWriter {
    pub(super) bytes: Vec<u8>,
}

impl ByteWriter {
    pub(super) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn word(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn array(&mut self, values: &[u8]) {
        self.bytes.extend(values);
    }

    pub(super) fn words(&mut self, values: &[u32; LANES]) {
        values.iter().for_each(|&value| self.word(value));
    }

    pub(super) fn flags(&mut self, values: &[bool; LANES]) {
        self.bytes.extend(values.map(u8::from));
    }
}

/// Takes values one after the other; complains if there are too few.
pub(super) struct ByteReader<'a> {
    pub(super) rest: &'a [u8],
}

impl ByteReader<'_> {
    pub(super) fn array<const LEN: usize>(&mut self) -> Result<[u8; LEN], SnapshotError> {
        let (array, rest) = self.rest.split_first_chunk().ok_or(SnapshotError::CutOff)?;
        self.rest = rest;
        Ok(*array)
    }

    pub(super) fn byte(&mut self) -> Result<u8, SnapshotError> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn word(&mut self) -> Result<u32, SnapshotError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn lanes(&mut self) -> Result<Lanes, SnapshotError> {
        self.array()
    }

    pub(super) fn words(&mut self) -> Result<[u32; LANES], SnapshotError> {
        let mut words = [0; LANES];
        for word in &mut words {
            *word = self.word()?;
        }
        Ok(words)
    }

    pub(super) fn flags(&mut self) -> Result<[bool; LANES], SnapshotError> {
        self.lanes().map(|bytes| bytes.map(|byte| byte != 0))
    }
}
