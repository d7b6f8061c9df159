//! Notes on a request, and on how entries were selected by it.

use offload_bundle_core::ids::{Product, UnknownName};
use serde::Serialize;

/// A note on a request, or on how entries were selected by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RequestNote {
    /// A stable word for the kind of note.
    pub code: &'static str,
    /// The note, for people.
    pub message: String,
}

impl RequestNote {
    /// Entries are taken because loaders run them, though their names do not match.
    pub(crate) fn loaded(why: &str) -> Self {
        Self { code: "loaded", message: format!("taken: {why}") }
    }

    /// A product is asked for by its name.
    pub(crate) fn product(asked: &str, product: Product) -> Self {
        let Product { name, processor } = product;
        Self { code: "product", message: format!("{asked:?}: {name} has the processor {processor}") }
    }

    /// A name is asked for that is not known.
    pub(crate) fn unknown_name(unknown: &UnknownName) -> Self {
        Self { code: "unknown-name", message: format!("{unknown}; entries are matched by this name") }
    }
}
