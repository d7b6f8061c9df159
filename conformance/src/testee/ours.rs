//! Our own implementation, in this process.

use std::path::Path;

use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::{
    BundleRequest, CompressRequest, CompressionMethod, CompressionRequest, CompressionVersion, DecompressRequest,
    EntryRequest, EntrySource, FormatVersion, ImageSource, ListForm, ListRequest, PackRequest, UnbundleRequest,
};
use offload_bundle::{Error, OffloadFile};
use offload_bundle_core::registry::FileType;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_formats::target_id::GRAMMAR;
use serde_json::{Map, Value, json};

use super::answer::{Answer, Breakdown};
use super::archive::{all_members, whole_archives};
use super::grammar::GrammarTestee;
use super::implementation::Testee;
use super::refusal::Refusal;
use super::seen::outputs;
use super::unpacking::extract;
use crate::case::{NewImage, NewObject, Question, digest};

/// Our own implementation, in this process.
#[derive(Debug, Default, Clone, Copy)]
pub struct Ours;

type Valued = (Value, Vec<Vec<u8>>);

impl Testee for Ours {
    fn name(&self) -> &str {
        "offload-bundle"
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let of_ids = GrammarTestee(&GRAMMAR).answer(question);
        if !matches!(of_ids, Answer::Skipped(_)) {
            return of_ids;
        }
        match answer(question) {
            Ok((value, contents)) => Answer::Value { value, contents },
            Err(Refusal::Rejected(why)) => Answer::Rejected(why),
            Err(Refusal::Skipped(why)) => Answer::Skipped(why),
            Err(Refusal::Scratch(error)) => Answer::Broken(Breakdown::Protocol(error.to_string())),
        }
    }
}

fn answer(question: &Question<Vec<u8>>) -> Result<Valued, Refusal> {
    match question {
        Question::Read { format, input } => read(format, input),
        Question::List { file_type, input } => list(file_type, input),
        Question::Unbundle { file_type, input, targets, allow_missing, interchangeable_kinds } => {
            let contents = unbundle(file_type, input, targets, *allow_missing, *interchangeable_kinds)?;
            Ok((outputs(&contents), contents))
        }
        Question::Bundle { file_type, entries, alignment, compress, level } => {
            bundle(file_type, entries, *alignment, compress.then(|| compression(*level))).map(file)
        }
        Question::Compress { input, version, method, level } => compress(input, *version, method, *level).map(file),
        Question::Decompress { input } => decompress(input).map(file),
        Question::ParseId { .. } | Question::Compatible { .. } | Question::Compose { .. } => {
            Err(Refusal::Skipped("the grammar answers questions about IDs".into()))
        }
        Question::SplitArchive { input, targets, allow_missing, interchangeable_kinds, check_members, whole } => {
            if *check_members {
                check(input)?;
            }
            let archives = unbundle("a", input, targets, *allow_missing, *interchangeable_kinds)?;
            match whole {
                true => Ok((whole_archives(&archives), archives)),
                false => all_members(&archives).map_err(Refusal::Rejected),
            }
        }
        Question::Images { input } => images(input),
        Question::Extract { input, strings, offload_kind, one_output } => {
            let contents = extract(input, strings, *offload_kind, *one_output)?;
            Ok((outputs(&contents), contents))
        }
        Question::Pack { images, version } => pack(images, *version).map(file),
    }
}

fn file(bytes: Vec<u8>) -> Valued {
    (json!({ "bytes": digest(&bytes) }), vec![bytes])
}

fn file_type(name: &str) -> Result<&'static FileType, Refusal> {
    REGISTRY
        .file_type(name)
        .ok_or_else(|| Refusal::Skipped(format!("no file type {name:?}")))
}

fn to_input(bytes: &[u8]) -> Input {
    Input::from_bytes("input", bytes.to_vec())
}

fn read(format: &str, bytes: &[u8]) -> Result<Valued, Refusal> {
    let file = OffloadFile::from_bytes(bytes)?;
    let (mut entries, mut contents) = (Vec::new(), Vec::new());
    for bundle in file.bundles() {
        if bundle.format() != format {
            return Err(Refusal::Rejected(format!("its format is {}", bundle.format())));
        }
        for entry in bundle.entries() {
            let content = entry.bytes()?.to_vec();
            entries.push(json!({ "content": digest(&content), "id": entry.id()? }));
            contents.push(content);
        }
    }
    Ok((json!({ "entries": entries }), contents))
}

fn list(name: &str, bytes: &[u8]) -> Result<Valued, Refusal> {
    let mut request = ListRequest::default();
    request.inputs = vec![to_input(bytes).into()];
    request.scan.file_type = Some(file_type(name)?);
    request.form = ListForm::Ids;
    let report = ops::list(&REGISTRY, &request)?;
    let mut ids = Vec::new();
    for file in report.files {
        if let Some(error) = file.notes.error {
            return Err(error.into());
        }
        ids.extend(file.ids.unwrap_or_default().into_iter().map(|listed| listed.id));
    }
    ids.sort_unstable();
    Ok((json!({ "ids": ids }), Vec::new()))
}

/// If the entries of a member cannot be in one bundle.
fn check(archive: &[u8]) -> Result<(), Refusal> {
    let file = OffloadFile::from_bytes(archive)?;
    for bundle in file.bundles() {
        let ids = bundle
            .entries()
            .map(|entry| entry.id())
            .collect::<Result<Vec<&str>, _>>()?;
        if ops::conflicting_targets(REGISTRY.ids, &ids).next().is_some() {
            return Err(Refusal::Rejected(format!("{ids:?} cannot be in one bundle")));
        }
    }
    Ok(())
}

fn unbundle(
    name: &str,
    bytes: &[u8],
    targets: &[String],
    allow_missing: bool,
    interchangeable_kinds: bool,
) -> Result<Vec<Vec<u8>>, Refusal> {
    let folder = tempfile::tempdir()?;
    let output = |number: usize| folder.path().join(number.to_string());
    let mut request = UnbundleRequest::default();
    request.input = to_input(bytes).into();
    request.scan.file_type = Some(file_type(name)?);
    request.allow_missing = allow_missing;
    let targets = targets.iter().enumerate();
    request.wanted = targets
        .map(|(number, id)| {
            let mut wanted = EntryRequest::new(id.clone(), output(number));
            if interchangeable_kinds {
                wanted.alternatives = REGISTRY.ids.interchangeable(id);
            }
            wanted
        })
        .collect();
    ops::unbundle(&REGISTRY, &request, &mut Context::default())?;
    let read = |number| std::fs::read(output(number)).map_err(Refusal::from);
    (0..request.wanted.len()).map(read).collect()
}

fn compression(level: Option<i32>) -> CompressionRequest {
    let mut request = CompressionRequest::default();
    request.method = CompressionMethod::default_method(&REGISTRY);
    request.level = level;
    request
}

fn bundle(
    name: &str,
    entries: &[NewObject<Vec<u8>>],
    alignment: Option<u32>,
    compression: Option<CompressionRequest>,
) -> Result<Vec<u8>, Refusal> {
    let mut request = BundleRequest::default();
    request.file_type = Some(file_type(name)?);
    request.alignment = alignment.map(u64::from);
    request.compression = compression.unwrap_or_default();
    request.entries = entries
        .iter()
        .map(|entry| EntrySource::new(&*entry.id, Input::from_bytes(&*entry.id, entry.content.clone())))
        .collect();
    capture(|output, context| {
        request.output = output.into();
        ops::bundle(&REGISTRY, &request, context).map(drop)
    })
}

fn compress(bytes: &[u8], version: u32, method: &str, level: Option<i32>) -> Result<Vec<u8>, Refusal> {
    let method = CompressionMethod::all(&REGISTRY)
        .find(|known| known.method.name == method)
        .ok_or_else(|| Refusal::Skipped(format!("no method {method:?}")))?;
    let mut request = CompressRequest::default();
    request.inputs = vec![to_input(bytes).into()];
    request.compression.method = Some(method);
    request.compression.level = level;
    request.compression.version = Some(CompressionVersion(version.into()));
    capture(|output, context| {
        request.output = Some(output.into());
        ops::compress(&REGISTRY, &request, context).map(drop)
    })
}

fn decompress(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut request = DecompressRequest::default();
    request.input = to_input(bytes).into();
    capture(|output, context| {
        request.output = Some(output.into());
        ops::decompress(&REGISTRY, &request, context).map(drop)
    })
}

fn images(bytes: &[u8]) -> Result<Valued, Refusal> {
    let file = OffloadFile::from_bytes(bytes)?;
    let (mut images, mut contents) = (Vec::new(), Vec::new());
    for entry in file.entries() {
        let content = entry.bytes()?.to_vec();
        let attributes = entry.attributes();
        let strings: Map<String, Value> = attributes
            .texts
            .iter()
            .map(|text| (text.key.clone(), text.value.clone().into()))
            .collect();
        let mut image = Map::new();
        image.insert("content".into(), digest(&content));
        image.extend(
            attributes
                .numbers
                .iter()
                .map(|(name, number)| (name.to_string(), (*number).into())),
        );
        image.insert("strings".into(), strings.into());
        images.push(Value::Object(image));
        contents.push(content);
    }
    Ok((json!({ "images": images }), contents))
}

fn pack(images: &[NewImage<Vec<u8>>], version: u32) -> Result<Vec<u8>, Refusal> {
    let mut request = PackRequest::default();
    request.version = Some(FormatVersion(version.into()));
    request.images = images
        .iter()
        .map(|image| {
            let mut source = ImageSource::new(Input::from_bytes("image", image.content.clone()));
            source.attributes.numbers = vec![
                ("image_kind", image.image_kind.into()),
                ("offload_kind", image.offload_kind.into()),
                ("flags", image.flags.into()),
            ];
            for (key, value) in &image.strings {
                source = source.text(key, value);
            }
            source
        })
        .collect();
    capture(|output, context| {
        request.output = output.into();
        ops::pack(&REGISTRY, &request, context).map(drop)
    })
}

fn capture(operation: impl FnOnce(&Path, &mut Context<'_>) -> Result<(), Error>) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let mut context = Context { stdout: Some(&mut bytes), ..Context::default() };
    operation(Path::new("-"), &mut context)?;
    Ok(bytes)
}
