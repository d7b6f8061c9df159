//! What is to be said of a request, whatever the inputs hold.

use offload_bundle_core::ids::UnknownName;
use serde::Serialize;

/// What is to be said of a request, whatever the inputs hold.
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
    /// A name is asked for that is not known.
    pub(crate) fn unknown_name(unknown: &UnknownName) -> Self {
        Self { code: "unknown-name", message: format!("{unknown}; entries are matched by this name") }
    }
}
