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

/// Whether each input runs on GPUs.
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

/// The answer for an input, and the files in it.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsInput {
    /// The answer.
    #[serde(flatten)]
    pub answer: SupportedInput,
    /// The files that were looked into, with notes on each.
    pub files: Vec<NotedFile>,
}

/// Whether an input runs on GPUs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportedInput {
    /// The input: a file, folder or package.
    pub input: FileName,
    /// The answer for each GPU, in the order given.
    pub gpus: Vec<InputAnswer>,
    /// The targets that it has code for.
    pub targets: Vec<String>,
    /// The sets that it consists of.
    pub sets: Vec<SupportedSet>,
    /// The files whose code is in other files, which were not looked into.
    pub unseen: Vec<FileName>,
}

/// Whether a whole input runs on a GPU.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InputAnswer {
    /// The GPU.
    pub gpu: String,
    /// Whether every set with code for such GPUs runs there, and there is one; null if unknown, or if the input has no code for any GPU.
    pub supported: Option<bool>,
    /// The settings of features with which all of it runs, if it does not run with every setting.
    pub only_with: Vec<String>,
    /// The number of sets with code for GPUs of this architecture.
    pub set_count: usize,
    /// The number of these that run there.
    pub supported_set_count: usize,
    /// The number of sets with code for other GPUs only.
    pub other_set_count: usize,
}

/// Units that ship together: a file, or several files whose names are alike but for the processor that each is for.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportedSet {
    /// The file; if there are several, the name of all with `*` in place of the processor.
    pub name: FileName,
    /// The number of files.
    pub file_count: usize,
    /// Whether some of its files or members are alternatives, one a processor.
    pub has_alternatives: bool,
    /// The targets that it has code for.
    pub targets: Vec<String>,
    /// The answer for each GPU, in the order given.
    pub gpus: Vec<SetAnswer>,
}

/// Whether a set runs on a GPU.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SetAnswer {
    /// The GPU.
    pub gpu: String,
    /// Whether every unit with code for such GPUs runs there; null if the set has no such code. A unit is what a program registers at once:
    /// a bundle, or the offload binaries of one section. Alternatives are one unit.
    pub supported: Option<bool>,
    /// The settings of features with which all of it runs, if it does not run with every setting.
    pub only_with: Vec<String>,
    /// The number of units with code for such GPUs.
    pub unit_count: usize,
    /// The number of bundles in these units.
    pub bundle_count: usize,
    /// The number of units with code that runs there, with every setting of the features that the request leaves open.
    pub supported_unit_count: usize,
    /// The code that runs there: the best of each unit, for each setting.
    pub with: Vec<SupportingTarget>,
    /// The first bundle of each unit without such code, by its number in the file.
    pub bundles_without: Vec<usize>,
    /// The members and files without such code, each with `*` in place of the processor.
    pub parts_without: Vec<String>,
}

/// Code that runs on a GPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportingTarget {
    /// The target of the code.
    pub target: String,
    /// Why it runs there.
    pub how: SupportedBy,
    /// The number of units with this code.
    pub unit_count: usize,
}

/// Why code runs on a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SupportedBy {
    /// The code is for exactly this target.
    Exact,
    /// The code is for the same processor; features that differ do not matter, or are settings of the GPU.
    Variant,
    /// The code is for the generic processor of its family.
    Generic,
    /// The code is for an earlier processor of its generation.
    Earlier,
    /// The driver compiles the code for the GPU when it is loaded.
    Compiled,
    /// The code has no kernels, and is never loaded.
    WithoutKernels,
}

/// The summary of all inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsSummary {
    /// The counts of files; present only if several were given, or if they are in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The outcome: done if all inputs with code run on all of the GPUs.
    #[serde(skip)]
    pub outcome: Outcome,
}

impl SupportedInput {
    /// Returns whether it runs on every GPU that was asked about, with every setting of features that the request leaves open.
    pub fn is_supported(&self) -> bool {
        self.gpus.iter().all(|answer| answer.supported == Some(true))
    }
}
