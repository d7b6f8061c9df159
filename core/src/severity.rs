//! The severity of a finding.

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::severity))]
pub enum Severity {
    /// For information. Real tools write it, and the container is valid.
    Note,
    /// The container can be listed, but extracted content may differ from the original.
    Warning,
    /// The container is malformed.
    Error,
}

impl Severity {
    /// Returns the lowercase name of the severity.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
