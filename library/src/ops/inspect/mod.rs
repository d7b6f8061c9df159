//! `inspect`: explains the bytes of each input field by field, and keeps only the current field.

mod described;
pub(crate) mod report;
mod subjects;

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::describe::{EachRow, Row};
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::registry::Registry;

pub(super) use self::described::Look;
use self::described::{Describe, FieldBytes, describe_part};
use self::subjects::{Order, Subject, of_bundle, subjects};
use super::context::ReadFiles;
use crate::canonical::Canonical;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::Input;
use crate::package::Leaf;
use crate::report::{
    CanonicalValue, Diagnostic, FileNotes, InspectItem, InspectReport, InspectSummary, InspectedFile, InspectedPart,
    InspectedRow, Integer, Item, Outcome, PartEnd, PartPlace,
};
use crate::request::InspectRequest;
use crate::scan::{FoundBundle, FoundEnvelope, Located, RegionKind, Scan, or_plain, scan_or_bare};
use crate::walk::{Files, ReportedFile, is_passed_over, refuse_rereading};

type Visit<'v> = dyn FnMut(InspectItem<'_>) -> Result<(), Error> + 'v;

/// Explains every field of every bundle of every input, and of the compressed files around bundles. A damaged input is
/// explained up to the damage, and the report contains its error.
///
/// # Errors
///
/// Returns an error if standard input is given twice, or if the page would replace a file that was read; this may be
/// known only at the end.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::InspectRequest;
///
/// let mut request = InspectRequest::default();
/// request.inputs = vec![path.into()];
/// let report = ops::inspect(&REGISTRY, &request)?;
/// for row in report.files.iter().flat_map(|file| &file.parts).flat_map(|part| &part.rows) {
///     println!("{} at {}: {}", row.path, row.offset.0, row.value);
/// }
/// # assert!(!report.files[0].parts[0].rows.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inspect(registry: &Registry, request: &InspectRequest) -> Result<InspectReport, Error> {
    let mut files: Vec<InspectedFile> = Vec::new();
    let summary = inspect_with(registry, request, &mut |item| {
        match item {
            InspectItem::File(file) => {
                files.push(InspectedFile { file: file.into(), parts: Vec::new(), notes: FileNotes::default() });
            }
            item => {
                if let Some(file) = files.last_mut() {
                    file.take(item);
                }
            }
        }
        Ok(())
    })?;
    Ok(InspectReport { files, summary })
}

/// Like [`inspect`], but passes the report to `visit` piece by piece.
///
/// # Errors
///
/// Returns an error if [`inspect`] does, or if `visit` does.
pub fn inspect_with(
    registry: &Registry,
    request: &InspectRequest,
    visit: &mut Visit<'_>,
) -> Result<InspectSummary, Error> {
    refuse_rereading(&request.inputs)?;
    let mut read = ReadFiles::from_inputs(&request.inputs);
    request.page.iter().try_for_each(|page| read.refuse(page))?;
    let mut bytes = request.page.as_ref().map(|_| FieldBytes::default());
    let mut files = Files::new(registry, &request.scan, &request.exclude, request.inputs.len());
    let mut part_count = 0;
    let mut worst = Outcome::Done;
    let mut open = |leaf: Leaf| {
        let opened = leaf.input.and_then(|input| open(registry, request, input));
        match &opened {
            Ok(Opened { scan, .. }) => {
                read.add(leaf.file);
                read.add_found(scan);
            }
            Err(error) if is_passed_over(leaf.found, error) => {}
            Err(_) => read.add(leaf.file),
        }
        opened.map(|opened| (leaf.name, Ok(opened)))
    };
    files.each(&request.inputs, &mut open, &mut |item| {
        let (name, opened) = match item {
            Item::File(file) => file,
            Item::PassedOver(error) => return visit(InspectItem::PassedOver(error)),
        };
        visit(InspectItem::File(&name))?;
        let notes = match opened {
            Ok(opened) => {
                let notes = show((registry, request), opened, (&mut part_count, bytes.as_mut()), visit)?;
                worst = worst.max(notes.outcome());
                notes
            }
            Err(error) => FileNotes::failed(error),
        };
        visit(InspectItem::End(Box::new(notes)))
    })?;
    files.worsen(worst);
    request.page.iter().try_for_each(|page| read.refuse(page))?;
    Ok(InspectSummary { totals: files.counts(), outcome: files.outcome() })
}

type Inspected = (FileName, Result<Opened, Error>);

impl ReportedFile for Inspected {
    fn failed(name: FileName, error: Error) -> Self {
        (name, Err(error))
    }

    /// Faults of a readable file are known only after it has been shown.
    fn outcome(&self) -> (Outcome, bool) {
        match &self.1 {
            Ok(_) => (Outcome::Done, true),
            Err(error) => (error.outcome(), false),
        }
    }
}

struct Opened {
    input: Arc<Input>,
    scan: Scan,
    plain: Option<&'static PlainFormat>,
}

fn open(registry: &Registry, request: &InspectRequest, input: Arc<Input>) -> Result<Opened, Error> {
    let (scan, plain) = or_plain(registry, &input, scan_or_bare(registry, &input, &request.scan))?;
    Ok(Opened { input, scan, plain })
}

fn show(
    (registry, request): (&Registry, &InspectRequest),
    Opened { input, scan, plain }: Opened,
    (part_count, mut bytes): (&mut usize, Option<&mut FieldBytes>),
    visit: &mut Visit<'_>,
) -> Result<FileNotes, Error> {
    let mut broken: Vec<Located> = Vec::new();
    let mut unreadable = None;
    {
        let mut look = Look::default();
        let whole = plain.map(|format| Subject::whole(format, &input));
        let hosts = hosts(registry, &input, &scan);
        let subjects: Vec<Subject<'_>> = subjects(&scan, hosts).into_iter().chain(whole).collect();
        for subject in &subjects {
            let is_host = subject.as_host().is_some();
            visit(InspectItem::Part(subject.place()))?;
            let number = *part_count;
            *part_count = number.saturating_add(1);
            if request.parts.as_ref().is_some_and(|wanted| !wanted.contains(&number)) {
                visit(InspectItem::EndPart(PartEnd::default()))?;
                continue;
            }
            let mut fields = Fields { visit, bytes: bytes.as_deref_mut(), value: None, failed: None };
            let errors = describe_part(&mut look, subject, &mut |describe| {
                fields.show(describe, request.canonical)
            });
            let mut end = PartEnd { value: fields.value, ..PartEnd::default() };
            fields.failed.map_or(Ok(()), Err)?;
            let errors = errors.unwrap_or_else(|error| {
                unreadable = Some(error);
                Vec::new()
            });
            if let Some(bytes) = &mut bytes {
                match bytes.read(subject.input) {
                    Ok(read) => end.bytes = read,
                    Err(error) => unreadable = unreadable.or(Some(error)),
                }
            }
            let findings = errors
                .iter()
                .map(|located| Diagnostic::new(subject.input.name(), located));
            end.findings = findings.collect();
            visit(InspectItem::EndPart(end))?;
            // Faults of pointers do not count against the bundles.
            if !is_host {
                broken.extend(errors);
            }
            if unreadable.is_some() {
                break;
            }
        }
    }
    let unreadable = input.unless_changed(unreadable.map_or(Ok(()), Err)).err();
    // The report already contains the findings of the scan.
    let known: BTreeSet<(FileName, u64, String)> = scan.findings().map(|located| key(&located)).collect();
    broken.retain(|located| !known.contains(&key(located)));
    let error = unreadable
        .or_else(|| scan.first_error())
        .or_else(|| broken.first().cloned().map(Located::into_error));
    let name = input.name();
    let mut notes = FileNotes::new(name, scan);
    notes
        .warnings
        .extend(broken.iter().map(|located| Diagnostic::new(name, located)));
    notes.error = error;
    Ok(notes)
}

fn key(Located { file, finding, .. }: &Located) -> (FileName, u64, String) {
    (file.clone(), finding.offset, finding.to_string())
}

struct Fields<'f, 'v> {
    visit: &'f mut Visit<'v>,
    bytes: Option<&'f mut FieldBytes>,
    value: Option<CanonicalValue>,
    failed: Option<Error>,
}

impl Fields<'_, '_> {
    fn show(&mut self, describe: &Describe<'_>, canonical: bool) {
        let mut pass_on = |row: InspectedRow| {
            if let Some(bytes) = &mut self.bytes {
                bytes.note(&row);
            }
            self.pass_on(InspectItem::Row(row));
        };
        let _ = describe(&mut EachRow::to(&mut |row| pass_on(row.into())));
        if canonical {
            let mut value = Canonical::new();
            let _ = describe(&mut value);
            self.value = CanonicalValue::from_text(value.finish());
        }
    }

    fn pass_on(&mut self, item: InspectItem<'_>) {
        if self.failed.is_none() {
            self.failed = (self.visit)(item).err();
        }
    }
}

impl InspectedFile {
    fn take(&mut self, item: InspectItem<'_>) {
        match (item, self.parts.last_mut()) {
            (InspectItem::Part(place), _) => self.parts.push(InspectedPart::new(place)),
            (InspectItem::Row(row), Some(part)) => part.rows.push(row),
            (InspectItem::EndPart(end), Some(part)) => part.end = end,
            (InspectItem::End(notes), _) => self.notes = *notes,
            _ => {}
        }
    }
}

impl InspectedPart {
    /// Creates the part at `place`, without rows.
    #[must_use]
    pub fn new(place: PartPlace) -> Self {
        Self { place, rows: Vec::new(), end: PartEnd::default() }
    }
}

impl From<Row> for InspectedRow {
    fn from(row: Row) -> Self {
        Self {
            path: row.path,
            offset: Integer(row.offset),
            size: Integer(row.len),
            value: row.value,
            meaning: row.meaning.into(),
            number: row.number.map(Integer),
            error: row.error.map(|error| error.problem.code()),
        }
    }
}

impl Subject<'_> {
    fn place(&self) -> PartPlace {
        PartPlace {
            file: self.input.name().into(),
            member: self.input.member().map(|member| (&**member).into()),
            section: self.section.map(Into::into),
            offset: Integer(self.start),
            format: self.format(),
            title: self.title(),
        }
    }
}

/// The limit on fields of all bundles.
const ROOM: usize = 20_000;

#[derive(Debug)]
pub(in crate::ops) struct BundleFields {
    left: usize,
    bytes: FieldBytes,
    /// Several bundles may share the last envelope.
    envelope: Option<Arc<FoundEnvelope>>,
}

impl Default for BundleFields {
    fn default() -> Self {
        Self { left: ROOM, bytes: FieldBytes::default(), envelope: None }
    }
}

impl BundleFields {
    /// Explains each envelope once; `None` if there is no room for all fields.
    pub(in crate::ops) fn explain<'s>(
        &mut self,
        look: &mut Look<'s>,
        scan: &'s Scan,
        found: &'s FoundBundle,
    ) -> Result<Option<Vec<InspectedPart>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        let (mut envelope, bundle) = of_bundle(scan, found);
        if let Some(envelope) = &mut envelope {
            // The decompressed content is checked elsewhere.
            envelope.holds = None;
        }
        let is_known = match (&self.envelope, &found.envelope) {
            (Some(last), Some(this)) => Arc::ptr_eq(last, this),
            _ => false,
        };
        let before = (self.left, self.bytes.left);
        let mut parts = Vec::new();
        for subject in envelope.iter().filter(|_| !is_known).chain([&bundle]) {
            match self.part(look, subject)? {
                Some(part) => parts.push(part),
                None => {
                    // The next bundles may still fit.
                    (self.left, self.bytes.left) = before;
                    self.bytes.places.clear();
                    return Ok(None);
                }
            }
        }
        self.envelope.clone_from(&found.envelope);
        Ok(Some(parts))
    }

    fn part<'p>(&mut self, look: &mut Look<'p>, subject: &Subject<'p>) -> Result<Option<InspectedPart>, Error> {
        let mut part = InspectedPart::new(subject.place());
        let mut has_room = self.left > 0;
        let left = self.left;
        let mut keep = |item: InspectItem<'_>| {
            has_room = has_room && part.rows.len() < left;
            if let (InspectItem::Row(row), true) = (item, has_room) {
                part.rows.push(row);
            }
            Ok(())
        };
        let mut fields = Fields { visit: &mut keep, bytes: Some(&mut self.bytes), value: None, failed: None };
        let errors = describe_part(look, subject, &mut |describe| fields.show(describe, false))?;
        part.end.bytes = self.bytes.read(subject.input)?;
        part.end.findings = errors
            .iter()
            .map(|located| Diagnostic::new(subject.input.name(), located))
            .collect();
        self.left = self.left.saturating_sub(part.rows.len());
        Ok(has_room.then_some(part))
    }
}

fn hosts<'s>(registry: &Registry, input: &'s Arc<Input>, scan: &'s Scan) -> Vec<Subject<'s>> {
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
