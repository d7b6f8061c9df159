//! Records that are being read.

use alloc::vec::Vec;

use super::tables::{Attr, Order, Record, Tree};
use super::value::{Item, Value};
use crate::error::ReadError;

#[derive(Debug)]
pub(crate) struct Frame<'b> {
    pub(crate) record: &'static Record<'static>,
    pub(crate) schema: &'static Tree<'static>,
    pub(crate) parent: Option<usize>,
    /// `None` in a nested record with another schema.
    pub(crate) root: Option<usize>,
    /// For errors.
    pub(crate) holder: Option<Holder>,
    pub(crate) stream: usize,
    /// In bytes from the start of the input.
    pub(crate) at: u64,
    /// For `Order::Decided`.
    pub(crate) order: Option<Order>,
    pub(crate) params: Vec<Value<'b>>,
    /// Fields, then instances.
    pub(crate) slots: Vec<Slot<'b>>,
    /// Leading fields at fixed places in the window; their slots stay empty.
    pub(crate) fixed: usize,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Holder {
    pub(crate) frame: usize,
    pub(crate) name: &'static str,
    pub(crate) index: Option<u64>,
}

#[derive(Debug, Clone)]
pub(crate) enum Slot<'b> {
    Unread,
    /// A dependency on itself is an error.
    Reading,
    /// The condition is false.
    Absent,
    Found(Item<'b>),
    /// With the valid part.
    Failed(Option<Item<'b>>, ReadError),
}

impl Frame<'_> {
    pub(crate) fn attr(&self, slot: usize) -> Option<&'static Attr<'static>> {
        let fields = self.record.fields;
        fields
            .get(slot)
            .or_else(|| self.record.instances.get(slot.checked_sub(fields.len())?))
    }

    pub(crate) fn slot(&self, name: &str) -> Option<usize> {
        let Record { fields, instances, .. } = self.record;
        let is_it = |attr: &Attr<'_>| attr.is_called(name);
        let instance = || Some(fields.len().saturating_add(instances.iter().position(is_it)?));
        fields.iter().position(is_it).or_else(instance)
    }

    pub(crate) fn is_instance(&self, slot: usize) -> bool {
        slot >= self.record.fields.len()
    }
}
