//! Number fields at the start of a record. Their bytes are checked once, and decoded on request.

use super::tables::{Holds, Layout};
use crate::bytes::{Bytes, Number, Width};
use crate::error::{Problem, ReadError};

/// The `N` bytes of the number fields at the start of a record.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a, const N: usize> {
    at: u64,
    bytes: &'a [u8; N],
}

impl<'a, const N: usize> Head<'a, N> {
    /// Reads the bytes at `at`, where the record of `layout` called `record` is.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::number`] does, at the first missing field.
    #[inline(always)]
    pub fn read(bytes: Bytes<'a>, at: u64, layout: &'static Layout<'static>, record: &str) -> Result<Self, ReadError> {
        let rest = usize::try_from(at).ok().and_then(|from| bytes.window().get(from..));
        match rest.and_then(|rest| rest.first_chunk()) {
            Some(shown) => Ok(Self { at, bytes: shown }),
            None => Err(missing(
                (bytes.window(), bytes.len(), bytes.origin()),
                at,
                (layout, record),
            )),
        }
    }

    /// Returns the number that is `from` bytes after the start of the first field.
    #[inline(always)]
    pub fn number(self, from: usize, width: Width, field: &'static str) -> Number {
        let value = self.bytes.get(from..).and_then(|rest| width.decode(rest));
        // There are all bytes of all fields.
        Number { value: value.unwrap_or_default(), at: self.at.wrapping_add(from as u64), field }
    }

    /// Returns the offset after the last field, in bytes from the start of the container.
    #[inline(always)]
    pub fn end(self) -> u64 {
        // The fields lie in memory, so that the sum does not overflow.
        self.at.wrapping_add(N as u64)
    }
}

/// The error at the first number of a record that is not in the window of a container, of which its length and its origin are given. It
/// takes no [`Bytes`]: these would have to be put into memory wherever this might be called.
#[cold]
#[inline(never)]
fn missing((window, len, origin): (&[u8], u64, u64), at: u64, (layout, record): (&Layout<'static>, &str)) -> ReadError {
    let bytes = Bytes::windowed(window, len).at_origin(origin);
    let fields = layout.record(record).into_iter().flat_map(|record| record.fields);
    let mut at = at;
    for field in fields {
        let Holds::Number(width, ..) = field.holds else { break };
        if let Err(error) = bytes.number(at, width) {
            return error.in_field(field.name);
        }
        at = at.saturating_add(width.len());
    }
    // Not reached: one of them is missing.
    bytes.error(at, Problem::Truncated { need: 0, have: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Stop;
    use crate::layout::{Field, Record, Source, Valid};

    const fn number(name: &str, width: Width) -> Field<'_> {
        Field::new(name, Holds::Number(width, &[], Valid::Any, Source::Given(0)))
    }

    const FIELDS: &[Field<'_>] = &[number("a", Width::U8), number("b", Width::U32Be), number("c", Width::U16Le)];
    static LAYOUT: Layout<'_> =
        Layout { records: &[Record { name: "r", fields: FIELDS, parts: &[] }], ..Layout::EMPTY };

    #[test]
    fn fields_are_those_that_a_cursor_reads() {
        let bytes = Bytes::new(b"..\x01\0\0\x01\x02\x03\x04rest");
        let head: Head<'_, 7> = Head::read(bytes, 2, &LAYOUT, "r").unwrap();
        let c = head.number(5, Width::U16Le, "c");
        assert_eq!(
            (
                head.number(0, Width::U8, "a").value,
                head.number(1, Width::U32Be, "b").value
            ),
            (1, 0x102)
        );
        assert_eq!((c.value, c.at, c.field, head.end()), (0x403, 7, "c", 9));
    }

    #[test]
    fn the_first_field_that_is_missing_is_blamed() {
        let whole = b"\x01\0\0\x01\x02\x03\x04";
        for (shown, field, at, need) in [(0, "a", 0, 1), (1, "b", 1, 4), (4, "b", 1, 4), (5, "c", 5, 2), (6, "c", 5, 2)]
        {
            let cut = Head::<7>::read(Bytes::new(&whole[..shown]), 0, &LAYOUT, "r").unwrap_err();
            assert_eq!((cut.offset, alloc::format!("{}", cut.path).as_str()), (at, field));
            let asks = Head::<7>::read(Bytes::windowed(&whole[..shown], 7), 0, &LAYOUT, "r").unwrap_err();
            assert_eq!(Stop::from(asks), Stop::NeedMore { upto: at + need });
        }
    }
}
