//! Units: what a program registers at once, of which the runtime takes the one code object that fits. A program runs on a GPU if each of its
//! units has code for it, whatever the format.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::{Grammar, Loading, StoredCode};
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_error::damage;
use crate::input::Input;
use crate::ops::code_object;
use crate::report::CodePart;
use crate::scan::{Form, FoundBundle, RegionKind, Scan};

/// What a program registers at once.
pub(in crate::ops) struct Unit<'s> {
    /// The number of its first container.
    pub(in crate::ops) bundle: usize,
    /// The IDs of its entries for devices, also of empty ones.
    pub(in crate::ops) ids: Vec<&'s str>,
    /// Its code for devices.
    codes: Codes<'s>,
    /// The containers that it was linked from, as they are kept beside it: where each has something that is compiled when it is loaded, drivers
    /// link them again.
    parts: Rc<Vec<Codes<'s>>>,
    /// Whether its first container is the only one.
    pub(in crate::ops) is_one_container: bool,
    /// The number of containers in it. What several units were linked from counts for the first of them.
    pub(in crate::ops) bundle_count: usize,
}

/// The code for devices in a container.
type Codes<'s> = Vec<StoredCode<'s>>;

impl Unit<'_> {
    /// How it runs where `how` says that of each code: by the best of its own, which is the greatest, or else as all that it was linked from.
    pub(in crate::ops) fn runs<K: Ord>(
        &self,
        mut how: impl FnMut(StoredCode<'_>) -> Option<(Loading, K)>,
    ) -> Option<(Loading, K)> {
        let own = self.codes.iter().filter_map(|code| how(*code)).max();
        own.or_else(|| {
            let mut parts = self.parts.iter().map(|codes| {
                let compiled = codes.iter().filter_map(|code| how(*code));
                compiled.filter(|(loading, _)| *loading == Loading::Compiled).max()
            });
            let first = parts.next()??;
            parts.try_fold(first, |worst, part| Some(worst.min(part?)))
        })
    }

    /// All code that may count for it.
    pub(in crate::ops) fn all_codes(&self) -> impl Iterator<Item = StoredCode<'_>> {
        self.codes.iter().chain(self.parts.iter().flatten()).copied()
    }
}

/// Which containers are in the file that others are linked from, by that of these and where they are.
#[derive(Default)]
struct Links<'s> {
    parts: BTreeMap<Linked, Vec<Codes<'s>>>,
    /// Where there are linked ones.
    linked: BTreeSet<Linked>,
}

/// An input, and the rule of sections in it.
type Linked = (*const Input, &'static str);

impl<'s> Links<'s> {
    fn find(ids: &Grammar<'static>, scan: &'s Scan) -> Self {
        let mut links = Self::default();
        for (_, found) in scan.in_use() {
            let (rule, linked_into) = rules(scan, found);
            links.linked.insert(key(found, rule));
            if !linked_into.is_empty() {
                let parts = links.parts.entry(key(found, linked_into)).or_default();
                parts.push(codes(ids, found));
            }
        }
        links
    }
}

/// The rule of the section that `found` is in, and that of what was linked from it.
fn rules(scan: &Scan, found: &FoundBundle) -> (&'static str, &'static str) {
    match scan.regions.get(found.region).map(|region| &region.kind) {
        Some(RegionKind::Section { rule, linked_into, .. }) => (rule, linked_into),
        _ => ("", ""),
    }
}

fn key(found: &FoundBundle, rule: &'static str) -> Linked {
    (Arc::as_ptr(&found.input), rule)
}

/// Where containers are that are one unit together: a region or a section that was searched, and the member of an archive.
type Shared = (usize, Option<u64>, Option<u64>);

/// Where the containers are that `found` is one unit with: each of them may hold a single image. So it is with what stands where no loader
/// looks, if its entries are walked over: then the program itself chooses among them.
fn find_shared(scan: &Scan, found: &FoundBundle) -> Option<Shared> {
    let member = found.input.member().map(|member| member.offset);
    // A program chooses among all of its images, whichever it registers together.
    if matches!(found.form, Form::Images(_)) {
        return Some((usize::MAX, None, member));
    }
    let region = scan.regions.get(found.region).map(|region| &region.kind);
    let is_walked = found
        .form
        .container()
        .is_some_and(|container| container.walker().is_some());
    match region {
        Some(RegionKind::Searched { section }) if is_walked => {
            Some((usize::MAX, section.as_ref().map(|section| section.start), member))
        }
        _ if found.form.is_partial() => Some((found.region, None, member)),
        _ => None,
    }
}

/// The code for devices in a container.
fn codes<'s>(ids: &Grammar<'static>, found: &'s FoundBundle) -> Codes<'s> {
    let entries = device_entries(ids, found);
    let with_content = entries.filter(|entry| entry.place.as_ref().is_ok_and(|place| place.len > 0));
    with_content.filter_map(|entry| found.code(entry)).collect()
}

fn device_entries<'s>(ids: &Grammar<'static>, found: &'s FoundBundle) -> impl Iterator<Item = &'s StoredEntry> {
    let entries = found.bundle.entries.iter();
    entries.filter(|entry| entry.id.as_deref().is_ok_and(|id| !ids.is_host(id)))
}

/// The units of `scan`: each bundle is one, and each CUDA fat binary. Offload binaries of one section, or of one member of an archive, are one
/// together: each of them may hold a single image. So are CUDA fat binaries of one section that is not made for them. Containers that one in the same file was linked from are none beside that, nor is what
/// holds entries of the host only.
pub(in crate::ops) fn units<'s>(ids: &Grammar<'static>, scan: &'s Scan) -> Vec<Unit<'s>> {
    let mut units: Vec<Unit<'s>> = Vec::new();
    // The units of containers that may hold a part of one.
    let mut shared: BTreeMap<Shared, usize> = BTreeMap::new();
    // Whose parts have been counted.
    let mut counted: BTreeSet<Linked> = BTreeSet::new();
    let Links { parts, linked } = Links::find(ids, scan);
    let parts: BTreeMap<Linked, Rc<Vec<Codes<'s>>>> =
        parts.into_iter().map(|(key, parts)| (key, Rc::new(parts))).collect();
    for (number, found) in scan.in_use() {
        let (rule, linked_into) = rules(scan, found);
        let is_part = !linked_into.is_empty() && linked.contains(&key(found, linked_into));
        // A row of a table of contents is a unit even where nothing is in it.
        if is_part || (device_entries(ids, found).next().is_none() && found.row.is_none()) {
            continue;
        }
        let linked_from = parts.get(&key(found, rule)).cloned().unwrap_or_default();
        let is_one_container = linked_from.is_empty();
        let is_first = counted.insert(key(found, rule));
        let bundle_count = if is_first {
            linked_from.len().saturating_add(1)
        } else {
            1
        };
        let own = device_entries(ids, found)
            .filter_map(|entry| entry.id.as_deref().ok())
            .collect();
        let codes = codes(ids, found);
        let mut unit = Unit { bundle: number, ids: own, codes, parts: linked_from, is_one_container, bundle_count };
        let Some(key) = find_shared(scan, found) else {
            units.push(unit);
            continue;
        };
        match shared.get(&key).and_then(|position| units.get_mut(*position)) {
            Some(first) => {
                first.ids.append(&mut unit.ids);
                first.codes.append(&mut unit.codes);
                first.is_one_container = false;
                first.bundle_count = first.bundle_count.saturating_add(unit.bundle_count);
            }
            None => {
                shared.insert(key, units.len());
                units.push(unit);
            }
        }
    }
    units
}

/// Whether `unit` is never loaded: all of its code is for machines whose runtimes load code when a kernel is launched, and holds neither
/// kernels nor data. What cannot be looked into may hold some.
///
/// # Errors
///
/// What the system says of the file.
pub(super) fn is_without_kernels(registry: &Registry, scan: &Scan, unit: &Unit<'_>) -> Result<bool, Error> {
    let found = match scan.bundles.get(unit.bundle) {
        Some(found) if unit.is_one_container => found,
        _ => return Ok(false),
    };
    let code_objects = found.code_objects();
    for (place, entry) in &code_objects {
        let (input, place) = found.content(entry, *place);
        let Ok(Some((bytes, Some(machine)))) = damage(code_object::elf(registry, input, place))? else {
            return Ok(false);
        };
        let claims = code_object::claims(&bytes, Some(machine));
        let may_be_used =
            |part: &code_object::Claimed<'_>| matches!(part, (_, Ok(_) | Err(CodePart::Data | CodePart::OtherCode)));
        if !machine.loaded_when_launched || claims.is_empty() || claims.iter().any(may_be_used) {
            return Ok(false);
        }
    }
    Ok(!code_objects.is_empty())
}
