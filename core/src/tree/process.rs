//! How bytes are unpacked.

use alloc::rc::Rc;
use alloc::vec::Vec;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::expression::Formula;
use super::reading::Reading;
use super::scope::Scope;
use super::tables::Process;
use super::value::{Bits, Value};
use crate::bytes::length;
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    pub(super) fn process(
        &mut self,
        scope: &Scope<'_, 'b>,
        bits: &Bits<'b>,
        process: &'static Process<'static>,
    ) -> Result<Bits<'b>, ReadError> {
        let at = match bits {
            Bits::File(at, _) => self.file.absolute(*at),
            Bits::Made(.., shown) => *shown,
            Bits::Known(_) => 0,
        };
        let made = match process {
            Process::Zlib => self.inflated(bits, at)?,
            Process::Xor(key) => {
                let key = self.key(scope, key)?;
                let mut bytes = self.copied(bits)?;
                for (byte, with) in bytes.iter_mut().zip(key.iter().cycle()) {
                    *byte ^= *with;
                }
                bytes
            }
            Process::RotateLeft(by) => {
                let by = self.turns(scope, by)?;
                self.copied(bits)?.iter().map(|byte| byte.rotate_left(by)).collect()
            }
            Process::RotateRight(by) => {
                let by = self.turns(scope, by)?;
                self.copied(bits)?.iter().map(|byte| byte.rotate_right(by)).collect()
            }
        };
        let len = made.len();
        Ok(Bits::Made(Rc::from(made), 0, len, at))
    }

    /// A copy of the bytes.
    fn copied(&mut self, bits: &Bits<'b>) -> Result<Vec<u8>, ReadError> {
        self.work.take(bits.len()).map_err(|problem| self.fault(problem))?;
        Ok(self.look(bits)?.to_vec())
    }

    fn inflated(&mut self, bits: &Bits<'b>, at: u64) -> Result<Vec<u8>, ReadError> {
        let limit = self.work.room();
        let room = usize::try_from(limit).unwrap_or(usize::MAX);
        let made = decompress_to_vec_zlib_with_limit(self.look(bits)?, room);
        let made = made.map_err(|failed| {
            let after = length(&failed.output);
            match after >= limit {
                true => ReadError::new(at, Problem::MoreThanAllowed { found: after, limit }),
                false => {
                    let why = alloc::format!("{failed}");
                    ReadError::new(at, Problem::Corrupt { stream: "a zlib", after, why })
                }
            }
        })?;
        self.work.take(length(&made)).map_err(|problem| self.fault(problem))?;
        Ok(made)
    }

    /// What bytes are exclusive-or'ed with: a number counts as one byte.
    pub(super) fn key(&mut self, scope: &Scope<'_, 'b>, key: &'static Formula<'static>) -> Result<Vec<u8>, ReadError> {
        match self.compute(scope, key)? {
            Value::Number(number) => match u8::try_from(number) {
                Ok(byte) => Ok(alloc::vec![byte]),
                Err(_) => Err(self.fault(Problem::Overflow { expression: key.text })),
            },
            Value::Bytes(bits) => self.copied(&bits),
            list @ Value::List(_) => self.bytes_of(&list, key.text),
            other => Err(self.unfit(key.text, "bytes or a number", &other)),
        }
    }

    /// The bytes that the numbers of a list are.
    pub(super) fn bytes_of(&mut self, list: &Value<'b>, text: &'static str) -> Result<Vec<u8>, ReadError> {
        let Value::List(list) = list else {
            return Err(self.unfit(text, "a list", list));
        };
        let items = self.lists.get(*list).map(Vec::as_slice).unwrap_or_default();
        let byte = |item: &super::value::Item<'_>| match item.value {
            Value::Number(number) => u8::try_from(number).ok(),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = items.iter().map(byte).collect();
        let bytes = bytes.ok_or_else(|| self.fault(Problem::Overflow { expression: text }))?;
        self.work.take(length(&bytes)).map_err(|problem| self.fault(problem))?;
        Ok(bytes)
    }

    /// By how many bits bytes are turned.
    pub(super) fn turns(&mut self, scope: &Scope<'_, 'b>, by: &'static Formula<'static>) -> Result<u32, ReadError> {
        match self.compute(scope, by)? {
            Value::Number(number) => {
                u32::try_from(number.rem_euclid(8)).map_err(|_| self.fault(Problem::Overflow { expression: by.text }))
            }
            other => Err(self.unfit(by.text, "a whole number", &other)),
        }
    }
}
