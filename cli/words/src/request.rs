//! The requests of all commands.

pub use offload_bundle::request::*;
pub use offload_bundle_rewrite::{PruneRequest, ReplaceRequest};
