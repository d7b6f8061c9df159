//! `compress` and `decompress`: the bundles of inputs one after the other in one output, within envelopes or without them.

use std::io::Write;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use serde_json::{Value, json};

use super::check::refuse_rereading;
use super::compression::{self, CompressionChoice};
use super::reuse::{ReusePolicy, ReusedPayload};
use super::session::{Outcome, Session, pretty};
use crate::error::OpError;
use crate::file_error::FileError;
use crate::input::{Input, InputFile, Spool};
use crate::output::{self, ActiveInput, Output, OutputPart, write_all};
use crate::request::{CompressRequest, DecompressRequest, ScanRequest};
use crate::scan::{Form, FoundBundle, FoundEnvelope, RegionKind, Scan, scan};

/// Compresses the bundles of the inputs, each by itself and in order; those that are compressed already keep their compressed bytes or
/// are compressed anew. Text is compressed as a whole file, with what stands outside of entries. Says nothing where it succeeds, but
/// warns of bytes that are left out.
///
/// As JSON: `output`, and `bundles` with `file`, `offset` and `len` (in the output), `format`, `version`, `method`, `level`
/// (null where the compressed bytes were kept), `packed_size`, `unpacked_size`, `digest`.
///
/// # Errors
///
/// What the inputs or the output make impossible; then the output is as it was.
pub fn compress(session: &mut Session<'_>, request: &CompressRequest) -> Result<Outcome, OpError> {
    let choice = CompressionChoice::of(session.registry, &request.compression)?;
    let reuse = ReusePolicy::for_request(&request.compression);
    let output = request.output.to_string_lossy();
    let jobs = jobs(session, &request.inputs, &request.scan, &output)?;
    let fail = |error| FileError::new(&output, error);
    // What has been compressed waits in one place, so that the memory it takes does not grow with the number of bundles.
    let mut spool = Spool::default();
    let mut len = 0_u64;
    let mut bundles = Vec::new();
    for job in &jobs {
        let compressed;
        let (file, mut report) = match job.kept(reuse, &choice) {
            Some(kept) => kept.output(&output, &choice)?,
            None => {
                let plain = Output::range(&output, &job.input, job.place);
                compressed = compression::compress_output(&plain, &choice, session.progress)?;
                (compressed.output(&output), compressed.report.as_json())
            }
        };
        let total_len = file.len();
        let envelope = choice.envelope;
        let gap = gap(&output, len, request.alignment, (envelope.padding(), envelope.title()))?;
        let parts = gap.part().into_iter().chain(file.parts);
        let next = Output { path: output.clone().into_owned(), parts: parts.collect() };
        next.write_to(&mut spool, &mut ActiveInput::default(), &mut ())?;
        let offset = len.saturating_add(gap.len);
        job.add_place(&mut report, offset, total_len);
        bundles.push(report);
        len = offset.saturating_add(total_len);
    }
    spool.flush().map_err(fail)?;
    let bytes = Input::from_spool(&output, spool).map_err(fail)?;
    let outputs = [Output::range(&output, &bytes, bytes.whole())];
    write_all(&outputs, session.out, &mut ())?;
    report(session, &output, bundles)
}

/// Writes the bundles of the input as they are without compression, in order. Those that are not compressed stay as they are. Says
/// nothing where it succeeds, but warns of bytes that are left out.
///
/// As JSON: `output`, and `bundles` with `file`, `offset` and `len` (in the output), and `packed`: null, or what it was compressed
/// in, with `format`, `version`, `method`, `packed_size`, `unpacked_size`, `digest`.
///
/// # Errors
///
/// What the inputs or the output make impossible; then the output is as it was.
pub fn decompress(session: &mut Session<'_>, request: &DecompressRequest) -> Result<Outcome, OpError> {
    let path = request.output.to_string_lossy();
    let jobs = jobs(session, std::slice::from_ref(&request.input), &request.scan, &path)?;
    if jobs.len() > 1 && jobs.iter().any(|job| job.text) {
        return Err(OpError::NotTogether { file: path.into_owned() });
    }
    let mut output = Output::empty(&path);
    let mut bundles = Vec::new();
    let mut before = (None, "");
    for job in &jobs {
        let gap = gap(&path, output.len(), request.alignment, before)?;
        output.parts.extend(gap.part());
        let mut report = json!({ "packed": job.envelope.as_ref().map(|(_, envelope)| compression_as_json(envelope)) });
        job.add_place(&mut report, output.len(), job.place.len);
        bundles.push(report);
        output
            .parts
            .push(OutputPart::Range { input: &job.input, place: job.place });
        before = job.followed_by;
    }
    let outputs = [output];
    write_all(&outputs, session.out, session.progress)?;
    report(session, &path, bundles)
}

fn report(session: &mut Session<'_>, output: &str, bundles: Vec<Value>) -> Result<Outcome, OpError> {
    if session.json {
        let report = json!({ "output": output, "bundles": bundles });
        session.report(&pretty(&report), [output])?;
    }
    Ok(Outcome::Yes)
}

/// Bytes that are compressed or written as one.
struct Job {
    /// What they stand in: a file, or what an envelope holds.
    input: Arc<Input>,
    place: Place,
    /// How many bytes of the file they stand for.
    taken: u64,
    /// Whether they are text.
    text: bool,
    /// The byte that may follow, and the title of the format.
    followed_by: (Option<u8>, &'static str),
    /// The file, as it was given.
    file: String,
    /// The file that they are compressed in, and how.
    envelope: Option<(Arc<Input>, FoundEnvelope)>,
}

impl Job {
    /// What stays of its compressed form, if `reuse` wants that.
    fn kept(&self, reuse: ReusePolicy, choice: &CompressionChoice) -> Option<ReusedPayload<'_>> {
        reuse.of(choice, self.envelope.as_ref()?, &self.input)
    }

    /// Says in `report` where it comes from and where it went.
    fn add_place(&self, report: &mut Value, offset: u64, len: u64) {
        if let Some(report) = report.as_object_mut() {
            report.insert("file".into(), self.file.clone().into());
            report.insert("offset".into(), offset.into());
            report.insert("len".into(), len.into());
        }
    }
}

/// What the inputs hold.
///
/// # Errors
///
/// Those of reading; also bundles within object files, and an output that is one of the inputs.
fn jobs(
    session: &mut Session<'_>,
    files: &[InputFile],
    options: &ScanRequest,
    output: &str,
) -> Result<Vec<Job>, OpError> {
    refuse_rereading(files)?;
    let mut jobs: Vec<Job> = Vec::new();
    for file in files {
        let input = file.open()?;
        let name = input.name();
        if input.is(output::identity(output)) {
            return Err(OpError::OutputIsInput { file: output.into() });
        }
        let inside = || OpError::Inside { file: name.into() };
        // The bytes of a bundle are not changed, so what its IDs name does not matter.
        let scan = scan(session.registry, &input, options)?.without_unknown_names();
        if let Some(error) = scan.malformed() {
            return Err(error);
        }
        if scan.regions.iter().any(|region| region.kind != RegionKind::Whole) || scan.bundles.is_empty() {
            return Err(inside());
        }
        scan.findings().for_each(|located| session.warn(&located));
        let before = jobs.len();
        for (number, found) in scan.bundles.iter().enumerate() {
            let job = job(session, &input, &scan, number, found).ok_or_else(inside)?;
            // Text, and what an envelope holds, is one unit however many bundles it has.
            let again = |known: &Job| Arc::ptr_eq(&known.input, &job.input) && known.place == job.place;
            if !jobs.get(before..).unwrap_or_default().iter().any(again) {
                jobs.push(job);
            }
        }
        let taken = jobs.get(before..).unwrap_or_default().iter().map(|job| job.taken);
        let left_out = input.len().saturating_sub(taken.fold(0, u64::saturating_add));
        if left_out > 0 {
            session.message(&format!(
                "warning: {name}: bytes between and after bundles that are left out: {left_out}"
            ));
        }
    }
    Ok(jobs)
}

/// What is to be converted for `found`, the container number `number` of a scan. None if it does not stand by itself.
fn job(session: &Session<'_>, outer: &Arc<Input>, scan: &Scan, number: usize, found: &FoundBundle) -> Option<Job> {
    let Form::Container(container) = found.form else {
        return None;
    };
    let text = session.registry.is_text(container);
    let place = if text || found.envelope.is_some() {
        found.input.whole()
    } else {
        // Contents that are empty may be said to lie further down, even past the end.
        let next = scan.bundles.get(number.saturating_add(1)).map(FoundBundle::start);
        let end = found.bundle.start.saturating_add(found.bundle.len);
        let end = end.min(next.unwrap_or(u64::MAX)).min(found.input.len());
        Place { ofs: found.bundle.start, len: end.saturating_sub(found.bundle.start) }
    };
    Some(Job {
        input: Arc::clone(&found.input),
        place,
        taken: found.envelope.as_ref().map_or(place.len, |envelope| envelope.len),
        text,
        followed_by: (container.padding(), container.title()),
        file: outer.name().into(),
        envelope: found.envelope.clone().map(|envelope| (Arc::clone(outer), envelope)),
    })
}

/// What an envelope says of itself.
fn compression_as_json(envelope: &FoundEnvelope) -> Value {
    let header = &envelope.header;
    json!({
        "format": envelope.format.name(),
        "version": header.version,
        "method": header.method.as_ref().ok().map(|method| method.name),
        "packed_size": envelope.compressed_len(),
        "unpacked_size": header.decompressed_len.value,
        "digest": format!("{:016x}", header.digest.value),
    })
}

/// What stands between one bundle and the next.
struct Gap {
    fill: u8,
    len: u64,
}

impl Gap {
    fn part(&self) -> Option<OutputPart<'static>> {
        let Self { fill, len } = *self;
        (len > 0).then_some(OutputPart::Fill { fill, len })
    }
}

/// What must stand after `len` bytes so that the next bundle starts at a multiple of `alignment`. `before`: the byte that may follow
/// what stands before, and the title of its format.
fn gap(output: &str, len: u64, alignment: u64, before: (Option<u8>, &'static str)) -> Result<Gap, OpError> {
    let next = len.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX);
    let gap = next.saturating_sub(len);
    match before {
        _ if gap == 0 => Ok(Gap { fill: 0, len: 0 }),
        (Some(fill), _) => Ok(Gap { fill, len: gap }),
        (None, format) => Err(OpError::NoPadding { file: output.into(), format }),
    }
}
