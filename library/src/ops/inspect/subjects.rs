//! What of an input is explained, in the order of the file: envelopes, and what they hold; containers.

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

/// One thing to explain.
pub(super) struct Subject<'s> {
    format: SubjectKind<'s>,
    /// What it is in.
    pub(super) input: &'s Arc<Input>,
    /// Its first byte there.
    pub(super) start: u64,
    /// The section that it is in, if it is in one.
    pub(super) section: Option<&'s str>,
    /// What it holds, if that is to be checked.
    pub(super) holds: Option<&'s Arc<Input>>,
    /// Why it could not be read, if it is known.
    pub(super) error: Option<&'s ReadError>,
    /// Where it is among the others.
    pub(super) order: Order,
}

/// Where a part is among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    pub(super) region: usize,
    /// Its place in the file.
    pub(super) start: u64,
    /// Its place in an envelope.
    pub(super) within: Option<u64>,
}

impl Order {
    /// Before everything else.
    pub(super) const FIRST: Self = Self { region: 0, start: 0, within: None };
}

/// What can be explained.
enum SubjectKind<'s> {
    Container(&'static dyn Container),
    Envelope(&'static dyn Envelope),
    Plain(&'static PlainFormat),
    /// A section with pointers to bundles.
    Host(&'static PlainFormat, Place),
    /// Sections of an object file, and the form that they are in.
    Sections(Form, &'s Bundle),
}

impl<'s> Subject<'s> {
    /// All of `input`, which is in a format without code objects.
    pub(super) fn whole(format: &'static PlainFormat, input: &'s Arc<Input>) -> Self {
        let format = SubjectKind::Plain(format);
        Self { format, input, start: 0, section: None, holds: None, error: None, order: Order::FIRST }
    }

    /// What is at `place` of `input`, a section with pointers to bundles.
    pub(super) fn host(format: &'static PlainFormat, input: &'s Arc<Input>, place: Place, order: Order) -> Self {
        let format = SubjectKind::Host(format, place);
        Self { format, input, start: place.ofs, section: None, holds: None, error: None, order }
    }
}

impl Subject<'_> {
    /// The format's name in the schema.
    pub(super) fn format(&self) -> &'static str {
        match &self.format {
            SubjectKind::Container(container) => container.name(),
            SubjectKind::Envelope(envelope) => envelope.name(),
            SubjectKind::Plain(format) | SubjectKind::Host(format, _) => format.name,
            SubjectKind::Sections(form, _) => form.name(),
        }
    }

    /// The format's title for people.
    pub(super) fn title(&self) -> &'static str {
        match &self.format {
            SubjectKind::Container(container) => container.title(),
            SubjectKind::Envelope(envelope) => envelope.title(),
            SubjectKind::Plain(format) | SubjectKind::Host(format, _) => format.title,
            SubjectKind::Sections(form, _) => form.title(),
        }
    }

    /// The container that it is, if it is one.
    fn container(&self) -> Option<&'static dyn Container> {
        match self.format {
            SubjectKind::Container(container) => Some(container),
            _ => None,
        }
    }

    /// How its entries are walked over, where they are.
    pub(super) fn walker(&self) -> Option<&'static Walker> {
        self.container()?.walker()
    }

    /// How its table of contents is read, where it has one.
    pub(super) fn toc(&self) -> Option<&'static TocReader> {
        self.container()?.toc()
    }

    /// Where it is, if it is a section with pointers to bundles.
    pub(super) fn as_host(&self) -> Option<Place> {
        match self.format {
            SubjectKind::Host(_, place) => Some(place),
            _ => None,
        }
    }

    /// What it is read by, where that is markers.
    pub(super) fn delimiters(&self) -> Option<Delimiters> {
        self.container()?.delimiters()
    }

    /// Shows its fields as far as they can be read.
    ///
    /// # Errors
    ///
    /// What is wrong with the next field.
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

/// Shows the entries of a bundle whose code objects are sections, or images: the other bytes are those of the object file.
fn sections(form: Form, bundle: &Bundle, describer: &mut dyn Describer) {
    let (of_id, of_content) = match form {
        Form::Images(_) => (
            "Bundle entry ID of the image: its kind, and the name of its target, which stands here.",
            "The image, as it is stored.",
        ),
        Form::Bare(_) => (
            "Bundle entry ID that the code object would have in a bundle, by what it begins with.",
            "The code object, which has no bundle around it.",
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

/// The section of the region with this number.
fn section(scan: &Scan, region: usize) -> Option<&str> {
    scan.regions.get(region).and_then(|region| region.kind.section())
}

/// The envelope, if there is one, around what the region with this number has in `input`.
fn around<'s>(
    scan: &'s Scan,
    envelope: &'s Option<Arc<FoundEnvelope>>,
    region: usize,
    input: &'s Arc<Input>,
) -> Option<Subject<'s>> {
    let envelope = envelope.as_ref()?;
    Some(Subject {
        format: SubjectKind::Envelope(envelope.format),
        input: &envelope.outer,
        start: envelope.header.start,
        section: section(scan, region),
        holds: Some(input),
        error: None,
        order: Order { region, start: envelope.header.start, within: None },
    })
}

/// A bundle of `scan`, and the envelope that it is in, if it is in one.
pub(super) fn of_bundle<'s>(scan: &'s Scan, found: &'s FoundBundle) -> (Option<Subject<'s>>, Subject<'s>) {
    // All rows of a table of contents are explained with it.
    let start = found.row.as_ref().map_or(found.bundle.start, |row| row.start);
    let in_file = found.row.as_ref().map_or_else(|| found.start(), |row| row.start);
    let bundle = Subject {
        format: match found.form {
            Form::Container(container) => SubjectKind::Container(container),
            Form::Sections(_) | Form::Images(_) | Form::Bare(_) => SubjectKind::Sections(found.form, &found.bundle),
        },
        input: &found.input,
        start,
        section: section(scan, found.region),
        holds: None,
        error: None,
        order: Order { region: found.region, start: in_file, within: Some(start) },
    };
    (around(scan, &found.envelope, found.region, &found.input), bundle)
}

/// Everything to explain in `scan`, and the sections with pointers, `hosts`.
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
        subjects.push(Subject {
            format: match unread.format {
                FormatRef::Container(container) => SubjectKind::Container(container),
                FormatRef::Envelope(envelope) => SubjectKind::Envelope(envelope),
            },
            input: &unread.input,
            start: unread.start,
            section: section(scan, unread.region),
            holds: None,
            error: Some(&unread.error),
            order: Order { region: unread.region, start, within: Some(unread.start) },
        });
    }
    subjects.sort_by_key(|subject| subject.order);
    // What holds several is explained once.
    subjects.dedup_by_key(|subject| subject.order);
    subjects
}
