//! What can be told from the first bytes of a Zstandard frame (RFC 8878, 3.1) without decompressing it.

/// How many bytes the length of a frame's magic is.
pub(super) const MAGIC_LEN: u64 = 4;
/// The longest header of a frame, in bytes.
pub(crate) const LONGEST_HEADER: u64 = 18;

const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first byte of a skippable frame has any low half.
const SKIPPABLE: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

/// Whether a frame, or one that is to be skipped, starts here.
pub(super) fn starts(head: &[u8]) -> bool {
    match head {
        [first, rest @ ..] if rest.starts_with(&SKIPPABLE[1..]) => first & 0xf0 == SKIPPABLE[0],
        head => head.starts_with(&FRAME),
    }
}

/// How many of the last bytes must be kept to decompress the frame that starts with `head`.
pub(super) fn window_len(head: &[u8]) -> Option<u64> {
    let (&descriptor, rest) = head.strip_prefix(&FRAME)?.split_first()?;
    let single_segment = descriptor & 0x20 != 0;
    if !single_segment {
        let window = rest.first()?;
        let base = 1_u64.checked_shl(u32::from(window >> 3).checked_add(10)?)?;
        let eighths = u64::from(window & 7);
        return base.checked_add((base >> 3).checked_mul(eighths)?);
    }
    let after_dictionary = rest.get([0, 1, 2, 4].get(usize::from(descriptor & 3)).copied()?..)?;
    // The whole content is the window.
    let len = [1, 2, 4, 8].get(usize::from(descriptor >> 6)).copied()?;
    let mut bytes = [0; 8];
    bytes.get_mut(..len)?.copy_from_slice(after_dictionary.get(..len)?);
    let bias = if len == 2 { 256 } else { 0 };
    u64::from_le_bytes(bytes).checked_add(bias)
}

/// How long the content is of the frame that starts with `head`, where it says so.
pub(crate) fn content_len(head: &[u8]) -> Option<u64> {
    zstd::zstd_safe::get_frame_content_size(head).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_and_skippable_frames_are_told_from_other_bytes() {
        assert!(starts(&FRAME) && starts(b"\x50\x2a\x4d\x18x") && starts(b"\x5f\x2a\x4d\x18"));
        for other in [&b""[..], b"\x28", b"\x28\xb5\x2f", b"\x60\x2a\x4d\x18", b"\0\0\0\0"] {
            assert!(!starts(other), "{other:?}");
        }
    }

    #[test]
    fn the_window_is_that_of_the_header() {
        let with = |rest: &[u8]| window_len(&[&FRAME[..], rest].concat());
        assert_eq!(with(&[0x00, 0]), Some(1 << 10));
        assert_eq!(with(&[0x00, 21 << 3]), Some(1 << 31));
        assert_eq!(with(&[0x00, 17 << 3 | 1]), Some((1 << 27) + (1 << 24)));
        assert_eq!(with(&[0x20, 9]), Some(9));
        assert_eq!(with(&[0x60, 0, 1]), Some(512));
        assert_eq!(with(&[0xa1, 77, 0, 0, 1, 0]), Some(65536));
        assert_eq!(with(&[0xe0, 1]), None);
    }
}
