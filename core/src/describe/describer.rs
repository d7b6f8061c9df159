//! The receiver of the fields of a container.

use super::field::Field;

/// Receives every field of a container, in the order of the schema. Generated `describe` functions call it.
pub trait Describer {
    /// A record or a list called `name` begins.
    fn begin(&mut self, name: &'static str, shape: Shape);
    /// Item `index` of the innermost list begins.
    fn item(&mut self, index: u64);
    /// One field. A list item that is a value, rather than a record, is a field without a name.
    fn field(&mut self, field: Field<'_>);
    /// The innermost record, list or item ends.
    fn end(&mut self);
}

/// What begins: a record or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A record of fields.
    Record,
    /// A record elsewhere in the file, whose place and size other fields give, such as a symbol table.
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

/// Shows a list called `name`, with `show` for each of `items`.
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
