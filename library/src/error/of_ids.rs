//! What goes wrong with IDs, as errors of operations.

use offload_bundle_core::ids::{Invalid, ParseError};

use super::Error;

impl Error {
    /// The text `id` leaves the grammar of IDs.
    pub(crate) fn malformed_id(id: &str, error: ParseError) -> Self {
        let invalid = Invalid { malformed: Some(error), ..Invalid::default() };
        Self::BadId { id: id.into(), invalid, such_as: None }
    }
}
