//! Zip records. APPNOTE.TXT of PKWARE 6.3.10 has their fields in 4.3.7 to 4.3.16, zip64 fields in 4.5.3.

use offload_bundle::Refusal;
use offload_bundle::internal::package::damaged;

/// Length, and offset of "version needed"; the same fields follow it in both.
#[derive(Clone, Copy)]
struct Shape {
    len: usize,
    version: usize,
}

const LOCAL: Shape = Shape { len: 30, version: 4 };
const ENTRY: Shape = Shape { len: 46, version: 6 };

/// Field offsets from the version field, in bytes.
const FLAGS: usize = 2;
const METHOD: usize = 4;
const CRC: usize = 10;
const COMPRESSED: usize = 14;
const LEN: usize = 18;
const PATH_LEN: usize = 22;
const EXTRA_LEN: usize = 24;
/// Field offsets in directory records only.
const COMMENT_LEN: usize = 26;
const OFFSET: usize = 36;

/// Flags: compression options, and lengths after the content.
const OF_CONTENT: u16 = 0b1110;
/// The zip64 extra field.
const WIDE: [u8; 2] = [1, 0];
const WIDE_VERSION: u16 = 45;
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored {
    pub(super) crc: u32,
    pub(super) compressed: u64,
    pub(super) len: u64,
    pub(super) method: u16,
}

#[derive(Clone)]
pub(super) struct Record {
    shape: Shape,
    fixed: Vec<u8>,
    path: Vec<u8>,
    extra: Vec<u8>,
    comment: Vec<u8>,
}

impl Record {
    /// Without path, extra fields and comment, in bytes.
    pub(super) const ENTRY_LEN: u64 = ENTRY.len as u64;

    pub(super) fn local(bytes: &[u8]) -> Result<Self, Refusal> {
        Self::parse(LOCAL, bytes)
    }

    pub(super) fn entry(bytes: &[u8]) -> Result<Self, Refusal> {
        Self::parse(ENTRY, bytes)
    }

    fn parse(shape: Shape, bytes: &[u8]) -> Result<Self, Refusal> {
        let damaged = || damaged("a record of a file is cut off");
        let (fixed, rest) = bytes.split_at_checked(shape.len).ok_or_else(damaged)?;
        let len = |at: usize| number(fixed, shape.version.saturating_add(at));
        let (path, rest) = rest.split_at_checked(len(PATH_LEN)).ok_or_else(damaged)?;
        let (extra, rest) = rest.split_at_checked(len(EXTRA_LEN)).ok_or_else(damaged)?;
        let comment_len = if shape.len == ENTRY.len { len(COMMENT_LEN) } else { 0 };
        let comment = rest.get(..comment_len).ok_or_else(damaged)?;
        let [fixed, path, extra, comment] = [fixed, path, extra, comment].map(<[u8]>::to_vec);
        Ok(Self { shape, fixed, path, extra, comment })
    }

    /// Lengths go into the header.
    pub(super) fn hold(&mut self, stored: &Stored) {
        let flags = number(&self.fixed, self.shape.version.saturating_add(FLAGS));
        let flags = u16::try_from(flags).unwrap_or_default() & !OF_CONTENT;
        self.set(FLAGS, &flags.to_le_bytes());
        self.set(METHOD, &stored.method.to_le_bytes());
        self.set(CRC, &stored.crc.to_le_bytes());
    }

    pub(super) fn into_local(mut self, stored: &Stored) -> Vec<u8> {
        let numbers = [(LEN, stored.len), (COMPRESSED, stored.compressed)];
        // Both lengths are wide, or neither.
        let is_wide = numbers.iter().any(|(_, number)| narrow(*number).is_none());
        self.set_numbers(&numbers, is_wide);
        self.into_bytes()
    }

    /// `offset` is the offset of the local header.
    pub(super) fn into_entry(mut self, stored: &Stored, offset: u64) -> Vec<u8> {
        self.set_numbers(
            &[(LEN, stored.len), (COMPRESSED, stored.compressed), (OFFSET, offset)],
            false,
        );
        self.into_bytes()
    }

    /// In zip64 form if they need it, or all.
    fn set_numbers(&mut self, numbers: &[(usize, u64)], all_wide: bool) {
        let mut wide = Vec::new();
        for (at, number) in numbers {
            match narrow(*number).filter(|_| !all_wide) {
                Some(number) => self.set(*at, &number.to_le_bytes()),
                None => {
                    self.set(*at, &u32::MAX.to_le_bytes());
                    wide.extend(number.to_le_bytes());
                }
            }
        }
        let mut extra = Vec::new();
        if !wide.is_empty() {
            extra.extend(WIDE);
            extra.extend(u16::try_from(wide.len()).unwrap_or_default().to_le_bytes());
            extra.extend(wide);
            let version = u16::try_from(number(&self.fixed, self.shape.version)).unwrap_or_default();
            self.set(0, &version.max(WIDE_VERSION).to_le_bytes());
        }
        extra.extend(without_wide(&self.extra));
        self.extra = extra;
    }

    fn set(&mut self, at: usize, bytes: &[u8]) {
        put(&mut self.fixed, self.shape.version.saturating_add(at), bytes);
    }

    fn into_bytes(mut self) -> Vec<u8> {
        for (at, len) in [(PATH_LEN, self.path.len()), (EXTRA_LEN, self.extra.len())] {
            self.set(at, &u16::try_from(len).unwrap_or_default().to_le_bytes());
        }
        [self.fixed, self.path, self.extra, self.comment].concat()
    }
}

fn without_wide(extra: &[u8]) -> Vec<u8> {
    let (mut kept, mut rest) = (Vec::new(), extra);
    while rest.len() >= 4 {
        let len = number(rest, 2).saturating_add(4);
        let Some((field, behind)) = rest.split_at_checked(len) else {
            break;
        };
        if !field.starts_with(&WIDE) {
            kept.extend_from_slice(field);
        }
        rest = behind;
    }
    kept.extend_from_slice(rest);
    kept
}

fn number(bytes: &[u8], at: usize) -> usize {
    let number = bytes.get(at..).and_then(|rest| rest.first_chunk());
    number.map_or(0, |bytes| usize::from(u16::from_le_bytes(*bytes)))
}

/// Unless it equals the zip64 marker.
fn narrow(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| *number != u32::MAX)
}

pub(super) fn put(bytes: &mut [u8], at: usize, new: &[u8]) {
    let place = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..new.len()));
    if let Some(place) = place {
        place.copy_from_slice(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: &[u8] = b"UT\x05\0\x01abcd";
    const UTF8: u16 = 1 << 11;

    /// With the time 1, 2, 3, 4.
    fn blank(shape: Shape, path: &str) -> Record {
        let (path, extra, comment) = (path.into(), Vec::new(), Vec::new());
        let mut blank = Record { shape, fixed: vec![0; shape.len], path, extra, comment };
        blank.set(0, &[20, 0]);
        blank.set(6, &[1, 2, 3, 4]);
        blank
    }

    fn record() -> Record {
        let mut record = blank(ENTRY, "a/é");
        record.extra = TIMES.to_vec();
        record.comment = b"so".to_vec();
        put(&mut record.fixed, 32, &[2, 0]);
        record
    }

    const STORED: Stored = Stored { crc: 7, compressed: 5, len: 9, method: 8 };

    #[test]
    fn wide_numbers_use_extra_field() {
        let large = record().into_entry(&STORED, 1 << 33);
        let wide = [&b"\x01\0\x08\0"[..], &(1_u64 << 33).to_le_bytes(), TIMES].concat();
        let read = Record::entry(&large).unwrap();
        assert_eq!(
            (read.extra.as_slice(), read.comment.as_slice()),
            (wide.as_slice(), &b"so"[..])
        );
        assert_eq!(
            (&read.fixed[6..8], &read.fixed[20..28]),
            (&[45, 0][..], &[5, 0, 0, 0, 9, 0, 0, 0][..])
        );
        assert_eq!(read.fixed[42..46], [255; 4]);
        let small = Record::entry(&read.into_entry(&STORED, 6)).unwrap();
        assert_eq!(
            (small.extra.as_slice(), &small.fixed[42..46]),
            (TIMES, &[6, 0, 0, 0][..])
        );
    }

    #[test]
    fn header_has_both_lengths_wide_or_neither() {
        let local = blank(LOCAL, "a");
        let stored = Stored { len: u64::from(u32::MAX), ..STORED };
        let read = Record::local(&local.into_local(&stored)).unwrap();
        let wide = [&b"\x01\0\x10\0"[..], &stored.len.to_le_bytes(), &5_u64.to_le_bytes()].concat();
        assert_eq!((read.extra, &read.fixed[18..26]), (wide, &[255; 8][..]));
    }

    #[test]
    fn changed_file_keeps_flags_and_time() {
        let mut record = record();
        record.set(FLAGS, &(UTF8 | 0b1110).to_le_bytes());
        record.hold(&STORED);
        assert_eq!(record.fixed[8..20], [0, 8, 8, 0, 1, 2, 3, 4, 7, 0, 0, 0]);
    }

    #[test]
    fn truncated_record_is_refused() {
        let whole = record().into_entry(&STORED, 6);
        assert!(Record::entry(&whole).is_ok());
        for len in 0..whole.len() {
            assert!(Record::entry(&whole[..len]).is_err(), "{len}");
        }
    }
}
