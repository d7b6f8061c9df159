//! The explained parts of an input in file order: envelopes and containers.

use std::sync::Arc;

use offload_bundle_core::bytes::{Bytes, Place};
use offload_bundle_core::container::{Bundle, Container};
use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::envelope::Envelope;
use offload_bundle_core::error::{ReadError, Stop};
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::text::Delimiters;
use offload_bundle_core::toc::TocReader;
use offload_bundle_core::walked::Walker;

use crate::input::Input;
use crate::scan::{Form, FormatRef, FoundBundle, FoundEnvelope, Scan};

pub(super) struct Subject<'s> {
    format: SubjectKind<'s>,
    pub(super) input: &'s Arc<Input>,
    pub(super) start: u64,
    pub(super) section: Option<&'s str>,
    /// The decompressed content, if it is checked.
    pub(super) holds: Option<&'s Arc<Input>>,
    pub(super) error: Option<&'s ReadError>,
    pub(super) order: Order,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    pub(super) region: usize,
    /// The offset in the file.
    pub(super) start: u64,
    /// The offset in the envelope.
    pub(super) within: Option<u64>,
}

impl Order {
    pub(super) const FIRST: Self = Self { region: 0, start: 0, within: None };
}

enum SubjectKind<'s> {
    Container(&'static dyn Container),
    Envelope(&'static dyn Envelope),
    Plain(&'static PlainFormat),
    Host(&'static PlainFormat, Place),
    Sections(Form, &'s Bundle),
}

impl<'s> Subject<'s> {
    pub(super) fn whole(format: &'static PlainFormat, input: &'s Arc<Input>) -> Self {
        Self::new(SubjectKind::Plain(format), input, 0, Order::FIRST)
    }

    pub(super) fn host(format: &'static PlainFormat, input: &'s Arc<Input>, place: Place, order: Order) -> Self {
        Self::new(SubjectKind::Host(format, place), input, place.ofs, order)
    }

    fn new(format: SubjectKind<'s>, input: &'s Arc<Input>, start: u64, order: Order) -> Self {
        Self { format, input, start, section: None, holds: None, error: None, order }
    }
}

impl Subject<'_> {
    pub(super) fn format(&self) -> &'static str {
        match &self.format {
            SubjectKind::Container(container) => container.name(),
            SubjectKind::Envelope(envelope) => envelope.name(),
            SubjectKind::Plain(format) | SubjectKind::Host(format, _) => format.name,
            SubjectKind::Sections(form, _) => form.name(),
        }
    }

    pub(super) fn title(&self) -> &'static str {
        match &self.format {
            SubjectKind::Container(container) => container.title(),
            SubjectKind::Envelope(envelope) => envelope.title(),
            SubjectKind::Plain(format) | SubjectKind::Host(format, _) => format.title,
            SubjectKind::Sections(form, _) => form.title(),
        }
    }

    fn container(&self) -> Option<&'static dyn Container> {
        match self.format {
            SubjectKind::Container(container) => Some(container),
            _ => None,
        }
    }

    pub(super) fn walker(&self) -> Option<&'static Walker> {
        self.container()?.walker()
    }

    pub(super) fn toc(&self) -> Option<&'static TocReader> {
        self.container()?.toc()
    }

    pub(super) fn as_host(&self) -> Option<Place> {
        match self.format {
            SubjectKind::Host(_, place) => Some(place),
            _ => None,
        }
    }

    pub(super) fn delimiters(&self) -> Option<Delimiters> {
        self.container()?.delimiters()
    }

    pub(super) fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        match &self.format {
            SubjectKind::Container(container) => container.describe(bytes, describer),
            SubjectKind::Envelope(envelope) => envelope.describe(bytes, describer),
            SubjectKind::Plain(format) | SubjectKind::Host(format, _) => format.describe(bytes, describer),
            SubjectKind::Sections(form, bundle) => {
                sections(*form, bundle, describer);
                Ok(())
            }
        }
    }
}

/// The bytes outside sections and images belong to the object file.
fn sections(form: Form, bundle: &Bundle, describer: &mut dyn Describer) {
    let (of_id, of_content) = match form {
        Form::Images(_) => (
            "Target of the image, which with the kind gives its bundle entry ID.",
            "The stored image.",
        ),
        Form::Bare(_) => (
            "Bundle entry ID that the code object would have in a bundle, by what it begins with.",
            "The code object, without a bundle.",
        ),
        _ => (
            "Bundle entry ID of the code object, from the name of its section.",
            "The code object, the content of its section.",
        ),
    };
    describer.begin("entries", Shape::List);
    for entry in &bundle.entries {
        describer.item(entry.index);
        let text = |id: &str| FieldValue::Text(id.to_owned().into());
        let length = |id: &str| u64::try_from(id.len()).unwrap_or(u64::MAX);
        describer.field(match &entry.id {
            Ok(id) => Field {
                name: "id",
                offset: entry.id_offset,
                len: length(entry.attributes.texts.first().map_or(id, |target| &target.value)),
                value: text(id),
                meaning: of_id,
            },
            Err(error) => Field::bad("id", error.clone(), of_id),
        });
        describer.field(match &entry.place {
            Ok(place) => Field {
                name: "content",
                offset: place.ofs,
                len: place.len,
                value: FieldValue::Opaque(place.len),
                meaning: of_content,
            },
            Err(error) => Field::bad("content", error.clone(), of_content),
        });
        describer.end();
    }
    describer.end();
}

fn section(scan: &Scan, region: usize) -> Option<&str> {
    scan.regions.get(region).and_then(|region| region.kind.section())
}

fn around<'s>(
    scan: &'s Scan,
    envelope: &'s Option<Arc<FoundEnvelope>>,
    region: usize,
    input: &'s Arc<Input>,
) -> Option<Subject<'s>> {
    let envelope = envelope.as_ref()?;
    let (format, start) = (SubjectKind::Envelope(envelope.format), envelope.header.start);
    let subject = Subject::new(format, &envelope.outer, start, Order { region, start, within: None });
    Some(Subject { section: section(scan, region), holds: Some(input), ..subject })
}

pub(super) fn of_bundle<'s>(scan: &'s Scan, found: &'s FoundBundle) -> (Option<Subject<'s>>, Subject<'s>) {
    // A table of contents is explained with all its rows.
    let start = found.row.as_ref().map_or(found.bundle.start, |row| row.start);
    let in_file = found.row.as_ref().map_or_else(|| found.start(), |row| row.start);
    let format = match found.form {
        Form::Container(container) => SubjectKind::Container(container),
        Form::Sections(_) | Form::Images(_) | Form::Bare(_) => SubjectKind::Sections(found.form, &found.bundle),
    };
    let order = Order { region: found.region, start: in_file, within: Some(start) };
    let bundle = Subject { section: section(scan, found.region), ..Subject::new(format, &found.input, start, order) };
    (around(scan, &found.envelope, found.region, &found.input), bundle)
}

pub(super) fn subjects<'s>(scan: &'s Scan, hosts: Vec<Subject<'s>>) -> Vec<Subject<'s>> {
    let mut subjects = hosts;
    for found in &scan.bundles {
        let (envelope, bundle) = of_bundle(scan, found);
        subjects.extend(envelope);
        subjects.push(bundle);
    }
    for unread in &scan.unread {
        subjects.extend(around(scan, &unread.envelope, unread.region, &unread.input));
        let start = unread
            .envelope
            .as_ref()
            .map_or(unread.start, |envelope| envelope.header.start);
        let format = match unread.format {
            FormatRef::Container(container) => SubjectKind::Container(container),
            FormatRef::Envelope(envelope) => SubjectKind::Envelope(envelope),
        };
        let order = Order { region: unread.region, start, within: Some(unread.start) };
        let subject = Subject::new(format, &unread.input, unread.start, order);
        subjects.push(Subject { section: section(scan, unread.region), error: Some(&unread.error), ..subject });
    }
    subjects.sort_by_key(|subject| subject.order);
    // An envelope or table of several bundles is explained once.
    subjects.dedup_by_key(|subject| subject.order);
    subjects
}
