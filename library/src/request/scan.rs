//! How to look into inputs.

use offload_bundle_core::registry::FileType;

use super::byte_size::ByteSize;
use super::rules::ScanRules;

/// How to look into inputs. Unless more is said, what an input is its content tells, and everything in it is looked at.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct ScanRequest {
    /// What the inputs are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Look for containers outside of the places that are known too, by searching the whole file.
    pub carve: bool,
    /// Do not check the digest of what an envelope holds, when that is read.
    pub no_verify: bool,
    /// Do not look into the archives to which device code of a library was moved. Listing, verifying, extracting and asking whether files run
    /// on a GPU look there otherwise, as loaders do, also by their environment variables.
    pub no_follow: bool,
    /// How many bytes an envelope may hold, decompressed; any number without it.
    pub max_size: Option<ByteSize>,
    /// How another tool does it, where this stands in for one.
    pub(crate) rules: ScanRules,
}

impl ScanRequest {
    /// The same, as another tool does it.
    #[must_use]
    pub fn by(mut self, rules: ScanRules) -> Self {
        self.rules = rules;
        self
    }
}
