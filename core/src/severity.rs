//! How bad it is what is found.

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::severity))]
pub enum Severity {
    /// Worth knowing. Real tools make it, and nothing is wrong with what it is in.
    Note,
    /// The container can be listed. Taking it apart may give something else than was put in.
    Warning,
    /// The container is malformed.
    Error,
}

impl Severity {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
