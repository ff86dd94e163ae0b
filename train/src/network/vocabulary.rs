use kumalak_env::{OBSERVATION_LEN, OWN_TUZDIK, Observation, Rules, observation_vocabulary};
use thiserror::Error;

/// Number of leading columns of an observation that count stones: eighteen pits and two kazans.
pub(super) const COUNT_COLUMNS: usize = OWN_TUZDIK;

/// The tokens that a network knows, laid out as one table: all values of column 0, then all of column 1, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vocabulary {
    pits: usize,
    sizes: [usize; OBSERVATION_LEN],
    offsets: [usize; OBSERVATION_LEN],
}

/// A token that a network does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("observation {row}, column {column}: token {token} is not below {vocabulary}")]
pub struct TokenError {
    /// Row of the batch.
    pub row: usize,
    /// Column of the observation.
    pub column: usize,
    /// The token.
    pub token: u8,
    /// Number of tokens that this column has.
    pub vocabulary: usize,
}

impl Vocabulary {
    /// The tokens of boards of `rules`.
    pub fn new(rules: &Rules) -> Self {
        let sizes = observation_vocabulary(rules);
        let mut offsets = [0; OBSERVATION_LEN];
        for column in 1..OBSERVATION_LEN {
            offsets[column] = offsets[column - 1] + sizes[column - 1];
        }
        Self {
            pits: rules.pits(),
            sizes,
            offsets,
        }
    }

    /// Pits of each side.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// Number of tokens of each column: `[23]`.
    pub fn sizes(&self) -> &[usize; OBSERVATION_LEN] {
        &self.sizes
    }

    /// First row of each column in the table: `[23]`.
    pub fn offsets(&self) -> &[usize; OBSERVATION_LEN] {
        &self.offsets
    }

    /// Number of tokens of each column that counts stones.
    pub fn counts(&self) -> usize {
        self.sizes[0]
    }

    /// Rows of the whole table.
    pub fn table_rows(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// Checks that all tokens of an observation are known. `row` is its place in the batch, for the message.
    ///
    /// # Errors
    /// [`TokenError`] names the first token that is too large.
    pub fn check(&self, row: usize, tokens: &Observation) -> Result<(), TokenError> {
        for (column, &token) in tokens.iter().enumerate() {
            let vocabulary = self.sizes[column];
            if usize::from(token) >= vocabulary {
                return Err(TokenError {
                    row,
                    column,
                    token,
                    vocabulary,
                });
            }
        }
        Ok(())
    }

    /// Appends the table rows of the tokens of one observation to `rows`. `row` is its place in the batch, for the message.
    ///
    /// # Errors
    /// [`TokenError`] names the first token that is too large.
    pub fn append_rows(
        &self,
        row: usize,
        tokens: &Observation,
        rows: &mut Vec<i32>,
    ) -> Result<(), TokenError> {
        self.check(row, tokens)?;
        let pairs = self.offsets.iter().zip(tokens);
        rows.extend(pairs.map(|(&offset, &token)| (offset + usize::from(token)) as i32));
        Ok(())
    }
}
