//! Member headers: fixed-width text.

use std::mem::offset_of;

use object::archive::{Header, TERMINATOR};
use object::pod::from_bytes;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};

use crate::file_error::FileError;
use crate::input::WindowReader;

pub(super) const HEADER_LEN: u64 = 60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MemberHeader {
    /// Without trailing spaces.
    pub(super) name: Vec<u8>,
    /// In bytes.
    pub(super) size: u64,
}

impl MemberHeader {
    pub(super) fn read(bytes: &[u8], offset: u64) -> Result<Self, ReadError> {
        let Ok((header, _)) = from_bytes::<Header>(bytes) else {
            let problem = Problem::Truncated { need: HEADER_LEN, have: length(bytes) };
            return Err(ReadError::new(offset, problem));
        };
        let field = |skip: usize| offset.saturating_add(u64::try_from(skip).unwrap_or(u64::MAX));
        if header.terminator != TERMINATOR {
            let problem = Problem::BadMagic { expected: &TERMINATOR, found: header.terminator.to_vec() };
            let at = field(offset_of!(Header, terminator));
            return Err(ReadError::new(at, problem).in_field("terminator"));
        }
        let at = field(offset_of!(Header, size));
        let size = decimal(&header.size).ok_or_else(|| ReadError::new(at, no_number(&header.size)).in_field("size"))?;
        Ok(Self { name: header.name.trim_ascii_end().to_vec(), size })
    }

    pub(super) fn size_at(offset: u64) -> u64 {
        offset.saturating_add(u64::try_from(offset_of!(Header, size)).unwrap_or(u64::MAX))
    }
}

/// Trailing spaces are allowed.
pub(super) fn decimal(text: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(text.trim_ascii_end()).ok()?;
    let number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| number)
}

pub(super) fn no_number(text: &[u8]) -> Problem {
    Problem::Unexpected { found: format!("\"{}\"", text.escape_ascii()), expected: "a number in decimal digits".into() }
}

/// In bytes: the longest path.
pub(super) const LONGEST: u64 = 64 << 10;
/// Names up to this many bytes need one read.
const SHORT: u64 = 256;
/// Begins a name before the content; its length follows.
const BEFORE_CONTENT: &[u8] = b"#1/";
/// Ends a name, and begins special names.
const SLASH: u8 = b'/';

/// Special members.
const TABLES: [&[u8]; 8] = [
    b"/",
    b"/SYM64/",
    b"//",
    b"ARFILENAMES/",
    b"/<HYBRIDMAP>/",
    b"/<ECSYMBOLS>/",
    b"/<XFGHASHMAP>/",
    b"/<EXPSYMBOLS>/",
];
/// Symbol tables without slashes after names.
const BSD_TABLES: [&[u8]; 4] = [b"__.SYMDEF", b"__.SYMDEF SORTED", b"__.SYMDEF_64", b"__.SYMDEF_64 SORTED"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    /// And the length of its name before the content.
    File(Vec<u8>, u64),
    LongNames,
    /// Big-endian, with numbers of this width in bytes.
    Symbols(u64),
    /// Another special member.
    Table,
}

pub(super) fn read_name(
    reader: &mut WindowReader<'_>,
    long_names: Option<Place>,
    offset: u64,
    header: &MemberHeader,
) -> Result<Result<Named, ReadError>, FileError> {
    let name = header.name.as_slice();
    match name {
        b"//" | b"ARFILENAMES/" => return Ok(Ok(Named::LongNames)),
        b"/" => return Ok(Ok(Named::Symbols(4))),
        b"/SYM64/" => return Ok(Ok(Named::Symbols(8))),
        _ if TABLES.contains(&name) || BSD_TABLES.contains(&name) => return Ok(Ok(Named::Table)),
        _ => {}
    }
    let failed = |error: ReadError| error.in_field("name");
    if let Some(len) = name.strip_prefix(BEFORE_CONTENT) {
        let found = before_content(reader, offset, header.size, len)?;
        return Ok(found
            .map_err(failed)
            .map(|(name, len)| match BSD_TABLES.contains(&name.as_slice()) {
                true => Named::Table,
                false => Named::File(name, len),
            }));
    }
    if let Some(ofs) = name.strip_prefix(&[SLASH]) {
        let found = in_the_list(reader, long_names, offset, ofs)?;
        return Ok(found.map_err(failed).map(|name| Named::File(name, 0)));
    }
    if name.is_empty() {
        let (found, expected) = ("only spaces".into(), "a name".into());
        let problem = Problem::Unexpected { found, expected };
        return Ok(Err(failed(ReadError::new(offset, problem))));
    }
    let name = name.strip_suffix(&[SLASH]).unwrap_or(name);
    Ok(Ok(Named::File(name.to_vec(), 0)))
}

/// Whether readers take `in_header`, a name with its slash, as a plain name.
pub(super) fn is_name(in_header: &[u8]) -> bool {
    !TABLES.contains(&in_header) && !in_header.starts_with(BEFORE_CONTENT)
}

/// The name, and its stored length.
fn before_content(
    reader: &mut WindowReader<'_>,
    offset: u64,
    size: u64,
    text: &[u8],
) -> Result<Result<(Vec<u8>, u64), ReadError>, FileError> {
    let Some(len) = decimal(text) else {
        return Ok(Err(ReadError::new(offset, no_number(text))));
    };
    if len > size {
        let problem = Problem::OutOfRange { found: len, min: 0, max: size };
        return Ok(Err(ReadError::new(offset, problem)));
    }
    if len > LONGEST {
        return Ok(Err(ReadError::new(
            offset,
            Problem::OverLimit { found: len, limit: LONGEST },
        )));
    }
    let start = offset.saturating_add(HEADER_LEN);
    let view = reader.view(start, len)?;
    let name = usize::try_from(len).ok().and_then(|len| view.get(..len));
    let Some(name) = name else {
        let problem = Problem::Truncated { need: len, have: length(view) };
        return Ok(Err(ReadError::new(start, problem)));
    };
    // Zero bytes may follow.
    let end = memchr::memchr(0, name).unwrap_or(name.len());
    Ok(Ok((name.get(..end).unwrap_or_default().to_vec(), len)))
}

fn in_the_list(
    reader: &mut WindowReader<'_>,
    long_names: Option<Place>,
    offset: u64,
    text: &[u8],
) -> Result<Result<Vec<u8>, ReadError>, FileError> {
    let Some(ofs) = decimal(text) else {
        return Ok(Err(ReadError::new(offset, no_number(text))));
    };
    let have = long_names.map_or(0, |place| place.len);
    let place = long_names.filter(|_| ofs < have);
    let Some(place) = place else {
        let problem = Problem::OutOfBounds { ofs, len: 1, have };
        return Ok(Err(ReadError::new(offset, problem)));
    };
    let start = place.ofs.saturating_add(ofs);
    let left = have.saturating_sub(ofs);
    for len in [SHORT, LONGEST] {
        let view = reader.view(start, len.min(left))?;
        let view = view.get(..usize::try_from(left).unwrap_or(usize::MAX)).unwrap_or(view);
        if let Some(name) = until_its_end(view) {
            return Ok(Ok(name.to_vec()));
        }
    }
    let expected = "a line break or a zero byte at the end of the member's name".into();
    Ok(Err(ReadError::new(start, Problem::Missing { expected })))
}

/// GNU ends names with a slash and a line break, COFF with a zero byte.
fn until_its_end(list: &[u8]) -> Option<&[u8]> {
    let end = memchr::memchr2(b'\n', 0, list)?;
    let name = list.get(..end)?;
    Some(match list.get(end) {
        Some(b'\n') => name.strip_suffix(&[SLASH]).unwrap_or(name),
        _ => name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_length_matches_its_fields() {
        assert_eq!(HEADER_LEN, size_of::<Header>() as u64);
    }

    #[test]
    fn number_is_digits_before_spaces() {
        for (text, number) in [
            ("12", Some(12)),
            ("0         ", Some(0)),
            ("9999999999", Some(9_999_999_999)),
            ("", None),
            ("   ", None),
            ("+1", None),
            ("-1", None),
            ("1 2", None),
            (" 1", None),
            ("0x10", None),
        ] {
            assert_eq!(decimal(text.as_bytes()), number, "{text:?}");
        }
    }
}
