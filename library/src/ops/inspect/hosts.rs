//! What bundles are in, and code objects: files and sections that are shown, and that no bundle is looked for in.

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::registry::Registry;

use super::subjects::{Order, Subject};
use crate::error::Error;
use crate::file_error::damage;
use crate::input::Input;
use crate::scan::{RegionKind, Scan};

/// How many bytes tell what something is.
const HEAD: u64 = 512;

/// The file itself, and sections with pointers; with `all` the members of archives that hold bundles, and the code objects.
///
/// # Errors
///
/// The input cannot be read.
pub(super) fn hosts<'s>(
    registry: &Registry,
    input: &'s Arc<Input>,
    scan: &'s Scan,
    all: bool,
) -> Result<Vec<Subject<'s>>, Error> {
    let mut hosts = Hosts { registry, found: Vec::new() };
    hosts.add(input, input.whole(), Order::FIRST)?;
    for (region, known) in scan.regions.iter().enumerate() {
        if let RegionKind::Pointer { name, shown_by: Some(format) } = &known.kind
            && let Some(format) = registry.host(format)
        {
            let order = Order { region, start: known.place.ofs, ..Order::FIRST };
            let mut wrappers = Subject::host(format, input, known.place, order);
            wrappers.section = Some(name);
            hosts.found.push(wrappers);
        }
    }
    if !all {
        return Ok(hosts.found);
    }
    let mut members = BTreeSet::new();
    let mut contents = BTreeSet::new();
    for found in &scan.bundles {
        let region = found.region;
        if found.input.member().is_some() && members.insert(Arc::as_ptr(&found.input)) {
            hosts.add(&found.input, found.input.whole(), Order { region, ..Order::FIRST })?;
        }
        let (_, bundle) = super::subjects::of_bundle(scan, found);
        for (place, entry) in found.code_objects() {
            let (held, place) = found.content(entry, place);
            // The file itself has been shown.
            let is_new = !Arc::ptr_eq(held, input) || place != input.whole();
            if is_new && contents.insert((Arc::as_ptr(held), place.ofs, place.len)) {
                let entry = u64::try_from(contents.len()).unwrap_or(u64::MAX);
                hosts.add(held, place, Order { entry, ..bundle.order })?;
            }
        }
    }
    Ok(hosts.found)
}

/// The format that is shown of what begins so at `place` of `input`; none where there is no schema for it, or it cannot be read.
///
/// # Errors
///
/// The input cannot be read, and it is not damage.
pub(super) fn host_of(registry: &Registry, input: &Input, place: Place) -> Result<Option<&'static PlainFormat>, Error> {
    let Ok(head) = damage(input.window(place.ofs, HEAD.min(place.len)))? else {
        return Ok(None);
    };
    let content = registry.content(&head);
    Ok(content.and_then(|content| registry.host(content.shown_by?)))
}

struct Hosts<'r, 's> {
    registry: &'r Registry,
    found: Vec<Subject<'s>>,
}

impl<'s> Hosts<'_, 's> {
    fn add(&mut self, input: &'s Arc<Input>, place: Place, order: Order) -> Result<(), Error> {
        let format = host_of(self.registry, input, place)?;
        self.found
            .extend(format.map(|format| Subject::host(format, input, place, order)));
        Ok(())
    }
}
