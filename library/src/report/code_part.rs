//! The parts of code objects.

use serde::Serialize;

/// A part of code objects other than kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CodePart {
    /// Code that belongs to no known kernel: functions, and what is between them.
    OtherCode,
    /// Constants and variables.
    Data,
    /// What only debuggers read.
    DebugInformation,
    /// Notes, such as those that describe how kernels are called.
    Metadata,
    /// Symbols, their names, and relocations.
    Symbols,
    /// Sections of other kinds.
    Other,
    /// Headers, and bytes between sections.
    Padding,
    /// Code objects whose parts are not known: formats other than ELF, damaged files, very long ones.
    Opaque,
}
