//! The request and report of `convert`; entries in another format, and their losses.

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
    /// The version; by default, the format's default.
    pub version: Option<FormatVersion>,
    /// The release that numbers words; by default, the newest.
    pub release: Option<Release>,
    /// The bundle entry ID of an empty host entry, which is added first if the format has host entries and the input
    /// lacks one.
    pub host: Option<String>,
    /// Drops attributes and content that the format cannot store. Otherwise, they are an error.
    pub lossy: bool,
    /// Dry run: reports without writing.
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

    /// Returns the format called `name`: its schema name, with underscores or dashes, or an alias.
    ///
    /// ```
    /// use offload_bundle::request::ContainerFormat;
    /// use offload_bundle::REGISTRY;
    ///
    /// let named = |name| ContainerFormat::from_name(&REGISTRY, name).map(|format| format.0.name());
    /// assert_eq!(named("binary_bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary-bundle"), Some("binary_bundle"));
    /// assert_eq!(named("bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary"), None);
    /// ```
    pub fn from_name(registry: &Registry, name: &str) -> Option<Self> {
        let whole = name.replace('-', "_");
        Self::all(registry).find(|known| known.0.name() == whole || known.0.aliases().contains(&name))
    }
}

/// The entries of an input, converted to another format.
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
    /// The name of the format, as in `formats`.
    pub format: &'static str,
    /// The version, if the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of consecutive containers.
    pub container_count: usize,
    /// Whether this was a dry run.
    pub dry_run: bool,
    /// The entries of the output, in order.
    pub entries: Vec<ConvertedEntry>,
    /// The lost content and meaning of the input, each reason once.
    pub lost: Vec<Loss>,
    /// Other losses, which no reader needs, each reason once.
    pub omitted: Vec<Loss>,
    /// The faults and oddities of the input.
    pub warnings: Vec<Diagnostic>,
}

/// A converted entry.
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

/// The losses for one reason, with the first in detail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Loss {
    /// The number of the container in the input, from 0.
    pub bundle: usize,
    /// The number of the entry in the container, from 0; null for a loss that affects all entries.
    pub entry: Option<u64>,
    /// A stable word for the kind of loss.
    pub code: &'static str,
    /// The description of the loss.
    pub message: String,
    /// The number of losses for this reason.
    pub count: u64,
}

pub(super) struct Converter<'r> {
    pub ids: &'r Grammar<'static>,
    /// The attributes of the output format.
    pub table: Option<&'static AttributeTable<'static>>,
    /// The release that determines numbers for words.
    pub release: Option<Release>,
}

struct Losses<'l> {
    bundle: usize,
    entry: u64,
    id: &'l str,
    lost: &'l mut LossSummary,
}

impl Losses<'_> {
    /// `of` distinguishes losses with the same `code`.
    fn add(&mut self, (code, of): (&'static str, &str), kind: LossKind, what: impl std::fmt::Display) {
        let message = format!("{:?}: {what}", Shortened(self.id));
        let first = Loss { bundle: self.bundle, entry: Some(self.entry), code, message, count: 1 };
        self.lost.add(of, kind, first);
    }
}

impl Converter<'_> {
    /// `None` if the format cannot store the entry.
    pub(super) fn convert(
        &self,
        stored: &EntryRef<'_>,
        content: (&Input, Place),
        lost: &mut LossSummary,
    ) -> Result<Option<(String, Attributes)>, Error> {
        let id = stored.entry.id.clone();
        let id = id.map_err(|error| Error::Read { file: stored.input().name().into(), error })?;
        let from = stored.found.form.attributes();
        let mut losses = Losses { bundle: stored.bundle, entry: stored.entry.index, id: &id, lost };
        let attributes = &stored.entry.attributes;
        Ok(match (from, self.table) {
            (Some(_), Some(table)) => {
                let attributes = attributes.clone();
                Some((table.id(self.ids, &attributes), attributes))
            }
            (Some(from), None) => {
                self.lose_attributes(from, attributes, content, &mut losses)?;
                Some((id.clone(), Attributes::default()))
            }
            (None, Some(table)) => self.attributes(table, &id, content, &mut losses)?,
            (None, None) => Some((id.clone(), Attributes::default())),
        })
    }

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

    fn attributes(
        &self,
        table: &'static AttributeTable<'static>,
        id: &str,
        content: (&Input, Place),
        losses: &mut Losses<'_>,
    ) -> Result<Option<(String, Attributes)>, Error> {
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
            // Readers treat mutually compatible IDs alike.
            let is_alike = self.ids.verdict(&converted, id).compatible && self.ids.verdict(id, &converted).compatible;
            let kind = if is_alike { LossKind::NotNeeded } else { LossKind::Lost };
            let becomes = Shortened(&converted);
            losses.add(
                ("id", ""),
                kind,
                format_args!("its bundle entry ID, which becomes {becomes:?}"),
            );
        }
        Ok(Some((converted, attributes)))
    }

    /// Falls back to a kind in the same group.
    fn kind(&self, attribute: &NumberAttribute<'static>, id: &str, kind: &str) -> Result<u64, Error> {
        number_of(attribute, kind, self.release).or_else(|error| {
            let mut words = attribute.words.iter().map(|known| known.word);
            let alike = words.find(|word| self.ids.select(id.into(), IdComponent::Kind, word).compatible);
            let number = alike.and_then(|word| attribute.number_in(word, self.release.map(Release::name)));
            number.ok_or(error)
        })
    }

    fn of_content(
        &self,
        attribute: &NumberAttribute<'_>,
        (input, place): (&Input, Place),
    ) -> Result<Option<u64>, Error> {
        let head = input.window(place.ofs, attribute.head_len().min(place.len))?;
        Ok(attribute.number_of_content("", &head, self.release.map(Release::name)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LossKind {
    Lost,
    NotNeeded,
}

#[derive(Debug, Default)]
pub(super) struct LossSummary {
    groups: Vec<(LossKind, Loss)>,
    known: BTreeMap<(LossKind, &'static str, String), usize>,
}

impl LossSummary {
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
    fn losses_are_grouped_by_reason_and_counted() {
        let mut lost = LossSummary::default();
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
