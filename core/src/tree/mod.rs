//! Formats as interpreted tables, with the semantics of Kaitai Struct.
//!
//! A [`Tree`] is a constant from the generator, or is built in memory. Reading it yields nested records, in streams
//! that may be parts of other streams. Conditions, lengths, offsets and values are [`Expression`]s over earlier values.
//! [`Tree::describe`] shows the whole file. [`Written`] has additional facts for writers, such as the source of every
//! number.

mod bits;
mod charset;
mod content;
mod describe;
mod evaluate;
mod expression;
mod file_bytes;
mod frame;
mod held;
mod inflate;
mod members;
mod methods;
mod number;
mod operators;
mod plain;
mod read;
mod reading;
mod records;
mod repeat;
mod scope;
mod spot;
mod spotting;
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
mod written;

pub use charset::Charset;
pub(crate) use describe::file_error;
pub use expression::{Binary, Expression, Formula, Method, Unary};
pub(crate) use file_bytes::FileBytes;
pub(crate) use frame::Slot;
pub use held::{Held, Measure, Versions};
pub(crate) use plain::skim;
pub(crate) use reading::{Reading, Site};
pub(crate) use records::{Numbers, Records};
pub use spot::{Amount, Fixed, Spot};
pub use spotting::give_spots;
pub use sum::{Sum, Summing};
pub use summed::differing;
pub(crate) use summed::leading;
pub(crate) use tables::Known;
pub use tables::{Attr, Case, Endian, Enum, Extent, Holds, Order, Record, Repeat, Rule, Summed, Switch, Tree};
pub(crate) use value::{Bits, Item, Value};
pub use written::{Alignment, Area, Opt, Shift, Source, Written};
