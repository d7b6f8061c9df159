//! The attributes of an entry in the terms of another format, and the attributes that get lost.

use std::collections::BTreeSet;

use offload_bundle_core::Shortened;
use offload_bundle_core::attributes::{AttributeTable, Attributes, NumberAttribute, TextAttribute};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::{Grammar, IdComponent, IdComponents};

use super::lost_details::{LossKind, LostDetails};
use crate::error::Error;
use crate::input::Input;
use crate::ops::pack::number_of;
use crate::report::Loss;
use crate::request::Release;
use crate::scan::EntryRef;

/// An entry in the terms of the other format.
#[derive(Default)]
pub(super) struct Converted {
    pub id: String,
    pub attributes: Attributes,
}

/// Says of entries in the terms of one format what is said in those of another.
pub(super) struct Converter<'r> {
    pub ids: &'r Grammar<'static>,
    /// What the format of the output says of entries beside an ID.
    pub table: Option<&'static AttributeTable<'static>>,
    /// The release whose numbers are used for words.
    pub release: Option<Release>,
}

/// Where an entry is, for what is lost of it.
struct Losses<'l> {
    bundle: usize,
    entry: u64,
    id: &'l str,
    lost: &'l mut LostDetails,
}

impl Losses<'_> {
    /// What is lost for the reason `code`, where `of` tells apart what is lost for the same.
    fn add(&mut self, (code, of): (&'static str, &str), kind: LossKind, what: impl std::fmt::Display) {
        let message = format!("{:?}: {what}", Shortened(self.id));
        let first = Loss { bundle: self.bundle, entry: Some(self.entry), code, message, count: 1 };
        self.lost.add(of, kind, first);
    }
}

impl Converter<'_> {
    /// Converts the entry `stored`, whose content is in an input at a place. Nothing if the format has no room for the entry
    /// at all. What is lost is added to `lost`.
    ///
    /// # Errors
    ///
    /// The content cannot be read, or the ID cannot.
    pub(super) fn convert(
        &self,
        stored: &EntryRef<'_>,
        content: (&Input, Place),
        lost: &mut LostDetails,
    ) -> Result<Option<Converted>, Error> {
        let id = stored.entry.id.clone();
        let id = id.map_err(|error| Error::Read { file: stored.input().name().into(), error })?;
        let from = stored.found.form.attributes();
        let mut losses = Losses { bundle: stored.bundle, entry: stored.entry.index, id: &id, lost };
        let attributes = &stored.entry.attributes;
        Ok(match (from, self.table) {
            (Some(_), Some(table)) => {
                let attributes = attributes.clone();
                Some(Converted { id: table.id(self.ids, &attributes), attributes })
            }
            (Some(from), None) => {
                self.lose_attributes(from, attributes, content, &mut losses)?;
                Some(Converted { id: id.clone(), attributes: Attributes::default() })
            }
            (None, Some(table)) => self.attributes(table, &id, content, &mut losses)?,
            (None, None) => Some(Converted { id: id.clone(), attributes: Attributes::default() }),
        })
    }

    /// Tells what of `attributes` does not follow from an ID and the content.
    fn lose_attributes(
        &self,
        from: &AttributeTable<'static>,
        attributes: &Attributes,
        content: (&Input, Place),
        losses: &mut Losses<'_>,
    ) -> Result<(), Error> {
        for (name, number) in &attributes.numbers {
            let Some(attribute) = from.number(name) else { continue };
            let known = attribute.word(*number);
            let again = match *name == from.id.kind {
                true => known.and_then(|known| attribute.number_in(known.word, self.release.map(Release::name))),
                false => Some(self.of_content(attribute, content)?.unwrap_or_default()),
            };
            if again != Some(*number) {
                let word = attribute.name_of(*number);
                let word = word.map_or_else(String::new, |word| format!(" ({word})"));
                losses.add(("number", name), LossKind::Lost, format_args!("{name} {number}{word}"));
            }
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for text in &attributes.texts {
            let key = text.key.as_str();
            let in_id = key == from.id.triple || key == from.id.target;
            if !in_id || !seen.insert(key) {
                losses.add(("text", key), LossKind::Lost, format_args!("{key}={}", text.value));
            }
        }
        Ok(())
    }

    /// What the ID and the content amount to.
    fn attributes(
        &self,
        table: &'static AttributeTable<'static>,
        id: &str,
        content: (&Input, Place),
        losses: &mut Losses<'_>,
    ) -> Result<Option<Converted>, Error> {
        if self.ids.is_host(id) {
            let len = content.1.len;
            let kind = if len == 0 { LossKind::NotNeeded } else { LossKind::Lost };
            losses.add(
                ("host", ""),
                kind,
                format_args!("the entry for the host, with {len} bytes of content"),
            );
            return Ok(None);
        }
        let components = self
            .ids
            .components(id)
            .map_err(|error| Error::malformed_id(id, error))?;
        let IdComponents { kind, triple, target } = components;
        let mut numbers = Vec::new();
        for attribute in table.numbers {
            let number = match attribute.name == table.id.kind {
                true => self.kind(attribute, id, &kind)?,
                false => self.of_content(attribute, content)?.unwrap_or_default(),
            };
            numbers.push((attribute.name, number));
        }
        let texts = [(table.id.target, target), (table.id.triple, triple)].into_iter();
        let texts = texts.filter(|(_, value)| !value.is_empty());
        let texts = texts.map(|(key, value)| TextAttribute { key: key.into(), value, offset: 0 });
        let attributes = Attributes { numbers, texts: texts.collect() };
        let converted = table.id(self.ids, &attributes);
        if converted != id {
            // Where each may serve for the other, readers see no difference.
            let is_alike = self.ids.verdict(&converted, id).compatible && self.ids.verdict(id, &converted).compatible;
            let kind = if is_alike { LossKind::NotNeeded } else { LossKind::Lost };
            let becomes = Shortened(&converted);
            losses.add(
                ("id", ""),
                kind,
                format_args!("its bundle entry ID, which becomes {becomes:?}"),
            );
        }
        Ok(Some(Converted { id: converted, attributes }))
    }

    /// The number of the kind of the entry `id`, or of one that goes together with it.
    fn kind(&self, attribute: &NumberAttribute<'static>, id: &str, kind: &str) -> Result<u64, Error> {
        number_of(attribute, kind, self.release).or_else(|error| {
            let mut words = attribute.words.iter().map(|known| known.word);
            let alike = words.find(|word| self.ids.select(id.into(), IdComponent::Kind, word).compatible);
            let number = alike.and_then(|word| attribute.number_in(word, self.release.map(Release::name)));
            number.ok_or(error)
        })
    }

    /// The number that the content alone tells.
    fn of_content(
        &self,
        attribute: &NumberAttribute<'_>,
        (input, place): (&Input, Place),
    ) -> Result<Option<u64>, Error> {
        let head = input.window(place.ofs, attribute.head_len().min(place.len))?;
        Ok(attribute.number_of_content("", &head, self.release.map(Release::name)))
    }
}
