//! What of an input is explained, in the order of the file: wrappers, and what they hold; containers.

use std::{borrow::ToOwned, sync::Arc, vec::Vec};

use crate::bytes::Bytes;
use crate::container::{Bundle, Container};
use crate::describe::{Describer, Field, FieldValue, Shape};
use crate::error::ReadError;
use crate::files::Input;
use crate::ops::{Form, Scan, What, Wrapping};
use crate::wrapper::Wrapper;

/// One thing to explain.
pub(super) struct Part<'s> {
    /// What it is.
    what: Kind<'s>,
    /// What it stands in.
    pub(super) input: &'s Arc<Input>,
    /// Its first byte there.
    pub(super) start: u64,
    /// The section that it stands in, if it stands in one.
    pub(super) section: Option<&'s str>,
    /// What it holds, if that is to be checked.
    pub(super) holds: Option<&'s Arc<Input>>,
    /// Why it could not be read, if it is known.
    pub(super) error: Option<&'s ReadError>,
    /// Where it stands among the others: site, place in the file, and place in a wrapper.
    order: (usize, u64, Option<u64>),
}

/// What can be explained.
enum Kind<'s> {
    Container(&'static dyn Container),
    Wrapper(&'static dyn Wrapper),
    /// Sections of an object file, and the form that they are in.
    Sections(Form, &'s Bundle),
}

impl Part<'_> {
    /// The format's name in the schema.
    pub(super) fn format(&self) -> &'static str {
        match &self.what {
            Kind::Container(container) => container.name(),
            Kind::Wrapper(wrapper) => wrapper.name(),
            Kind::Sections(form, _) => form.name(),
        }
    }

    /// The format's title for people.
    pub(super) fn title(&self) -> &'static str {
        match &self.what {
            Kind::Container(container) => container.title(),
            Kind::Wrapper(wrapper) => wrapper.title(),
            Kind::Sections(form, _) => form.title(),
        }
    }

    /// Shows its fields as far as they can be read. Errors: what is wrong with the next.
    pub(super) fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), ReadError> {
        match &self.what {
            Kind::Container(container) => container.describe(bytes, describer),
            Kind::Wrapper(wrapper) => wrapper.describe(bytes, describer),
            Kind::Sections(_, bundle) => {
                sections(bundle, describer);
                Ok(())
            }
        }
    }
}

/// Shows the entries of a bundle whose code objects are sections: the other bytes are those of the object file.
fn sections(bundle: &Bundle, describer: &mut dyn Describer) {
    describer.begin("entries", Shape::List);
    for entry in &bundle.entries {
        describer.item(entry.index);
        let text = |id: &str| FieldValue::Text(id.to_owned().into());
        let length = |id: &str| u64::try_from(id.len()).unwrap_or(u64::MAX);
        describer.field(match &entry.id {
            Ok(id) => Field {
                name: "id",
                offset: entry.id_offset,
                len: length(id),
                value: text(id),
                meaning: "Bundle entry ID of the code object, from the name of its section.",
            },
            Err(error) => Field::bad("id", error.clone(), "The name of a section."),
        });
        describer.field(match &entry.place {
            Ok(place) => Field {
                name: "code_object",
                offset: place.ofs,
                len: place.len,
                value: FieldValue::Opaque(place.len),
                meaning: "The code object, the content of its section.",
            },
            Err(error) => Field::bad("code_object", error.clone(), "The content of a section."),
        });
        describer.end();
    }
    describer.end();
}

/// Everything to explain in `scan` of `file`.
pub(super) fn parts<'s>(scan: &'s Scan, file: &'s Arc<Input>) -> Vec<Part<'s>> {
    let section = |site: usize| scan.sites.get(site).and_then(|site| site.kind.section());
    let around = |wrapping: &Option<Wrapping>, site: usize, input: &'s Arc<Input>| {
        let wrapping = wrapping.as_ref()?;
        Some(Part {
            what: Kind::Wrapper(wrapping.wrapper),
            input: file,
            start: wrapping.header.start,
            section: section(site),
            holds: Some(input),
            error: None,
            order: (site, wrapping.header.start, None),
        })
    };
    let mut parts: Vec<Part<'_>> = Vec::new();
    for found in &scan.bundles {
        parts.extend(around(&found.wrapped, found.site, &found.input));
        parts.push(Part {
            what: match found.form {
                Form::Container(container) => Kind::Container(container),
                Form::Sections(_) => Kind::Sections(found.form, &found.bundle),
            },
            input: &found.input,
            start: found.bundle.start,
            section: section(found.site),
            holds: None,
            error: None,
            order: (found.site, found.start(), Some(found.bundle.start)),
        });
    }
    for unread in &scan.unread {
        parts.extend(around(&unread.wrapped, unread.site, &unread.input));
        let start = unread
            .wrapped
            .as_ref()
            .map_or(unread.start, |wrapping| wrapping.header.start);
        parts.push(Part {
            what: match unread.what {
                What::Container(container) => Kind::Container(container),
                What::Wrapper(wrapper) => Kind::Wrapper(wrapper),
            },
            input: &unread.input,
            start: unread.start,
            section: section(unread.site),
            holds: None,
            error: Some(&unread.error),
            order: (unread.site, start, Some(unread.start)),
        });
    }
    parts.sort_by_key(|part| part.order);
    // What holds several is explained once.
    parts.dedup_by_key(|part| part.order);
    parts
}
