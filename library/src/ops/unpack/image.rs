//! The request and the report of `unpack`, and the match of images with requests.

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::ids::{Aspect, Grammar, IdComponent, Reason, StoredCode, Verdict};
use serde::Serialize;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputFile;
use crate::refusal::Nearest;
use crate::report::{Diagnostic, EntryAttributes, Integer, Member};
use crate::request::ScanRequest;
use crate::request::rules::{ImageName, UnpackRules};
use crate::scan::{EntryRef, Scan};

/// The request of [`unpack`](crate::ops::unpack).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UnpackRequest {
    /// The input.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The requested images; empty for all.
    pub wanted: Vec<ImageRequest>,
    /// The folder for images without a given file, which is created if necessary.
    pub folder: PathBuf,
    /// Writes the images of each request to one archive.
    pub archive: bool,
    /// Compares triples and processors by text. By default, an image matches if it runs on at least one requested
    /// device.
    pub exact: bool,
    /// Allows a request without a matching image.
    pub allow_missing: bool,
    /// Continues after an unsound input.
    pub lenient: bool,
    /// Allows files with generated names to replace others.
    pub force: bool,
    /// Dry run: reports without writing.
    pub dry_run: bool,
    pub(crate) rules: UnpackRules,
}

impl UnpackRequest {
    /// Sets the rules to follow.
    #[must_use]
    pub fn with_rules(mut self, rules: UnpackRules) -> Self {
        self.rules = rules;
        self
    }
}

impl Default for UnpackRequest {
    fn default() -> Self {
        Self {
            input: InputFile::default(),
            scan: ScanRequest::default(),
            wanted: Vec::new(),
            folder: ".".into(),
            archive: false,
            exact: false,
            allow_missing: false,
            lenient: false,
            force: false,
            dry_run: false,
            rules: UnpackRules::default(),
        }
    }
}

/// The requested images, by all of the given attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageRequest {
    /// The output of the image; by default, a file in the folder.
    pub output: Option<PathBuf>,
    /// The numbers, each with alternatives.
    pub numbers: Vec<NumberFilter>,
    /// The texts, by key.
    pub texts: Vec<(String, String)>,
}

/// A requested number.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberFilter {
    /// The name of the field.
    pub name: &'static str,
    /// The request as text, such as `kind=hip`.
    pub word: String,
    /// The matching numbers: releases number the same word differently.
    pub numbers: Vec<u64>,
}

impl ImageRequest {
    /// Requests every image, each to a file of the folder.
    pub fn any() -> Self {
        Self::default()
    }

    /// Selects only images with this text under `key`.
    #[must_use]
    pub fn text(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.texts.push((key.into(), value.into()));
        self
    }

    /// Selects only images with one of `numbers` in the field `name`. Messages show `word`.
    #[must_use]
    pub fn number(mut self, name: &'static str, word: impl Into<String>, numbers: Vec<u64>) -> Self {
        self.numbers.push(NumberFilter { name, word: word.into(), numbers });
        self
    }

    /// Writes the image to this file.
    #[must_use]
    pub fn to(mut self, output: impl Into<PathBuf>) -> Self {
        self.output = Some(output.into());
        self
    }
}

impl Display for ImageRequest {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let numbers = self.numbers.iter().map(|number| number.word.clone());
        let texts = self.texts.iter().map(|(key, value)| format!("{key}={value}"));
        let words: Vec<String> = numbers.chain(texts).collect();
        match words.is_empty() {
            true => formatter.write_str("any image"),
            false => write!(formatter, "{:?}", words.join(",")),
        }
    }
}

/// The unpacked images.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackReport {
    /// The input.
    pub file: FileName,
    /// The written images (or planned images in a dry run), one per file.
    pub outputs: Vec<UnpackedFile>,
    /// The written or planned archives, if archives are requested.
    pub archives: Vec<UnpackedArchive>,
    /// Whether this was a dry run.
    pub dry_run: bool,
    /// The faults and oddities of the input.
    pub warnings: Vec<Diagnostic>,
}

/// An image that was written to a file or planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedFile {
    /// The number of the matching request, from 0; null if all images are requested.
    pub requested: Option<usize>,
    /// The image.
    #[serde(flatten)]
    pub image: UnpackedImage,
    /// The file.
    pub output: FileName,
    /// Whether the name was generated.
    #[serde(skip)]
    pub is_named_here: bool,
    /// The matching images that were not written.
    pub other_matches: Vec<UnpackedImage>,
}

/// An archive that was written or planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedArchive {
    /// The number of the request that the members match, from 0.
    pub requested: usize,
    /// The file.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// Whether the archive lacks a symbol table although a member may define symbols.
    pub needs_symbol_table: bool,
    /// The members, in order.
    pub members: Vec<UnpackedMember>,
}

/// An image that is a member of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedMember {
    /// The name of the member in the archive.
    pub name: FileName,
    /// The image.
    #[serde(flatten)]
    pub image: UnpackedImage,
}

/// An image of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedImage {
    /// The archive member with the image, if any. Offsets then count from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the container in the input, from 0.
    pub bundle: usize,
    /// The number of the image in the container, from 0.
    pub entry: u64,
    /// The offset of the container or its compressed bytes in the input, in bytes.
    pub start: Integer,
    /// The bundle entry ID that follows from the attributes; null if these cannot be read.
    pub id: Option<String>,
    /// The offset of the content in the input or decompressed container, in bytes.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The attributes.
    pub attributes: EntryAttributes,
}

pub(super) struct Image<'s> {
    pub stored: EntryRef<'s>,
    table: &'static AttributeTable<'static>,
    /// The number among all images of the input, from 0.
    pub position: usize,
}

impl<'s> Image<'s> {
    pub(super) fn all(scan: &'s Scan) -> Vec<Self> {
        let entries = EntryRef::all(scan).filter(|stored| stored.found.form.container().is_some());
        let images = entries.filter_map(|stored| Some((stored, stored.found.form.attributes()?)));
        let images = images.enumerate();
        images
            .map(|(position, (stored, table))| Self { stored, table, position })
            .collect()
    }

    pub(super) fn id(&self) -> &'s str {
        self.stored.id().unwrap_or("?")
    }

    /// `matched` numbers the matching images.
    pub(super) fn name<'n>(&'n self, input: &'n Path, matched: usize) -> ImageName<'n> {
        let text = |key| self.stored.entry.attributes.text(key).unwrap_or_default();
        let image = self.table.image(&self.stored.entry.attributes);
        ImageName {
            input,
            member: self.stored.member().map(|member| member.name.as_path()),
            triple: text(self.table.id.triple),
            target: text(self.table.id.target),
            position: self.position,
            matched,
            suffix: image.map_or("", |image| image.suffix),
        }
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

    pub(super) fn has_texts(&self, wanted: &ImageRequest) -> bool {
        let attributes = &self.stored.entry.attributes;
        let mut texts = wanted.texts.iter();
        texts.all(|(key, value)| attributes.text(key) == Some(value))
    }

    /// Returns the number of matching attributes, and mismatches.
    fn misfits(&self, ids: &Grammar<'static>, request: &UnpackRequest, wanted: &ImageRequest) -> (usize, Vec<Reason>) {
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
                None => Some(vec![reason(format!("it has no {key:?}"))]),
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

    fn component(&self, key: &str) -> Option<IdComponent> {
        match key {
            key if key == self.table.id.triple => Some(IdComponent::Triple),
            key if key == self.table.id.target => Some(IdComponent::Target),
            _ => None,
        }
    }
}

pub(super) fn fitting<'i, 's>(
    ids: &Grammar<'static>,
    request: &UnpackRequest,
    (file, images): (&FileName, &'i [Image<'s>]),
    wanted: &ImageRequest,
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
