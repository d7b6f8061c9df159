//! `bundle`: puts inputs into one container.

pub(crate) mod report;

use std::sync::Arc;

use offload_bundle_core::Shortened;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::registry::Registry;

use super::check::refuse_contradictory;
use super::check_bundle;
use super::compression::{CompressionChoice, write_chosen};
use super::context::Context;
use super::object_bundle::ObjectForm;
use crate::error::Error;
use crate::input::{Input, find, identity};
use crate::output::Output;
use crate::refusal::Refusal;
use crate::report::{BundleReport, BundledEntry, Integer, RequestNote};
use crate::request::BundleRequest;
use crate::supported::ARCHIVES;
use crate::walk::refuse_rereading;

/// What an object file with sections for code objects is called in messages.
const OBJECT: &str = "object file";

/// Bundles the inputs into the output.
///
/// # Errors
///
/// Returns an error if the IDs, the inputs or the output do not allow it. The output is unchanged then.
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
        // IDs are checked as they are given, so that the messages show what the user wrote.
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
        let why = format!(
            "code objects cannot be aligned in this form ({format}), in which nothing may stand between them: leave out the alignment"
        );
        let refusal = Refusal::new("not-alignable", why);
        return Err(Error::Refused { file: path.into(), refusal });
    }
    let object;
    let (plain, places, format, choice) = match form {
        Some(form) => {
            if !request.rules.unchecked {
                form.refuse_another(registry)?;
            }
            if request.compression.is_asked_for() && !request.rules.compress_where_possible {
                let why = "code objects in sections of an object file are not compressed: leave out the compression, or choose another file type";
                let refusal = Refusal::new("not-compressible", why);
                return Err(Error::Refused { file: path.into(), refusal });
            }
            let (made, places) = form.bundle(&ids, &inputs, request.rules.plain_local_groups)?;
            object = made;
            (Output::range(path, &object, object.whole()), places, form.name(), None)
        }
        None => {
            refuse_forbidden(container, &inputs)?;
            let choice = match request.compression.is_asked_for() {
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
            let contents: Vec<&Input> = inputs.iter().map(AsRef::as_ref).collect();
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

/// The processors and features that are given and not known: they are written as they are, and readers will warn of them.
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

/// The entries as they were written at `places`.
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

/// What is stored for the ID `given`.
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
    if !request.rules.allow_output_is_input && inputs.iter().any(|input| input.is(there)) {
        return Err(Error::OutputIsInput { file: (&request.output).into() });
    }
    Ok(())
}

/// Refuses content that could not be read back.
fn refuse_forbidden(container: &dyn Container, inputs: &[Arc<Input>]) -> Result<(), Error> {
    let forbidden = container.forbidden();
    let needles: Vec<&[u8]> = forbidden.iter().map(|forbidden| forbidden.bytes.as_slice()).collect();
    for input in inputs {
        if let Some(hit) = find(input, input.whole(), &needles)? {
            return Err(Error::Unsound {
                file: input.name().into(),
                offset: hit.offset,
                what: forbidden.get(hit.needle).map_or("", |forbidden| forbidden.what),
            });
        }
    }
    Ok(())
}
