//! Which GPU to ask about.

use super::filter::RequestedTarget;
use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// Which GPU to ask about, and of which files.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SupportsRequest {
    /// The GPU: a processor, perhaps with features.
    pub target: RequestedTarget,
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
}

impl SupportsRequest {
    /// Asks about the GPU `target`, of no file yet.
    pub fn new(target: RequestedTarget) -> Self {
        Self { target, inputs: Vec::new(), scan: ScanRequest::default(), exclude: Vec::new() }
    }
}

/// Asks about no GPU, which no file supports.
impl Default for SupportsRequest {
    fn default() -> Self {
        Self::new(RequestedTarget::default())
    }
}
