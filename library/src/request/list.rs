//! The request of `list`.

use super::filter::Filter;
use super::path_pattern::PathPattern;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`list`](crate::ops::list).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ListRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The entries to select.
    pub filter: Filter,
    /// What to show of each input.
    pub form: ListForm,
    /// Decompresses everything compressed, and checks all that its headers declare.
    pub verify: bool,
    /// Lists what can be read of a malformed input, and warns of the rest.
    pub lenient: bool,
}

/// What a listing shows of an input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListForm {
    /// The bundles with their entries.
    #[default]
    Bundles,
    /// The IDs of the entries alone, each once.
    Ids,
}

/// Converts `true` to IDs alone.
impl From<bool> for ListForm {
    fn from(ids_only: bool) -> Self {
        match ids_only {
            true => Self::Ids,
            false => Self::Bundles,
        }
    }
}
