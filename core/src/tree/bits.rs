//! Bit-sized numbers.

use super::reading::Reading;
use super::tables::Order;
use crate::error::ReadError;

impl Reading<'_> {
    /// At most 64 bits. The rest of a byte belongs to the next bit-sized number, if no other data is read first.
    pub(super) fn bits(&mut self, stream: usize, count: u8, order: Order) -> Result<u64, ReadError> {
        let (had, left) = {
            let stream = self.stream(stream)?;
            // Other reads discard the remaining bits.
            (u128::from(stream.bits) & ones(stream.left), stream.left)
        };
        let count = u32::from(count);
        let needed = count.saturating_sub(left);
        let bytes = needed.div_ceil(8);
        // Reading bytes discards the remaining bits.
        let mut read = 0_u128;
        if bytes > 0 {
            let taken = self.take(stream, u64::from(bytes))?;
            for (place, byte) in (0_u32..).zip(self.look(&taken)?) {
                read = match order {
                    Order::Little => read | (u128::from(*byte) << place.saturating_mul(8)),
                    _ => (read << 8) | u128::from(*byte),
                };
            }
        }
        let have = left.saturating_add(bytes.saturating_mul(8));
        let over = have.saturating_sub(count);
        let (result, rest) = match order {
            Order::Little => {
                let all = had | (read << left);
                (all & ones(count), all >> count)
            }
            _ => {
                let all = (had << bytes.saturating_mul(8)) | read;
                ((all >> over) & ones(count), all & ones(over))
            }
        };
        let stream = self.stream(stream)?;
        stream.bits = u64::try_from(rest & ones(over)).unwrap_or(0);
        stream.left = over;
        Ok(u64::try_from(result).unwrap_or(0))
    }
}

fn ones(count: u32) -> u128 {
    (1_u128 << count).wrapping_sub(1)
}
