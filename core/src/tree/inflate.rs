//! Unpacking of bytes.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::reading::Reading;
use super::value::{Bits, Value};
use crate::bytes::count;
use crate::error::{Problem, ReadError};

/// Bytes to unpack at a time.
const PIECE: usize = 4096;

impl<'b> Reading<'b> {
    /// Charges for a truncated stream too.
    pub(super) fn inflate(&mut self, bits: &Bits<'b>) -> Result<Bits<'b>, ReadError> {
        let at = self.place(bits);
        self.pay(bits.len())?;
        let limit = self.work.room();
        let mut rest = self.look(bits)?;
        let mut inflator = Box::<DecompressorOxide>::default();
        let (mut made, mut len) = (Vec::new(), 0_usize);
        loop {
            if len == made.len() {
                let room = usize::try_from(self.work.room()).unwrap_or(usize::MAX).min(PIECE);
                if room == 0 {
                    return Err(ReadError::new(
                        at,
                        Problem::MoreThanAllowed { found: limit.saturating_add(1), limit },
                    ));
                }
                made.resize(len.saturating_add(room), 0);
                self.pay(u64::try_from(room).unwrap_or(u64::MAX))?;
            }
            let flags = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
            let (status, taken, more) = decompress(&mut inflator, rest, &mut made, len, flags);
            rest = rest.get(taken..).unwrap_or_default();
            len = len.saturating_add(more);
            let why = match status {
                TINFLStatus::Done => {
                    made.truncate(len);
                    return Ok(Bits::Made(Rc::from(made), 0, len, bits.place(0)));
                }
                TINFLStatus::HasMoreOutput if len == made.len() => continue,
                TINFLStatus::Adler32Mismatch => "its check sum differs",
                TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => "it ends too early",
                _ => "it is invalid",
            };
            let after = u64::try_from(len).unwrap_or(u64::MAX);
            return Err(ReadError::new(
                at,
                Problem::Corrupt { stream: "a zlib", after, why: why.into() },
            ));
        }
    }

    pub(super) fn bytes_of(&mut self, list: &Value<'b>, text: &'static str) -> Result<Vec<u8>, ReadError> {
        let Value::List(list) = list else {
            return Err(self.unfit(text, "a list", list));
        };
        self.pay(self.lists.get(*list).map_or(0, |items| count(items)))?;
        let items = self.lists.get(*list).map(Vec::as_slice).unwrap_or_default();
        let byte = |item: &super::value::Item<'_>| match item.value {
            Value::Number(number) => u8::try_from(number).ok(),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = items.iter().map(byte).collect();
        bytes.ok_or_else(|| self.fault(Problem::Overflow { expression: text }))
    }
}
