//! Formats as tables that are interpreted: whatever a schema can say of where fields are, evaluated as Kaitai Struct does.
//!
//! A [`Tree`] is a constant that the generator prints of a schema, or is filled in memory. Reading one gives records inside of records,
//! in streams that may be parts of others; conditions, lengths, places and values are [`Expression`]s over what was read before.
//! [`Tree::describe`] shows all of it.
//!
//! [`Tree::read`] gives it as values, and [`Tree::write`] makes a file of such values: what the schema says how to compute is computed,
//! and what it does not say must be given. That is why there are tables beside [`layout`](crate::layout), in which every number has
//! something that a writer makes it of, and which typed readers and writers are generated from.

mod bits;
mod content;
mod describe;
mod evaluate;
mod expression;
mod frame;
mod members;
mod methods;
mod node;
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
mod sum;
mod summed;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod valid;
mod value;
mod work;
mod write;

pub use expression::{Binary, Expression, Formula, Method, Unary};
pub use node::Node;
pub use source::Pages;
pub use sum::{Sum, SumOf};
pub use tables::{
    Attr, Case, Charset, Endian, Enum, Extent, Holds, Order, Process, Record, Repeat, Rule, Summed, Switch, Target,
    Tree, Write,
};
