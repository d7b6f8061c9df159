//! The operations on whole inputs: a file, bytes, a folder, a package.

use offload_bundle::ops::{self, Context};
use offload_bundle::report::{Diagnostic, FileNotes, Outcome};
use offload_bundle::request::{
    ByteSize, DiffRequest, ExtractRequest, SizeBy, SizeRequest, SupportsRequest, VerifyRequest,
};
use offload_bundle::{FileName, REGISTRY};
use offload_bundle_cli_words::FromWord;

use crate::error::{Error, Failure};
use crate::filter::Filter;
use crate::foreign::{Chars, List, Out};
use crate::guard::make;
use crate::input::{Input, LOOKING, OB_DRY_RUN, OB_FORCE, OB_LENIENT, Options, gpu, gpus, optional, path};
use crate::report::{Report, Rows};
use crate::rows::{KeptOutput, KeptRow};
use crate::status::Status;

/// Checks an input down to its code objects: layout, sizes, digests, IDs, and whether each code object is for the processor that its ID says.
/// With `require`, names of `require_count` GPUs, also asks of each what `ob_supports` asks: a no makes the outcome negative.
///
/// `options` may be null; it takes `OB_CARVE`, `OB_SKIP_DIGESTS` and `OB_NO_FOLLOW`. The report has files and findings; its outcome is done
/// where nothing is wrong. That something is wrong with the input is no error: the status is `OB_STATUS_OK`. Where it
/// is one file that cannot be read, or holds no bundles, that is an error. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_verify(
    input: Input,
    options: Option<&Options>,
    require: List,
    require_count: usize,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = VerifyRequest::default();
        request.scan = Options::resolve(options, LOOKING)?.scan();
        request.required = gpus(require, require_count)?;
        request.inputs = vec![input.file()?];
        let mut found = ops::verify(&REGISTRY, &request)?;
        let rows = rows_of(&mut found.files, |file| Looked {
            file: &file.file,
            error: &mut file.summary.error,
            findings: &file.findings,
            outcome: file.summary.outcome,
        })?;
        Ok(Report::new(found.outcome, rows, found))
    })
}

/// Asks whether all of an input runs on a GPU: a target ID, or the name of a product. The outcome of the report is done for yes, negative for
/// no, and failed where it is not known. `options` as for `ob_verify`. The report has files and findings. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_supports(
    input: Input,
    target: Chars,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = SupportsRequest::new(gpu(&target)?);
        request.scan = Options::resolve(options, LOOKING)?.scan();
        request.inputs = vec![input.file()?];
        let mut found = ops::supports(&REGISTRY, &request)?;
        let whole = found.outcome;
        let mut files = found.inputs.iter_mut().flat_map(|input| &mut input.files);
        let mut files: Vec<_> = files.by_ref().collect();
        let rows = rows_of(&mut files, |file| {
            let outcome = file.notes.outcome().max(whole);
            Looked { outcome, ..with_notes(&file.file, &mut file.notes) }
        })?;
        Ok(Report::new(found.outcome, rows, found))
    })
}

/// Measures what takes the space in an input, `by` `arch`, `kind`, `file`, `bundle` or `kernel`; null: by `arch`. No byte is in two rows.
/// `budget` is how many bytes the rows may take in the files; more makes the outcome negative, as nothing at all does; 0: any number.
/// `filter` says of which entries; it may be null.
///
/// `options` as for `ob_verify`. The report has files, findings and size rows. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_size(
    input: Input,
    by: Chars,
    budget: u64,
    filter: Option<&Filter>,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = SizeRequest::default();
        request.scan = Options::resolve(options, LOOKING)?.scan();
        if let Some(word) = optional(&by, "the word for what to measure by")? {
            let by = SizeBy::from_word(&REGISTRY, word.as_ref());
            request.by = by.map_err(|why| Failure::Argument("bad-word", format!("{word:?}: {why}")))?;
        }
        request.filter = Filter::to_wanted(filter)?;
        request.budget = (budget != 0).then_some(ByteSize(budget));
        request.inputs = vec![input.file()?];
        let mut found = ops::size(&REGISTRY, &request)?;
        let mut rows = rows_of(&mut found.files, |file| with_notes(&file.file, &mut file.notes))?;
        rows.sizes.extend(found.rows.iter().map(KeptRow::new));
        Ok(Report::new(found.outcome, rows, found))
    })
}

/// Writes the code objects of an input into the folder `folder`, which is made if it is not there: those that `filter` wants, or all where that
/// is null. All appear together, or none does.
///
/// `options` may be null; it takes what `ob_verify` takes, and `OB_LENIENT`, `OB_FORCE` and `OB_DRY_RUN`. The report has files, findings and
/// outputs. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_extract(
    input: Input,
    folder: Chars,
    filter: Option<&Filter>,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let options = Options::resolve(options, LOOKING | OB_LENIENT | OB_FORCE | OB_DRY_RUN)?;
        let mut request = ExtractRequest::default();
        request.scan = options.scan();
        request.lenient = options.has(OB_LENIENT);
        request.force = options.has(OB_FORCE);
        request.dry_run = options.has(OB_DRY_RUN);
        request.filter = Filter::to_wanted(filter)?;
        request.folder = path(folder, "the folder")?;
        request.inputs = vec![input.file()?];
        let mut found = ops::extract(&REGISTRY, &request, &mut Context::default())?;
        let mut rows = rows_of(&mut found.files, |file| with_notes(&file.file, &mut file.notes))?;
        rows.outputs.extend(found.outputs.iter().map(KeptOutput::new));
        Ok(Report::new(found.summary.outcome, rows, found))
    })
}

/// Says how the code objects and kernels of two inputs differ: files, packages, folders. The outcome of the report is done where nothing does,
/// and negative where something does. `filter` may be null; `options` as for `ob_verify`.
///
/// The report has findings; what came, went and changed is in its JSON. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_diff(
    before: Input,
    after: Input,
    filter: Option<&Filter>,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = DiffRequest::default();
        request.scan = Options::resolve(options, LOOKING)?.scan();
        request.filter = Filter::to_wanted(filter)?;
        (request.before, request.after) = (before.file()?, after.file()?);
        let found = ops::diff(&REGISTRY, &request)?;
        let mut rows = Rows::default();
        for file in found.before.files.iter().chain(&found.after.files) {
            rows.findings(&file.file, &file.notes.warnings);
        }
        Ok(Report::new(found.outcome, rows, found))
    })
}

/// What is told of a file that was looked into.
struct Looked<'f> {
    file: &'f FileName,
    error: &'f mut Option<offload_bundle::Error>,
    findings: &'f [Diagnostic],
    outcome: Outcome,
}

/// The rows of what was looked into. Where that is one file alone, what kept it from being done is the error of the call.
fn rows_of<T>(files: &mut [T], looked: impl Fn(&mut T) -> Looked<'_>) -> Result<Rows, Failure> {
    if let [file] = files {
        looked(file)
            .error
            .take()
            .map_or(Ok(()), |error| Err(Failure::from(error)))?;
    }
    let mut rows = Rows::default();
    for file in files {
        let Looked { file, error, findings, outcome } = looked(file);
        rows.file(file, error.as_ref(), outcome);
        rows.findings(file, findings);
    }
    Ok(rows)
}

/// The same of files that have notes beside their names.
fn with_notes<'f>(file: &'f FileName, notes: &'f mut FileNotes) -> Looked<'f> {
    let outcome = notes.outcome();
    Looked { file, error: &mut notes.error, findings: &notes.warnings, outcome }
}
