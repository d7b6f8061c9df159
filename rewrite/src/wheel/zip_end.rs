//! The records after the directory of a zip archive (APPNOTE.TXT 4.3.14 to 4.3.16).

use super::zip_records::put;

const WIDE_END: &[u8] = b"PK\x06\x06";
const WIDE_END_LEN: usize = 56;
/// The length of the rest of the record, and the versions that write and read it.
const WIDE_END_HEAD: [u8; 16] = [0, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0, 45, 0, 45, 0];
const LOCATOR: &[u8] = b"PK\x06\x07";
const LOCATOR_LEN: usize = 20;
/// Field offset in the locator: the offset of the zip64 end record.
const LOCATOR_OFFSET: usize = 8;

pub(super) struct Directory {
    pub(super) count: u64,
    pub(super) start: u64,
    pub(super) len: u64,
}

/// The old directory ends at `old_end`; the end record is at byte `at` of `tail`.
pub(super) fn new_tail(tail: &[u8], at: usize, old_end: u64, new: &Directory) -> Vec<u8> {
    let mut end = tail.get(at..).unwrap_or_default().to_vec();
    let before = tail.get(..at).unwrap_or_default();
    let locator = before.len().checked_sub(LOCATOR_LEN).and_then(|at| before.get(at..));
    let locator = locator.filter(|locator| locator.starts_with(LOCATOR));
    let wide_at = locator.and_then(|locator| {
        let offset = u64::from_le_bytes(*locator.get(LOCATOR_OFFSET..)?.first_chunk()?);
        usize::try_from(offset.checked_sub(old_end)?).ok()
    });
    let wide = wide_at.and_then(|at| before.get(at..before.len().checked_sub(LOCATOR_LEN)?));
    let wide = wide.filter(|wide| wide.starts_with(WIDE_END) && wide.len() >= WIDE_END_LEN);
    let mut out = match (wide_at, wide) {
        (Some(at), Some(_)) => before.get(..at).unwrap_or_default().to_vec(),
        _ => before.to_vec(),
    };
    let numbers = [(8, 2, new.count), (10, 2, new.count), (12, 4, new.len), (16, 4, new.start)];
    let most = |width: u32| (1_u64 << width.saturating_mul(8)).saturating_sub(1);
    let needs_wide = numbers.iter().any(|(_, width, number)| *number >= most(*width));
    if wide.is_some() || needs_wide {
        let place = new
            .start
            .saturating_add(new.len)
            .saturating_add(offload_bundle_core::bytes::count(&out));
        let mut record = wide.map_or_else(
            || {
                let mut record = vec![0; WIDE_END_LEN];
                put(&mut record, 0, &WIDE_END_HEAD);
                put(&mut record, 0, WIDE_END);
                record
            },
            <[u8]>::to_vec,
        );
        for (at, number) in [(24, new.count), (32, new.count), (40, new.len), (48, new.start)] {
            put(&mut record, at, &number.to_le_bytes());
        }
        let mut locator = locator.filter(|_| wide.is_some()).map_or_else(
            || {
                let mut locator = vec![0; LOCATOR_LEN];
                put(&mut locator, 0, LOCATOR);
                put(&mut locator, 16, &[1]);
                locator
            },
            <[u8]>::to_vec,
        );
        put(&mut locator, LOCATOR_OFFSET, &place.to_le_bytes());
        out.extend(record);
        out.extend(locator);
    }
    for (at, width, number) in numbers {
        let width = usize::try_from(width).unwrap_or_default();
        let there = end.get(at..).and_then(|rest| rest.get(..width)).unwrap_or_default();
        // The value is in the zip64 record.
        if wide.is_some() && there.iter().all(|byte| *byte == u8::MAX) {
            continue;
        }
        let number = number.min(most(u32::try_from(width).unwrap_or_default()));
        put(&mut end, at, number.to_le_bytes().get(..width).unwrap_or_default());
    }
    out.extend(end);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end() -> Vec<u8> {
        let mut end = vec![0; 22];
        put(&mut end, 0, b"PK\x05\x06");
        put(&mut end, 20, &[2, 0]);
        [end, b"hi".to_vec()].concat()
    }

    #[test]
    fn wide_numbers_appear_when_needed_and_stay() {
        let large = Directory { count: 70_000, start: 1 << 33, len: 5 };
        let tail = new_tail(&end(), 0, 0, &large);
        assert_eq!(tail.len(), 56 + 20 + 24);
        assert_eq!(
            (&tail[..4], &tail[32..40], &tail[48..56]),
            (
                WIDE_END,
                &70_000_u64.to_le_bytes()[..],
                &(1_u64 << 33).to_le_bytes()[..]
            )
        );
        assert_eq!(tail[56 + 8..56 + 16], ((1_u64 << 33) + 5).to_le_bytes());
        // Values that fit are in the end record.
        assert_eq!(
            tail[76 + 8..],
            [255, 255, 255, 255, 5, 0, 0, 0, 255, 255, 255, 255, 2, 0, b'h', b'i']
        );
        let small = Directory { count: 3, start: 100, len: 6 };
        let again = new_tail(&tail, 76, (1 << 33) + 5, &small);
        assert_eq!((again.len(), &again[32..40]), (tail.len(), &3_u64.to_le_bytes()[..]));
        assert_eq!(again[56 + 8..56 + 16], 106_u64.to_le_bytes());
        assert_eq!(
            again[76 + 8..76 + 20],
            [255, 255, 255, 255, 6, 0, 0, 0, 255, 255, 255, 255]
        );
    }

    #[test]
    fn bytes_before_end_record_stay() {
        let tail = [b"between".to_vec(), end()].concat();
        let new = new_tail(&tail, 7, 50, &Directory { count: 1, start: 2, len: 3 });
        assert!(new.starts_with(b"betweenPK"));
        assert_eq!(new[7 + 8..], [1, 0, 1, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, b'h', b'i']);
    }
}
