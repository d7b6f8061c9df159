//! Numbers, text and bytes of single fields, as a file has them.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::place::Place;
use super::writing::Writing;
use crate::error::WriteError;
use crate::tree::node::Node;
use crate::tree::scope::Scope;
use crate::tree::tables::{Charset, Holds, Order};
use crate::tree::value::{Bits, Item, Text, Value};

impl<'n> Writing<'n> {
    /// Writes a number, text or bytes.
    pub(super) fn leaf(
        &mut self,
        place: Place,
        holds: &'static Holds<'static>,
        given: Option<&'n Node>,
    ) -> Result<Item<'static>, WriteError> {
        let start = self.len();
        if let Some(node) = given {
            let value = self.value_of(place, holds, node)?;
            return self.put(place, holds, value, start);
        }
        // Values are made up until one is allowed.
        for _ in 0..TRIES {
            let (kept, bits) = (self.out.len(), self.bits);
            let value = self.make_up(place, holds)?;
            match self.put(place, holds, value, start) {
                Ok(item) => return Ok(item),
                Err(_) => {
                    self.out.truncate(kept);
                    self.bits = bits;
                }
            }
        }
        Err(self.at(place.frame, place.attr.name, "expected a value, found none"))
    }

    /// The value of a field that a node says.
    fn value_of(&self, place: Place, holds: &Holds<'_>, node: &Node) -> Result<Value<'static>, WriteError> {
        let expected = match (holds, node) {
            (Holds::Unsigned(..) | Holds::Signed(..) | Holds::Bits(..), Node::Number(number)) => {
                return Ok(match place.attr.names {
                    Some(names) => Value::Named(names, *number),
                    None => Value::Number(*number),
                });
            }
            (Holds::Float(..), Node::Float(number)) => return Ok(Value::Float(*number)),
            (Holds::Flag(_), Node::Flag(flag)) => return Ok(Value::Flag(*flag)),
            (Holds::Bytes(_), Node::Bytes(bytes)) => return Ok(bytes_value(bytes.clone())),
            (Holds::Text(..), Node::Text(text)) => return Ok(Value::Text(Text::Made(Rc::from(text.as_str())))),
            (Holds::Unsigned(..) | Holds::Signed(..) | Holds::Bits(..), _) => "a whole number",
            (Holds::Float(..), _) => "a floating-point number",
            (Holds::Flag(_), _) => "true or false",
            (Holds::Bytes(_), _) => "bytes",
            _ => "text",
        };
        let why = format!("expected {expected}, found {}", node.kind());
        Err(self.at(place.frame, place.attr.name, why))
    }

    /// Writes a value, and checks whether the schema allows it.
    fn put(
        &mut self,
        place: Place,
        holds: &'static Holds<'static>,
        value: Value<'static>,
        start: u64,
    ) -> Result<Item<'static>, WriteError> {
        let Place { frame, attr, .. } = place;
        match (holds, &value) {
            (Holds::Unsigned(..) | Holds::Signed(..), Value::Number(number) | Value::Named(_, number)) => {
                let bytes = self.number(place, holds, *number)?;
                self.out.extend_from_slice(&bytes);
            }
            (Holds::Bits(count, order), Value::Number(number) | Value::Named(_, number)) => {
                let fits = u128::try_from(*number).ok().filter(|number| number >> *count == 0);
                let Some(number) = fits else {
                    return Err(self.at(frame, attr.name, format!("expected {count} bits, found {number}")));
                };
                self.put_bits(number, u32::from(*count), *order);
            }
            (Holds::Flag(order), Value::Flag(flag)) => self.put_bits(u128::from(*flag), 1, *order),
            (Holds::Float(len, order), Value::Float(number)) => {
                #[allow(clippy::cast_possible_truncation)]
                let bits = match len {
                    4 => u64::from((*number as f32).to_bits()),
                    _ => number.to_bits(),
                };
                let bytes = self.in_order(frame, bits, *len, *order);
                let bytes = bytes.ok_or_else(|| self.at(frame, attr.name, "the byte order is not decided"))?;
                self.out.extend_from_slice(&bytes);
            }
            (Holds::Bytes(extent), Value::Bytes(bits)) => {
                self.put_content(place, extent, bits.made_bytes().unwrap_or_default())?;
            }
            (Holds::Text(charset, extent), Value::Text(text)) => {
                let Some(bytes) = encode(text.as_str(), *charset) else {
                    return Err(self.at(frame, attr.name, "the text has characters that its encoding has not"));
                };
                self.put_content(place, extent, &bytes)?;
            }
            _ => return Err(self.at(frame, attr.name, "expected a value of another kind")),
        }
        let item = Item { value, at: start, len: self.len().saturating_sub(start) };
        let scope = Scope { item: None, ..place.scope() };
        let valid = self.reading.valid(&scope, attr, &item);
        valid.map_err(|error| self.to_write_error(frame, attr.name, &error))?;
        Ok(item)
    }

    /// A whole number as bytes.
    pub(super) fn number(&self, place: Place, holds: &Holds<'_>, number: i128) -> Result<Vec<u8>, WriteError> {
        let Place { frame, attr, .. } = place;
        let (len, order, allowed) = match holds {
            Holds::Unsigned(len, order) => (*len, *order, 0..1_i128 << u32::from(*len).saturating_mul(8)),
            Holds::Signed(len, order) => {
                let half = 1_i128 << u32::from(*len).saturating_mul(8).saturating_sub(1);
                (*len, *order, half.saturating_neg()..half)
            }
            _ => return Err(self.at(frame, attr.name, "expected a number of whole bytes")),
        };
        if !allowed.contains(&number) {
            let most = allowed.end.saturating_sub(1);
            let why = format!("expected {} to {most}, found {number}", allowed.start);
            return Err(self.at(frame, attr.name, why));
        }
        let low = number.rem_euclid(1 << 64);
        let bits = u64::try_from(low).unwrap_or_default();
        self.in_order(frame, bits, len, order)
            .ok_or_else(|| self.at(frame, attr.name, "the byte order is not decided"))
    }

    /// The lowest `len` bytes of a number, in the order of the field.
    pub(super) fn in_order(&self, frame: usize, bits: u64, len: u8, order: Order) -> Option<Vec<u8>> {
        let decided = match order {
            Order::Decided => self.reading.frames.get(frame)?.order?,
            known => known,
        };
        let mut bytes: Vec<u8> = bits.to_le_bytes().into_iter().take(usize::from(len)).collect();
        if decided != Order::Little {
            bytes.reverse();
        }
        Some(bytes)
    }

    fn put_bits(&mut self, number: u128, count: u32, order: Order) {
        let (had, have, _) = self.bits;
        let all = match order {
            Order::Little => had | (number << have),
            _ => (had << count) | number,
        };
        let mut left = have.saturating_add(count);
        let mut rest = all;
        while left >= 8 {
            left = left.saturating_sub(8);
            let byte = match order {
                Order::Little => {
                    let byte = rest & 0xff;
                    rest >>= 8;
                    byte
                }
                _ => {
                    let byte = (rest >> left) & 0xff;
                    rest &= (1_u128 << left).wrapping_sub(1);
                    byte
                }
            };
            self.out.push(u8::try_from(byte).unwrap_or_default());
        }
        self.bits = (rest, left, order);
    }

    /// Fills the byte that has been begun with zeros.
    pub(super) fn flush(&mut self) {
        let (_, left, order) = self.bits;
        if left > 0 {
            self.put_bits(0, 8_u32.saturating_sub(left), order);
        }
        self.bits = (0, 0, Order::Big);
    }
}

/// How often a value is made up before there is none.
const TRIES: u32 = 64;

/// Bytes that are not those of a file.
pub(super) fn bytes_value(bytes: Vec<u8>) -> Value<'static> {
    let len = bytes.len();
    Value::Bytes(Bits::Made(Rc::from(bytes), 0, len, 0))
}

/// Text in a character set; none where that does not have a character of it.
fn encode(text: &str, charset: Charset) -> Option<Vec<u8>> {
    let one_byte = |letter: char| -> Option<u8> {
        let number = u32::from(letter);
        if number < 0x80 {
            return u8::try_from(number).ok();
        }
        (0x80..=0xff).find(|byte| crate::tree::text::letter(*byte, charset) == Some(letter))
    };
    match charset {
        Charset::Utf8 => Some(text.as_bytes().to_vec()),
        Charset::Ascii => text.is_ascii().then(|| text.as_bytes().to_vec()),
        Charset::Utf16Le => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        Charset::Utf16Be => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        Charset::Latin1 | Charset::Windows1251 | Charset::Windows1252 | Charset::Ibm437 => {
            text.chars().map(one_byte).collect()
        }
    }
}

/// Text made of letters, for values that are made up.
pub(super) fn text_value(text: String) -> Value<'static> {
    Value::Text(Text::Made(Rc::from(text)))
}
