//! The operations that write an input anew: with the code for some GPUs alone, compressed or not, with other code objects.

use std::path::PathBuf;

use offload_bundle::ops::{self, Context};
use offload_bundle::report::{CompressReport, Diagnostic, Outcome};
use offload_bundle::request::{
    CompressRequest, DecompressRequest, EntrySource, PruneRequest, ReplaceRequest, ScanRequest,
};
use offload_bundle::{FileName, REGISTRY};

use crate::code_objects::entries;
use crate::compression::Compressing;
use crate::error::{Error, Failure};
use crate::foreign::{Chars, List, Out, Several};
use crate::guard::make;
use crate::input::{Input, LOOKING, OB_DRY_RUN, OB_IN_PLACE, Options, gpus, path};
use crate::report::{Report, Rows};
use crate::rows::KeptOutput;
use crate::status::Status;

/// What all of these requests have: how to look into the input, whether nothing is written, whether the file itself is changed, and the output
/// otherwise.
fn writing(output: Chars, options: Option<&Options>) -> Result<(ScanRequest, bool, bool, Option<PathBuf>), Failure> {
    let options = Options::resolve(options, LOOKING | OB_DRY_RUN | OB_IN_PLACE)?;
    let is_in_place = options.has(OB_IN_PLACE);
    let output = match (is_in_place, output.bytes()) {
        (true, None) => None,
        (true, Some(_)) => {
            let message = "both an output and OB_IN_PLACE are given".to_owned();
            return Err(Failure::Argument("bad-word", message));
        }
        (false, _) => Some(path(output, "the path of the output")?),
    };
    Ok((options.scan(), options.has(OB_DRY_RUN), is_in_place, output))
}

/// Writes to `output` what is left of an input (a library, a program, a bundle, a wheel) when only the code for some GPUs stays: for those in
/// `keep`, or for all but those in `drop`; one of the lists is empty. Pointers follow, and the result is checked before it appears.
///
/// `options` may be null; it takes `OB_CARVE`, `OB_SKIP_DIGESTS`, `OB_NO_FOLLOW`, `OB_DRY_RUN` and `OB_IN_PLACE`, with which `output` is null.
/// The report has findings, and the output unless it was a dry run. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_prune(
    input: Input,
    keep: List,
    keep_count: usize,
    drop: List,
    drop_count: usize,
    output: Chars,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = PruneRequest::default();
        (request.scan, request.dry_run, request.in_place, request.output) = writing(output, options)?;
        request.keep = gpus(keep, keep_count)?;
        request.drop = gpus(drop, drop_count)?;
        request.input = input.file()?;
        let found = ops::prune(&REGISTRY, &request, &mut Context::default())?;
        let files = std::iter::once((&found.file, &found.warnings));
        let rows = done(files, Some(&found.file), found.output.as_ref(), found.size.0);
        Ok(Report::new(Outcome::Done, rows, found))
    })
}

/// Writes to `output` an input whose bundles are compressed where they are: a library, a program, a wheel, or bundles by themselves. All of the
/// code stays, and the result is checked before it appears. `how` may be null.
///
/// `options` as for `ob_prune`. The report has findings, and the output unless it was a dry run. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_compress_file(
    input: Input,
    how: Option<&Compressing>,
    output: Chars,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = CompressRequest::default();
        (request.scan, request.dry_run, request.in_place, request.output) = writing(output, options)?;
        request.compression = Compressing::request(how)?;
        request.inputs = vec![input.file()?];
        let found = ops::compress(&REGISTRY, &request, &mut Context::default())?;
        Ok(to_report(found))
    })
}

/// Writes to `output` an input whose compressed bundles are decompressed where they are, as `ob_compress_file` takes it. Everything is checked
/// that their headers declare.
///
/// `options` as for `ob_prune`. The report has findings, and the output unless it was a dry run. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_decompress_file(
    input: Input,
    output: Chars,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = DecompressRequest::default();
        (request.scan, request.dry_run, request.in_place, request.output) = writing(output, options)?;
        request.input = input.file()?;
        let found = ops::decompress(&REGISTRY, &request, &mut Context::default())?;
        Ok(to_report(found))
    })
}

/// The report of what was compressed or decompressed.
fn to_report(found: CompressReport) -> Report {
    let files = found.files.iter().map(|file| (&file.file, &file.warnings));
    let only = files.clone().next().filter(|_| files.len() == 1);
    let rows = done(files, only.map(|(file, _)| file), found.output.as_ref(), found.size.0);
    Report::new(Outcome::Done, rows, found)
}

/// What there is to say of the files, and what was written of the whole of `of`.
fn done<'f>(
    files: impl Iterator<Item = (&'f FileName, &'f Vec<Diagnostic>)>,
    of: Option<&FileName>,
    output: Option<&FileName>,
    size: u64,
) -> Rows {
    let mut rows = Rows::default();
    files.for_each(|(file, warnings)| rows.findings(file, warnings));
    rows.outputs
        .extend(of.and_then(|file| KeptOutput::whole(file, output, size)));
    rows
}

/// Writes to `output` an input in which `count` code objects are others: those of the entries with these bundle entry IDs, in whatever
/// spelling, hold what is in `code_objects` then, the first the first and so on. All other entries stay as they are.
///
/// `bundle` is the number of the bundle that they are in; `OB_NONE` where one bundle alone has such entries. `options` as for `ob_prune`. The
/// report has findings, and the output unless it was a dry run. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_replace(
    input: Input,
    ids: List,
    code_objects: Several<Input>,
    count: usize,
    bundle: u64,
    output: Chars,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = ReplaceRequest::default();
        (request.scan, request.dry_run, request.in_place, request.output) = writing(output, options)?;
        request.bundle = (bundle != crate::error::OB_NONE).then_some(bundle);
        for (id, code_object) in entries(ids, code_objects, count)? {
            request.entries.push(EntrySource::new(id, code_object.file()?));
        }
        request.input = input.file()?;
        let found = ops::replace(&REGISTRY, &request, &mut Context::default())?;
        let files = found.files.iter().map(|file| (&file.file, &file.warnings));
        let rows = done(files, Some(&found.file), found.output.as_ref(), found.size.0);
        Ok(Report::new(Outcome::Done, rows, found))
    })
}
