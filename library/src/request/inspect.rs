//! What to inspect.

use super::scan::ScanRequest;
use crate::input::InputFile;

/// What to inspect.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Give the canonical value of each part too.
    pub canonical: bool,
}
