//! What a file holds, as values apart from it: made by reading a file, or by the caller who wants one written.

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

/// What a field holds, with everything in it.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// A whole number, of an enum too.
    Number(i128),
    /// A floating-point number.
    Float(f64),
    /// One bit, or what a condition gives.
    Flag(bool),
    /// Text.
    Text(String),
    /// Bytes, as they are before the schema packs them.
    Bytes(Vec<u8>),
    /// The fields of a record and what it has elsewhere, by their names in the schema. What is not there is missing.
    Record(Vec<(&'static str, Node)>),
    /// The items of a list.
    List(Vec<Node>),
}

impl Node {
    /// The field of this name, of a record that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Record(fields) => fields.iter().find(|(known, _)| *known == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The items of a list; none of anything else.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// What messages call it.
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
    /// All that the file holds, but for what is computed.
    ///
    /// # Errors
    ///
    /// What is wrong with a field, or with what is elsewhere; or the file goes on where the window ends.
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
    /// What is in a record, of which the fields have been read.
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
