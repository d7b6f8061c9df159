//! The checksum in the file header. Loaders of drivers verify it.

use std::sync::Arc;

use offload_bundle::Error;
use offload_bundle::input::Input;

/// Bytes read at once; even, because the sum adds 16-bit words.
const STEP: u64 = 1 << 20;
/// In bytes.
const FIELD: u64 = 4;

/// 16-bit words with end-around carry, plus the length; the field at `at` counts as zero.
pub(super) fn compute(input: &Arc<Input>, at: u64) -> Result<u32, Error> {
    let (mut sum, mut done) = (0_u64, 0_u64);
    while done < input.len() {
        let len = STEP.min(input.len().saturating_sub(done));
        let mut bytes = input.window(done, len)?.into_vec();
        let field = at.saturating_sub(done)..at.saturating_add(FIELD).saturating_sub(done);
        for (position, byte) in (0_u64..).zip(&mut bytes) {
            if field.contains(&position) {
                *byte = 0;
            }
            if position >= field.end {
                break;
            }
        }
        for word in bytes.chunks(2) {
            let low = word.first().copied().unwrap_or_default();
            let high = word.get(1).copied().unwrap_or_default();
            sum = sum.saturating_add(u16::from_le_bytes([low, high]).into());
        }
        done = done.saturating_add(len);
    }
    while sum > u16::MAX.into() {
        sum = (sum & u64::from(u16::MAX)).saturating_add(sum >> 16);
    }
    let all = sum.saturating_add(input.len());
    Ok(u32::try_from(all & u64::from(u32::MAX)).unwrap_or_default())
}
