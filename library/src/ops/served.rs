//! What entries are for: the kind and the target that sums are made for.

use offload_bundle_core::ids::IdGrammar;

use crate::natural_order::Natural;

/// A kind and a target.
pub(super) type Served = (Option<String>, Option<Natural>);

/// What the entry `id` is for: the host has a kind alone; where the ID cannot be read, neither is known.
pub(super) fn served(ids: &dyn IdGrammar, id: Option<&str>) -> Served {
    match id.map(|id| (id, ids.served(id))) {
        Some((_, Some(served))) => (Some(served.group), Some(Natural(served.target))),
        Some((id, None)) if ids.is_host(id) => (ids.kind_of(id), None),
        _ => (None, None),
    }
}
