//! The request of `supports`.

use super::filter::{RequestedKind, RequestedTarget};
use super::path_pattern::PathPattern;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`supports`](crate::ops::supports).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SupportsRequest {
    /// The GPUs: processors, optionally with target features. A processor without features means every setting of them.
    pub targets: Vec<RequestedTarget>,
    /// The offload kinds whose code counts; empty for all.
    pub kinds: Vec<RequestedKind>,
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
        Self { targets: vec![target], ..Self::default() }
    }
}
