//! What to verify.

use super::filter::RequestedTarget;
use super::finding_code::FindingCode;
use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// What to verify.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct VerifyRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
    /// GPUs that every unit of every input must have code for.
    pub required: Vec<RequestedTarget>,
    /// Whether to tell which processors each wheel is for, and to compare what it says of itself. Without any wheel that is not so.
    pub variant: bool,
    /// Kinds of findings that are neither shown nor counted against an input; their number is said.
    pub allowed: Vec<FindingCode>,
}
