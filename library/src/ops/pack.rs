//! `pack`: puts images into containers of a format that stores more than an ID for each.

pub(crate) mod report;

use std::sync::Arc;

use offload_bundle_core::attributes::{AttributeTable, Attributes, NumberAttribute, TextAttribute};
use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_core::ids::{Grammar, IdComponent, IdComponentError};
use offload_bundle_core::registry::Registry;

use super::check::refuse_contradictory;
use super::compression::{CompressionChoice, write_chosen};
use super::context::Context;
use super::planned::{PlannedContainers, PlannedPlace};
use crate::error::Error;
use crate::input::{Input, identity};
use crate::report::{EntryAttributes, Integer, PackReport, PackedImage, RequestNote};
use crate::request::{CompressionRequest, FormatVersion, ImageSource, PackRequest, Release};
use crate::walk::refuse_rereading;

/// Packs the images, in their order, into as few containers as the version allows, one after the other. Their contents are copied piece by
/// piece, and never held in memory.
///
/// # Errors
///
/// Returns [`Error::NoImages`] if there are none, or an error if the inputs, the version or the output do not allow it. The output is
/// unchanged then.
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
    // What is compressed is of the version of the format that is made for that.
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
            images.push(Image { input, attributes, id });
        }
    }
    if images.is_empty() {
        return Err(Error::NoImages);
    }
    let there = identity(&request.output);
    if !request.rules.unchecked && images.iter().any(|image| image.input.is(there)) {
        return Err(Error::OutputIsInput { file: (&request.output).into() });
    }
    let entries =
        images
            .iter()
            .map(|image| NewEntry { id: &image.id, len: image.input.len(), attributes: &image.attributes });
    let entries: Vec<NewEntry<'_>> = entries.collect();
    let contents: Vec<(&Input, u64)> = images.iter().map(|image| (&*image.input, 0)).collect();
    let options = PlanOptions { version, ..PlanOptions::default() };
    let planned = PlannedContainers::plan(container, options, &request.output, &entries, &contents)?;
    let mut report = PackReport {
        output: (&request.output).into(),
        size: Integer(0),
        format: container.name(),
        version,
        container_count: planned.starts.len(),
        compression: None,
        dry_run: request.dry_run,
        images: report_images(table, &images, &planned),
        warnings,
        notes,
    };
    (report.size, report.compression) = write_chosen(planned.output, choice.as_ref(), request.dry_run, context)?;
    Ok(report)
}

/// How the images are compressed, if that is asked for.
///
/// # Errors
///
/// No format of compressed files is made for the container, or not for the version that is asked for.
fn compression(
    registry: &Registry,
    container: &dyn Container,
    request: &PackRequest,
) -> Result<Option<CompressionChoice>, Error> {
    if !request.compression.is_asked_for() {
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

/// An image that is to be written.
struct Image {
    input: Arc<Input>,
    attributes: Attributes,
    id: String,
}

/// The format that is asked for, or the first one that keeps attributes, and which it keeps.
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

/// The version that is asked for, or the usual one.
pub(super) fn choose_version(container: &dyn Container, asked: Option<FormatVersion>) -> Result<Option<u64>, Error> {
    match asked {
        None => Ok(container.default_version()),
        Some(FormatVersion(version)) if container.versions().contains(&version) => Ok(Some(version)),
        Some(FormatVersion(version)) => {
            Err(Error::NoVersion { format: container.title(), version, known: container.versions() })
        }
    }
}

/// The texts, where those under one key have become one, as the tools that LLVM has do it.
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

/// The numbers that are said of the image in `input`.
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

/// The number that means `word` in the release.
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

/// The number that the content tells, or 0.
fn of_content(attribute: &NumberAttribute<'_>, release: Option<Release>, input: &Input) -> Result<u64, Error> {
    let head = input.head(attribute.head_len())?;
    let name = input.name().as_path().file_name().unwrap_or_default().to_string_lossy();
    let number = attribute.number_of_content(&name, &head, release.map(Release::name));
    Ok(number.unwrap_or_default())
}

/// Writes the architecture in place of a subarchitecture, and the processor that this names if no other one is named: readers ask for
/// those.
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

/// Warns of what is missing for the image in `input` to be found, and of unknown words.
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

/// The images as they are in the output.
fn report_images(
    table: &AttributeTable<'static>,
    images: &[Image],
    planned: &PlannedContainers<'_>,
) -> Vec<PackedImage> {
    let images = images.iter().zip(&planned.places);
    let images = images.map(|(image, PlannedPlace { container, entry, place })| PackedImage {
        file: image.input.name().into(),
        bundle: *container,
        entry: *entry,
        start: Integer(planned.starts.get(*container).copied().unwrap_or_default()),
        offset: Integer(place.ofs),
        size: Integer(place.len),
        id: image.id.clone(),
        attributes: EntryAttributes::new(table, &image.attributes),
    });
    images.collect()
}
