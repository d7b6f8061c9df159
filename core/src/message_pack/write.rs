//! Writes MessagePack values, each in the fewest bytes.

use alloc::vec::Vec;

use crate::error::{WriteError, WriteProblem};

/// Appends the head of a map with this many values, each after its key.
///
/// # Errors
///
/// Returns an error if there are too many.
pub(crate) fn put_map(out: &mut Vec<u8>, count: usize) -> Result<(), WriteError> {
    put_head(out, count, (0x80, 15), &[(0xde, 2), (0xdf, 4)])
}

/// Appends the head of a list of this many values.
///
/// # Errors
///
/// Returns an error if there are too many.
pub(crate) fn put_list(out: &mut Vec<u8>, count: usize) -> Result<(), WriteError> {
    put_head(out, count, (0x90, 15), &[(0xdc, 2), (0xdd, 4)])
}

/// Appends a text.
///
/// # Errors
///
/// Returns an error if it is too long.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) -> Result<(), WriteError> {
    put_head(out, text.len(), (0xa0, 31), &[(0xd9, 1), (0xda, 2), (0xdb, 4)])?;
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

/// Appends a number.
///
/// # Errors
///
/// Returns no error, because every number fits.
pub(crate) fn put_number(out: &mut Vec<u8>, number: u64) -> Result<(), WriteError> {
    put(out, number, (0, 127), &[(0xcc, 1), (0xcd, 2), (0xce, 4), (0xcf, 8)])
}

fn put_head(out: &mut Vec<u8>, count: usize, short: (u8, u64), long: &[(u8, usize)]) -> Result<(), WriteError> {
    put(out, u64::try_from(count).unwrap_or(u64::MAX), short, long)
}

/// Appends `number`: up to `most` in the byte `first` itself, or else big-endian after a byte that gives its width.
fn put(out: &mut Vec<u8>, number: u64, (first, most): (u8, u64), long: &[(u8, usize)]) -> Result<(), WriteError> {
    if let Some(low) = u8::try_from(number).ok().filter(|_| number <= most) {
        out.push(first | low);
        return Ok(());
    }
    let bytes = number.to_be_bytes();
    let (mut needed, mut widest) = (bytes.iter().skip_while(|byte| **byte == 0).count(), 0);
    needed = needed.max(1);
    for (head, width) in long {
        if *width >= needed {
            out.push(*head);
            out.extend(bytes.iter().skip(bytes.len().saturating_sub(*width)));
            return Ok(());
        }
        widest = *width;
    }
    let bits = u32::try_from(widest).unwrap_or(0).saturating_mul(8);
    let max = 1_u64.checked_shl(bits).unwrap_or(0).wrapping_sub(1);
    Err(WriteError::new(
        crate::error::Path::default(),
        WriteProblem::TooLarge { found: number, max },
    ))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;

    use super::*;
    use crate::message_pack::{Reader, Scalar};

    #[test]
    fn what_is_written_is_read_in_the_fewest_bytes() {
        let numbers = [
            (0, 1),
            (127, 1),
            (128, 2),
            (255, 2),
            (256, 3),
            (65_535, 3),
            (65_536, 5),
            (u64::from(u32::MAX), 5),
            (1 << 32, 9),
            (u64::MAX, 9),
        ];
        for (number, len) in numbers {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number).unwrap();
            assert_eq!(bytes.len(), len, "{number}");
            let mut read = None;
            let mut reader = Reader::default();
            let show = &mut |token: crate::message_pack::Token<'_>| {
                read = match token.scalar {
                    Scalar::Number(number) => Some(number),
                    _ => None,
                };
            };
            reader.feed(&bytes, show).and_then(|()| reader.finish()).unwrap();
            assert_eq!(read, Some(number));
        }
        for (len, head) in [(0, 1), (31, 1), (32, 2), (255, 2), (256, 3), (65_536, 5)] {
            let mut bytes = Vec::new();
            put_text(&mut bytes, &"x".repeat(len)).unwrap();
            assert_eq!(bytes.len(), len + head);
        }
        for (count, head) in [(15, 1), (16, 3), (65_536, 5)] {
            let (mut list, mut map) = (vec![], vec![]);
            put_list(&mut list, count).unwrap();
            put_map(&mut map, count).unwrap();
            assert_eq!((list.len(), map.len()), (head, head));
        }
    }

    #[test]
    fn more_than_there_can_be_is_refused() {
        let error = put_map(&mut Vec::new(), 1 << 32).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected at most 4294967295 (the width of its field), found 4294967296"
        );
    }
}
