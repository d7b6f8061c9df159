//! Follows moved device code to the archives in which a loader finds it. Each unit of the library becomes a bundle.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::mem::take;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, Container};
use offload_bundle_core::ids::{Grammar, IdComponent, StoredCode};
use offload_bundle_core::placement::{Holds, ReferenceRule};
use offload_bundle_core::registry::Registry;
use offload_bundle_core::toc::TocRow;

use super::archives::{Candidate, KnownArchives, OpenArchive, candidates, disabling_variable};
use super::findings::{IdCache, of_entries};
use super::found::{Content, FoundBundle, FoundRow, Located, Scan};
use super::moved::MOST_UNITS;
use super::region::{Form, Region, RegionKind};
use super::search::scan_or_bare;
use super::toc::unpack_input;
use crate::error::Error;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{ArchiveMember, Input};
use crate::report::ExternalCode;
use crate::request::ScanRequest;

/// One per target is usual.
const MOST_ARCHIVES: usize = 1024;
/// Without code; one more report covers all others.
const MOST_MISSING: usize = 1 << 16;

/// Missing and unreadable archives are skipped, like loaders do, and reported.
fn follow(registry: &Registry, input: &Arc<Input>, options: &ScanRequest, known: &mut KnownArchives, scan: &mut Scan) {
    let mut rules = registry.sections.iter();
    let rule = rules.find_map(|section| match section.holds {
        Holds::Reference(rule) => Some(rule),
        _ => None,
    });
    let (Some(rule), false) = (rule, options.no_follow) else {
        return;
    };
    let (Some(marker), true) = (Marker::set(scan), input.real_folder().is_some()) else {
        return;
    };
    let environment = |name: &str| env::var_os(name);
    if let Some(variable) = disabling_variable(rule, &environment) {
        for external in scan.external_code.iter_mut().filter(|external| is_mapped(external)) {
            external.disabled_by = Some(variable.to_owned());
        }
        return;
    }
    let references = scan.external_code.iter().filter(|external| is_mapped(external));
    let paths = references.filter_map(|external| Some(&external.reference.as_ref()?.paths));
    let archives = candidates(rule, registry.ids, &environment, paths.flatten());
    if archives.len() > MOST_ARCHIVES {
        let (found, most, instead) = (archives.len(), MOST_ARCHIVES, rule.environment.instead);
        let finding = Finding::at(marker.offset, Anomaly::ArchivesNotRead { found, most, instead });
        scan.anomalies.push(Located::new(input, finding));
    }
    let mut following = Following {
        registry,
        input,
        rule,
        marker: &marker,
        options,
        units: BTreeMap::new(),
        known: BTreeSet::new(),
        found: false,
    };
    known.next_library();
    for archive in archives.iter().take(MOST_ARCHIVES) {
        following.archive(archive, known, &mut scan.anomalies);
    }
    scan.followed = following.found;
    if following.found {
        let mut ids = IdCache::knowing(registry.ids, take(&mut scan.known_ids));
        following.finish(scan, &mut ids);
        scan.known_ids = ids.known;
    }
}

/// Whether it is in a library that a loader maps, not in a member of an archive.
fn is_mapped(external: &ExternalCode) -> bool {
    external.member.is_none() && external.reference.is_some()
}

struct Marker {
    name: Vec<u8>,
    section: String,
    offset: u64,
    size: u64,
    units: BTreeSet<u64>,
}

impl Marker {
    fn set(scan: &mut Scan) -> Option<Self> {
        let units = take(&mut scan.moved_units);
        let mut mapped = scan.external_code.iter().filter(|external| is_mapped(external));
        let (reference, name) = mapped.find_map(|external| {
            let reference = external.reference.as_ref()?;
            Some((reference, reference.name.as_ref()?))
        })?;
        Some(Self {
            name: name.as_os_str().as_encoded_bytes().to_vec(),
            section: reference.section.clone(),
            offset: reference.offset.0,
            size: reference.size.0,
            units,
        })
    }

    fn unit(&self, rule: ReferenceRule<'_>, name: &[u8]) -> Option<u64> {
        let number = name
            .strip_prefix(self.name.as_slice())?
            .strip_prefix(rule.unit.as_bytes())?;
        let number = std::str::from_utf8(number).ok()?;
        // The spelling that loaders use.
        let unit: u64 = number.parse().ok()?;
        let is_known = self.units.contains(&unit) || self.units.len() >= MOST_UNITS;
        (unit.to_string() == number && is_known).then_some(unit)
    }
}

struct Following<'f> {
    registry: &'f Registry,
    input: &'f Arc<Input>,
    rule: ReferenceRule<'static>,
    marker: &'f Marker,
    options: &'f ScanRequest,
    units: BTreeMap<u64, FoundBundle>,
    /// Units and IDs with code.
    known: BTreeSet<(u64, String)>,
    /// Whether an archive was readable.
    found: bool,
}

struct Archive<'a> {
    open: &'a OpenArchive,
    /// See [`Candidate::targets`].
    targets: Option<&'a [String]>,
    /// Whether loaders open it for code with this ID.
    is_for: BTreeMap<String, bool>,
}

impl Following<'_> {
    /// Its anomalies do not affect other archives.
    fn archive(&mut self, candidate: &Candidate, known: &mut KnownArchives, anomalies: &mut Vec<Located>) {
        let file = FileName::from(candidate.path.clone());
        let mut note = |finding: Finding| {
            anomalies.push(Located { file: file.clone(), member: None, finding });
        };
        let open = match known.open(self.registry, candidate) {
            Ok(open) => open,
            Err(anomaly) => return note(Finding::at(0, anomaly)),
        };
        let toc = &open.toc;
        let mut archive = Archive { open: &open, targets: candidate.targets.as_deref(), is_for: BTreeMap::new() };
        // Loaders ignore an archive without a list of targets.
        let error = toc
            .error
            .as_ref()
            .or_else(|| toc.faults.first().filter(|_| !toc.has_targets()));
        if let Some(error) = error {
            let anomaly = Anomaly::DamagedArchive(error.clone());
            return note(Finding { anomaly, ..Finding::from(error.clone()) });
        }
        self.found = true;
        toc.faults.iter().cloned().for_each(|fault| note(fault.into()));
        let (marker, rule) = (self.marker, self.rule);
        for row in toc.rows_named(|name| marker.unit(rule, name).is_some()) {
            if let Some(unit) = marker.unit(rule, &row.name) {
                self.row(&mut archive, unit, &row);
            }
        }
    }

    /// For targets without code so far: loaders take the first.
    fn row(&mut self, archive: &mut Archive<'_>, unit: u64, row: &TocRow) {
        for (entry, packed) in row.bundle.entries.iter().zip(&row.packed) {
            if row.unannounced.contains_key(&entry.index) {
                continue;
            }
            if let Ok(id) = &entry.id
                && (!archive.is_for(self.registry.ids, id) || !self.known.insert((unit, id.clone())))
            {
                continue;
            }
            let mut stored = entry.clone();
            let unpacked = unpack_input(&archive.open.input, archive.open.format, (entry, *packed), self.options);
            let found = self.unit(unit, archive.open.container);
            stored.index = u64::try_from(found.bundle.entries.len()).unwrap_or(u64::MAX);
            let moved_to = Arc::clone(&archive.open.input);
            let content = match unpacked {
                Some(Ok(input)) => Content::Packed { place: input.full_range(), input, archive: Some(moved_to) },
                Some(Err(error)) => {
                    stored.place = Err(error);
                    Content::Elsewhere(moved_to)
                }
                None => Content::Elsewhere(moved_to),
            };
            found.contents.insert(stored.index, content);
            found.bundle.entries.push(stored);
        }
    }

    fn unit(&mut self, unit: u64, container: &'static dyn Container) -> &mut FoundBundle {
        let (marker, rule, input) = (self.marker, self.rule, self.input);
        self.units.entry(unit).or_insert_with(|| {
            let name = [&marker.name, rule.unit.as_bytes(), unit.to_string().as_bytes()].concat();
            let member = ArchiveMember { name: FileName::from_stored(name), offset: marker.offset };
            let bundle = Bundle { start: marker.offset, frame_len: 0, len: 0, version: None, entries: Vec::new() };
            let mut found = FoundBundle::new(Form::Container(container), bundle, input, 0);
            found.row = Some(FoundRow { member: Arc::new(member), start: marker.offset });
            found
        })
    }

    /// Includes units without code.
    fn finish(mut self, scan: &mut Scan, ids: &mut IdCache<'_>) {
        let mut containers = self.registry.containers.iter().copied();
        let Some(container) = containers.find(|container| container.toc().is_some()) else {
            return;
        };
        let own = self.marker.units.iter().copied();
        let missing = own.filter(|unit| !self.units.contains_key(unit));
        let missing: Vec<u64> = missing.take(MOST_MISSING.saturating_add(1)).collect();
        for unit in missing {
            self.unit(unit, container);
        }
        let place = Place { ofs: self.marker.offset, len: self.marker.size };
        let region = scan.regions.len();
        let (name, rule) = (self.marker.section.clone(), "");
        let kind = RegionKind::Section { name, rule, linked_into: "" };
        scan.regions.push(Region { kind, place });
        for mut found in self.units.into_values() {
            found.region = region;
            found.findings = of_entries(&found.bundle, None, ids);
            if found.bundle.entries.is_empty() {
                let name = found.row.as_ref().map(|row| row.member.name.to_string());
                let anomaly = Anomaly::MissingUnit { name: name.unwrap_or_default() };
                found.findings.push(Finding::at(place.ofs, anomaly));
            }
            scan.bundles.push(found);
        }
    }
}

impl Archive<'_> {
    /// Whether some GPU fits both the ID and a target in its paths.
    fn is_for(&mut self, ids: &Grammar<'static>, id: &str) -> bool {
        let Some(targets) = self.targets else { return true };
        if let Some(known) = self.is_for.get(id) {
            return *known;
        }
        let own = ids
            .components(id)
            .map(|components| components.target)
            .unwrap_or_default();
        let runs = |stored: &str, asked: &str| {
            let stored = StoredCode { id: stored, image: None };
            ids.select(stored, IdComponent::Target, asked).loads.is_some()
        };
        let is_for = targets.iter().any(|target| {
            let other = ids.with_target(id, target);
            *target == own || runs(id, target) || other.is_some_and(|other| runs(&other, &own))
        });
        self.is_for.insert(id.to_owned(), is_for);
        is_for
    }
}

/// With moved code, from `known` if possible.
pub(crate) fn scan_following(
    registry: &Registry,
    input: &Arc<Input>,
    options: &ScanRequest,
    known: &mut KnownArchives,
) -> Result<Scan, Error> {
    let mut scan = scan_or_bare(registry, input, options)?;
    follow(registry, input, options, known, &mut scan);
    Ok(scan)
}
