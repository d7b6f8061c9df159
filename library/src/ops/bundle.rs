//! `bundle`: writes inputs as the entries of a container.

use std::path::PathBuf;
use std::sync::Arc;

use offload_bundle_core::Shortened;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::placement::{EntryRule, Holds, SectionFlags, SectionRule};
use offload_bundle_core::registry::{FileType, Registry};
use serde::Serialize;

use super::check::refuse_contradictory;
use super::check_bundle;
use super::compression::{CompressionChoice, write_chosen};
use super::context::Context;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{HEAD, Input, InputFile, InputPiece, find, identity};
use crate::object::{self, NewSection};
use crate::output::Output;
use crate::refusal::{ARCHIVES, NO_HOST, Refusal, WRITING_OBJECTS};
use crate::report::{Compression, Integer, RequestNote};
use crate::request::rules::BundleRules;
use crate::request::{CompressionRequest, IdStyle};
use crate::walk::refuse_rereading;

/// The request of [`bundle`](crate::ops::bundle).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BundleRequest {
    /// The file type of the output; by default, a container of the registry's first format.
    pub file_type: Option<&'static FileType>,
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// The entries, in order.
    pub entries: Vec<EntrySource>,
    /// The alignment of every code object in bytes, if the format supports it; by default, the alignment of the file
    /// type.
    pub alignment: Option<u64>,
    /// The style of the stored IDs; by default, canonical.
    pub id_style: Option<IdStyle>,
    /// The compression of the whole bundle; off by default.
    pub compression: CompressionRequest,
    /// Dry run: reports without writing. Compressed bundles have their actual length.
    pub dry_run: bool,
    pub(crate) rules: BundleRules,
}

impl BundleRequest {
    /// Sets the rules to follow.
    #[must_use]
    pub fn with_rules(mut self, rules: BundleRules) -> Self {
        self.rules = rules;
        self
    }
}

/// An entry to be bundled.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EntrySource {
    /// The bundle entry ID.
    pub id: String,
    /// The code object.
    pub file: InputFile,
}

impl EntrySource {
    /// Creates an entry with the ID `id` and the content of `file`.
    pub fn new(id: impl Into<String>, file: impl Into<InputFile>) -> Self {
        Self { id: id.into(), file: file.into() }
    }
}

/// A written bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BundleReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as in `formats`.
    pub format: &'static str,
    /// The compression, if any. Other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// The entries, in order.
    pub entries: Vec<BundledEntry>,
    /// Warnings about probable mistakes.
    pub warnings: Vec<RequestNote>,
}

/// An entry of a written bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BundledEntry {
    /// The number of the entry, from 0.
    pub entry: usize,
    /// The bundle entry ID as stored.
    pub id: String,
    /// The input with the code object.
    pub file: FileName,
    /// The offset of the code object in the bundle, in bytes.
    pub offset: Integer,
    /// The length of the code object in bytes.
    pub size: Integer,
}

const OBJECT: &str = "object file";

/// Bundles the inputs into the output.
///
/// # Errors
///
/// Returns an error if the IDs, the inputs or the output do not allow it. The output is then unchanged.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (device, output) = (folder.path().join("dev.bc"), folder.path().join("out.bc"));
/// # std::fs::write(&device, b"BC")?;
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::input::Input;
/// use offload_bundle::request::{BundleRequest, EntrySource};
///
/// let mut request = BundleRequest::default();
/// request.output = output;
/// request.entries = vec![
///     EntrySource::new("host-x86_64-unknown-linux-gnu-", Input::from_bytes("host", Vec::new())),
///     EntrySource::new("hip-amdgcn-amd-amdhsa--gfx90a", device.as_path()),
/// ];
/// let report = ops::bundle(&REGISTRY, &request, &mut Context::default())?;
/// println!("{}: {} bytes", report.output.display(), report.size.0);
/// # assert_eq!(report.entries.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bundle(registry: &Registry, request: &BundleRequest, context: &mut Context<'_>) -> Result<BundleReport, Error> {
    let (grammar, path) = (registry.ids, &request.output);
    if !request.rules.unchecked {
        // The IDs are checked in their given form, so that messages show the user's text.
        let given: Vec<&str> = request.entries.iter().map(|entry| entry.id.as_str()).collect();
        check_bundle(grammar, &given, true)?;
        refuse_contradictory(grammar, &given)?;
        refuse_rereading(request.entries.iter().map(|entry| &entry.file))?;
    }
    let ids = request
        .entries
        .iter()
        .map(|entry| stored_id(grammar, request, &entry.id));
    let ids = ids.collect::<Result<Vec<String>, _>>()?;
    let inputs = request
        .entries
        .iter()
        .map(|entry| entry.file.open())
        .collect::<Result<Vec<_>, _>>()?;
    let file_type = request.file_type;
    let usual = registry.containers.first().copied();
    let container = file_type
        .map(|file_type| file_type.container)
        .or(usual)
        .ok_or(Error::NoContainer)?;
    if let Some(file_type) = file_type.filter(|file_type| file_type.archive) {
        return Err(Error::Unsupported { file: path.into(), kind: None, file_type: file_type.name, why: ARCHIVES });
    }
    refuse_replacing(request, &inputs)?;
    let form = file_type.map(|file_type| ObjectForm::choose(registry, file_type, &ids, &inputs));
    let form = form.transpose()?.flatten();
    if request.alignment.is_some_and(|alignment| alignment > 1)
        && !request.rules.unchecked
        && (form.is_some() || !container.aligns())
    {
        let format = form.as_ref().map_or(container.title(), |_| OBJECT);
        let why = format!("code objects of a {format} cannot be aligned, because the format lacks padding");
        let refusal = Refusal::new("not-alignable", why);
        return Err(Error::Refused { file: path.into(), refusal });
    }
    let object;
    let (plain, places, format, choice) = match form {
        Some(form) => {
            if !request.rules.unchecked {
                form.refuse_another(registry)?;
            }
            if request.compression.is_enabled() && !request.rules.compress_where_possible {
                let why = "code objects in sections of an object file are not compressed: leave out the compression, or choose another file type";
                let refusal = Refusal::new("not-compressible", why);
                return Err(Error::Refused { file: path.into(), refusal });
            }
            let (made, places) = form.bundle(&ids, &inputs, request.rules.plain_local_groups)?;
            object = made;
            (
                Output::range(path, &object, object.full_range()),
                places,
                form.name(),
                None,
            )
        }
        None => {
            refuse_forbidden(container, &inputs)?;
            let choice = match request.compression.is_enabled() {
                true => Some(CompressionChoice::choose(registry, &request.compression)?),
                false => None,
            };
            let entries = ids.iter().zip(&inputs);
            let entries: Vec<NewEntry<'_>> = entries.map(|(id, input)| NewEntry::new(id, input.len())).collect();
            let usual = file_type.map(|file_type| file_type.default_alignment);
            let alignment = request.alignment.or(usual).unwrap_or(1);
            let plan = container.plan(&entries, PlanOptions::with_alignment(alignment));
            let plan = plan.map_err(|error| Error::Write { file: path.into(), error })?;
            let places = plan.places.clone();
            let contents: Vec<(&Input, u64)> = inputs.iter().map(|input| (&**input, 0)).collect();
            (
                Output::from_plan(path, plan, &contents),
                places,
                container.name(),
                choice,
            )
        }
    };
    let (size, compression) = write_chosen(plain, choice.as_ref(), request.dry_run, context)?;
    Ok(BundleReport {
        output: path.into(),
        size,
        format,
        compression,
        entries: report_entries(&ids, &inputs, &places),
        warnings: unknown_names(registry, request),
    })
}

/// Only warnings: unknown names are stored unchanged.
fn unknown_names(registry: &Registry, request: &BundleRequest) -> Vec<RequestNote> {
    let entries = request.entries.iter().filter(|_| !request.rules.unchecked);
    let unknown = entries.flat_map(|entry| {
        let unknown = registry.ids.unknown_names(&entry.id).into_iter();
        unknown.map(|unknown| RequestNote {
            code: "unknown-name",
            message: format!("{:?}: {unknown}", Shortened(&entry.id)),
        })
    });
    unknown.collect()
}

fn report_entries(ids: &[String], inputs: &[Arc<Input>], places: &[Place]) -> Vec<BundledEntry> {
    let entries = ids.iter().zip(inputs).zip(places).enumerate();
    let entries = entries.map(|(entry, ((id, input), place))| BundledEntry {
        entry,
        id: id.clone(),
        file: input.name().into(),
        offset: Integer(place.ofs),
        size: Integer(place.len),
    });
    entries.collect()
}

fn stored_id(ids: &Grammar<'static>, request: &BundleRequest, given: &str) -> Result<String, Error> {
    let stored = match (request.id_style, request.rules.unchecked) {
        (Some(style), _) => ids.restyle(given, style.name()),
        (None, true) => return Ok(given.into()),
        (None, false) => {
            return ids.canonical(given).map_err(|error| Error::malformed_id(given, error));
        }
    };
    stored.map_err(|error| Error::Unspellable { id: given.into(), error })
}

fn refuse_replacing(request: &BundleRequest, inputs: &[Arc<Input>]) -> Result<(), Error> {
    let there = identity(&request.output);
    if !request.rules.allow_output_is_input && inputs.iter().any(|input| input.has_identity(there)) {
        return Err(Error::OutputIsInput { file: (&request.output).into() });
    }
    Ok(())
}

fn refuse_forbidden(container: &dyn Container, inputs: &[Arc<Input>]) -> Result<(), Error> {
    let forbidden = container.forbidden();
    let needles: Vec<&[u8]> = forbidden.iter().map(|forbidden| forbidden.bytes.as_slice()).collect();
    for input in inputs {
        if let Some(hit) = find(input, input.full_range(), &needles)? {
            return Err(Error::Unsound {
                file: input.name().into(),
                offset: hit.offset,
                what: forbidden.get(hit.needle).map_or("", |forbidden| forbidden.what),
            });
        }
    }
    Ok(())
}

#[derive(Debug)]
struct ObjectForm {
    rule: &'static SectionRule<'static>,
    entry: EntryRule<'static>,
    flags: u64,
    position: usize,
    host: Arc<Input>,
}

impl ObjectForm {
    /// `None` if `file_type` does not use sections, or the host's input is not an object file.
    fn choose(
        registry: &Registry,
        file_type: &FileType,
        ids: &[String],
        inputs: &[Arc<Input>],
    ) -> Result<Option<Self>, Error> {
        let mut rules = registry.sections.iter();
        let found = rules.find_map(|rule| match rule.holds {
            Holds::Entry(entry) if entry.file_type == file_type.name => Some((rule, entry)),
            _ => None,
        });
        let host = ids.iter().position(|id| registry.ids.is_host(id));
        let (Some((rule, entry)), Some(input)) = (found, inputs.get(host.unwrap_or(0))) else {
            return Ok(None);
        };
        let head = input.head(HEAD)?;
        let Some(object) = registry
            .content(&head)
            .and_then(|content| content.object)
            .filter(|object| object.is_object_file())
        else {
            return Ok(None);
        };
        let refused =
            |why| Error::Unsupported { file: input.name().into(), kind: None, file_type: file_type.name, why };
        let position = host.ok_or_else(|| refused(NO_HOST))?;
        match SectionFlags::of(entry.flags, object).filter(|_| object::takes_sections(&head)) {
            Some(flags) => Ok(Some(Self { rule, entry, flags, position, host: Arc::clone(input) })),
            None => Err(refused(WRITING_OBJECTS)),
        }
    }

    /// Only one section of each name could be read back.
    fn refuse_another(&self, registry: &Registry) -> Result<(), Error> {
        let sections = object::sections(&self.host, registry.sections)?.unwrap_or_default();
        match sections
            .known
            .iter()
            .find(|section| section.rule.name == self.rule.name)
        {
            Some(section) => Err(Error::Unsound {
                file: self.host.name().into(),
                offset: section.offset,
                what: "a section of another bundle; unbundle the host object first",
            }),
            None => Ok(()),
        }
    }

    fn name(&self) -> &'static str {
        self.rule.name
    }

    fn bundle(
        &self,
        ids: &[String],
        inputs: &[Arc<Input>],
        plain_local_groups: bool,
    ) -> Result<(Input, Vec<Place>), Error> {
        let prefix = self.rule.pattern.fixed_part();
        let sections = ids
            .iter()
            .zip(inputs)
            .enumerate()
            .map(|(position, (id, input))| NewSection {
                name: [prefix, id].concat().into_bytes(),
                flags: self.flags,
                content: match position == self.position {
                    true => vec![InputPiece::Bytes(self.entry.host.to_vec())],
                    false => vec![InputPiece::Range(Arc::clone(input), input.full_range())],
                },
            });
        object::with_sections(&self.host, sections.collect(), plain_local_groups)
    }
}
