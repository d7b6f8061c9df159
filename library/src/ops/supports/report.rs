//! The request and the report of `supports`.

use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{FileCounts, NotedFile, Outcome, RequestNote};
use crate::request::{PathPattern, RequestedKind, RequestedTarget, ScanRequest};

/// The request of [`supports`](crate::ops::supports).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SupportsRequest {
    /// The GPUs: processors, optionally with target features. A processor without features means every setting.
    pub targets: Vec<RequestedTarget>,
    /// The offload kinds that count; empty for all.
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

/// The answers for all inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsReport {
    /// The inputs, in the order given.
    pub inputs: Vec<SupportsInput>,
    /// The summary.
    #[serde(flatten)]
    pub summary: SupportsSummary,
}

/// The answer for an input, with its files.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsInput {
    /// The answer.
    #[serde(flatten)]
    pub answer: SupportedInput,
    /// The searched files, with notes on each.
    pub files: Vec<NotedFile>,
}

/// The answer for an input.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportedInput {
    /// The input: a file, folder or package.
    pub input: FileName,
    /// The answer for each GPU, in the order given.
    pub gpus: Vec<InputAnswer>,
    /// The targets of its code.
    pub targets: Vec<String>,
    /// The sets of files in the input.
    pub sets: Vec<SupportedSet>,
    /// The files with code in other files that were not searched.
    pub unsearched: Vec<FileName>,
}

/// The answer for an input and a GPU.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InputAnswer {
    /// The GPU.
    pub gpu: String,
    /// Whether every set with code for such GPUs runs there, with at least one such set; null if unknown, or if the
    /// input has no code for any GPU.
    pub supported: Option<bool>,
    /// The feature settings with which the whole input runs, if it does not run with every setting.
    pub only_with: Vec<String>,
    /// The number of sets with code for GPUs of this architecture.
    pub set_count: usize,
    /// The number of these sets that run on the GPU.
    pub supported_set_count: usize,
    /// The number of sets with code for other GPUs only.
    pub other_set_count: usize,
}

/// Units that ship together: a file, or several files with names that differ only in the processor.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportedSet {
    /// The file; for several files, the common name with `*` for the processor.
    pub name: FileName,
    /// The number of files.
    pub file_count: usize,
    /// Whether the set contains alternatives for different processors.
    pub has_alternatives: bool,
    /// The targets of its code.
    pub targets: Vec<String>,
    /// The answer for each GPU, in the order given.
    pub gpus: Vec<SetAnswer>,
}

/// The answer for a set and a GPU.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SetAnswer {
    /// The GPU.
    pub gpu: String,
    /// Whether every unit with code for such GPUs runs there; null without such code. A unit is a bundle, or the
    /// offload binaries of a section; alternatives are one unit.
    pub supported: Option<bool>,
    /// The feature settings with which the whole set runs, if it does not run with every setting.
    pub only_with: Vec<String>,
    /// The number of units with code for such GPUs.
    pub unit_count: usize,
    /// The number of bundles in these units.
    pub bundle_count: usize,
    /// The number of units that run there with every feature setting that the request leaves open.
    pub supported_unit_count: usize,
    /// The best code of each unit for each setting.
    pub best_code: Vec<SupportingTarget>,
    /// The first bundle of each unit without such code, by number in the file.
    pub bundles_without: Vec<usize>,
    /// The members and files without such code, with `*` for the processor.
    pub parts_without: Vec<String>,
}

/// Code that runs on a GPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportingTarget {
    /// The target of the code.
    pub target: String,
    /// The reason why it runs there.
    pub how: SupportedBy,
    /// The number of units with this code.
    pub unit_count: usize,
}

/// The reason why code runs on a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SupportedBy {
    /// The code is for exactly this target.
    Exact,
    /// The code is for the same processor; different features do not matter, or are settings of the GPU.
    Variant,
    /// The code is for the generic processor of the family.
    Generic,
    /// The code is for an earlier processor of the generation.
    Earlier,
    /// The driver compiles the code on load.
    Compiled,
    /// The code contains no kernels, and is never loaded.
    WithoutKernels,
}

/// The summary of all inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsSummary {
    /// The counts of files, for several inputs, a folder or a package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// Done if every input with code runs on every GPU.
    #[serde(skip)]
    pub outcome: Outcome,
}

impl SupportedInput {
    /// Returns whether the input runs on every requested GPU, with every feature setting that the request leaves open.
    pub fn is_supported(&self) -> bool {
        self.gpus.iter().all(|answer| answer.supported == Some(true))
    }
}
