//! As in RPM packages: hexadecimal header, path, bytes.

use std::io::{self, Read};

use super::Reading;
use super::packed::{Content, PackedFile, Visit};
use super::stop::{self, Stop};
use crate::refusal::Refusal;

/// In bytes: a magic of six, then numbers.
const HEADER: usize = 110;
/// Digits of a number.
const DIGITS: usize = 8;
/// Offsets of the mode, the file size, and the length of the path with its NUL.
const MODE: usize = 14;
const SIZE: usize = 54;
const PATH_LEN: usize = 94;
/// In bytes.
const LONGEST: u64 = 64 << 10;
/// The type bits of a mode, and the value for regular files.
const KIND: u64 = 0o170_000;
const REGULAR: u64 = 0o100_000;
/// Alignment of headers with paths, and of files, in bytes.
const ALIGNMENT: u64 = 4;
/// The path after the last file.
const END: &[u8] = b"TRAILER!!!";

impl Reading<'_> {
    pub(super) fn cpio(&self, reader: &mut dyn Read, visit: &mut Visit<'_>) -> Result<(), Stop> {
        loop {
            let mut header = [0; HEADER];
            reader.read_exact(&mut header).map_err(cut_off)?;
            if self.form(&header).is_none() {
                return Err(damaged("the header of a file is missing").into());
            }
            let [mode, size, path_len] = [MODE, SIZE, PATH_LEN].map(|at| number(&header, at));
            let (mode, size, path_len) = (mode?, size?, path_len?);
            if !(1..=LONGEST).contains(&path_len) {
                return Err(damaged(&format!("a path of {path_len} bytes")).into());
            }
            let mut path = Vec::new();
            reader.take(path_len).read_to_end(&mut path)?;
            skip(reader, padding((HEADER as u64).saturating_add(path_len)))?;
            if path.pop() != Some(0) {
                return Err(damaged("a path without a NUL at its end").into());
            }
            if path == END {
                return Ok(());
            }
            let mut content = reader.take(size);
            if mode & KIND == REGULAR {
                visit(PackedFile::new(path, Content::Stream(&mut content)))?;
            }
            let left = content.limit();
            skip(reader, left.saturating_add(padding(size)))?;
        }
    }
}

fn number(header: &[u8], at: usize) -> Result<u64, Refusal> {
    let digits = header.get(at..at.saturating_add(DIGITS)).unwrap_or_default();
    let number = std::str::from_utf8(digits)
        .ok()
        .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let number = number.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    number.ok_or_else(|| damaged("a number is not eight hexadecimal digits"))
}

fn padding(len: u64) -> u64 {
    len.next_multiple_of(ALIGNMENT).saturating_sub(len)
}

fn skip(reader: &mut dyn Read, len: u64) -> io::Result<()> {
    match io::copy(&mut reader.take(len), &mut io::sink())? == len {
        true => Ok(()),
        false => Err(cut_off(io::ErrorKind::UnexpectedEof.into())),
    }
}

fn damaged(text: &str) -> Refusal {
    stop::damaged(format_args!("cpio archive: {text}"))
}

/// An unexpected end is an error of the archive.
fn cut_off(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::other(damaged("it ends within a file")),
        _ => error,
    }
}
