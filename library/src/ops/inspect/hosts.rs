//! Sections with pointers to bundles, which are shown by schemas of their own.

use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::subjects::{Order, Subject};
use crate::input::Input;
use crate::scan::{RegionKind, Scan};

/// The sections with pointers.
pub(super) fn hosts<'s>(registry: &Registry, input: &'s Arc<Input>, scan: &'s Scan) -> Vec<Subject<'s>> {
    let mut found = Vec::new();
    for (region, known) in scan.regions.iter().enumerate() {
        if let RegionKind::Pointer { name, shown_by: Some(format) } = &known.kind
            && let Some(format) = registry.host(format)
        {
            let order = Order { region, start: known.place.ofs, ..Order::FIRST };
            let mut wrappers = Subject::host(format, input, known.place, order);
            wrappers.section = Some(name);
            found.push(wrappers);
        }
    }
    found
}
