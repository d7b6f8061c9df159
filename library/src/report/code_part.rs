//! What code objects consist of.

use serde::Serialize;

/// What is in code objects beside kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CodePart {
    /// Code that no kernel is known to have: functions, and what is between them.
    OtherCode,
    /// Constants and variables.
    Data,
    /// What only debuggers look at.
    DebugInformation,
    /// Notes, such as those that say how kernels are called.
    Metadata,
    /// Symbols, their names, relocations.
    Symbols,
    /// Sections of other kinds.
    Other,
    /// Headers, and bytes between sections.
    Padding,
    /// Code objects that cannot be looked into: other formats than ELF, damaged files, very long ones.
    Opaque,
}
