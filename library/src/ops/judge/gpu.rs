//! GPUs that are asked about.

use offload_bundle_core::ids::Grammar;

use crate::request::RequestedTarget;

/// A GPU that is asked about.
pub(super) struct Gpu {
    pub(super) target: RequestedTarget,
    /// All devices that it may be: a processor without features is one for each setting of them.
    pub(super) devices: Vec<String>,
}

impl Gpu {
    pub(super) fn new(ids: &Grammar<'static>, target: &RequestedTarget) -> Self {
        Self { devices: ids.devices(target.text()), target: target.clone() }
    }
}
