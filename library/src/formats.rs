//! The types of other crates in the signatures of this library: formats and their registry, IDs, and errors of readers and writers.

pub use offload_bundle_core::attributes::Attributes;
pub use offload_bundle_core::bytes::Place;
pub use offload_bundle_core::container::Container;
pub use offload_bundle_core::describe::{Describer, Row};
pub use offload_bundle_core::envelope::{Codec, Envelope, Method};
pub use offload_bundle_core::error::{Path, ReadError, WriteError};
pub use offload_bundle_core::ids::{
    AmbiguousProduct, Conflict, Grammar, IdComponentError, IdPart, Invalid, Mismatch, Product, Reason, StyleError,
    UnknownName, Verdict,
};
pub use offload_bundle_core::registry::{FileType, Registry};
pub use offload_bundle_core::severity::Severity;
pub use offload_bundle_formats::target_id::{BundleEntryId, TargetId};
pub use serde_json::Value;
