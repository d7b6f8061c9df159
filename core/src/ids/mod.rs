//! Bundle entry IDs: grammar tables, and the code that parses, spells and compares IDs with them.

mod answers;
mod bare_targets;
mod captures;
mod code_object;
mod code_objects;
mod compatibility;
mod component;
mod composition;
mod devices;
mod generations;
mod loading;
mod lookup;
mod made;
mod parser;
mod parts;
mod products;
mod reading;
mod repeated;
mod selection;
mod serving;
mod spelling;
mod stored_code;
mod style;
mod subarchitectures;
pub mod tables;
#[cfg(test)]
mod tiny;
mod validity;
mod variants;

#[cfg(test)]
pub(crate) use tiny::TINY;

pub use answers::{
    Aspect, Closeness, Conflict, IdPart, Invalid, Judgement, Loading, ParseError, Reason, Served, StyleError,
    UnknownTriple, Verdict,
};
pub use captures::{Captured, Captures};
pub use code_objects::{ElfHeader, GenericCode, HeaderPart, HeaderTarget, Mismatch};
pub use component::{AmbiguousProduct, IdComponent, IdComponentError, IdComponents, UnknownName};
pub use products::Product;
pub use serving::Serving;
pub use stored_code::StoredCode;
pub use tables::Grammar;
pub use variants::SaidProperty;
