//! The work itself, done by the operations; their errors become the tool's messages.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use offload_bundle::error::OpError;
use offload_bundle::input::{Input, STANDARD};
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::reason::reason;
use offload_bundle::request::{BundleRequest, EntrySource, ListRequest, ScanRequest, UnbundleRequest, WantedEntry};
use offload_bundle::scan::scan;
use offload_bundle_core::registry::FileType;

use super::driver::Driver;
use super::targets::Target;

/// Lists the only input.
pub(super) fn list(driver: &mut Driver<'_>) -> Result<(), String> {
    check_readable(driver)?;
    let file_type = file_type(driver)?;
    let inputs = driver.options.input.clone();
    let mut request = ListRequest::default();
    request.inputs = inputs.iter().cloned().map(Into::into).collect();
    request.scan = looking_for(file_type);
    request.ids_only = true;
    request.unchecked = true;
    let (result, messages) = in_session(driver, |session| ops::list(session, &request));
    match result {
        Ok(Outcome::Yes) => {
            pass_on(driver, &messages);
            let reported = driver.report_input(&request.scan);
            reported.map_err(|error| message(driver, &error, &[]))
        }
        Ok(Outcome::No | Outcome::Partly) => Err(not_a_bundle(inputs.first().cloned().unwrap_or_default().display())),
        Err(error) => Err(message(driver, &error, &[])),
    }
}

/// Bundles the inputs.
pub(super) fn bundle(driver: &mut Driver<'_>, targets: &[Target]) -> Result<(), String> {
    check_readable(driver)?;
    let file_type = file_type(driver)?;
    let alignment = driver
        .options
        .bundle_align
        .map_or(file_type.default_alignment, u64::from);
    if alignment == 0 && !file_type.text {
        return Err("alignment must not be 0; give -bundle-align a number from 1".to_owned());
    }
    let stored = targets.iter().map(|target| target.shown().to_string());
    let mut request = BundleRequest::default();
    request.file_type = Some(file_type);
    request.output = driver.options.output.first().cloned().unwrap_or_default();
    let entries = stored.zip(driver.options.input.iter().cloned());
    request.entries = entries.map(|(id, input)| EntrySource::new(id, input)).collect();
    request.alignment = Some(alignment.max(1));
    request.unchecked = true;
    request.allow_output_is_input = true;
    request.compression = driver.compression_request();
    let (result, messages) = in_session(driver, |session| ops::bundle_reporting(session, &request));
    pass_on(driver, &messages);
    let report = result.map_err(|error| message(driver, &error, targets))?;
    driver.report_compressed(report.as_ref());
    Ok(())
}

/// Takes the only input apart.
pub(super) fn unbundle(driver: &mut Driver<'_>, targets: &[Target]) -> Result<(), String> {
    check_readable(driver)?;
    let file_type = file_type(driver)?;
    let input = driver.options.input.first().cloned().unwrap_or_default();
    let asked = asked(driver, &input, file_type, targets).map_err(|error| message(driver, &error, targets))?;
    let mut request = UnbundleRequest::default();
    request.scan = looking_for(file_type);
    request.input = input.into();
    let wanted = asked.into_iter().zip(driver.options.output.iter().cloned());
    request.wanted = wanted.map(|(id, output)| WantedEntry::new(id, output)).collect();
    request.allow_missing = driver.options.allow_missing_bundles == Some(true);
    request.allow_output_is_input = true;
    request.one_request_per_entry = true;
    request.allow_same_output = true;
    request.unchecked = true;
    let (result, messages) = in_session(driver, |session| ops::unbundle(session, &request));
    if matches!(result, Ok(_) | Err(OpError::NotFound { .. })) {
        let reported = driver.report_input(&request.scan);
        reported.map_err(|error| message(driver, &error, targets))?;
    }
    pass_on(driver, &messages);
    match result {
        Ok(_) => Ok(()),
        Err(OpError::NotFound { ids, .. }) => {
            let wanted = request.wanted.iter().zip(targets);
            let missing = wanted.filter(|(asked, _)| ids.contains(&asked.id));
            Err(not_found(missing.map(|(_, target)| target)))
        }
        Err(OpError::NotABundle { .. }) => Err(not_found(targets.iter())),
        Err(error) => Err(message(driver, &error, targets)),
    }
}

/// What to ask for, one for each target: the target, or its like of another kind where that is asked for and only it is there.
fn asked(
    driver: &Driver<'_>,
    input: &Path,
    file_type: &'static FileType,
    targets: &[Target],
) -> Result<Vec<String>, OpError> {
    let given = targets.iter().map(|target| target.given.clone());
    if driver.options.hip_openmp_compatible != Some(true) || input.as_os_str() == STANDARD {
        return Ok(given.collect());
    }
    let ids = driver.registry.ids;
    let stored: Vec<String> = match scan(driver.registry, &Arc::new(Input::open(input)?), &looking_for(file_type)) {
        Ok(scan) => {
            let entries = scan.bundles.iter().flat_map(|found| found.bundle.entries.iter());
            entries.filter_map(|entry| entry.id.clone().ok()).collect()
        }
        // Whether that is an error is for the operation to say.
        Err(_) => Vec::new(),
    };
    let is_there = |id: &String| stored.iter().any(|stored| ids.verdict(stored, id).compatible);
    let chosen = given.map(|target| {
        let alternatives = ids.interchangeable(&target);
        let mut candidates = std::iter::once(target.clone()).chain(alternatives);
        candidates.find(is_there).unwrap_or(target)
    });
    Ok(chosen.collect())
}

/// How to look into an input of this type.
fn looking_for(file_type: &'static FileType) -> ScanRequest {
    let mut request = ScanRequest::default();
    request.file_type = Some(file_type);
    request.own_form = true;
    request
}

/// The files to read must be there before anything else is looked at; standard input is read once, when its turn comes.
fn check_readable(driver: &Driver<'_>) -> Result<(), String> {
    for input in driver
        .options
        .input
        .iter()
        .filter(|input| input.as_os_str() != STANDARD)
    {
        Input::open(input).map_err(|error| message(driver, &OpError::from(error), &[]))?;
    }
    Ok(())
}

/// The file type asked for, if the emulated release knows it.
fn file_type(driver: &Driver<'_>) -> Result<&'static FileType, String> {
    let name = driver.options.file_type.as_deref().unwrap_or_default();
    let number = |release: &str| release.parse::<u32>().ok();
    let release = number(&driver.style);
    let is_known = |file_type: &&FileType| match (file_type.since.and_then(number), release) {
        (Some(since), Some(release)) => since <= release,
        // A style that is no release knows everything.
        _ => true,
    };
    let found = driver.registry.file_type(name).filter(is_known);
    found.ok_or_else(|| format!("'{name}': invalid file type specified"))
}

/// Runs an operation. What it says on the side is kept: it is not always to be passed on.
fn in_session<T>(driver: &mut Driver<'_>, operation: impl FnOnce(&mut Session<'_>) -> T) -> (T, Vec<u8>) {
    let mut messages = Vec::new();
    let result = operation(&mut Session {
        registry: driver.registry,
        program: driver.program,
        out: driver.out,
        err: &mut messages,
        json: false,
        progress: &mut (),
    });
    (result, messages)
}

fn pass_on(driver: &mut Driver<'_>, messages: &[u8]) {
    // A standard error that cannot be written to leaves nobody to tell.
    let _ = driver.err.write_all(messages);
}

fn not_a_bundle(file: impl Display) -> String {
    format!("'{file}': not an offload bundle")
}

/// No entry serves these targets; they are shown sorted.
fn not_found<'t>(targets: impl Iterator<Item = &'t Target>) -> String {
    let mut ids: Vec<&str> = targets.map(Target::shown).collect();
    ids.sort_unstable();
    let listed = match ids.as_slice() {
        [first, second] => format!("{first} and {second}"),
        [most @ .., last] if !most.is_empty() => format!("{}, and {last}", most.join(", ")),
        ids => ids.concat(),
    };
    format!("Can't find bundles for {listed}")
}

/// The tool's words for an error of an operation.
fn message(driver: &Driver<'_>, error: &OpError, targets: &[Target]) -> String {
    match error {
        OpError::Io { file, error } => format!("'{file}': {}", reason(error)),
        OpError::NotABundle { file, .. } => not_a_bundle(file),
        OpError::NotFound { .. } => not_found(targets.iter()),
        OpError::Unsupported { file, file_type, why } => {
            format!("'{file}': not yet supported as file type '{file_type}': {why}")
        }
        other => driver.bad_compressed(other).unwrap_or_else(|| other.to_string()),
    }
}
