//! The request of `verify`.

use super::filter::RequestedTarget;
use super::finding_code::FindingCode;
use super::path_pattern::PathPattern;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`verify`](crate::ops::verify).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct VerifyRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The GPUs that every unit of every input must have code for.
    pub required: Vec<RequestedTarget>,
    /// Reports the processors of each wheel, and checks the claims in its metadata. The outcome is negative if no input is a wheel.
    pub variant: bool,
    /// Kinds of findings that are neither shown nor counted against an input. The report has their number.
    pub allowed: Vec<FindingCode>,
}
