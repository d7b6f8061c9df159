//! Values of fields that are made up: those that the schema allows.

use super::encode::{bytes_value, text_value};
use super::place::Place;
use super::writing::Writing;
use crate::error::WriteError;
use crate::tree::expression::Formula;
use crate::tree::tables::{Extent, Holds, Rule};
use crate::tree::value::Value;

impl Writing<'_> {
    /// A value for a field, which may turn out not to be allowed.
    pub(super) fn make_up(
        &mut self,
        place: Place,
        holds: &'static Holds<'static>,
    ) -> Result<Value<'static>, WriteError> {
        let Place { frame, attr, .. } = place;
        // Where only some values are allowed, one of these.
        for rule in attr.valid {
            let some = match rule {
                Rule::Equal(formula) => core::slice::from_ref(formula),
                Rule::OneOf(some) => some,
                _ => continue,
            };
            let chosen: Option<&'static Formula<'static>> = self.maker.as_mut().and_then(|maker| maker.pick(some));
            if let Some(chosen) = chosen {
                let value = self.reading.compute(&place.scope(), chosen);
                return value.map_err(|error| self.to_write_error(frame, attr.name, &error));
            }
        }
        let len = match holds {
            Holds::Bytes(extent) | Holds::Text(_, extent) => self.choose_len(place, extent)?,
            _ => None,
        };
        let tree = self.reading.tree;
        let Some(maker) = &mut self.maker else {
            return Err(self.at(frame, attr.name, "expected a value, found nothing"));
        };
        let named = |number| match attr.names {
            Some(names) => Value::Named(names, number),
            None => Value::Number(number),
        };
        Ok(match holds {
            Holds::Unsigned(len, _) | Holds::Signed(len, _) => {
                named(maker.number(attr, tree, u32::from(*len).saturating_mul(8)))
            }
            Holds::Bits(count, _) => named(maker.number(attr, tree, u32::from(*count))),
            Holds::Flag(_) => Value::Flag(maker.below(2) == 1),
            // A number that both lengths have exactly.
            Holds::Float(..) => Value::Float(f64::from(u16::try_from(maker.below(4096)).unwrap_or_default()) / 16.0),
            Holds::Bytes(_) => {
                let len = len.unwrap_or_else(|| maker.below(9));
                bytes_value(maker.bytes(len))
            }
            _ => text_value(maker.text(len)),
        })
    }

    /// How long made up text or bytes must be, where the schema says so.
    fn choose_len(&mut self, place: Place, extent: &'static Extent<'static>) -> Result<Option<u64>, WriteError> {
        let len = extent.size.as_ref().and_then(|size| self.known_number(place, size));
        // With an end, or something to fill them up, they may be shorter.
        let ends = !extent.terminator.is_empty() && !extent.include || extent.pad.is_some();
        match (len, &mut self.maker) {
            (Some(len), _) if len > MOST_BYTES => {
                Err(self.at(place.frame, place.attr.name, "too many bytes to make up"))
            }
            (Some(len), Some(maker)) if ends => Ok(Some(maker.below(len.max(1)))),
            (len, _) => Ok(len),
        }
    }
}

/// The most bytes that are made up of a field.
const MOST_BYTES: u64 = 4096;
