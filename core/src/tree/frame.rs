//! Records while they are read: what is in their fields so far.

use alloc::vec::Vec;

use super::tables::{Attr, Order, Record, Tree};
use super::value::{Item, Value};
use crate::error::ReadError;

/// A record, and what has been read of it.
#[derive(Debug)]
pub(crate) struct Frame<'b> {
    pub(crate) record: &'static Record<'static>,
    /// The schema that it is of.
    pub(crate) schema: &'static Tree<'static>,
    /// The record that holds it, for expressions.
    pub(crate) parent: Option<usize>,
    /// The outermost record around it; none for a record that is declared inside of one of another schema.
    pub(crate) root: Option<usize>,
    /// The field that holds it, for errors.
    pub(crate) holder: Option<Holder>,
    /// The stream that it is in.
    pub(crate) stream: usize,
    /// Where it begins, from the start of the input.
    pub(crate) at: u64,
    /// The byte order of numbers whose order is decided.
    pub(crate) order: Option<Order>,
    /// What its holder has told it.
    pub(crate) params: Vec<Value<'b>>,
    /// Its fields, then its instances.
    pub(crate) slots: Vec<Slot<'b>>,
    /// How many of its fields are numbers at fixed places that the window shows. They have nothing in their slots.
    pub(crate) fixed: usize,
}

/// The field of a record, and the item in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Holder {
    pub(crate) frame: usize,
    pub(crate) name: &'static str,
    pub(crate) index: Option<u64>,
}

/// What is known of a field or instance.
#[derive(Debug, Clone)]
pub(crate) enum Slot<'b> {
    Unread,
    /// It is being read, so that it cannot depend on itself.
    Reading,
    /// It is not there in this file.
    Absent,
    Found(Item<'b>),
    /// It could not be read; what there is of it, and why.
    Failed(Option<Item<'b>>, ReadError),
}

impl Frame<'_> {
    /// The field or instance at `slot`.
    pub(crate) fn attr(&self, slot: usize) -> Option<&'static Attr<'static>> {
        let fields = self.record.fields;
        fields
            .get(slot)
            .or_else(|| self.record.instances.get(slot.checked_sub(fields.len())?))
    }

    /// The slot of the field or instance called `name`.
    pub(crate) fn slot(&self, name: &str) -> Option<usize> {
        let Record { fields, instances, .. } = self.record;
        let is_it = |attr: &Attr<'_>| attr.is_called(name);
        let instance = || Some(fields.len().saturating_add(instances.iter().position(is_it)?));
        fields.iter().position(is_it).or_else(instance)
    }

    /// Whether the slot is that of an instance, which is read when it is asked for.
    pub(crate) fn is_instance(&self, slot: usize) -> bool {
        slot >= self.record.fields.len()
    }
}
