//! Values of fields and expressions.

use alloc::rc::Rc;
use core::cmp::Ordering;

#[derive(Debug, Clone)]
pub(crate) enum Value<'b> {
    Number(i128),
    Float(f64),
    Flag(bool),
    Text(Text<'b>),
    Bytes(Bits<'b>),
    /// A value of the enum at this index, named or not.
    Named(usize, i128),
    Record(usize),
    List(usize),
    /// Not stored: its offset in the stream, and its number of items.
    Passed(u64, u64),
    Stream(usize),
}

#[derive(Debug, Clone)]
pub(crate) enum Text<'b> {
    Shown(&'b str),
    Made(Rc<str>),
}

#[derive(Debug, Clone)]
pub(crate) enum Bits<'b> {
    /// Offset and length in the file, maybe outside of the window.
    File(u64, u64),
    Known(&'b [u8]),
    /// Unpacked bytes, their range, and the file offset of the packed bytes.
    Made(Rc<[u8]>, usize, usize, u64),
}

/// Offset from the start of the input, and length.
#[derive(Debug, Clone)]
pub(crate) struct Item<'b> {
    pub(crate) value: Value<'b>,
    pub(crate) at: u64,
    pub(crate) len: u64,
}

impl Text<'_> {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Shown(text) => text,
            Self::Made(text) => text,
        }
    }
}

impl Bits<'_> {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::File(_, len) => *len,
            Self::Known(bytes) => crate::bytes::length(bytes),
            Self::Made(_, _, len, _) => u64::try_from(*len).unwrap_or(u64::MAX),
        }
    }

    pub(crate) fn part(&self, from: u64, len: u64) -> Self {
        let from = from.min(self.len());
        let len = len.min(self.len().saturating_sub(from));
        let [skip, keep] = [from, len].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        match self {
            Self::File(at, _) => Self::File(at.saturating_add(from), len),
            Self::Known(bytes) => Self::Known(bytes.get(skip..).and_then(|rest| rest.get(..keep)).unwrap_or_default()),
            Self::Made(bytes, at, _, shown) => Self::Made(bytes.clone(), at.saturating_add(skip), keep, *shown),
        }
    }

    /// In the file; for unpacked bytes, of the packed bytes.
    pub(crate) fn place(&self, at: u64) -> u64 {
        match self {
            Self::File(from, _) => from.saturating_add(at),
            Self::Made(.., shown) => *shown,
            Self::Known(_) => 0,
        }
    }

    pub(crate) fn made_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::File(..) => None,
            Self::Known(bytes) => Some(bytes),
            Self::Made(bytes, at, len, _) => {
                Some(bytes.get(*at..).and_then(|rest| rest.get(..*len)).unwrap_or_default())
            }
        }
    }
}

impl Value<'_> {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "a whole number",
            Self::Float(_) => "a floating-point number",
            Self::Flag(_) => "true or false",
            Self::Text(_) => "text",
            Self::Bytes(_) => "bytes",
            Self::Named(..) => "a value of an enum",
            Self::Record(_) => "a record",
            Self::List(_) | Self::Passed(..) => "a list",
            Self::Stream(_) => "a stream",
        }
    }

    /// `None` for bytes and unordered values.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) | (Self::Named(_, a), Self::Named(_, b)) => Some(a.cmp(b)),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(b),
            (Self::Float(a), Self::Number(b)) => a.partial_cmp(&round(*b)),
            (Self::Number(a), Self::Float(b)) => round(*a).partial_cmp(b),
            (Self::Flag(a), Self::Flag(b)) => Some(a.cmp(b)),
            (Self::Flag(a), Self::Number(b)) => Some(i128::from(*a).cmp(b)),
            (Self::Number(a), Self::Flag(b)) => Some(a.cmp(&i128::from(*b))),
            (Self::Text(a), Self::Text(b)) => Some(a.as_str().cmp(b.as_str())),
            (Self::Record(a), Self::Record(b)) | (Self::Stream(a), Self::Stream(b)) if a == b => Some(Ordering::Equal),
            _ => None,
        }
    }
}

#[allow(clippy::cast_precision_loss)]
pub(crate) fn round(number: i128) -> f64 {
    number as f64
}

/// Truncates. `None` for NaN and values out of range.
pub(crate) fn whole(number: f64) -> Option<i128> {
    const FRACTION: u64 = 52;
    let bits = number.to_bits();
    let exponent = i64::try_from((bits >> FRACTION) & 0x7ff).ok()?.checked_sub(1023)?;
    if exponent < 0 {
        return Some(0);
    }
    let digits = i128::from((bits & ((1 << FRACTION) - 1)) | (1 << FRACTION));
    let shift = u32::try_from(exponent.abs_diff(52)).ok()?;
    let whole = match exponent {
        0..=51 => digits >> shift,
        52..=120 => digits << shift,
        _ => return None,
    };
    match number.is_sign_negative() {
        true => whole.checked_neg(),
        false => Some(whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_point_numbers_lose_their_fractions() {
        for (number, expected) in [
            (0.0, Some(0)),
            (0.999, Some(0)),
            (-1.5, Some(-1)),
            (123_456.75, Some(123_456)),
            (1e15, Some(1_000_000_000_000_000)),
            (-1e20, Some(-100_000_000_000_000_000_000)),
            (f64::NAN, None),
            (f64::INFINITY, None),
            (1e300, None),
        ] {
            assert_eq!(whole(number), expected, "{number}");
        }
    }
}
