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
    /// What is shown of each.
    pub form: ListForm,
    /// Decompress what is compressed, and check all that is declared of it.
    pub verify: bool,
    /// List what can be read of a malformed input, and warn of the rest.
    pub lenient: bool,
}

/// What a listing shows of an input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListForm {
    /// Its bundles with their entries.
    #[default]
    Bundles,
    /// The IDs of its entries alone, each once.
    Ids,
}

/// The IDs alone where it is true.
impl From<bool> for ListForm {
    fn from(ids_only: bool) -> Self {
        match ids_only {
            true => Self::Ids,
            false => Self::Bundles,
        }
    }
}
