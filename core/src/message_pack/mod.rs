//! MessagePack, read as its bytes come: what is told of a value is where it is, not a tree of it. And written, a value after the other.

#[cfg(test)]
mod tests;
mod token;
mod write;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub use token::{Scalar, Token};
pub(crate) use write::{put_list, put_map, put_number, put_text};

use token::{Head, Kind, head};

/// How deep maps and lists may be within each other.
const DEEPEST: usize = 64;
/// How much of a text is kept to be shown, in bytes.
pub const TEXT: usize = 4 << 10;

/// Why bytes are no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Malformed {
    /// No value begins with this byte.
    Byte(u8),
    /// Too many levels.
    TooDeep,
    /// The bytes end before the value does.
    Ended,
}

impl Malformed {
    /// What was found, in words that follow what was expected.
    pub fn found(&self) -> String {
        match self {
            Self::Byte(byte) => format!("the byte {byte:#04x}, with which no value begins"),
            Self::TooDeep => format!("maps and lists deeper within each other than {DEEPEST} levels"),
            Self::Ended => "the end of the bytes before that of the value".into(),
        }
    }
}

/// A map or list that has begun.
#[derive(Debug, Clone, Copy)]
struct Open {
    is_map: bool,
    /// How many values are still to come; of a map, keys count too.
    left: u64,
}

/// Reads one value, whose bytes are fed a piece at a time. What it holds in memory does not grow with the value.
#[derive(Debug, Default)]
pub struct Reader {
    open: Vec<Open>,
    /// The bytes of a head that has begun.
    head: Vec<u8>,
    /// The scalar that has begun: its kind, its bytes so far up to the most that is kept, and how many are still to come.
    scalar: Option<(Kind, Vec<u8>, u64)>,
    /// How many bytes have been taken, and where the head of what was read last begins among them.
    taken: u64,
    start: u64,
    done: bool,
}

impl Reader {
    /// Takes the next bytes, and shows what has come to its beginning or, of a scalar, to its end. Bytes behind the value are left alone.
    ///
    /// # Errors
    ///
    /// They are no value.
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
                        // What a number is may be in its head.
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

    /// Whether the value has come to its end.
    ///
    /// # Errors
    ///
    /// It has not.
    pub fn finish(&self) -> Result<(), Malformed> {
        if self.done { Ok(()) } else { Err(Malformed::Ended) }
    }

    /// How many bytes have been taken: where the value ends once it has come to its end, and about where it is none.
    pub fn bytes_taken(&self) -> u64 {
        self.taken
    }

    fn show(&self, scalar: Scalar<'_>, show: &mut dyn FnMut(Token<'_>)) {
        let is_key = self.open.last().is_some_and(|open| open.is_map && open.left % 2 == 0);
        let len = self.taken.saturating_sub(self.start);
        show(Token { depth: self.open.len(), is_key, scalar, start: self.start, len });
    }

    /// A value has come to its end, and with it those that it is the last of.
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
