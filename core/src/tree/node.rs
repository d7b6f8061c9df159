//! The values of a file, independent of its bytes: read from a file, or made by a caller who wants to write one.

use alloc::string::String;
use alloc::vec::Vec;

use super::frame::Slot;
use super::reading::Reading;
use super::source::Source;
use super::tables::{Holds, Tree};
use super::value::{Item, Value};
use super::work::size;
use crate::bytes::{Bytes, length};
use crate::error::ReadError;

/// The value of a field, with everything in it.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// An integer, or a value of an enum.
    Number(i128),
    /// A floating-point number.
    Float(f64),
    /// A truth value, such as one bit or the value of a condition.
    Flag(bool),
    /// Text.
    Text(String),
    /// Bytes, before the schema packs them.
    Bytes(Vec<u8>),
    /// The fields and instances of a record, by their names in the schema. Absent ones are left out.
    Record(Vec<(&'static str, Node)>),
    /// The items of a list.
    List(Vec<Node>),
}

impl Node {
    /// Returns the field with this name, if the value is a record that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Record(fields) => fields.iter().find(|(known, _)| *known == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// Returns the items of a list; empty for other values.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the kind, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "a whole number",
            Self::Float(_) => "a floating-point number",
            Self::Flag(_) => "true or false",
            Self::Text(_) => "text",
            Self::Bytes(_) => "bytes",
            Self::Record(_) => "a record",
            Self::List(_) => "a list",
        }
    }
}

impl Tree<'static> {
    /// Returns all values of the file, except computed ones.
    ///
    /// # Errors
    ///
    /// Returns an error if a field or an instance is not valid, or if the file continues past the end of the window.
    pub fn read(&'static self, bytes: Bytes<'_>) -> Result<Node, ReadError> {
        let Some(root) = self.root() else {
            return Ok(Node::Record(Vec::new()));
        };
        let mut reading = Reading::new(self, Source::Window(bytes));
        let root = reading.open(root, None, Vec::new(), 0)?;
        reading.fill(root)?;
        reading.node_of(root)
    }
}

impl<'b> Reading<'b> {
    /// Returns the values of a record whose fields have been read.
    fn node_of(&mut self, id: usize) -> Result<Node, ReadError> {
        self.deeper(|reading| reading.fields_of(id))
    }

    fn fields_of(&mut self, id: usize) -> Result<Node, ReadError> {
        let mut fields = Vec::new();
        let count = self.frame(id)?.slots.len();
        for slot in 0..count {
            let frame = self.frame(id)?;
            let Some(attr) = frame.attr(slot) else { break };
            let is_unread = matches!(frame.slots.get(slot), Some(Slot::Unread));
            // What an expression gives is in the file as something else.
            if matches!(attr.holds, Holds::Value(_)) || is_unread && !frame.is_instance(slot) {
                continue;
            }
            if let Some(item) = self.find_item(id, slot)?
                && let Some(node) = self.node(&item)?
            {
                fields.push((attr.name, node));
            }
        }
        Ok(Node::Record(fields))
    }

    fn node(&mut self, item: &Item<'b>) -> Result<Option<Node>, ReadError> {
        let made = match &item.value {
            Value::Text(text) => length(text.as_str().as_bytes()),
            Value::Bytes(bits) => bits.len(),
            Value::List(list) => self.lists.get(*list).map_or(0, |items| size::<Item<'_>>(items.len())),
            _ => 0,
        };
        self.pay(made.saturating_add(size::<(&str, Node)>(1)))?;
        Ok(Some(match &item.value {
            Value::Number(number) | Value::Named(_, number) => Node::Number(*number),
            Value::Float(number) => Node::Float(*number),
            Value::Flag(flag) => Node::Flag(*flag),
            Value::Text(text) => Node::Text(text.as_str().into()),
            Value::Bytes(bits) => Node::Bytes(self.look(bits)?.to_vec()),
            Value::Record(id) => self.node_of(*id)?,
            Value::List(list) => {
                let items = self.lists.get(*list).cloned().unwrap_or_default();
                let mut nodes = Vec::with_capacity(items.len());
                for item in &items {
                    nodes.extend(self.node(item)?);
                }
                Node::List(nodes)
            }
            Value::Stream(_) => return Ok(None),
        }))
    }
}
