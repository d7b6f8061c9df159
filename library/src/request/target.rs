//! The requests of `target`.

/// The request of [`target_parse`](crate::ops::target_parse).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetParseRequest {
    /// The IDs.
    pub ids: Vec<String>,
}

/// The request of [`target_canonical`](crate::ops::target_canonical).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetCanonicalRequest {
    /// The IDs.
    pub ids: Vec<String>,
}

/// The request of [`target_compat`](crate::ops::target_compat): whether one ID may serve as the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetCompatRequest {
    /// The ID of the entry.
    pub stored: String,
    /// The requested ID.
    pub requested: String,
}
