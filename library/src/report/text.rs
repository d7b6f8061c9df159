//! How values that are no JSON values stand in JSON.

use std::path::Path;

use serde::Serializer;

/// A path as text; what of it is no Unicode is replaced.
pub(super) fn path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}
