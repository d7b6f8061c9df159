//! Formats that are only read, as tables: whatever a schema can say of where fields are, evaluated as Kaitai Struct does.
//!
//! A [`Tree`] is a constant that the generator prints of a schema, or is filled in memory. Reading one gives records inside of records,
//! in streams that may be parts of others; conditions, lengths, places and values are [`Expression`]s over what was read before.
//! [`Tree::describe`] shows all of it.
//!
//! Such a format has no writer: nothing here has to be turned round. That is why it has tables of its own beside
//! [`layout`](crate::layout), in which every number has something that a writer makes it of.

mod bits;
mod content;
mod describe;
mod evaluate;
mod expression;
mod frame;
mod members;
mod methods;
mod number;
mod operators;
mod process;
mod read;
mod reading;
mod repeat;
mod scope;
mod source;
mod stream;
mod streams;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod valid;
mod value;
mod work;

pub use expression::{Binary, Expression, Formula, Method, Unary};
pub use source::Pages;
pub use tables::{
    Attr, Case, Charset, Endian, Enum, Extent, Holds, Order, Place, Process, Record, Repeat, Rule, Switch, Tree,
};
