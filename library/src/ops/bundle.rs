//! `bundle`: puts inputs into one container.

use std::sync::Arc;

use offload_bundle_core::container::{Container, NewEntry};
use offload_bundle_core::ids::IdGrammar;
use offload_bundle_core::registry::{Direction, FileType};
use serde_json::{Value, json};

use super::check::refuse_rereading;
use super::check_bundle;
use super::compression::{self, CompressionChoice, CompressionReport};
use super::session::{Outcome, Session, pretty};
use crate::error::OpError;
use crate::input::{Input, find};
use crate::output::{self, Output, write_all};
use crate::request::BundleRequest;

/// How much of an input is looked at to tell whether it has a form that is refused, in bytes.
const HEAD: u64 = 64;

/// Bundles the inputs. Says nothing where it succeeds; as JSON: `file`, `len`, `format`, `packed` (null, or how it is compressed: see
/// [`CompressionReport`]), and `entries` with `id`, `input`, `offset`, `size`. Offsets count in the bundle as it is before it is compressed.
///
/// # Errors
///
/// What the IDs, the inputs or the output make impossible; then the output is as it was.
pub fn bundle(session: &mut Session<'_>, request: &BundleRequest) -> Result<Outcome, OpError> {
    bundle_reporting(session, request).map(|_| Outcome::Yes)
}

/// The same, for those who tell of it themselves. The result is what became of the output where it was compressed.
///
/// # Errors
///
/// As [`bundle`].
pub fn bundle_reporting(
    session: &mut Session<'_>,
    request: &BundleRequest,
) -> Result<Option<CompressionReport>, OpError> {
    let grammar = session.registry.ids;
    if !request.unchecked {
        // IDs are checked as they are given, so that the messages show what the user wrote.
        let given: Vec<&str> = request.entries.iter().map(|entry| entry.id.as_str()).collect();
        check_bundle(grammar, &given, true)?;
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
    let usual = session.registry.containers.first().copied();
    let container = file_type
        .map(|file_type| file_type.container)
        .or(usual)
        .ok_or(OpError::NoContainer)?;
    if let Some(file_type) = file_type {
        refuse_unsupported(file_type, &inputs)?;
    }
    let path = request.output.to_string_lossy();
    refuse_replacing(request, &path, &inputs)?;
    refuse_forbidden(container, &inputs)?;
    let choice = match request.compression.is_asked_for() {
        true => Some(CompressionChoice::of(session.registry, &request.compression)?),
        false => None,
    };

    let entries: Vec<NewEntry<'_>> = ids
        .iter()
        .zip(&inputs)
        .map(|(id, input)| NewEntry { id, len: input.len() })
        .collect();
    let alignment = request
        .alignment
        .or(file_type.map(|file_type| file_type.default_alignment));
    let plan = container
        .plan(&entries, alignment.unwrap_or(1))
        .map_err(|error| OpError::Write { file: path.clone().into_owned(), error })?;
    let entries =
        ids.iter().zip(&inputs).zip(&plan.places).map(
            |((id, input), place)| json!({ "id": id, "input": input.name(), "offset": place.ofs, "size": place.len }),
        );
    let entries: Vec<Value> = entries.collect();
    let contents: Vec<&Input> = inputs.iter().map(AsRef::as_ref).collect();
    let plain = Output::planned(&path, plan, &contents);
    let compressed = match &choice {
        Some(choice) => Some(compression::compress_output(&plain, choice, session.progress)?),
        None => None,
    };
    let report = compressed.as_ref().map(|compressed| compressed.report);
    let outputs = match &compressed {
        Some(compressed) => [compressed.output(&path)],
        None => [plain],
    };
    let len = outputs.iter().map(Output::len).sum::<u64>();
    write_all(&outputs, session.out, session.progress)?;
    if session.json {
        let report = json!({
            "file": path,
            "len": len,
            "format": container.name(),
            "packed": report.map(|report| report.as_json()),
            "entries": entries,
        });
        session.report(&pretty(&report), [path.as_ref()])?;
    }
    Ok(report)
}

/// What is stored for the ID `given`.
fn stored_id(ids: &dyn IdGrammar, request: &BundleRequest, given: &str) -> Result<String, OpError> {
    let stored = match (request.id_style, request.unchecked) {
        (Some(style), _) => ids.restyle(given, style.name()),
        (None, true) => return Ok(given.into()),
        (None, false) => {
            return ids
                .canonical(given)
                .map_err(|error| OpError::malformed_id(given, error));
        }
    };
    stored.map_err(|error| OpError::Unspellable { id: given.into(), error })
}

/// Refuses a file type whose real form for such inputs is not known how to write: the first input decides.
fn refuse_unsupported(file_type: &FileType, inputs: &[Arc<Input>]) -> Result<(), OpError> {
    let Some(first) = inputs.first() else { return Ok(()) };
    match file_type.refuses(&first.window(0, HEAD)?, Direction::Writing) {
        None => Ok(()),
        Some(why) => Err(OpError::Unsupported { file: first.name().into(), file_type: file_type.name, why }),
    }
}

fn refuse_replacing(request: &BundleRequest, path: &str, inputs: &[Arc<Input>]) -> Result<(), OpError> {
    let there = output::identity(path);
    if !request.allow_output_is_input && inputs.iter().any(|input| input.is(there)) {
        return Err(OpError::OutputIsInput { file: path.into() });
    }
    Ok(())
}

/// Refuses content that could not be read back.
fn refuse_forbidden(container: &dyn Container, inputs: &[Arc<Input>]) -> Result<(), OpError> {
    let forbidden = container.forbidden();
    let needles: Vec<&[u8]> = forbidden.iter().map(|forbidden| forbidden.bytes.as_slice()).collect();
    for input in inputs {
        if let Some(hit) = find(input, input.whole(), &needles)? {
            return Err(OpError::Unsound {
                file: input.name().into(),
                offset: hit.offset,
                what: forbidden.get(hit.needle).map_or("", |forbidden| forbidden.what),
            });
        }
    }
    Ok(())
}
