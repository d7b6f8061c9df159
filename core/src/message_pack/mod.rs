//! An incremental MessagePack reader that reports tokens instead of building a tree.

#[cfg(test)]
mod tests;
mod token;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub use token::{Scalar, Token};

use token::{Head, Kind, head};

const DEEPEST: usize = 64;
/// The maximum number of bytes of a text to keep.
pub const TEXT: usize = 4 << 10;

/// The reason why bytes are not a MessagePack value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Malformed {
    /// The first byte of a value is undefined.
    Byte(u8),
    /// Maps and lists are nested too deeply.
    TooDeep,
    /// The bytes end before the value.
    Ended,
}

impl Malformed {
    /// Returns the reason, in words for the second half of a message.
    pub fn found(&self) -> String {
        match self {
            Self::Byte(byte) => format!("the invalid first byte {byte:#04x}"),
            Self::TooDeep => format!("maps and lists deeper within each other than {DEEPEST} levels"),
            Self::Ended => "the end of the bytes inside a value".into(),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Open {
    is_map: bool,
    /// Includes map keys.
    left: u64,
}

/// An incremental reader of one value, in constant memory.
#[derive(Debug, Default)]
pub struct Reader {
    open: Vec<Open>,
    head: Vec<u8>,
    /// Its kind, first bytes, and number of remaining bytes.
    scalar: Option<(Kind, Vec<u8>, u64)>,
    taken: u64,
    start: u64,
    done: bool,
}

impl Reader {
    /// Reads the next bytes. Calls `show` after the head of a map or list, and after any other value. Bytes after the
    /// outermost value are ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a value.
    pub fn feed(&mut self, mut bytes: &[u8], show: &mut dyn FnMut(Token<'_>)) -> Result<(), Malformed> {
        while !self.done {
            if let Some((_, kept, left)) = &mut self.scalar {
                let take = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                let (taken, rest) = bytes.split_at_checked(take).unwrap_or((bytes, &[]));
                let room = TEXT.saturating_sub(kept.len());
                kept.extend(taken.iter().take(room));
                let take = u64::try_from(take).unwrap_or(u64::MAX);
                *left = left.saturating_sub(take);
                self.taken = self.taken.saturating_add(take);
                bytes = rest;
                if *left > 0 {
                    return Ok(());
                }
                if let Some((kind, kept, _)) = self.scalar.take() {
                    self.show(kind.scalar(&kept), show);
                    self.end_value();
                }
                continue;
            }
            let Some((first, rest)) = bytes.split_first() else {
                return Ok(());
            };
            if self.head.is_empty() {
                self.start = self.taken;
            }
            self.head.push(*first);
            self.taken = self.taken.saturating_add(1);
            bytes = rest;
            match head(&self.head) {
                Head::Unfinished => {}
                Head::Unknown(byte) => {
                    self.taken = self.start;
                    return Err(Malformed::Byte(byte));
                }
                Head::Scalar(kind, len) => {
                    let kept = match kind {
                        // Small numbers are in the head.
                        Kind::Low => core::mem::take(&mut self.head),
                        _ => Vec::new(),
                    };
                    self.head.clear();
                    self.scalar = Some((kind, kept, len));
                }
                Head::Open { is_map, count } => {
                    self.head.clear();
                    self.show(if is_map { Scalar::Map } else { Scalar::List }, show);
                    let left = if is_map { count.saturating_mul(2) } else { count };
                    if self.open.len() >= DEEPEST {
                        return Err(Malformed::TooDeep);
                    }
                    self.open.push(Open { is_map, left });
                    if left == 0 {
                        self.open.pop();
                        self.end_value();
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that the value is complete.
    ///
    /// # Errors
    ///
    /// Returns [`Malformed::Ended`] otherwise.
    pub fn finish(&self) -> Result<(), Malformed> {
        if self.done { Ok(()) } else { Err(Malformed::Ended) }
    }

    /// Returns the number of bytes read: the end of a complete value, or the approximate place of an error.
    pub fn bytes_taken(&self) -> u64 {
        self.taken
    }

    fn show(&self, scalar: Scalar<'_>, show: &mut dyn FnMut(Token<'_>)) {
        let is_key = self.open.last().is_some_and(|open| open.is_map && open.left % 2 == 0);
        let len = self.taken.saturating_sub(self.start);
        show(Token { depth: self.open.len(), is_key, scalar, start: self.start, len });
    }

    fn end_value(&mut self) {
        while let Some(open) = self.open.last_mut() {
            open.left = open.left.saturating_sub(1);
            if open.left > 0 {
                return;
            }
            self.open.pop();
        }
        self.done = true;
    }
}
