//! What to inspect.

use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// What to inspect.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
    /// Give the canonical value of each part too.
    pub canonical: bool,
}
