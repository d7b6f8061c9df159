//! The results of a scan: containers, unreadable containers, and anomalies.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle_core::attributes::NumberWord;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, Container, StoredEntry};
use offload_bundle_core::envelope::{Envelope, EnvelopeHeader};
use offload_bundle_core::error::ReadError;
use offload_bundle_core::ids::StoredCode;
use offload_bundle_core::placement::SectionRule;
use offload_bundle_core::severity::Severity;

use super::findings::KnownIds;
use super::region::{Form, Region};
use crate::error::Error;
use crate::file_error::Damage;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{ArchiveMember, Input};
use crate::report::{ExternalCode, Member, Searched};

/// The containers in an input.
#[derive(Debug, Default)]
pub struct Scan {
    /// The known ranges of the input in file order, followed by those found by a search.
    pub regions: Vec<Region>,
    /// Whether the input is an archive with separately scanned members.
    pub is_archive: bool,
    /// The containers, in file order.
    pub bundles: Vec<FoundBundle>,
    /// In file order. Later containers in a region need the length of earlier ones.
    pub(crate) unread: Vec<Unread>,
    pub(crate) anomalies: Vec<Located>,
    /// Sections with device code in other files.
    pub external_code: Vec<ExternalCode>,
    /// The units with device code moved from this file.
    pub moved_units: BTreeSet<u64>,
    /// Whether archives with moved device code were found.
    pub followed: bool,
    /// The length of the searched part of an object file and its contents.
    pub searched: Option<Searched>,
    pub(crate) known_ids: KnownIds,
}

/// A container in an input.
#[derive(Debug)]
pub struct FoundBundle {
    /// Its form.
    pub form: Form,
    /// Its frame. All places in it are offsets in [`FoundBundle::input`].
    pub bundle: Bundle,
    /// Its anomalies, ordered by offset in [`FoundBundle::input`].
    pub findings: Vec<Finding>,
    /// The input that contains it: the file, or the content of an envelope.
    pub input: Arc<Input>,
    pub(crate) row: Option<FoundRow>,
    /// The envelope around it, shared with the other containers inside.
    pub envelope: Option<Arc<FoundEnvelope>>,
    /// The index in [`Scan::regions`] of the region that contains it or its envelope.
    pub region: usize,
    /// The place in the file that its bytes were assembled from, if they are not contiguous there.
    pub apart: Option<Place>,
    /// Other than declared, by entry index.
    pub(crate) contents: BTreeMap<u64, Content>,
    /// Whether it is skipped, because its archive member is damaged.
    pub discarded: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct FoundRow {
    /// Its name and offset.
    pub member: Arc<ArchiveMember>,
    /// The offset of the file with the table.
    pub start: u64,
}

#[derive(Debug)]
pub(crate) enum Content {
    /// At the entry's place in the same input.
    Here,
    /// Packed at the entry's place, unpacked at `place` of `input`.
    Packed {
        input: Arc<Input>,
        place: Place,
        /// With the packed bytes, if the code was moved.
        archive: Option<Arc<Input>>,
    },
    /// At the entry's place in this archive.
    Elsewhere(Arc<Input>),
    /// Represents the file without sections with this rule.
    Stub(&'static SectionRule<'static>),
}

static HERE: Content = Content::Here;

impl Content {
    fn archive(&self) -> Option<&Arc<Input>> {
        match self {
            Self::Elsewhere(archive) | Self::Packed { archive: Some(archive), .. } => Some(archive),
            _ => None,
        }
    }
}

/// An envelope around a container.
#[derive(Debug, Clone)]
pub struct FoundEnvelope {
    /// Its format.
    pub format: &'static dyn Envelope,
    /// Its header; places and offsets are offsets in the file.
    pub header: EnvelopeHeader,
    pub(crate) outer: Arc<Input>,
    /// The length of header and compressed bytes.
    pub len: u64,
}

impl FoundEnvelope {
    pub(crate) fn compressed_len(&self) -> u64 {
        let EnvelopeHeader { start, place, .. } = &self.header;
        let header_len = place.as_ref().map_or(0, |place| place.ofs.saturating_sub(*start));
        self.len.saturating_sub(header_len)
    }
}

impl FoundBundle {
    /// Contiguous, without anomalies.
    pub(crate) fn new(form: Form, bundle: Bundle, input: &Arc<Input>, region: usize) -> Self {
        Self {
            form,
            bundle,
            findings: Vec::new(),
            input: Arc::clone(input),
            row: None,
            envelope: None,
            region,
            apart: None,
            contents: BTreeMap::new(),
            discarded: false,
        }
    }

    /// The archive member, or row of a table of contents, for reports.
    pub(crate) fn member(&self) -> Option<Member> {
        self.archive_member().map(|member| (&**member).into())
    }

    /// The archive member, or row of a table of contents.
    pub(crate) fn archive_member(&self) -> Option<&Arc<ArchiveMember>> {
        let row = self.row.as_ref().map(|row| &row.member);
        row.or_else(|| self.input.member())
    }

    /// Returns the code of `entry`, or `None` if its ID is unreadable.
    pub fn code<'s>(&self, entry: &'s StoredEntry) -> Option<StoredCode<'s>> {
        let image = self.image(entry).map(|image| image.word);
        Some(StoredCode { id: entry.id.as_deref().ok()?, image })
    }

    /// Returns the kind of image of `entry`, if the format declares it and the kind is known.
    pub fn image(&self, entry: &StoredEntry) -> Option<&'static NumberWord<'static>> {
        self.form.attributes()?.image(&entry.attributes)
    }

    /// Returns the uncompressed length of the content of `entry` in bytes, or `None` if its place is not valid.
    pub fn content_len(&self, entry: &StoredEntry) -> Option<u64> {
        let place = *entry.place.as_ref().ok()?;
        Some(self.content(entry, place).1.len)
    }

    /// `place` itself, unless packed.
    pub(crate) fn content(&self, entry: &StoredEntry, place: Place) -> (&Arc<Input>, Place) {
        match self.content_of(entry) {
            Content::Packed { input, place, .. } => (input, *place),
            _ => (self.input_of(entry), place),
        }
    }

    pub(crate) fn content_of(&self, entry: &StoredEntry) -> &Content {
        self.contents.get(&entry.index).unwrap_or(&HERE)
    }

    /// The entry with a stub as its content.
    pub(crate) fn stub(&self) -> Option<u64> {
        let mut contents = self.contents.iter();
        contents.find_map(|(entry, content)| matches!(content, Content::Stub(_)).then_some(*entry))
    }

    pub(crate) fn archive_of(&self, entry: u64) -> Option<&Arc<Input>> {
        self.contents.get(&entry)?.archive()
    }

    /// With moved code, per entry.
    pub(crate) fn archives(&self) -> impl Iterator<Item = &Arc<Input>> {
        self.contents.values().filter_map(Content::archive)
    }

    pub(crate) fn input_of(&self, entry: &StoredEntry) -> &Arc<Input> {
        self.archive_of(entry.index).unwrap_or(&self.input)
    }

    /// Returns the offset in the file of the container, of its envelope, or of the bytes that it was assembled from.
    pub fn start(&self) -> u64 {
        match (&self.apart, &self.envelope) {
            (Some(place), _) => place.ofs,
            (None, Some(enclosing)) => enclosing.header.start,
            (None, None) => self.bundle.start,
        }
    }

    /// Entries with content, without stubs, in an order that decompresses once.
    pub(crate) fn code_objects(&self) -> Vec<(Place, &StoredEntry)> {
        let own = self.bundle.entries.iter();
        let own = own.filter(|entry| !matches!(self.content_of(entry), Content::Stub(_)));
        let with_content = own.filter_map(|entry| {
            let place = entry.place.as_ref().ok().copied().filter(|place| place.len > 0)?;
            Some((place, entry))
        });
        let mut code_objects: Vec<(Place, &StoredEntry)> = with_content.collect();
        code_objects.sort_by_key(|(place, _)| place.ofs);
        code_objects
    }

    /// Returns its length in the file, envelope included; for an assembled container, the length of all its parts.
    pub fn len_in_file(&self) -> u64 {
        match (&self.apart, &self.envelope) {
            (Some(place), _) => place.len,
            (None, Some(enclosing)) => enclosing.len,
            (None, None) => self.bundle.len,
        }
    }
}

/// The format of an unreadable container.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FormatRef {
    Container(&'static dyn Container),
    /// An envelope, or its content.
    Envelope(&'static dyn Envelope),
}

#[derive(Debug)]
pub(crate) struct Unread {
    /// Its format, as far as known.
    pub format: FormatRef,
    /// Its offset in [`Unread::input`].
    pub start: u64,
    /// The error.
    pub error: ReadError,
    /// The input of the error's offset: the file, or the content of an envelope.
    pub input: Arc<Input>,
    /// The envelope around it.
    pub envelope: Option<Arc<FoundEnvelope>>,
    /// The index of its region in [`Scan::regions`].
    pub region: usize,
}

/// With the input of its offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    /// The name of the input, for messages.
    pub file: FileName,
    /// The archive member that contains it.
    pub member: Option<Arc<ArchiveMember>>,
    pub finding: Finding,
}

impl Located {
    pub(crate) fn new(input: &Input, finding: impl Into<Finding>) -> Self {
        let member = input.member().cloned();
        Self { file: input.name().into(), member, finding: finding.into() }
    }

    pub(crate) fn into_error(self) -> Error {
        match self.finding.anomaly {
            Anomaly::Unreadable(error) => Error::Read { file: self.file, error },
            _ => Error::Malformed { file: self.file, finding: self.finding },
        }
    }
}

impl From<Damage> for Located {
    fn from(Damage { file, error }: Damage) -> Self {
        let finding = Finding::from(error);
        Self { file, member: None, finding }
    }
}

impl Scan {
    /// Whether there is neither a container nor a relevant anomaly.
    pub(super) fn has_nothing(&self) -> bool {
        let matters = |located: &Located| {
            let anomaly = &located.finding.anomaly;
            !matches!(
                anomaly,
                Anomaly::NoSections(_) | Anomaly::NotSearched { .. } | Anomaly::MembersNotRead { .. }
            )
        };
        self.bundles.is_empty()
            && self.unread.is_empty()
            && self.external_code.is_empty()
            && !self.anomalies.iter().any(matters)
    }

    /// With a `bad` finding; in an archive, all of the same member.
    pub(crate) fn discard_if(&mut self, bad: impl Fn(&Finding) -> bool) {
        let findings = self.findings().filter(|located| bad(&located.finding));
        let damaged: BTreeSet<u64> = findings.filter_map(|located| Some(located.member?.offset)).collect();
        for found in &mut self.bundles {
            found.discarded = match found.input.member() {
                Some(member) => damaged.contains(&member.offset),
                None => found.findings.iter().any(&bad),
            };
        }
    }

    /// Returns the containers with their numbers, without discarded ones.
    pub fn in_use(&self) -> impl Iterator<Item = (usize, &FoundBundle)> {
        let bundles = self.bundles.iter().enumerate();
        bundles.filter(|(_, found)| !found.discarded)
    }

    /// In containers, unreadable containers, then between containers.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Located> {
        let found = self.bundles.iter().flat_map(|found| {
            let findings = found.findings.iter();
            findings.map(|finding| {
                let of_entry = finding.entry.and_then(|entry| found.archive_of(entry));
                Located {
                    member: found.archive_member().cloned(),
                    ..Located::new(of_entry.unwrap_or(&found.input), finding.clone())
                }
            })
        });
        let unread = self.unread.iter();
        let unread = unread.map(|unread| Located::new(&unread.input, unread.error.clone()));
        found.chain(unread).chain(self.anomalies.iter().cloned())
    }

    /// It makes the input malformed.
    pub(crate) fn first_error(&self) -> Option<Error> {
        self.findings()
            .find(|located| located.finding.severity() == Severity::Error)
            .map(Located::into_error)
    }

    /// It forbids extraction.
    pub(crate) fn unsound(&self) -> Option<Error> {
        self.findings()
            .find(|located| !located.finding.is_harmless())
            .map(Located::into_error)
    }
}
