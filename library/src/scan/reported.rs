//! Scan results as reports use them.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, Container, StoredEntry};
use offload_bundle_core::ids::StoredCode;

use super::found::{Content, FoundBundle, FoundEnvelope, Located, Scan};
use super::region::Form;
use crate::error::Error;
use crate::file_name::FileName;
use crate::finding::Finding;
use crate::input::{ArchiveMember, Input};
use crate::object;
use crate::report::{Compression, Diagnostic, Hexadecimal, Integer};

#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryRef<'s> {
    pub(crate) bundle: usize,
    pub(crate) found: &'s FoundBundle,
    pub(crate) entry: &'s StoredEntry,
}

impl<'s> EntryRef<'s> {
    /// All entries in file order, except in discarded bundles.
    pub(crate) fn all(scan: &'s Scan) -> impl Iterator<Item = Self> {
        scan.in_use().flat_map(|(bundle, found)| {
            let entries = found.bundle.entries.iter();
            entries.map(move |entry| Self { bundle, found, entry })
        })
    }

    pub(crate) fn id(self) -> Option<&'s str> {
        self.entry.id.as_deref().ok()
    }

    /// `None` if the ID is unreadable.
    pub(crate) fn code(self) -> Option<StoredCode<'s>> {
        self.found.code(self.entry)
    }

    /// By image kind, in containers with several kinds for one target.
    pub(crate) fn suffix(self) -> &'static str {
        let image = self.found.image(self.entry).filter(|_| !self.found.form.is_partial());
        image.map_or("", |image| image.suffix)
    }

    pub(crate) fn input(self) -> &'s Arc<Input> {
        self.found.input_of(self.entry)
    }

    /// The archive member, or row of a table of contents.
    pub(crate) fn member(self) -> Option<&'s Arc<ArchiveMember>> {
        self.found.archive_member()
    }

    pub(crate) fn is_stub(self) -> bool {
        matches!(self.found.content_of(self.entry), Content::Stub(_))
    }

    /// For a stub, the file that it represents.
    pub(crate) fn content(self) -> Result<(Arc<Input>, Place), Error> {
        if let Content::Stub(rule) = self.found.content_of(self.entry) {
            let host = object::without_sections(self.input(), rule)?;
            let place = host.full_range();
            return Ok((Arc::new(host), place));
        }
        let place = self.entry.place.clone();
        let place = place.map_err(|error| Error::Read { file: self.input().name().into(), error })?;
        let (input, place) = self.found.content(self.entry, place);
        Ok((Arc::clone(input), place))
    }
}

impl Diagnostic {
    /// Outside of bundles.
    pub(crate) fn new(name: &FileName, located: &Located) -> Self {
        let Located { file, member, finding } = located;
        Self {
            code: finding.code(),
            severity: finding.severity(),
            file: (file != name).then(|| file.clone()),
            member: member.as_deref().map(Into::into),
            section: None,
            bundle: None,
            entry: None,
            offset: Integer(finding.offset),
            path: finding.path.to_string(),
            message: finding.anomaly.to_string(),
        }
    }

    /// Its offset refers to the bundle's input.
    pub(crate) fn of_bundle(name: &FileName, scan: &Scan, bundle: usize, finding: Finding) -> Self {
        let found = scan.bundles.get(bundle);
        let elsewhere = found
            .zip(finding.entry)
            .and_then(|(found, entry)| found.archive_of(entry));
        let file = found
            .map_or(name, |found| elsewhere.unwrap_or(&found.input).name())
            .clone();
        let member = found.and_then(|found| found.archive_member().cloned());
        let entry = finding.entry;
        let section = found.and_then(|found| section(scan, found.region));
        Self { section, bundle: Some(bundle), entry, ..Self::new(name, &Located { file, member, finding }) }
    }

    pub(crate) fn within(self, scan: &Scan, region: usize, bundle: Option<usize>) -> Self {
        Self { section: section(scan, region), bundle, ..self }
    }

    /// Returns all findings of a scan of the input `name`, in the order of [`Scan::findings`].
    #[doc(hidden)]
    pub fn of_scan<'s>(name: &'s FileName, scan: &'s Scan) -> impl Iterator<Item = Self> + 's {
        let bundles = scan.bundles.iter().enumerate();
        let found = bundles.flat_map(move |(number, found)| {
            let findings = found.findings.iter();
            findings.map(move |finding| Self::of_bundle(name, scan, number, finding.clone()))
        });
        found.chain(Self::of_no_bundle(name, scan))
    }

    pub(crate) fn of_no_bundle<'s>(name: &'s FileName, scan: &'s Scan) -> impl Iterator<Item = Self> + 's {
        let unread = scan.unread.iter().map(move |unread| {
            let located = Located::new(&unread.input, unread.error.clone());
            Self::new(name, &located).within(scan, unread.region, None)
        });
        let anomalies = scan.anomalies.iter().map(move |located| Self::new(name, located));
        unread.chain(anomalies)
    }
}

fn section(scan: &Scan, region: usize) -> Option<String> {
    scan.regions.get(region)?.kind.section().map(Into::into)
}

impl Compression {
    /// Describes an envelope.
    #[doc(hidden)]
    pub fn new(envelope: &FoundEnvelope) -> Self {
        let header = &envelope.header;
        Self {
            format: envelope.format.name(),
            version: header.version,
            method: header.method.as_ref().ok().map(|method| method.name),
            level: None,
            offset: Some(Integer(header.start)),
            size: Integer(envelope.len),
            compressed_size: Integer(envelope.compressed_len()),
            decompressed_size: Integer(header.decompressed_len.value),
            digest: header.digest.as_ref().map(|digest| Hexadecimal(digest.value)),
            declares_size: header.len.is_some(),
            took: None,
        }
    }
}

/// Its region, and the envelope it was decompressed from.
#[derive(Clone, Copy)]
pub(super) struct Part<'p> {
    pub(super) input: &'p Arc<Input>,
    pub(super) region: usize,
    pub(super) inside: Option<&'p Arc<FoundEnvelope>>,
}

impl<'p> Part<'p> {
    pub(super) fn new(input: &'p Arc<Input>, region: usize) -> Self {
        Self { input, region, inside: None }
    }

    pub(super) fn bundle(self, container: &'static dyn Container, bundle: Bundle) -> FoundBundle {
        let found = FoundBundle::new(Form::Container(container), bundle, self.input, self.region);
        FoundBundle { envelope: self.inside.cloned(), ..found }
    }
}

/// Containers inside the host object, which bundlers treat as a part of the host.
#[derive(Debug)]
pub(crate) struct InHost(BTreeMap<*const Input, usize>);

impl InHost {
    pub(crate) fn new(scan: &Scan) -> Self {
        let bundles = scan.bundles.iter().enumerate();
        let fat = bundles.filter(|(_, found)| found.stub().is_some());
        Self(fat.map(|(number, found)| (Arc::as_ptr(&found.input), number)).collect())
    }

    pub(crate) fn bundle_around(&self, found: &FoundBundle) -> Option<usize> {
        let file = found.envelope.as_ref().map_or(&found.input, |envelope| &envelope.outer);
        let around = self.0.get(&Arc::as_ptr(file)).copied();
        around.filter(|_| found.stub().is_none())
    }
}
