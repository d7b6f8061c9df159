//! Files in a package that stay as they are.

use serde::Serialize;

use crate::file_name::FileName;

/// A file in a package that has bundles but stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LeftFile {
    /// The file.
    pub file: FileName,
    /// The reason.
    pub why: &'static str,
}
