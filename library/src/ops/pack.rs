//! `pack`: writes images to containers of a format with attributes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use offload_bundle_core::attributes::{AttributeTable, Attributes, NumberAttribute, TextAttribute};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_core::ids::{Grammar, IdComponent, IdComponentError};
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use super::check::refuse_contradictory;
use super::compression::{CompressionChoice, write_chosen};
use super::context::Context;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, identity};
use crate::output::Output;
use crate::report::{Compression, EntryAttributes, Integer, RequestNote};
use crate::request::rules::PackRules;
use crate::request::{CompressionRequest, FormatVersion, Release};
use crate::walk::refuse_rereading;

/// The request of [`pack`](crate::ops::pack).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PackRequest {
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// The images, in order.
    pub images: Vec<ImageSource>,
    /// The format; by default, the first format of the registry with attributes.
    pub format: Option<&'static dyn Container>,
    /// The version; by default, the format's default.
    pub version: Option<FormatVersion>,
    /// The compression of the images; off by default.
    pub compression: CompressionRequest,
    /// The release that numbers words; by default, the newest.
    pub release: Option<Release>,
    /// Dry run: reports without writing.
    pub dry_run: bool,
    pub(crate) rules: PackRules,
}

impl PackRequest {
    /// Sets the rules to follow.
    #[must_use]
    pub fn with_rules(mut self, rules: PackRules) -> Self {
        self.rules = rules;
        self
    }
}

/// An image to pack.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ImageSource {
    /// The content. Each of several files becomes an image with the same attributes.
    pub files: Vec<InputFile>,
    /// The attributes. Texts are stored in order; texts with the same key are joined by commas. Numbers that are
    /// missing here and in [`ImageSource::words`] follow from the first bytes or the suffix of the file, or are 0.
    pub attributes: Attributes,
    /// Words for numbers, by field name. The release determines the number.
    pub words: Vec<(&'static str, String)>,
}

impl ImageSource {
    /// Creates an image from `file`, without attributes.
    pub fn new(file: impl Into<InputFile>) -> Self {
        Self { files: vec![file.into()], attributes: Attributes::default(), words: Vec::new() }
    }

    /// Adds a text under `key`.
    #[must_use]
    pub fn text(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let attribute = TextAttribute { key: key.into(), value: value.into(), offset: 0 };
        self.attributes.texts.push(attribute);
        self
    }

    /// Sets the field `name` to `number`.
    ///
    /// ```
    /// use std::path::Path;
    /// use offload_bundle::request::ImageSource;
    ///
    /// let image = ImageSource::new(Path::new("gfx90a.o")).number("flags", 1).word("offload_kind", "hip");
    /// assert_eq!(image.attributes.number("flags"), Some(1));
    /// assert_eq!(image.words, [("offload_kind", "hip".to_owned())]);
    /// ```
    #[must_use]
    pub fn number(mut self, name: &'static str, number: u64) -> Self {
        self.attributes.numbers.push((name, number));
        self
    }

    /// Sets the field `name` to the number that the release gives `word`.
    #[must_use]
    pub fn word(mut self, name: &'static str, word: impl Into<String>) -> Self {
        self.words.push((name, word.into()));
        self
    }
}

/// The packed images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as in `formats`.
    pub format: &'static str,
    /// The version, if the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of consecutive containers.
    pub container_count: usize,
    /// The compression, if any. Other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// Whether this was a dry run.
    pub dry_run: bool,
    /// The images, in order.
    pub images: Vec<PackedImage>,
    /// Warnings about probable mistakes.
    pub warnings: Vec<RequestNote>,
    /// Further notes on the request.
    pub notes: Vec<RequestNote>,
}

/// A packed image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackedImage {
    /// The input with the content.
    pub file: FileName,
    /// The number of the container in the output, from 0.
    pub bundle: usize,
    /// The number of the image in the container, from 0.
    pub entry: usize,
    /// The offset of the container in the output, in bytes.
    pub start: Integer,
    /// The offset of the content in the output, in bytes.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The bundle entry ID that follows from the attributes.
    pub id: String,
    /// The attributes.
    pub attributes: EntryAttributes,
}

/// Packs the images, in order, into as few consecutive containers as the version allows. Contents are copied piece by
/// piece, and never held in memory.
///
/// # Errors
///
/// Returns [`Error::NoImages`] without images, or an error if the inputs, the version or the output do not allow it.
/// The output is then unchanged.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (image, output) = (folder.path().join("a.o"), folder.path().join("out.bin"));
/// # std::fs::write(&image, b"code")?;
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::{ImageSource, PackRequest};
///
/// let mut request = PackRequest::default();
/// request.output = output;
/// request.images = vec![ImageSource::new(image.as_path()).text("triple", "amdgcn-amd-amdhsa").text("arch", "gfx90a")];
/// let report = ops::pack(&REGISTRY, &request, &mut Context::default())?;
/// for image in &report.images {
///     println!("{} at byte {}", image.id, image.offset);
/// }
/// # assert_eq!(report.images.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack(registry: &Registry, request: &PackRequest, context: &mut Context<'_>) -> Result<PackReport, Error> {
    let (container, table) = format(registry, request.format)?;
    let choice = compression(registry, container, request)?;
    // Compression implies the container version that the envelope supports.
    let usual = choice.and_then(|choice| choice.version).map(FormatVersion);
    let version = choose_version(container, request.version.or(usual))?;
    let files = || request.images.iter().flat_map(|image| &image.files);
    if !request.rules.unchecked {
        refuse_rereading(files())?;
    }
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let mut images = Vec::new();
    for source in &request.images {
        let texts = join_texts(&source.attributes, &mut notes);
        for file in &source.files {
            let input = file.open()?;
            let numbers = numbers(table, source, request.release, &input)?;
            let mut attributes = Attributes { numbers, texts: texts.clone() };
            if !request.rules.unchecked {
                refuse_contradictory(registry.ids, &[&table.id(registry.ids, &attributes)])?;
                name_architecture(registry.ids, table, &mut attributes);
            }
            warn(registry.ids, table, &input, &attributes, &mut warnings);
            let id = table.id(registry.ids, &attributes);
            images.push(Image { place: input.full_range(), input, attributes, id });
        }
    }
    if images.is_empty() {
        return Err(Error::NoImages);
    }
    let there = identity(&request.output);
    if !request.rules.unchecked && images.iter().any(|image| image.input.has_identity(there)) {
        return Err(Error::OutputIsInput { file: (&request.output).into() });
    }
    let options = PlanOptions { version, ..PlanOptions::default() };
    let planned = PlannedContainers::plan(container, options, &request.output, &images)?;
    let reports = images.iter().zip(&planned.places);
    let reports = reports.map(|(image, PlannedPlace { container, entry, place })| PackedImage {
        file: image.input.name().into(),
        bundle: *container,
        entry: *entry,
        start: Integer(planned.starts.get(*container).copied().unwrap_or_default()),
        offset: Integer(place.ofs),
        size: Integer(place.len),
        id: image.id.clone(),
        attributes: EntryAttributes::new(table, &image.attributes),
    });
    let mut report = PackReport {
        output: (&request.output).into(),
        size: Integer(0),
        format: container.name(),
        version,
        container_count: planned.starts.len(),
        compression: None,
        dry_run: request.dry_run,
        images: reports.collect(),
        warnings,
        notes,
    };
    (report.size, report.compression) = write_chosen(planned.output, choice.as_ref(), request.dry_run, context)?;
    Ok(report)
}

/// Fails if no envelope exists for the container, or only for another version.
fn compression(
    registry: &Registry,
    container: &dyn Container,
    request: &PackRequest,
) -> Result<Option<CompressionChoice>, Error> {
    if !request.compression.is_enabled() {
        return Ok(None);
    }
    let choice = CompressionChoice::choose(registry, &CompressionRequest { version: None, ..request.compression })?;
    let choice = choice.for_container(registry, &request.compression, container.name())?;
    let (format, known) = (choice.envelope.title(), choice.envelope.versions());
    match request.version {
        Some(FormatVersion(version)) if Some(version) != choice.version => {
            Err(Error::NoVersion { format, version, known })
        }
        _ => Ok(Some(choice)),
    }
}

pub(super) struct Image {
    pub input: Arc<Input>,
    /// Its content in the input.
    pub place: Place,
    pub attributes: Attributes,
    pub id: String,
}

fn format(
    registry: &Registry,
    asked: Option<&'static dyn Container>,
) -> Result<(&'static dyn Container, &'static AttributeTable<'static>), Error> {
    let known = registry
        .containers
        .iter()
        .copied()
        .filter(|known| asked.is_none_or(|asked| asked.name() == known.name()));
    let mut keeping = known.filter_map(|container| Some((container, container.attributes()?)));
    keeping.next().ok_or(Error::NoContainer)
}

pub(super) fn choose_version(container: &dyn Container, asked: Option<FormatVersion>) -> Result<Option<u64>, Error> {
    match asked {
        None => Ok(container.default_version()),
        Some(FormatVersion(version)) if container.versions().contains(&version) => Ok(Some(version)),
        Some(FormatVersion(version)) => {
            Err(Error::NoVersion { format: container.title(), version, known: container.versions() })
        }
    }
}

/// LLVM's tools join texts under one key.
fn join_texts(attributes: &Attributes, notes: &mut Vec<RequestNote>) -> Vec<TextAttribute> {
    let mut texts: Vec<TextAttribute> = Vec::new();
    for text in &attributes.texts {
        let Some(known) = texts.iter_mut().find(|known| known.key == text.key) else {
            texts.push(text.clone());
            continue;
        };
        known.value = format!("{},{}", known.value, text.value);
        let message = format!("{:?} is given more than once; stored is {:?}", known.key, known.value);
        notes.push(RequestNote { code: "joined", message });
    }
    texts
}

fn numbers(
    table: &AttributeTable<'static>,
    source: &ImageSource,
    release: Option<Release>,
    input: &Input,
) -> Result<Vec<(&'static str, u64)>, Error> {
    let numbers = table.numbers.iter().map(|attribute| {
        let said = source.words.iter().find(|(name, _)| *name == attribute.name);
        let number = match (source.attributes.number(attribute.name), said) {
            (Some(number), _) => number,
            (None, Some((_, word))) => number_of(attribute, word, release)?,
            (None, None) => of_content(attribute, release, input)?,
        };
        Ok((attribute.name, number))
    });
    numbers.collect()
}

pub(super) fn number_of(
    attribute: &NumberAttribute<'static>,
    word: &str,
    release: Option<Release>,
) -> Result<u64, Error> {
    let name = release.map(Release::name);
    attribute.number_in(word, name).ok_or_else(|| {
        let words = attribute.words.iter().map(|known| known.word);
        let mut known: Vec<&str> = words.filter(|word| attribute.number_in(word, name).is_some()).collect();
        known.dedup();
        Error::NoNumber { word: word.into(), release: name, known }
    })
}

fn of_content(attribute: &NumberAttribute<'_>, release: Option<Release>, input: &Input) -> Result<u64, Error> {
    let head = input.head(attribute.head_len())?;
    let name = input.name().as_path().file_name().unwrap_or_default().to_string_lossy();
    let number = attribute.number_of_content(&name, &head, release.map(Release::name));
    Ok(number.unwrap_or_default())
}

/// Readers look for the architecture and its processor.
fn name_architecture(ids: &Grammar<'static>, table: &AttributeTable<'_>, attributes: &mut Attributes) {
    let triple = attributes
        .text(table.id.triple)
        .and_then(|triple| ids.architecture_triple(triple));
    let Some((triple, processor)) = triple else {
        return;
    };
    let has_target = attributes
        .text(table.id.target)
        .is_some_and(|target| !target.is_empty());
    let own = processor.filter(|_| !has_target);
    for (key, value) in [(table.id.triple, Some(triple)), (table.id.target, own.map(String::from))] {
        let Some(value) = value else { continue };
        match attributes.texts.iter_mut().find(|text| text.key == key) {
            Some(text) => text.value = value,
            None => attributes
                .texts
                .push(TextAttribute { key: key.into(), value, offset: 0 }),
        }
    }
}

fn warn(
    ids: &Grammar<'static>,
    table: &AttributeTable<'_>,
    input: &Input,
    attributes: &Attributes,
    warnings: &mut Vec<RequestNote>,
) {
    for (component, key) in [(IdComponent::Triple, table.id.triple), (IdComponent::Target, table.id.target)] {
        let name = input.name();
        let warning = match attributes.text(key).filter(|text| !text.is_empty()) {
            None => RequestNote {
                code: "incomplete",
                message: format!("{name}: no `{key}=`: what looks for code for its device may pass over the image"),
            },
            Some(text) => match ids.check_component(component, text) {
                Ok(None) => continue,
                Ok(Some(unknown)) => {
                    RequestNote { code: "unknown-name", message: format!("{name}: `{key}`: {unknown}") }
                }
                Err(error @ IdComponentError::Unknown(_)) => {
                    RequestNote { code: "unknown-name", message: format!("{name}: `{key}`: {error}") }
                }
                Err(error) => RequestNote { code: "bad-id", message: format!("{name}: `{key}={text}`: {error}") },
            },
        };
        warnings.push(warning);
    }
}

pub(super) struct PlannedContainers<'a> {
    /// The file.
    pub output: Output<'a>,
    /// The offset of each container in the file.
    pub starts: Vec<u64>,
    /// The places of the contents, in entry order.
    pub places: Vec<PlannedPlace>,
}

pub(super) struct PlannedPlace {
    /// The position of the container.
    pub container: usize,
    /// The number of the entry in the container.
    pub entry: usize,
    /// The place, from the start of the file.
    pub place: Place,
}

impl<'a> PlannedContainers<'a> {
    pub(super) fn plan(
        container: &dyn Container,
        options: PlanOptions,
        path: &Path,
        images: &'a [Image],
    ) -> Result<Self, Error> {
        let fail = |error| Error::Write { file: path.into(), error };
        let version = options.version.or(container.default_version());
        let most = usize::try_from(container.most_entries(version))
            .unwrap_or(usize::MAX)
            .max(1);
        let mut planned = Self { output: Output::empty(path), starts: Vec::new(), places: Vec::new() };
        let mut end = 0_u64;
        // A container without entries is valid.
        let none = images.is_empty().then_some(images);
        for (number, images) in none.into_iter().chain(images.chunks(most)).enumerate() {
            let entries = images.iter().map(|image| NewEntry {
                id: &image.id,
                len: image.place.len,
                attributes: &image.attributes,
            });
            let plan = container.plan(&entries.collect::<Vec<_>>(), options).map_err(fail)?;
            let contents: Vec<(&Input, u64)> = images.iter().map(|image| (&*image.input, image.place.ofs)).collect();
            let places = plan.places.iter().enumerate().map(|(entry, place)| PlannedPlace {
                container: number,
                entry,
                place: Place { ofs: end.saturating_add(place.ofs), len: place.len },
            });
            planned.places.extend(places);
            planned.starts.push(end);
            end = end.saturating_add(plan.len());
            planned
                .output
                .parts
                .extend(Output::from_plan(path, plan, &contents).parts);
        }
        Ok(planned)
    }
}
