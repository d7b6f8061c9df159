//! Byte-sized numbers.

use super::plain::decode;
use super::reading::Reading;
use super::tables::Order;
use super::value::Value;
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    fn raw(&mut self, frame: usize, stream: usize, len: u8, order: Order) -> Result<u64, ReadError> {
        let here = self.here(stream);
        let taken = self.take(stream, u64::from(len))?;
        let bytes = self.look(&taken)?;
        let decided = match order {
            Order::Decided => self.frame(frame)?.order,
            known => Some(known),
        };
        decided.map(|order| decode(bytes, order)).ok_or_else(|| {
            let expected = "a value that decides the byte order".into();
            ReadError::new(here, Problem::Unexpected { found: "another".into(), expected })
        })
    }

    pub(super) fn read_unsigned(
        &mut self,
        frame: usize,
        stream: usize,
        len: u8,
        order: Order,
    ) -> Result<Value<'b>, ReadError> {
        Ok(Value::Number(i128::from(self.raw(frame, stream, len, order)?)))
    }

    pub(super) fn read_signed(
        &mut self,
        frame: usize,
        stream: usize,
        len: u8,
        order: Order,
    ) -> Result<Value<'b>, ReadError> {
        let raw = self.raw(frame, stream, len, order)?;
        let unused = 64_u32.saturating_sub(u32::from(len).saturating_mul(8));
        Ok(Value::Number(i128::from((raw << unused).cast_signed() >> unused)))
    }

    pub(super) fn float(&mut self, frame: usize, stream: usize, len: u8, order: Order) -> Result<Value<'b>, ReadError> {
        let raw = self.raw(frame, stream, len, order)?;
        Ok(Value::Float(match u32::try_from(raw) {
            Ok(bits) if len == 4 => f64::from(f32::from_bits(bits)),
            _ => f64::from_bits(raw),
        }))
    }
}
