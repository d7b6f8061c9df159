//! The receiver of the fields of a file.

use super::field::Field;

/// Receives every field of a file, in schema order.
pub trait Describer {
    /// Begins a record or list called `name`.
    fn begin(&mut self, name: &'static str, shape: Shape);
    /// Begins item `index` of the innermost list.
    fn item(&mut self, index: u64);
    /// Receives a field. A list item without fields is an unnamed field.
    fn field(&mut self, field: Field<'_>);
    /// Ends the innermost record, list or item.
    fn end(&mut self);
}

/// The kind of a group of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A record of fields.
    Record,
    /// A record at another place in the file, such as a symbol table.
    Part,
    /// A list of items.
    List,
}

/// Ignores all fields.
#[derive(Debug, Clone, Copy)]
pub struct NullDescriber;

impl Describer for NullDescriber {
    fn begin(&mut self, _name: &'static str, _shape: Shape) {}
    fn item(&mut self, _index: u64) {}
    fn field(&mut self, _field: Field<'_>) {}
    fn end(&mut self) {}
}

/// Shows a list called `name`, with `show` for each item.
pub fn list<T>(
    describer: &mut dyn Describer,
    name: &'static str,
    items: impl IntoIterator<Item = T>,
    mut show: impl FnMut(&mut dyn Describer, T),
) {
    describer.begin(name, Shape::List);
    for (item, index) in items.into_iter().zip(0..) {
        describer.item(index);
        show(describer, item);
        describer.end();
    }
    describer.end();
}
