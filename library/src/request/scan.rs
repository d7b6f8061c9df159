//! How to read inputs.

use offload_bundle_core::registry::FileType;

use super::byte_size::ByteSize;
use super::rules::ScanRules;

/// How to read inputs. By default, the content determines the file type, and everything in the input is searched.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct ScanRequest {
    /// The file type of the inputs; detected by default.
    pub file_type: Option<&'static FileType>,
    /// Searches the whole file for containers, not only the known places.
    pub carve: bool,
    /// Does not check the digest of compressed bundles when they are decompressed.
    pub no_verify: bool,
    /// Does not search the archives to which device code of a library was moved. By default, listing, verifying, extracting and asking for
    /// support on a GPU search them as loaders do, including their environment variables.
    pub no_follow: bool,
    /// The maximum number of bytes that a compressed bundle may hold; no limit by default.
    pub max_size: Option<ByteSize>,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: ScanRules,
}

impl ScanRequest {
    /// Sets the rules of another tool to follow.
    #[must_use]
    pub fn by(mut self, rules: ScanRules) -> Self {
        self.rules = rules;
        self
    }
}
