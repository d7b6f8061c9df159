//! A scan, step by step.

use std::sync::Arc;

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, StoredEntry};
use offload_bundle_core::error::Path;
use offload_bundle_core::placement::{Holds, ObjectFormat, SectionRule};
use offload_bundle_core::registry::{FileType, Registry};

use super::findings::IdCache;
use super::found::{FoundBundle, Scan};
use super::recognise;
use super::recognise::{LookedFor, SearchedFor};
use super::region::{Form, Region, RegionKind};
use super::reported::Part;
use crate::archive::Members;
use crate::error::Error;
use crate::finding::Anomaly;
use crate::input::{HEAD, Input};
use crate::object::elf_header;
use crate::refusal::FileKind;
use crate::request::ScanRequest;

/// Finds the containers in `input`.
///
/// # Errors
///
/// Returns [`Error::NotABundle`], [`Error::NotAnArchive`], [`Error::Unsupported`] or [`Error::Io`].
pub fn scan(registry: &Registry, input: &Arc<Input>, options: &ScanRequest) -> Result<Scan, Error> {
    let mut scan = input.unless_changed(search(registry, input, options))?;
    for found in scan.bundles.iter_mut().filter(|_| options.rules.unchecked) {
        let is_of_id = |anomaly: &Anomaly| matches!(anomaly, Anomaly::UnknownName { .. } | Anomaly::BadId { .. });
        found.findings.retain(|finding| !is_of_id(&finding.anomaly));
    }
    Ok(scan)
}

fn search(registry: &Registry, input: &Arc<Input>, options: &ScanRequest) -> Result<Scan, Error> {
    let asked = options.file_type;
    // A file with an unreadable structure can still be searched.
    if !options.carve {
        recognise::refuse_unsupported(registry, input, &input.head(HEAD)?, asked)?;
    }
    let mut search = Search::new(registry, options, IdCache::new(registry.ids));
    let members = match asked.is_none_or(|file_type| file_type.archive) {
        true => Members::open(input)?,
        false => None,
    };
    match members {
        Some(members) => search.archive(input, members)?,
        None if asked.is_some_and(|file_type| file_type.archive) => {
            let kind = FileKind::recognize(registry, input, &LookedFor::default())?;
            return Err(Error::NotAnArchive { file: input.name().into(), kind });
        }
        None => search.file(input)?,
    }
    if search.scan.has_nothing() {
        search.looked_for.members = search.not_read();
        let kind = FileKind::recognize(registry, input, &search.looked_for)?;
        return Err(Error::NotABundle { file: input.name().into(), kind });
    }
    search.scan.known_ids = search.ids.known;
    Ok(search.scan)
}

pub(super) struct Search<'s> {
    pub(super) registry: &'s Registry,
    pub(super) options: &'s ScanRequest,
    pub(super) ids: IdCache<'s>,
    pub(super) scan: Scan,
    pub(super) is_object: bool,
    /// Reported if the file holds no bundle.
    pub(super) looked_for: LookedFor,
    pub(super) searched: Vec<Place>,
    /// The remaining cost for false starts.
    pub(super) beginnings: Option<Budget>,
    /// Whether containers are only tried.
    pub(super) is_trying: bool,
}

impl<'s> Search<'s> {
    fn new(registry: &'s Registry, options: &'s ScanRequest, ids: IdCache<'s>) -> Self {
        let (scan, looked_for) = (Scan::default(), LookedFor::default());
        Self {
            registry,
            options,
            ids,
            scan,
            is_object: false,
            looked_for,
            searched: Vec::new(),
            beginnings: None,
            is_trying: false,
        }
    }

    /// A scan of a part. Borrows the remembered IDs.
    pub(super) fn inner(&mut self) -> Self {
        let ids = std::mem::replace(&mut self.ids, IdCache::new(self.registry.ids));
        Self::new(self.registry, self.options, ids)
    }

    /// `None` if the content decides, as for members of an archive.
    pub(super) fn file_type(&self) -> Option<&'static FileType> {
        self.options.file_type.filter(|file_type| !file_type.archive)
    }

    /// `input` is not an archive.
    pub(super) fn file(&mut self, input: &Arc<Input>) -> Result<(), Error> {
        let sections = match self.registry.looks_into_objects(self.file_type()) {
            true => self.table(input)?,
            false => None,
        };
        self.is_object = sections.is_some();
        match sections {
            Some(sections) => {
                self.sections(input, sections.known)?;
                if !self.options.rules.own_form {
                    self.scan_loaded(input, sections.loaded)?;
                }
            }
            None => {
                let region = self.region(RegionKind::Whole, input.full_range());
                self.sequence(Part::new(input, region), input.full_range())?;
            }
        }
        if self.options.carve {
            self.carve(input)?;
        }
        if self.is_object {
            self.scan.searched = Some(self.count_searched(input));
        }
        if self.scan.has_nothing() && self.is_object {
            self.looked_for.sections = self.sections_looked_for(input)?;
            self.looked_for.searched = match (self.options.carve, self.options.rules.own_form) {
                (true, _) => SearchedFor::Everywhere,
                (false, true) => SearchedFor::Nowhere,
                (false, false) => SearchedFor::InLoaded,
            };
        }
        Ok(())
    }

    /// Searched for bundles.
    fn sections_looked_for(&self, input: &Input) -> Result<Vec<String>, Error> {
        let holds = |rule: &SectionRule<'_>| matches!(rule.holds, Holds::Containers | Holds::Entry(_));
        let object = self
            .registry
            .content(&input.head(HEAD)?)
            .and_then(|content| content.object);
        let of_this_form = |rule: &SectionRule<'_>| object.is_none_or(|object| rule.formats.contains(&object));
        let rules = self.registry.sections.iter().filter(|rule| of_this_form(rule));
        let looked_for = rules.filter(|rule| holds(rule) && self.is_asked_for(rule));
        Ok(looked_for.map(|rule| rule.pattern.to_string()).collect())
    }

    /// Skipped members for display: some names of each kind.
    fn not_read(&self) -> Vec<String> {
        let anomalies = self.scan.anomalies.iter().map(|located| &located.finding.anomaly);
        let not_read = anomalies.filter_map(|anomaly| match anomaly {
            Anomaly::MembersNotRead { kind, names } => Some(format!("{names} ({kind})")),
            _ => None,
        });
        not_read.collect()
    }
}

/// Reads a bare code object as a bundle of one entry, for read-only operations.
pub(crate) fn scan_or_bare(registry: &Registry, input: &Arc<Input>, options: &ScanRequest) -> Result<Scan, Error> {
    let found = scan(registry, input, options);
    if options.file_type.is_some() || options.rules.own_form {
        return found;
    }
    match found {
        Ok(scan) if scan.bundles.is_empty() && scan.external_code.is_empty() => {
            Ok(bare(registry, input)?.unwrap_or(scan))
        }
        // A code object with unreadable sections is still a code object.
        Err(error @ (Error::NotABundle { .. } | Error::Read { .. })) => bare(registry, input)?.ok_or(error),
        found => found,
    }
}

/// Returns a scan of the bare code object `input`; `None` if it is something else.
///
/// # Errors
///
/// Returns [`Error::Io`] if the input cannot be read.
pub fn bare(registry: &Registry, input: &Arc<Input>) -> Result<Option<Scan>, Error> {
    let head = input.head(HEAD)?;
    let content = registry
        .content(&head)
        .filter(|content| content.object == Some(ObjectFormat::Elf));
    let header = elf_header(&head);
    let (Some(content), Some(id)) = (content, header.and_then(|header| registry.ids.bare_id(&header))) else {
        return Ok(None);
    };
    let place = input.full_range();
    let entry = StoredEntry {
        index: 0,
        id: Ok(id),
        id_offset: 0,
        place: Ok(place),
        path: Path::from("header"),
        ofs_field: "e_machine",
        ofs_offset: 0,
        attributes: Attributes::default(),
    };
    let bundle = Bundle { start: 0, frame_len: 0, len: place.len, version: None, entries: vec![entry] };
    let found = FoundBundle::new(Form::Bare(content), bundle, input, 0);
    let region = Region { kind: RegionKind::Whole, place };
    Ok(Some(Scan {
        regions: vec![region],
        bundles: vec![found],
        ..Scan::default()
    }))
}
