//! The operations on whole inputs: a file, bytes, a folder, a package.

use offload_bundle::REGISTRY;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::Outcome;
use offload_bundle::request::{
    ByteSize, ExtractRequest, PruneRequest, SizeBy, SizeRequest, SupportsRequest, VerifyRequest,
};
use offload_bundle_cli_words::FromWord;

use crate::error::{Error, Failure};
use crate::foreign::{Chars, List, Out};
use crate::guard::make;
use crate::input::{Input, LOOKING, OB_DRY_RUN, OB_FORCE, OB_LENIENT, Options, gpu, gpus, optional, path};
use crate::report::{Report, Rows};
use crate::rows::{KeptOutput, KeptRow};
use crate::status::Status;

/// Checks an input down to its code objects: layout, sizes, digests, IDs, and whether each code object is for the processor that its ID says.
/// With `require`, names of `require_count` GPUs, also that every bundle has code for each of them.
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
        request.scan = Options::given(options, LOOKING)?.scan();
        request.required = gpus(require, require_count)?;
        request.inputs = vec![input.file()?];
        let mut found = ops::verify(&REGISTRY, &request)?;
        if let [file] = found.files.as_mut_slice() {
            or_error(&mut file.summary.error)?;
        }
        let mut rows = Rows::default();
        for file in &found.files {
            rows.file(&file.file, file.summary.error.as_ref(), file.summary.outcome);
            rows.findings(&file.file, &file.findings);
        }
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
        request.scan = Options::given(options, LOOKING)?.scan();
        request.inputs = vec![input.file()?];
        let mut found = ops::supports(&REGISTRY, &request)?;
        if let [file] = found.files.as_mut_slice() {
            or_error(&mut file.notes.error)?;
        }
        let mut rows = Rows::default();
        for file in &found.files {
            let outcome = match (file.supported, file.notes.outcome()) {
                (Some(false), Outcome::Done) => Outcome::Negative,
                (None, Outcome::Done) => Outcome::Failed,
                (_, outcome) => outcome,
            };
            rows.file(&file.file, file.notes.error.as_ref(), outcome);
            rows.findings(&file.file, &file.notes.warnings);
        }
        Ok(Report::new(found.outcome, rows, found))
    })
}

/// Measures what takes the space in an input, `by` `arch`, `kind`, `file`, `bundle` or `kernel`; null: by `arch`. No byte is in two rows.
/// `budget` is how many bytes the rows may take in the files; more makes the outcome negative, as nothing at all does; 0: any number.
///
/// `options` as for `ob_verify`. The report has files, findings and size rows. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_size(
    input: Input,
    by: Chars,
    budget: u64,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let mut request = SizeRequest::default();
        request.scan = Options::given(options, LOOKING)?.scan();
        if let Some(word) = optional(&by, "the word for what to measure by")? {
            let by = SizeBy::from_word(&REGISTRY, word.as_ref());
            request.by = by.map_err(|why| Failure::Argument("bad-word", format!("{word:?}: {why}")))?;
        }
        request.budget = (budget != 0).then_some(ByteSize(budget));
        request.inputs = vec![input.file()?];
        let mut found = ops::size(&REGISTRY, &request)?;
        if let [file] = found.files.as_mut_slice() {
            or_error(&mut file.notes.error)?;
        }
        let mut rows = Rows::default();
        for file in &found.files {
            rows.file(&file.file, file.notes.error.as_ref(), file.notes.outcome());
            rows.findings(&file.file, &file.notes.warnings);
        }
        rows.sizes.extend(found.rows.iter().map(KeptRow::of));
        Ok(Report::new(found.outcome, rows, found))
    })
}

/// Writes the code objects of an input into the folder `folder`, which is made if it is not there: those for `target_count` GPUs, or all
/// where that is 0. All appear together, or none does.
///
/// `options` may be null; it takes what `ob_verify` takes, and `OB_LENIENT`, `OB_FORCE` and `OB_DRY_RUN`. The report has files, findings and
/// outputs. The caller frees `*report`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_extract(
    input: Input,
    folder: Chars,
    targets: List,
    target_count: usize,
    options: Option<&Options>,
    report: Out<Option<Box<Report>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(report, error, || {
        let options = Options::given(options, LOOKING | OB_LENIENT | OB_FORCE | OB_DRY_RUN)?;
        let mut request = ExtractRequest::default();
        request.scan = options.scan();
        request.lenient = options.has(OB_LENIENT);
        request.force = options.has(OB_FORCE);
        request.dry_run = options.has(OB_DRY_RUN);
        request.filter.targets = gpus(targets, target_count)?;
        request.folder = path(folder, "the folder")?;
        request.inputs = vec![input.file()?];
        let mut found = ops::extract(&REGISTRY, &request, &mut Context::default())?;
        if let [file] = found.files.as_mut_slice() {
            or_error(&mut file.notes.error)?;
        }
        let mut rows = Rows::default();
        for file in &found.files {
            rows.file(&file.file, file.notes.error.as_ref(), file.notes.outcome());
            rows.findings(&file.file, &file.notes.warnings);
        }
        rows.outputs.extend(found.outputs.iter().map(KeptOutput::of));
        Ok(Report::new(found.summary.outcome, rows, found))
    })
}

/// Writes to `output` what is left of an input (a library, a program, a bundle, a wheel) when only the code for some GPUs stays: for those in
/// `keep`, or for all but those in `drop`; one of the lists is empty. Pointers follow, and the result is checked before it appears.
///
/// `options` may be null; it takes `OB_CARVE`, `OB_SKIP_DIGESTS`, `OB_NO_FOLLOW` and `OB_DRY_RUN`. The report has findings, and the output
/// unless it was a dry run. The caller frees `*report`.
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
        let options = Options::given(options, LOOKING | OB_DRY_RUN)?;
        let mut request = PruneRequest::default();
        request.scan = options.scan();
        request.dry_run = options.has(OB_DRY_RUN);
        request.keep = gpus(keep, keep_count)?;
        request.drop = gpus(drop, drop_count)?;
        request.output = Some(path(output, "the path of the output")?);
        request.input = input.file()?;
        let found = ops::prune(&REGISTRY, &request, &mut Context::default())?;
        let mut rows = Rows::default();
        rows.findings(&found.file, &found.warnings);
        rows.outputs.extend(KeptOutput::of_pruned(&found));
        Ok(Report::new(Outcome::Done, rows, found))
    })
}

/// Where one file is all that was looked into, what kept that from being done is the error of the call.
fn or_error(error: &mut Option<offload_bundle::Error>) -> Result<(), Failure> {
    error.take().map_or(Ok(()), |error| Err(error.into()))
}
