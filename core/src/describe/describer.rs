//! Who is shown the fields of a container.

use super::field::Field;

/// Is shown every field of a container, in the order of the schema. Generated `describe` functions call it.
pub trait Describer {
    /// A record or a list called `name` begins.
    fn begin(&mut self, name: &'static str, shape: Shape);
    /// Item `index` of the innermost list begins.
    fn item(&mut self, index: u64);
    /// One field. The item of a list that is a value, and no record, is a field without a name.
    fn field(&mut self, field: Field<'_>);
    /// The innermost record, list or item ends.
    fn end(&mut self);
}

/// What begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A record of fields.
    Record,
    /// A record that is elsewhere, cut out by its size: what other fields say the place and the size of, such as a table of symbols.
    Part,
    /// A list of items.
    List,
}

/// Sees nothing.
#[derive(Debug, Clone, Copy)]
pub struct NullDescriber;

impl Describer for NullDescriber {
    fn begin(&mut self, _name: &'static str, _shape: Shape) {}
    fn item(&mut self, _index: u64) {}
    fn field(&mut self, _field: Field<'_>) {}
    fn end(&mut self) {}
}

/// Shows a list called `name`: `show` shows what each of `items` has.
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
