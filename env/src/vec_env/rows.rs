//! From structure of arrays to one row per board.

use crate::pit::MAX_PITS;
use crate::vec_env::block::{End, LANES, Lanes};
use crate::vec_env::kernel::{keep, lanes};

/// Bytes that are moved together.
const GROUP: usize = 8;

/// Writes `columns` (`[COLUMNS, 64]`) as rows, `[N, COLUMNS]` with at most 64 rows.
///
/// Squares of 8×8 bytes are transposed inside 64-bit words, then each row is put together from words. The last two words of
/// a row overlap where the number of columns is no multiple of eight.
#[inline(always)]
pub(super) fn write_rows<const COLUMNS: usize>(columns: &[Lanes; COLUMNS], rows: &mut [[u8; COLUMNS]]) {
    const { assert!(COLUMNS >= GROUP) };
    for first in group_starts::<COLUMNS>() {
        let words = transposed(std::array::from_fn(|column| &columns[first + column]));
        for (lane, row) in rows.iter_mut().enumerate() {
            let word = words[lane % GROUP][lane / GROUP];
            row[first..first + GROUP].copy_from_slice(&word.to_le_bytes());
        }
    }
}

/// Writes whether each pit may be played as rows, `[N, 9]` with at most 64 rows.
#[inline(always)]
pub(super) fn write_mask(playable: &[Lanes; MAX_PITS], end: &Lanes, mask: &mut [bool]) {
    let mut columns = [[0; LANES]; MAX_PITS];
    for (column, stones) in columns.iter_mut().zip(playable) {
        *column = lanes(|lane| keep(end[lane] == End::None as u8, stones[lane]));
    }
    let mut rows = [[0; MAX_PITS]; LANES];
    write_rows(&columns, &mut rows);
    for (legal, &stones) in mask.iter_mut().zip(rows.as_flattened()) {
        *legal = stones != 0;
    }
}

/// First columns of the words of a row.
fn group_starts<const COLUMNS: usize>() -> impl Iterator<Item = usize> {
    (0..COLUMNS.div_ceil(GROUP)).map(|group| (group * GROUP).min(COLUMNS - GROUP))
}

/// Eight columns as words: word `[l][g]` holds lane `8·g + l`, one byte of each column.
#[inline(always)]
fn transposed(columns: [&Lanes; GROUP]) -> [[u64; LANES / GROUP]; GROUP] {
    let mut words = columns.map(|column| {
        let (groups, _) = column.as_chunks::<GROUP>();
        std::array::from_fn(|group| u64::from_le_bytes(groups[group]))
    });
    exchange::<4>(&mut words, 0x0000_0000_ffff_ffff);
    exchange::<2>(&mut words, 0x0000_ffff_0000_ffff);
    exchange::<1>(&mut words, 0x00ff_00ff_00ff_00ff);
    words
}

/// Exchanges the upper right with the lower left square of side `SIDE` in every square of twice that side.
#[inline(always)]
fn exchange<const SIDE: usize>(words: &mut [[u64; LANES / GROUP]; GROUP], low: u64) {
    for upper in (0..GROUP).filter(|row| row & SIDE == 0) {
        let (above, below) = words.split_at_mut(upper + SIDE);
        for (above, below) in above[upper].iter_mut().zip(&mut below[0]) {
            let moved = ((*above >> (8 * SIDE)) ^ *below) & low;
            *above ^= moved << (8 * SIDE);
            *below ^= moved;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const COLUMNS: usize>(boards: usize) {
        let columns: [Lanes; COLUMNS] =
            std::array::from_fn(|column| std::array::from_fn(|lane| (3 * column + 5 * lane) as u8));
        let mut rows = vec![[0; COLUMNS]; boards];
        write_rows(&columns, &mut rows);
        for (lane, row) in rows.iter().enumerate() {
            assert_eq!(*row, columns.map(|column| column[lane]));
        }
    }

    #[test]
    fn rows_hold_the_bytes_of_their_columns() {
        check::<23>(64);
        check::<23>(5);
        check::<9>(64);
        check::<8>(63);
    }
}
