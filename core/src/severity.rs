//! The severity of a finding.

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::severity))]
pub enum Severity {
    /// Worth knowing. Real tools write it, and nothing is wrong with the container.
    Note,
    /// The container can be listed. Extracting it may give something else than was put in.
    Warning,
    /// The container is malformed.
    Error,
}

impl Severity {
    /// Returns the word for the severity.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
