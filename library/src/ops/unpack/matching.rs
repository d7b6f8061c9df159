//! Which images of an input fit what is asked for, and what keeps the others from it.

use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::{Aspect, Grammar, IdComponent, Reason, StoredCode, Verdict};

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::Input;
use crate::near_miss::Nearest;
use crate::report::{EntryAttributes, Integer, UnpackedImage};
use crate::request::{UnpackRequest, WantedImage};
use crate::scan::{EntryRef, Scan};

/// An image of an input.
pub(super) struct Image<'s> {
    stored: EntryRef<'s>,
    table: &'static AttributeTable<'static>,
    /// Its number among all images of the input, from 0.
    pub position: usize,
}

impl<'s> Image<'s> {
    /// The images that a scan found, in file order.
    pub(super) fn all(scan: &'s Scan) -> Vec<Self> {
        let entries = EntryRef::all(scan).filter(|stored| stored.found.form.container().is_some());
        let images = entries.filter_map(|stored| Some((stored, stored.found.form.attributes()?)));
        let images = images.enumerate();
        images
            .map(|(position, (stored, table))| Self { stored, table, position })
            .collect()
    }

    /// What it is called in messages.
    pub(super) fn id(&self) -> &'s str {
        self.stored.id().unwrap_or("?")
    }

    /// The text under `key`; empty where there is none.
    fn text(&self, key: &str) -> &'s str {
        self.stored.entry.attributes.text(key).unwrap_or_default()
    }

    pub(super) fn triple(&self) -> &'s str {
        self.text(self.table.id.triple)
    }

    pub(super) fn target(&self) -> &'s str {
        self.text(self.table.id.target)
    }

    /// What names of files with such content end in.
    pub(super) fn suffix(&self) -> &'static str {
        let image = self.table.image(&self.stored.entry.attributes);
        image.map_or("", |image| image.suffix)
    }

    /// The name of the member of an archive that holds it, if one does.
    pub(super) fn member(&self) -> Option<&'s Path> {
        Some(&self.stored.member()?.name)
    }

    /// Where its content is.
    ///
    /// # Errors
    ///
    /// It does not lie within the file.
    pub(super) fn content(&self) -> Result<(Arc<Input>, Place), Error> {
        self.stored.content()
    }

    pub(super) fn report(&self) -> UnpackedImage {
        let place = self.stored.entry.place.as_ref();
        UnpackedImage {
            member: self.stored.found.member(),
            bundle: self.stored.bundle,
            entry: self.stored.entry.index,
            start: Integer(self.stored.found.start()),
            id: self.stored.id().map(Into::into),
            offset: Integer(place.map_or(0, |place| place.ofs)),
            size: Integer(place.map_or(0, |place| place.len)),
            attributes: EntryAttributes::new(self.table, &self.stored.entry.attributes),
        }
    }

    /// Whether all texts that are asked for are stored letter by letter.
    pub(super) fn has_texts(&self, wanted: &WantedImage) -> bool {
        let attributes = &self.stored.entry.attributes;
        let mut texts = wanted.texts.iter();
        texts.all(|(key, value)| attributes.text(key) == Some(value))
    }

    /// Why it does not fit what is `wanted`; nothing if it does. With it how much of that fits.
    fn misfits(&self, ids: &Grammar<'static>, request: &UnpackRequest, wanted: &WantedImage) -> (usize, Vec<Reason>) {
        let attributes = &self.stored.entry.attributes;
        let code = StoredCode { id: self.id(), image: self.table.image(attributes).map(|image| image.word) };
        let reason = |text| Reason { rule: "attribute", aspect: Aspect::Text, text, source: None };
        let mut fitting = 0_usize;
        let mut reasons = Vec::new();
        for number in &wanted.numbers {
            let stored = attributes.number(number.name).unwrap_or_default();
            if number.numbers.contains(&stored) {
                fitting = fitting.saturating_add(1);
                continue;
            }
            let known = self.table.number(number.name).and_then(|known| known.name_of(stored));
            let stored = known.map_or_else(|| stored.to_string(), |known| known.into_owned());
            reasons.push(reason(format!(
                "{} is {stored}, which is not {}",
                number.name, number.word
            )));
        }
        for (key, asked) in &wanted.texts {
            let why = match attributes.text(key) {
                None if request.rules.missing_is_empty && asked.is_empty() => None,
                None => Some(vec![reason(format!("it says nothing of {key:?}"))]),
                Some(stored) if stored == asked => None,
                Some(stored) => {
                    let differs = || vec![reason(format!("{key} is {stored:?}, not {asked:?}"))];
                    match self.component(key).filter(|_| !request.exact) {
                        None => Some(differs()),
                        Some(component) => match ids.select(code, component, asked) {
                            Verdict { loads: Some(_), .. } => None,
                            Verdict { reasons, .. } if reasons.is_empty() => Some(differs()),
                            Verdict { reasons, .. } => Some(reasons),
                        },
                    }
                }
            };
            match why {
                None => fitting = fitting.saturating_add(1),
                Some(why) => reasons.extend(why),
            }
        }
        (fitting, reasons)
    }

    /// The part of a bundle entry ID that the text under `key` is.
    fn component(&self, key: &str) -> Option<IdComponent> {
        match key {
            key if key == self.table.id.triple => Some(IdComponent::Triple),
            key if key == self.table.id.target => Some(IdComponent::Target),
            _ => None,
        }
    }
}

/// Those of `images` that fit what is `wanted`.
///
/// # Errors
///
/// [`Error::NoImageFits`], unless that is allowed.
pub(super) fn fitting<'i, 's>(
    ids: &Grammar<'static>,
    request: &UnpackRequest,
    (file, images): (&FileName, &'i [Image<'s>]),
    wanted: &WantedImage,
) -> Result<Vec<&'i Image<'s>>, Error> {
    let mut nearest = Nearest::default();
    let mut fitting = Vec::new();
    for image in images {
        match image.misfits(ids, request, wanted) {
            (_, reasons) if reasons.is_empty() => fitting.push(image),
            (closeness, reasons) => nearest.add(image.id(), closeness, reasons),
        }
    }
    if fitting.is_empty() && !request.allow_missing {
        return Err(Error::NoImageFits {
            file: file.into(),
            asked: wanted.to_string(),
            stored: images.iter().map(|image| image.id().into()).collect(),
            nearest: nearest.into_misses(),
        });
    }
    Ok(fitting)
}
