//! What the work may cost.

use super::error::SolverError;

/// How much memory a solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverLimits {
    /// Bytes for the table of all positions and for the work on it, together. The solver says what it needs before it
    /// takes it.
    pub memory_bytes: u64,
}

impl Default for SolverLimits {
    /// 2 GB.
    fn default() -> Self {
        Self {
            memory_bytes: 2_000_000_000,
        }
    }
}

impl SolverLimits {
    /// Passes the bytes that so many positions need on if they are allowed.
    pub(super) const fn check(&self, positions: u128, needed: u64) -> Result<u64, SolverError> {
        if needed > self.memory_bytes {
            return Err(SolverError::Memory {
                positions,
                needed,
                allowed: self.memory_bytes,
            });
        }
        Ok(needed)
    }
}

/// A vector of so many default values, or an error if the system has no room for it.
pub(super) fn zeroed<T: Clone + Default>(length: u64) -> Result<Vec<T>, SolverError> {
    let mut values = with_room(length)?;
    values.resize(length as usize, T::default());
    Ok(values)
}

/// An empty vector with room for so many values, or an error if the system has no room for it.
pub(super) fn with_room<T>(length: u64) -> Result<Vec<T>, SolverError> {
    let mut values = Vec::new();
    let refused = SolverError::Allocation {
        bytes: length.saturating_mul(size_of::<T>() as u64),
    };
    let length = usize::try_from(length).map_err(|_| refused)?;
    values.try_reserve_exact(length).map_err(|_| refused)?;
    Ok(values)
}
