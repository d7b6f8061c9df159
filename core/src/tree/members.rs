//! Access to members of records and lists.

use super::expression::Method;
use super::frame::Slot;
use super::reading::Reading;
use super::value::{Item, Value};
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    /// Reads an instance on first access.
    pub(crate) fn member(&mut self, frame: usize, name: &'static str) -> Result<Value<'b>, ReadError> {
        let of = self.frame(frame)?;
        let param = of.record.params.iter().position(|(known, _)| *known == name);
        if let Some(value) = param.and_then(|param| of.params.get(param)) {
            return Ok(value.clone());
        }
        let Some(slot) = of.slot(name) else {
            return Err(self.none(name, "no member with this name"));
        };
        self.find_item(frame, slot)?
            .map(|item| item.value)
            .ok_or_else(|| self.none(name, "no such value in this file"))
    }

    pub(crate) fn find_item(&mut self, frame: usize, slot: usize) -> Result<Option<Item<'b>>, ReadError> {
        let of = self.frame(frame)?;
        if slot < of.fixed {
            return Ok(self.peek(of, slot));
        }
        let name = of.attr(slot).map_or("", |attr| attr.name);
        match of.slots.get(slot) {
            Some(Slot::Found(item)) => return Ok(Some(item.clone())),
            Some(Slot::Failed(_, error)) => return Err(error.clone()),
            Some(Slot::Absent) | None => return Ok(None),
            Some(Slot::Reading) => return Err(self.none(name, "a value that depends on itself")),
            Some(Slot::Unread) if !of.is_instance(slot) => {
                return Err(self.none(name, "a value that comes later in the file"));
            }
            Some(Slot::Unread) => {}
        }
        self.read(frame, slot)?;
        match self.frame(frame)?.slots.get(slot) {
            Some(Slot::Found(item)) => Ok(Some(item.clone())),
            _ => Ok(None),
        }
    }

    fn none(&self, name: &str, found: &str) -> ReadError {
        let expected = alloc::format!("a value of `{name}`");
        self.fault(Problem::Unexpected { found: found.into(), expected })
    }

    pub(crate) fn parent_of(&self, frame: usize) -> Result<Value<'b>, ReadError> {
        match self.frame(frame)?.parent {
            Some(parent) => Ok(Value::Record(parent)),
            None => Err(self.none("_parent", "a record without a parent")),
        }
    }

    pub(crate) fn root_of(&self, frame: usize) -> Result<Value<'b>, ReadError> {
        match self.frame(frame)?.root {
            Some(root) => Ok(Value::Record(root)),
            None => Err(self.none("_root", "a record from another schema")),
        }
    }

    pub(crate) fn member_of(
        &mut self,
        of: &Value<'b>,
        name: &'static str,
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        match of {
            Value::Record(frame) => self.member(*frame, name),
            other => match Method::named(name) {
                Some(method) => self.call(other, method, &[], text),
                None => Err(self.unfit(text, "a record before a dot", other)),
            },
        }
    }

    pub(crate) fn at(
        &mut self,
        list: &Value<'b>,
        index: &Value<'b>,
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        let Value::Number(index) = index else {
            return Err(self.unfit(text, "a whole number in brackets", index));
        };
        let place = usize::try_from(*index).ok();
        let (found, len) = match list {
            Value::List(list) => {
                let items = self.lists.get(*list).map_or(&[][..], |items| items.as_slice());
                let item = place.and_then(|place| items.get(place));
                (item.map(|item| item.value.clone()), items.len())
            }
            Value::Bytes(bits) => {
                let bytes = self.look(bits)?;
                let byte = place.and_then(|place| bytes.get(place));
                (byte.map(|byte| Value::Number(i128::from(*byte))), bytes.len())
            }
            other => return Err(self.unfit(text, "a list before brackets", other)),
        };
        found.ok_or_else(|| {
            let expected = alloc::format!("a number below {len} in the brackets of `{text}`");
            self.fault(Problem::Unexpected { found: alloc::format!("{index}"), expected })
        })
    }
}
