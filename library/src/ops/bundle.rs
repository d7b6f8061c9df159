//! `bundle`: puts inputs into one container.

use offload_bundle_core::container::{Container, NewEntry};
use offload_bundle_core::registry::{Direction, FileType};
use serde_json::{Value, json};

use super::check::refuse_rereading;
use super::check_bundle;
use super::compression::{self, CompressionChoice, CompressionReport};
use super::session::{Outcome, Session, pretty};
use crate::error::OpError;
use crate::input::{Input, find};
use crate::output::{self, Output, write_all};

/// How much of an input is looked at to tell whether it has a form that is refused, in bytes.
const HEAD: u64 = 64;

/// What to bundle.
#[derive(Debug, Clone)]
pub struct BundleRequest {
    /// What the output is.
    pub file_type: &'static FileType,
    /// The output.
    pub output: String,
    /// The entries in their order: the ID to store, and the input that is the content.
    pub entries: Vec<(String, String)>,
    /// Every content starts at a multiple of this, in bytes, where the format has such a thing.
    pub alignment: u64,
    /// Refuse IDs that are not valid, what the composition rules forbid, and a second use of standard input. Without it, whoever asks has seen to that.
    pub check: bool,
    /// The output may replace an input. It does so only when the input has been read to its end.
    pub allow_output_is_input: bool,
    /// Compress the output.
    pub compress: Option<CompressionChoice>,
}

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
    let ids: Vec<&str> = request.entries.iter().map(|(id, _)| id.as_str()).collect();
    if request.check {
        check_bundle(session.registry.ids, &ids, true)?;
        let inputs: Vec<String> = request.entries.iter().map(|(_, input)| input.clone()).collect();
        refuse_rereading(&inputs)?;
    }
    let inputs = request
        .entries
        .iter()
        .map(|(_, path)| Input::open(path))
        .collect::<Result<Vec<_>, _>>()?;
    let container = request.file_type.container;
    refuse_unsupported(request.file_type, &inputs)?;
    refuse_replacing(request, &inputs)?;
    refuse_forbidden(container, &inputs)?;

    let entries: Vec<NewEntry<'_>> = ids
        .iter()
        .zip(&inputs)
        .map(|(id, input)| NewEntry { id, len: input.len() })
        .collect();
    let plan = container
        .plan(&entries, request.alignment)
        .map_err(|error| OpError::Write { file: request.output.clone(), error })?;
    let entries = request
        .entries
        .iter()
        .zip(&plan.places)
        .map(|((id, input), place)| json!({ "id": id, "input": input, "offset": place.ofs, "size": place.len }));
    let entries: Vec<Value> = entries.collect();
    let contents: Vec<&Input> = inputs.iter().collect();
    let plain = Output::planned(&request.output, plan, &contents);
    let compressed = match &request.compress {
        Some(choice) => Some(compression::compress_output(&plain, choice, session.progress)?),
        None => None,
    };
    let report = compressed.as_ref().map(|compressed| compressed.report);
    let outputs = match &compressed {
        Some(compressed) => [compressed.output(&request.output)],
        None => [plain],
    };
    let len = outputs.iter().map(Output::len).sum::<u64>();
    write_all(&outputs, session.out, session.progress)?;
    if session.json {
        let report = json!({
            "file": request.output,
            "len": len,
            "format": container.name(),
            "packed": report.map(|report| report.as_json()),
            "entries": entries,
        });
        session.report(&pretty(&report), [request.output.as_str()])?;
    }
    Ok(report)
}

/// Refuses a file type whose real form for such inputs is not known how to write: the first input decides.
fn refuse_unsupported(file_type: &FileType, inputs: &[Input]) -> Result<(), OpError> {
    let Some(first) = inputs.first() else { return Ok(()) };
    match file_type.refuses(&first.window(0, HEAD)?, Direction::Writing) {
        None => Ok(()),
        Some(why) => Err(OpError::Unsupported { file: first.name().into(), file_type: file_type.name, why }),
    }
}

fn refuse_replacing(request: &BundleRequest, inputs: &[Input]) -> Result<(), OpError> {
    let there = output::identity(&request.output);
    if !request.allow_output_is_input && inputs.iter().any(|input| input.is(there)) {
        return Err(OpError::OutputIsInput { file: request.output.clone() });
    }
    Ok(())
}

/// Refuses content that could not be read back.
fn refuse_forbidden(container: &dyn Container, inputs: &[Input]) -> Result<(), OpError> {
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
