//! Damaged copies of a valid file.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::length;
use crate::describe::Row;

/// Returns damaged copies of the file `whole` with these `rows`, each with a name: cut before every field and before
/// the last byte, and with edge values for every number.
pub fn damaged(whole: &[u8], rows: &[Row]) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for row in rows {
        let last = row.offset.saturating_add(row.len).saturating_sub(1);
        for len in [row.offset, last] {
            let len = usize::try_from(len).unwrap_or(usize::MAX);
            if let Some(short) = whole.get(..len).filter(|short| short.len() < whole.len()) {
                all.push((format!("cut-{len}"), short.to_vec()));
            }
        }
        for value in row
            .number
            .iter()
            .flat_map(|number| odd_values(*number, row.offset, length(whole)))
        {
            all.push((format!("{}-{value:x}", row.path), with_number(whole, row, value)));
        }
    }
    all
}

/// Limits of every width, neighbours, and values that make a sum wrap around.
pub(super) fn odd_values(number: u64, offset: u64, len: u64) -> Vec<u64> {
    let mut values = Vec::from([0, 1, number.wrapping_add(1), number.wrapping_sub(1), len, len.wrapping_add(1)]);
    values.extend([offset, offset.wrapping_neg(), len.wrapping_neg(), len.wrapping_neg().wrapping_add(1)]);
    for bits in [7_u32, 8, 15, 16, 31, 32, 63] {
        let power = 1_u64.wrapping_shl(bits);
        values.extend([power.wrapping_sub(1), power]);
    }
    values.push(u64::MAX);
    values
}

/// In the byte order of the current number.
pub(super) fn with_number(whole: &[u8], row: &Row, value: u64) -> Vec<u8> {
    let mut changed = whole.to_vec();
    let from = usize::try_from(row.offset).unwrap_or(usize::MAX);
    let width = usize::try_from(row.len).unwrap_or(0);
    let mut bytes: Vec<u8> = value.to_le_bytes().into_iter().take(width).collect();
    let now = whole.iter().skip(from).take(width).rev();
    if now.fold(0_u64, |sum, byte| sum.wrapping_shl(8) | u64::from(*byte)) != row.number.unwrap_or(0) {
        bytes.reverse();
    }
    for (to, byte) in changed.iter_mut().skip(from).zip(bytes) {
        *to = byte;
    }
    changed
}
