//! The request and the report of `convert`; an entry in the terms of another format, and what of it gets lost.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use offload_bundle_core::Shortened;
use offload_bundle_core::attributes::{AttributeTable, Attributes, NumberAttribute, TextAttribute};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::ids::{Grammar, IdComponent, IdComponents};
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile};
use crate::ops::pack::number_of;
use crate::report::{Diagnostic, Integer};
use crate::request::{FormatVersion, Release, ScanRequest};
use crate::scan::EntryRef;

/// The request of [`convert`](crate::ops::convert), to another format or another version.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ConvertRequest {
    /// The input.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The output; `-` is standard output.
    pub output: Option<PathBuf>,
    /// The format to convert to; by default, the registry's first one.
    pub to: Option<ContainerFormat>,
    /// The version; by default, that of the format.
    pub version: Option<FormatVersion>,
    /// The release whose numbers are used for words; by default, the newest known ones.
    pub release: Option<Release>,
    /// The bundle entry ID of an empty host entry, which is added first if the format has host entries and the input has none.
    pub host: Option<String>,
    /// Drops what the format cannot store. Without this, that is an error.
    pub lossy: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
}

/// A container format for code objects that can be written and is not text.
#[derive(Debug, Clone, Copy)]
pub struct ContainerFormat(pub &'static dyn Container);

impl ContainerFormat {
    /// Returns the formats of `registry`, in its order.
    pub fn all(registry: &Registry) -> impl Iterator<Item = Self> {
        let containers = registry.containers.iter().copied();
        let written = containers.filter(|known| known.is_written() && !registry.is_text(*known));
        written.map(Self)
    }

    /// Returns the format called `name`: its name in the schema, with underscores or dashes, or one of its aliases.
    ///
    /// ```
    /// use offload_bundle::request::ContainerFormat;
    /// use offload_bundle::REGISTRY;
    ///
    /// let named = |name| ContainerFormat::named(&REGISTRY, name).map(|format| format.0.name());
    /// assert_eq!(named("binary_bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary-bundle"), Some("binary_bundle"));
    /// assert_eq!(named("bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary"), None);
    /// ```
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        let whole = name.replace('-', "_");
        Self::all(registry).find(|known| known.0.name() == whole || known.0.aliases().contains(&name))
    }
}

/// The entries of an input in containers of another format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertReport {
    /// The input.
    pub file: FileName,
    /// The output; `-` is standard output.
    pub output: Option<FileName>,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; present only if it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of containers, one after the other.
    pub container_count: usize,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The entries of the output, in order.
    pub entries: Vec<ConvertedEntry>,
    /// The content or meaning of the input that is lost in the output, each reason once.
    pub lost: Vec<Loss>,
    /// What else is not in the output, each reason once. No reader needs it.
    pub left_out: Vec<Loss>,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// An entry that was put into another container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedEntry {
    /// The number of the container in the output, from 0.
    pub bundle: usize,
    /// The number of the entry in the container, from 0.
    pub entry: usize,
    /// The bundle entry ID in the output.
    pub id: String,
    /// The offset of the code object in the output, in bytes.
    pub offset: Integer,
    /// The length of the code object in bytes.
    pub size: Integer,
}

/// The first of all things that the format of the output cannot store for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Loss {
    /// The number of the container in the input, from 0.
    pub bundle: usize,
    /// The number of the entry in the container, from 0; null if the loss is about all entries.
    pub entry: Option<u64>,
    /// A stable word for the kind of loss.
    pub code: &'static str,
    /// What is lost, for people.
    pub message: String,
    /// The number of things that are left out for this reason.
    pub count: u64,
}

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

/// Whether anybody misses what is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LossKind {
    /// Content or meaning.
    Lost,
    /// What no reader needs.
    NotNeeded,
}

/// What is left out for each reason: the first of it, and how much there is.
#[derive(Debug, Default)]
pub(super) struct LostDetails {
    groups: Vec<(LossKind, Loss)>,
    /// The group of each reason.
    known: BTreeMap<(LossKind, &'static str, String), usize>,
}

impl LostDetails {
    /// Adds `loss`; `of` tells apart what is left out for reasons of one code.
    pub(super) fn add(&mut self, of: &str, kind: LossKind, loss: Loss) {
        let group = *self
            .known
            .entry((kind, loss.code, of.into()))
            .or_insert(self.groups.len());
        match self.groups.get_mut(group) {
            Some((_, first)) => first.count = first.count.saturating_add(1),
            None => self.groups.push((kind, loss)),
        }
    }

    /// Those of one kind, in the order in which they were met.
    pub(super) fn of_kind(&self, kind: LossKind) -> Vec<Loss> {
        let groups = self.groups.iter().filter(|(known, _)| *known == kind);
        let groups = groups.map(|(_, loss)| match loss.count.saturating_sub(1) {
            0 => loss.clone(),
            more => Loss { message: format!("{}, and {more} more like it", loss.message), ..loss.clone() },
        });
        groups.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_told_once_with_how_often_it_holds() {
        let mut lost = LostDetails::default();
        let loss =
            |code, entry: u64| Loss { bundle: 0, entry: Some(entry), code, message: format!("{entry}"), count: 1 };
        for entry in 0..1000 {
            lost.add("", LossKind::NotNeeded, loss("id", entry));
            lost.add("k", LossKind::Lost, loss("text", entry));
        }
        lost.add("l", LossKind::Lost, loss("text", 7));
        let told = |kind| -> Vec<(u64, String)> {
            let losses = lost.of_kind(kind).into_iter();
            losses.map(|loss| (loss.count, loss.message)).collect()
        };
        assert_eq!(told(LossKind::NotNeeded), [(1000, "0, and 999 more like it".into())]);
        assert_eq!(
            told(LossKind::Lost),
            [(1000, "0, and 999 more like it".into()), (1, "7".into())]
        );
    }
}
