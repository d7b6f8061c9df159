//! Reports of a run: JSON, JUnit, HTML.

mod document;
mod junit;
mod merge;
mod page;

pub use self::document::{Document, Results, Shard};
pub use self::junit::junit;
pub use self::page::page;
