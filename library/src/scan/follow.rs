//! Device code that was moved out of a library, in the archives where a loader finds it: each unit of the library becomes a bundle, with the
//! code for every target that some archive has.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, Container};
use offload_bundle_core::placement::{Holds, ReferenceRule};
use offload_bundle_core::registry::Registry;
use offload_bundle_core::toc::{TocReader, TocRow};

use super::findings::of_entries;
use super::found::{Form, FoundBundle, FoundRow, Located, Scan};
use super::id_cache::IdCache;
use super::region::{Region, RegionKind};
use super::search::scan;
use super::toc::{packed_inputs, read_toc};
use crate::error::Error;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{ArchiveMember, Input, WindowReader};
use crate::report::ExternalCode;
use crate::request::ScanRequest;

/// How much of an archive is looked at to tell whether it is one, in bytes.
const HEAD: u64 = 64;
/// So many archives are looked into. One a target is usual.
const MOST_ARCHIVES: usize = 1024;
/// So many units are told to have no code anywhere.
const MOST_MISSING: u64 = 1 << 16;

/// Adds to `scan` of the library `input` the bundles that were moved out of it, where it says that some were, and can be followed: it is a file by
/// itself. Archives that are not there are passed over, as loaders do.
///
/// # Errors
///
/// The system's, of archives that are there.
fn follow(registry: &Registry, input: &Arc<Input>, options: &ScanRequest, scan: &mut Scan) -> Result<(), Error> {
    let rules = registry.sections.iter();
    let rule = rules.clone().find_map(|section| match section.holds {
        Holds::Reference(rule) => Some(rule),
        _ => None,
    });
    let (Some(rule), false) = (rule, options.no_follow) else {
        return Ok(());
    };
    let Some(marker) = Marker::of(&scan.external_code) else {
        return Ok(());
    };
    let Some(archives) = archives(rule, input, &scan.external_code) else {
        return Ok(());
    };
    let mut search = Following { registry, input, rule, marker, limit: options, units: BTreeMap::new(), found: false };
    let mut ids = IdCache::knowing(registry.ids, std::mem::take(&mut scan.known_ids));
    for archive in archives.into_iter().take(MOST_ARCHIVES) {
        search.archive(archive, scan)?;
    }
    scan.followed = search.found;
    if search.found {
        search.finish(scan, &mut ids);
    }
    scan.known_ids = ids.into_known();
    Ok(())
}

/// What a library says of its code.
struct Marker {
    name: Vec<u8>,
    section: String,
    offset: u64,
    size: u64,
    /// How many units it has.
    count: u64,
}

impl Marker {
    fn of(external_code: &[ExternalCode]) -> Option<Self> {
        let said = external_code.iter().find_map(|external| {
            let reference = external.reference.as_ref()?;
            Some((external, reference, reference.name.as_ref()?))
        });
        let (external, reference, name) = said?;
        Some(Self {
            name: name.as_os_str().as_encoded_bytes().to_vec(),
            section: reference.section.clone(),
            offset: reference.offset.0,
            size: reference.size.0,
            count: external.moved_count,
        })
    }

    /// The number of the unit that the row `name` is about.
    fn unit(&self, rule: ReferenceRule<'_>, name: &[u8]) -> Option<u64> {
        let number = name
            .strip_prefix(self.name.as_slice())?
            .strip_prefix(rule.unit.as_bytes())?;
        let number = std::str::from_utf8(number).ok()?;
        // As loaders write it.
        let unit: u64 = number.parse().ok()?;
        (unit.to_string() == number && unit < self.count).then_some(unit)
    }
}

/// The archives to look into, in the order of loaders; none where that cannot be told, or is turned off.
fn archives(rule: ReferenceRule<'_>, input: &Input, external_code: &[ExternalCode]) -> Option<Vec<PathBuf>> {
    input.real_folder()?;
    let listed = |name: &str| -> Vec<PathBuf> {
        let paths = env::var_os(name).unwrap_or_default();
        env::split_paths(&paths)
            .filter(|path| !path.as_os_str().is_empty())
            .collect()
    };
    let off = env::var_os(rule.off).unwrap_or_default();
    if off.as_encoded_bytes().first().is_some_and(|first| *first != b'0') {
        return None;
    }
    let instead = listed(rule.instead);
    if !instead.is_empty() {
        return Some(instead);
    }
    let mut archives = listed(rule.before);
    let references = external_code.iter().filter_map(|external| external.reference.as_ref());
    let paths = references.flat_map(|reference| &reference.paths);
    let files = paths.flat_map(|path| path.files.iter().flatten());
    archives.extend(files.map(|file| file.file.to_path_buf()));
    Some(archives)
}

/// What has been found of a library's code.
struct Following<'f> {
    registry: &'f Registry,
    input: &'f Arc<Input>,
    rule: ReferenceRule<'static>,
    marker: Marker,
    limit: &'f ScanRequest,
    units: BTreeMap<u64, FoundBundle>,
    /// Whether there is an archive that can be read.
    found: bool,
}

impl Following<'_> {
    /// Adds what `archive` holds of the library. What is wrong with it is noted, and hides nothing of others.
    fn archive(&mut self, archive: PathBuf, scan: &mut Scan) -> Result<(), Error> {
        let name = FileName::from(archive.clone());
        // Loaders pass over what they cannot open.
        let Some(input) = Some(&archive)
            .filter(|path| path.is_file())
            .and_then(|path| Input::open(path).ok())
        else {
            return Ok(());
        };
        let input = Arc::new(input);
        let mut note = |finding: Finding| {
            scan.anomalies
                .push(Located { file: name.clone(), member: None, finding });
        };
        let container = self.registry.recognise(&input.window(0, HEAD)?);
        let Some((container, format)) = container.and_then(|container| Some((container, container.toc()?))) else {
            note(Finding::at(0, Anomaly::NoArchive));
            return Ok(());
        };
        let toc = input.unless_changed(read_toc(&mut WindowReader::new(&input), format, 0))?;
        if let Some(error) = toc.error {
            note(error.into());
            return Ok(());
        }
        self.found = true;
        toc.faults.iter().cloned().for_each(|fault| note(fault.into()));
        for row in toc.rows() {
            if let Some(unit) = self.marker.unit(self.rule, &row.name) {
                self.row((container, format), &input, unit, &row);
            }
        }
        Ok(())
    }

    /// Adds the entries of a row for targets that the unit has no code for yet: loaders take the first.
    fn row(
        &mut self,
        (container, format): (&'static dyn Container, &'static TocReader),
        archive: &Arc<Input>,
        unit: u64,
        row: &TocRow,
    ) {
        let mut unpacked = packed_inputs(archive, format, row, self.limit);
        let found = bundle(&mut self.units, unit, container, self.input, &self.marker, self.rule);
        for entry in &row.bundle.entries {
            let is_unannounced = row.unannounced.iter().any(|(index, _)| *index == entry.index);
            let is_there = found.bundle.entries.iter().any(|known| known.id == entry.id);
            if is_unannounced || is_there {
                continue;
            }
            let index = u64::try_from(found.bundle.entries.len()).unwrap_or(u64::MAX);
            let mut entry = entry.clone();
            match unpacked.remove(&entry.index) {
                Some(Ok(content)) => drop(found.unpacked.insert(index, content)),
                Some(Err(error)) => entry.place = Err(error),
                None => {}
            }
            found.elsewhere.insert(index, Arc::clone(archive));
            entry.index = index;
            found.bundle.entries.push(entry);
        }
    }

    /// Adds the bundles, also of units without code.
    fn finish(mut self, scan: &mut Scan, ids: &mut IdCache<'_>) {
        let mut containers = self.registry.containers.iter().copied();
        let Some(container) = containers.find(|container| container.toc().is_some()) else {
            return;
        };
        for unit in 0..self.marker.count.min(MOST_MISSING) {
            bundle(&mut self.units, unit, container, self.input, &self.marker, self.rule);
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

/// The bundle of a unit.
fn bundle<'u>(
    units: &'u mut BTreeMap<u64, FoundBundle>,
    unit: u64,
    container: &'static dyn Container,
    input: &Arc<Input>,
    marker: &Marker,
    rule: ReferenceRule<'_>,
) -> &'u mut FoundBundle {
    units.entry(unit).or_insert_with(|| {
        let name = [&marker.name, rule.unit.as_bytes(), unit.to_string().as_bytes()].concat();
        let member = ArchiveMember { name: FileName::from_stored(name), offset: marker.offset };
        let bundle = Bundle { start: marker.offset, frame_len: 0, len: 0, version: 0, entries: Vec::new() };
        let mut found = FoundBundle::new(Form::Container(container), bundle, input, 0);
        found.row = Some(FoundRow { member: Arc::new(member), start: marker.offset });
        found
    })
}

/// A scan that goes on in the archives to which device code was moved.
///
/// # Errors
///
/// Those of a scan, and of [`follow`].
pub(crate) fn scan_followed(registry: &Registry, input: &Arc<Input>, options: &ScanRequest) -> Result<Scan, Error> {
    let mut scan = scan(registry, input, options)?;
    follow(registry, input, options, &mut scan)?;
    Ok(scan)
}
