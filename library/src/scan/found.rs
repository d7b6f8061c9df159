//! What a scan finds: containers, those that cannot be read, and what is wrong or odd.

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

/// What an input holds.
#[derive(Debug, Default)]
pub struct Scan {
    /// The ranges of the input that are known, in file order; then those that were found by searching.
    pub regions: Vec<Region>,
    /// Whether the input is an archive, of which each member was scanned by itself.
    pub is_archive: bool,
    /// The containers, in file order.
    pub bundles: Vec<FoundBundle>,
    /// The containers that could not be read, in file order. What follows one in its region is known only if its length is.
    pub(crate) unread: Vec<Unread>,
    /// What is wrong or odd between containers.
    pub(crate) anomalies: Vec<Located>,
    /// Sections whose device code is not in this file.
    pub external_code: Vec<ExternalCode>,
    /// The units whose device code was moved out of this file.
    pub moved_units: BTreeSet<u64>,
    /// Whether archives were found that device code was moved to.
    pub followed: bool,
    /// How much was searched of it, and of what is in it, where that is an object file.
    pub searched: Option<Searched>,
    /// What the grammar has said of the IDs.
    pub(crate) known_ids: KnownIds,
}

/// A container in an input.
#[derive(Debug)]
pub struct FoundBundle {
    /// Its form.
    pub form: Form,
    /// Its frame. All places in it count in [`FoundBundle::input`].
    pub bundle: Bundle,
    /// What is wrong or odd in it, ordered by offset; offsets count in [`FoundBundle::input`].
    pub findings: Vec<Finding>,
    /// What it is in: the file, or what an envelope in the file holds.
    pub input: Arc<Input>,
    /// The row of a table of contents that it is, if it is one.
    pub(crate) row: Option<FoundRow>,
    /// The envelope that it is in, if it does; the others in it share it.
    pub envelope: Option<Arc<FoundEnvelope>>,
    /// The region that it, or its envelope, is in, by its position among [`Scan::regions`].
    pub region: usize,
    /// Where in the file the bytes are written that it was put together from, where it does not lie in the file as it is.
    pub apart: Option<Place>,
    /// The contents that are not simply at the place of their entry, by the position of the entry.
    pub(crate) contents: BTreeMap<u64, Content>,
    /// Whether it is left alone, because the member of an archive that it is in is damaged.
    pub discarded: bool,
}

/// A row of a table of contents.
#[derive(Debug, Clone)]
pub(crate) struct FoundRow {
    /// Its name, and where it is.
    pub member: Arc<ArchiveMember>,
    /// First byte of the file with the table.
    pub start: u64,
}

/// Where the content of an entry is.
#[derive(Debug)]
pub(crate) enum Content {
    /// At the place of the entry, in what the bundle is in.
    Here,
    /// Packed at the place of the entry, and unpacked at `place` of `input`.
    Packed {
        input: Arc<Input>,
        place: Place,
        /// The archive that the place of the entry counts in, if the code was moved to one.
        archive: Option<Arc<Input>>,
    },
    /// At the place of the entry, in this archive that the code was moved to.
    Elsewhere(Arc<Input>),
    /// The bytes of the entry stand for the file without the sections of this rule.
    Stub(&'static SectionRule<'static>),
}

static HERE: Content = Content::Here;

impl Content {
    /// The archive that the code was moved to.
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
    /// Its header; places and offsets count in the file.
    pub header: EnvelopeHeader,
    /// What it is in.
    pub(crate) outer: Arc<Input>,
    /// Length of header and compressed bytes together, in bytes.
    pub len: u64,
}

impl FoundEnvelope {
    /// Length of the compressed bytes, in bytes.
    pub(crate) fn compressed_len(&self) -> u64 {
        let EnvelopeHeader { start, place, .. } = &self.header;
        let header_len = place.as_ref().map_or(0, |place| place.ofs.saturating_sub(*start));
        self.len.saturating_sub(header_len)
    }
}

impl FoundBundle {
    /// A container that is all in `input`, in this region, with nothing odd about it.
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

    /// The member of an archive that it is in, if it is in one, or the row of a table of contents that it is.
    pub(crate) fn member(&self) -> Option<Member> {
        self.archive_member().map(|member| (&**member).into())
    }

    /// The same, as it is found.
    pub(crate) fn archive_member(&self) -> Option<&Arc<ArchiveMember>> {
        let row = self.row.as_ref().map(|row| &row.member);
        row.or_else(|| self.input.member())
    }

    /// What is known of the code of `entry`; nothing where its ID cannot be read.
    pub(crate) fn code<'s>(&self, entry: &'s StoredEntry) -> Option<StoredCode<'s>> {
        let image = self.image(entry).map(|image| image.word);
        Some(StoredCode { id: entry.id.as_deref().ok()?, image })
    }

    /// What is known of the kind of image that `entry` is, where the container says it.
    pub(crate) fn image(&self, entry: &StoredEntry) -> Option<&'static NumberWord<'static>> {
        self.form.attributes()?.image(&entry.attributes)
    }

    /// How many bytes the content of `entry` has; none if that cannot be told.
    pub(crate) fn content_len(&self, entry: &StoredEntry) -> Option<u64> {
        let place = *entry.place.as_ref().ok()?;
        Some(self.content(entry, place).1.len)
    }

    /// What the content of `entry` lies in, and where: the bytes at `place`, unless they are packed.
    pub(crate) fn content(&self, entry: &StoredEntry, place: Place) -> (&Arc<Input>, Place) {
        match self.content_of(entry) {
            Content::Packed { input, place, .. } => (input, *place),
            _ => (self.input_of(entry), place),
        }
    }

    /// Where the content of `entry` is.
    pub(crate) fn content_of(&self, entry: &StoredEntry) -> &Content {
        self.contents.get(&entry.index).unwrap_or(&HERE)
    }

    /// The entry that only stands for something else, if there is one, by its position.
    pub(crate) fn stub(&self) -> Option<u64> {
        let mut contents = self.contents.iter();
        contents.find_map(|(entry, content)| matches!(content, Content::Stub(_)).then_some(*entry))
    }

    /// The archive that the code of the entry at this position was moved to.
    pub(crate) fn archive_of(&self, entry: u64) -> Option<&Arc<Input>> {
        self.contents.get(&entry)?.archive()
    }

    /// The archives that code was moved to, one for each entry.
    pub(crate) fn archives(&self) -> impl Iterator<Item = &Arc<Input>> {
        self.contents.values().filter_map(Content::archive)
    }

    /// What the place of `entry` counts in.
    pub(crate) fn input_of(&self, entry: &StoredEntry) -> &Arc<Input> {
        self.archive_of(entry.index).unwrap_or(&self.input)
    }

    /// First byte in the file: of the container, of the envelope around it, or of what it was put together from.
    pub fn start(&self) -> u64 {
        match (&self.apart, &self.envelope) {
            (Some(place), _) => place.ofs,
            (None, Some(enclosing)) => enclosing.header.start,
            (None, None) => self.bundle.start,
        }
    }

    /// The entries with content, in the order of their contents: a compressed bundle is decompressed once, from its start. The stub of a
    /// host is none of them.
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

    /// Bytes that it takes in the file, with the envelope around it; of several that were put together, those of all.
    pub fn len_in_file(&self) -> u64 {
        match (&self.apart, &self.envelope) {
            (Some(place), _) => place.len,
            (None, Some(enclosing)) => enclosing.len,
            (None, None) => self.bundle.len,
        }
    }
}

/// What could not be read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FormatRef {
    /// A container.
    Container(&'static dyn Container),
    /// An envelope, or what it holds.
    Envelope(&'static dyn Envelope),
}

/// A container that cannot be read.
#[derive(Debug)]
pub(crate) struct Unread {
    /// Its format, as far as it is known.
    pub format: FormatRef,
    /// Its first byte, from the start of [`Unread::input`].
    pub start: u64,
    /// Why.
    pub error: ReadError,
    /// What the offset of the error counts in: the file, or what an envelope in the file holds.
    pub input: Arc<Input>,
    /// The envelope that it is in, if it does.
    pub envelope: Option<Arc<FoundEnvelope>>,
    /// The region, by its position among [`Scan::regions`].
    pub region: usize,
}

/// Something wrong or odd, and the file, or what an envelope holds, that its offset counts in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    /// The name of the input, for messages.
    pub file: FileName,
    /// The member of an archive that it is in, if it is in one.
    pub member: Option<Arc<ArchiveMember>>,
    pub finding: Finding,
}

impl Located {
    /// A finding whose offset counts in `input`.
    pub(crate) fn new(input: &Input, finding: impl Into<Finding>) -> Self {
        let member = input.member().cloned();
        Self { file: input.name().into(), member, finding: finding.into() }
    }

    /// The finding as an error.
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
    /// Whether there is neither a container nor anything to tell of one.
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

    /// Sets aside the containers that have a finding which is `bad`; of an archive, all in the same member.
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

    /// The containers with their numbers, but for those that are set aside.
    pub fn in_use(&self) -> impl Iterator<Item = (usize, &FoundBundle)> {
        let bundles = self.bundles.iter().enumerate();
        bundles.filter(|(_, found)| !found.discarded)
    }

    /// Everything that is wrong or odd: what is wrong in each container, then what cannot be read, then what is between.
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

    /// The same, where IDs are as they should be, whatever they say.
    #[must_use]
    pub(crate) fn with_any_ids(mut self) -> Self {
        for found in &mut self.bundles {
            found.findings.retain(|finding| !finding.is_of_id());
        }
        self
    }

    /// The first thing that makes the input malformed.
    pub(crate) fn first_error(&self) -> Option<Error> {
        self.findings()
            .find(|located| located.finding.severity() == Severity::Error)
            .map(Located::into_error)
    }

    /// The first thing because of which the input should not be taken apart.
    pub(crate) fn unsound(&self) -> Option<Error> {
        self.findings()
            .find(|located| !located.finding.is_harmless())
            .map(Located::into_error)
    }
}
