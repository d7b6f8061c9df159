//! What to say about IDs.

/// IDs to be shown part by part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetParseRequest {
    /// The IDs.
    pub ids: Vec<String>,
}

/// IDs to be spelled in canonical form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetCanonicalRequest {
    /// The IDs.
    pub ids: Vec<String>,
}

/// Whether one ID may serve as the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetCompatRequest {
    /// The ID of the entry.
    pub stored: String,
    /// The ID that is asked for.
    pub requested: String,
}
