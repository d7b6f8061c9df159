//! Bare bundles: all bundles of the inputs in one output, compressed or not.

use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::registry::Registry;

use super::super::compression::{CompressionChoice, write_compressed};
use super::super::context::Context;
use super::Opened;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, identity};
use crate::object::no_bits;
use crate::ops::compression::ReusePolicy;
use crate::ops::context::Task;
use crate::output::{ActiveInput, Output, OutputPart, Sink, write_all, write_checked, write_one};
use crate::package;
use crate::progress::Progress;
use crate::refusal::Refusal;
use crate::report::{CompressReport, Compression, ConvertedBundle, ConvertedFile, Diagnostic, Integer};
use crate::request::{CompressRequest, DecompressRequest};
use crate::scan::{Form, FoundBundle, FoundEnvelope, RegionKind, Scan, scan};
use crate::system::spool;

/// Compresses the bundles of the inputs to one output. The first input is already open.
///
/// # Errors
///
/// Returns an error if the inputs or the output do not allow it; the output is then unchanged.
pub fn compress(
    registry: &Registry,
    request: &CompressRequest,
    usual: CompressionChoice,
    (task, first): (&Task<'_>, Opened),
    context: &mut Context<'_>,
) -> Result<CompressReport, Error> {
    let reuse = ReusePolicy::for_request(&request.compression);
    let name = task.path(&first.0);
    let output = name.as_path();
    let (jobs, files, size_before) = jobs(registry, &request.inputs, (task, first))?;
    let choices = jobs.iter().map(|job| {
        let choice = usual.for_container(registry, &request.compression, job.container.name())?;
        choice.for_version(job.version, output)
    });
    let choices = choices.collect::<Result<Vec<CompressionChoice>, Error>>()?;
    let write = |sink: &mut dyn Sink, progress: &mut dyn Progress| {
        let mut len = 0_u64;
        let mut bundles = Vec::new();
        for (job, choice) in jobs.iter().zip(&choices) {
            let envelope = choice.envelope;
            let (gap, fill) = gap(output, len, request.alignment, (envelope.padding(), envelope.title()))?;
            let filled = Output::new(output, fill.into_iter().collect());
            filled.write_to(sink, &mut ActiveInput::default(), &mut ())?;
            let stored = job.envelope.as_ref();
            let compression = match stored.and_then(|stored| reuse.reusable(choice, stored, &job.input)) {
                Some(kept) => {
                    let (file, compression) = kept.output(output, choice)?;
                    file.write_to(sink, &mut ActiveInput::default(), progress)?;
                    compression
                }
                None => {
                    let front_len = choice.envelope.front_len().min(job.place.len);
                    let front = job.input.window(job.place.ofs, front_len)?;
                    let ofs = job.place.ofs.saturating_add(front_len);
                    let behind = Place { ofs, len: job.place.len.saturating_sub(front_len) };
                    let plain = Output::range(output, &job.input, behind);
                    write_compressed((&front, &plain), choice, sink, progress)?
                }
            };
            let offset = len.saturating_add(gap);
            bundles.push(job.report(offset, compression.size.0, Some(compression.clone())));
            len = offset.saturating_add(compression.size.0);
        }
        // Reused bytes were copied without any check.
        jobs.iter().try_for_each(|job| job.input.check_unchanged())?;
        Ok::<_, Error>(bundles)
    };
    let total = jobs.iter().fold(0_u64, |sum, job| sum.saturating_add(job.place.len));
    let bundles = context.as_whole(total, |context| {
        context.split(|stdout, progress| match task.dry_run {
            true => write(&mut spool(), progress),
            false => write_one(output, stdout, |sink| write(sink, progress)),
        })
    })?;
    Ok(report(task, size_before, files, bundles))
}

/// Writes the bundles of an open input without compression.
///
/// # Errors
///
/// Returns an error if the input or the output does not allow it; the output is then unchanged.
pub fn decompress(
    registry: &Registry,
    request: &DecompressRequest,
    (task, first): (&Task<'_>, Opened),
    context: &mut Context<'_>,
) -> Result<CompressReport, Error> {
    let name = task.path(&first.0);
    let path = name.as_path();
    let (jobs, files, size_before) = jobs(registry, std::slice::from_ref(&request.input), (task, first))?;
    if jobs.len() > 1 && jobs.iter().any(|job| job.text) {
        let why = "text bundles cannot follow other bundles, because the end of one could not be found";
        let refusal = Refusal::new("not-together", why);
        return Err(Error::Refused { file: path.into(), refusal });
    }
    let mut output = Output::empty(path).changed_in_place(task.in_place);
    let mut bundles = Vec::new();
    let mut before = (None, "");
    let mut len = 0_u64;
    for job in &jobs {
        let (gap, fill) = gap(path, len, request.alignment, before)?;
        output.parts.extend(fill);
        let compression = job.envelope.as_ref().map(|(_, envelope)| Compression::new(envelope));
        let offset = len.saturating_add(gap);
        bundles.push(job.report(offset, job.place.len, compression));
        len = offset.saturating_add(job.place.len);
        output
            .parts
            .push(OutputPart::Range { input: &job.input, place: job.place });
        before = (job.container.padding(), job.container.title());
    }
    let outputs = [output];
    context.split(|stdout, progress| match (task.dry_run, task.in_place, &outputs) {
        (true, ..) => Ok(()),
        // The input may be the output: it is replaced only after it has been read.
        (_, true, [output]) => write_checked(output, stdout, progress, &mut |_| Ok(())),
        _ => write_all(&outputs, stdout, progress),
    })?;
    Ok(report(task, size_before, files, bundles))
}

fn report(
    task: &Task<'_>,
    size_before: u64,
    files: Vec<ConvertedFile>,
    bundles: Vec<ConvertedBundle>,
) -> CompressReport {
    let end = |bundle: &ConvertedBundle| bundle.offset.0.saturating_add(bundle.size.0);
    CompressReport {
        output: task.output.as_ref().map(FileName::from),
        dry_run: task.dry_run,
        size_before: Integer(size_before),
        size: Integer(bundles.last().map_or(0, end)),
        files,
        bundles,
        ..CompressReport::default()
    }
}

struct Job {
    /// The file or the content of an envelope.
    input: Arc<Input>,
    place: Place,
    /// Bytes of the file that this replaces.
    taken: u64,
    text: bool,
    container: &'static dyn Container,
    version: Option<u64>,
    file: FileName,
    envelope: Option<(Arc<Input>, Arc<FoundEnvelope>)>,
}

impl Job {
    fn report(&self, offset: u64, size: u64, compression: Option<Compression>) -> ConvertedBundle {
        ConvertedBundle { file: self.file.clone(), offset: Integer(offset), size: Integer(size), compression }
    }
}

/// Refuses bundles within object files, and an output that is an input.
fn jobs(
    registry: &Registry,
    files: &[InputFile],
    (task, first): (&Task<'_>, Opened),
) -> Result<(Vec<Job>, Vec<ConvertedFile>, u64), Error> {
    let mut jobs: Vec<Job> = Vec::new();
    let mut reports = Vec::new();
    let mut first = Some(first);
    let mut size = 0_u64;
    for file in files {
        let (input, scan) = match first.take() {
            Some(opened) => opened,
            None => {
                let input = package::open(registry, file, task.scan)?;
                let scan = scan(registry, &input, task.scan)?;
                (input, scan)
            }
        };
        size = size.saturating_add(input.len());
        let name = input.name();
        if let Some(output) = task.output.as_ref().filter(|_| !task.in_place)
            && input.has_identity(identity(output))
        {
            return Err(Error::OutputIsInput { file: output.into() });
        }
        let inside = || Error::Inside { file: name.into() };
        if let Some(error) = scan.first_error() {
            return Err(error);
        }
        if let Some(external) = scan.external_code.first() {
            return Err(input.refuse(no_bits(&external.section)));
        }
        let in_a_member = scan.bundles.iter().any(|found| found.input.member().is_some());
        let in_an_object = scan.regions.iter().any(|region| region.kind != RegionKind::Whole);
        if in_a_member || in_an_object || scan.bundles.is_empty() {
            return Err(inside());
        }
        let before = jobs.len();
        for (number, found) in scan.bundles.iter().enumerate() {
            let job = job(registry, &input, &scan, number, found).ok_or_else(inside)?;
            // Text and the content of an envelope are single units with all their bundles.
            let again = |known: &Job| Arc::ptr_eq(&known.input, &job.input) && known.place == job.place;
            if !jobs.get(before..).unwrap_or_default().last().is_some_and(again) {
                jobs.push(job);
            }
        }
        let taken = jobs.get(before..).unwrap_or_default().iter().map(|job| job.taken);
        let left_out = input.len().saturating_sub(taken.fold(0, u64::saturating_add));
        reports.push(ConvertedFile {
            file: name.into(),
            dropped_size: Integer(left_out),
            rewritten: None,
            warnings: Diagnostic::of_scan(name, &scan).collect(),
        });
    }
    Ok((jobs, reports, size))
}

/// `None` if the container is within another file.
fn job(registry: &Registry, outer: &Arc<Input>, scan: &Scan, number: usize, found: &FoundBundle) -> Option<Job> {
    let Form::Container(container) = found.form else {
        return None;
    };
    let text = registry.is_text(container);
    let place = if text || found.envelope.is_some() {
        found.input.full_range()
    } else {
        // Empty contents may have offsets further down, even past the end, and that end moves if later bytes are
        // dropped. So a bundle reaches to the end of its contents, but at most to the next bundle or the end of the
        // file.
        let next = scan.bundles.get(number.saturating_add(1)).map(FoundBundle::start);
        let contents = found
            .bundle
            .entries
            .iter()
            .filter_map(|entry| entry.place.as_ref().ok());
        let end = contents.map(|place| place.end()).max().unwrap_or(0);
        let end = end.max(found.bundle.start.saturating_add(found.bundle.len));
        let end = end.min(next.unwrap_or(u64::MAX)).min(found.input.len());
        Place { ofs: found.bundle.start, len: end.saturating_sub(found.bundle.start) }
    };
    Some(Job {
        input: Arc::clone(&found.input),
        place,
        taken: found.envelope.as_ref().map_or(place.len, |envelope| envelope.len),
        text,
        container,
        version: found.bundle.version,
        file: outer.name().into(),
        envelope: found.envelope.clone().map(|envelope| (Arc::clone(outer), envelope)),
    })
}

/// `before` has the byte that may follow, and the format's title.
fn gap(
    output: &Path,
    len: u64,
    alignment: u64,
    before: (Option<u8>, &'static str),
) -> Result<(u64, Option<OutputPart<'static>>), Error> {
    let next = len.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX);
    let gap = next.saturating_sub(len);
    match before {
        _ if gap == 0 => Ok((0, None)),
        (Some(fill), _) => Ok((gap, Some(OutputPart::Fill { fill, len: gap }))),
        (None, format) => {
            let why = format!("{format}s cannot be aligned, because padding between them is not allowed");
            let refusal = Refusal::new("no-padding", why);
            Err(Error::Refused { file: output.into(), refusal })
        }
    }
}
