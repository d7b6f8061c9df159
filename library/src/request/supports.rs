//! The request of `supports`.

use super::filter::RequestedTarget;
use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// The request of [`supports`](crate::ops::supports).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SupportsRequest {
    /// The GPU: a processor, optionally with target features.
    pub target: RequestedTarget,
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
}

impl SupportsRequest {
    /// Creates a request for the GPU `target`, without files.
    pub fn new(target: RequestedTarget) -> Self {
        Self { target, inputs: Vec::new(), scan: ScanRequest::default(), exclude: Vec::new() }
    }
}

/// A request without a GPU, which no file supports.
impl Default for SupportsRequest {
    fn default() -> Self {
        Self::new(RequestedTarget::default())
    }
}
