//! How commands look into inputs: what their options say, as the operations take it.

use crate::catalog::FileType;
use crate::ops::ScanOptions;

/// What the options of a command say of looking into inputs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looking {
    /// What the inputs are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Do not check the digest of what is compressed.
    pub no_verify: bool,
    /// How many bytes may come out of what is compressed.
    pub max_size: u64,
    /// Look for containers everywhere.
    pub carve: bool,
}

impl From<Looking> for ScanOptions {
    fn from(looking: Looking) -> Self {
        Self {
            file_type: looking.file_type,
            carve: looking.carve,
            verify: !looking.no_verify,
            max_size: looking.max_size,
            ..Self::default()
        }
    }
}
