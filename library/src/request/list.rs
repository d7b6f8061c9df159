//! What to list.

use super::filter::Filter;
use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// What to list.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ListRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
    /// Which entries.
    pub filter: Filter,
    /// List the IDs alone, each once an input.
    pub ids_only: bool,
    /// Decompress what is compressed, and check all that is declared of it.
    pub verify: bool,
    /// List what can be read of a malformed input, and warn of the rest.
    pub lenient: bool,
}
