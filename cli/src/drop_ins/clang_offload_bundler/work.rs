//! Runs the operations, and turns their errors into the tool's messages.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use offload_bundle::input::reason;
use offload_bundle::input::{Input, InputFile, STANDARD};
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{ListedFile, UnbundleReport};
use offload_bundle::request::rules::{BundleRules, ScanRules, UnbundleRules};
use offload_bundle::request::{BundleRequest, EntryRequest, EntrySource, ListRequest, ScanRequest, UnbundleRequest};
use offload_bundle::{Error, Severity};
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::registry::FileType;

use super::archive;
use super::driver::Driver;
use super::targets::Target;
use crate::print;

pub(super) fn list(driver: &mut Driver<'_>) -> Result<(), String> {
    open_files(driver)?;
    let file_type = file_type(driver)?;
    if file_type.archive {
        // No release lists archives.
        let file = only_input(driver)?;
        let text = format!(
            "'{}': archives are not listed; offload-bundle list lists them",
            file.name()
        );
        driver.warn(&text);
        return Ok(());
    }
    let listed = list_input(driver, file_type)?;
    match &listed.notes.error {
        None | Some(Error::NotABundle { .. }) if listed.bundles.is_empty() => {
            // Scripts list arbitrary files, so this is not a failure.
            driver.warn(&not_a_bundle(&listed.file));
            return Ok(());
        }
        // If only later compressed bytes are damaged, all IDs are known.
        Some(error) if listed.bundles.is_empty() => return Err(message(driver, error, &[])),
        _ => {}
    }
    let mut seen = BTreeSet::new();
    let entries = listed.bundles.iter().flat_map(|bundle| &bundle.entries);
    let ids = entries
        .filter_map(|entry| entry.id.as_deref())
        .filter(|id| seen.insert(*id));
    let text: String = ids.flat_map(|id| [id, "\n"]).collect();
    driver
        .printer
        .print(&text)
        .map_err(|error| message(driver, &error, &[]))?;
    // The error among the warnings is printed last.
    let warnings = listed.notes.warnings.iter();
    let warnings = warnings.filter(|found| found.severity != Severity::Error);
    print::warn(&mut driver.printer, &listed.file, warnings);
    print::say_external_code(&mut driver.printer, &listed.file, &listed.notes.external_code);
    match &listed.notes.error {
        Some(error) => Err(message(driver, error, &[])),
        None if driver.is_verbose() => {
            let compressed = listed.bundles.iter().filter_map(|bundle| bundle.compression.clone());
            driver.report_decompressed(&compressed.collect::<Vec<_>>());
            Ok(())
        }
        None => Ok(()),
    }
}

/// Decompressed for statistics.
fn list_input(driver: &mut Driver<'_>, file_type: &'static FileType) -> Result<ListedFile, String> {
    let mut request = ListRequest::default();
    request.inputs = vec![only_input(driver)?.into()];
    request.scan = looking_for(file_type);
    request.verify = driver.is_verbose();
    let report = ops::list(driver.registry, &request).map_err(|error| message(driver, &error, &[]))?;
    report.files.into_iter().next().ok_or_else(String::new)
}

pub(super) fn bundle(driver: &mut Driver<'_>, targets: &[Target]) -> Result<(), String> {
    open_files(driver)?;
    let file_type = file_type(driver)?;
    for target in targets {
        if let (Some(what), Ok(stored)) = (&target.oddity, &target.written) {
            let given = &target.given;
            driver.warn(&format!(
                "target '{given}' is stored as '{stored}': this release {what}"
            ));
        }
    }
    let alignment = driver
        .options
        .bundle_align
        .map_or(file_type.default_alignment, u64::from);
    if alignment == 0 && !file_type.text {
        return Err("alignment must not be 0; give -bundle-align a number from 1".to_owned());
    }
    let stored = targets.iter().map(|target| target.spelling().to_string());
    let mut request = BundleRequest::default();
    request.file_type = Some(file_type);
    request.output = driver.options.output.first().cloned().unwrap_or_default();
    let entries = stored.zip(driver.inputs.iter().cloned());
    request.entries = entries.map(|(id, input)| EntrySource::new(id, input)).collect();
    request.alignment = Some(alignment.max(1));
    request.compression = driver.compression_request();
    request.dry_run = driver.options.print_commands == Some(true);
    let request = request.with_rules(BundleRules {
        unchecked: true,
        compress_where_possible: true,
        plain_local_groups: true,
        allow_output_is_input: true,
    });
    let mut context = Context { stdout: Some(driver.printer.stdout()), ..Context::default() };
    let report = ops::bundle(driver.registry, &request, &mut context);
    let report = report.map_err(|error| message(driver, &error, targets))?;
    if request.dry_run {
        driver.show_bundling(&report);
        return Ok(());
    }
    if report.compression.is_none() && request.compression.is_enabled() {
        let text = format!(
            "'{}': an object file is not compressed, and -compress has no effect",
            report.output
        );
        driver.warn(&text);
    }
    driver.report_compressed(report.compression.as_ref());
    Ok(())
}

pub(super) fn unbundle(driver: &mut Driver<'_>, targets: &[Target]) -> Result<(), String> {
    open_files(driver)?;
    let file_type = file_type(driver)?;
    if driver.options.check_input_archive == Some(true) {
        let listed = list_input(driver, file_type)?;
        match &listed.notes.error {
            // The operation itself reports a file without bundles.
            None | Some(Error::NotABundle { .. }) => archive::check(driver.registry.ids, &listed)?,
            Some(error) => return Err(message(driver, error, targets)),
        }
    }
    let mut request = UnbundleRequest::default();
    request.scan = looking_for(file_type);
    request.input = only_input(driver)?.into();
    let wanted = targets.iter().zip(driver.options.output.iter().cloned());
    let ids = driver
        .options
        .hip_openmp_compatible
        .filter(|asked| *asked)
        .map(|_| driver.registry.ids);
    request.wanted = wanted
        .map(|(target, output)| wanted_entry(target, output, ids))
        .collect();
    request.allow_missing = driver.options.allow_missing_bundles == Some(true);
    request.dry_run = driver.options.print_commands == Some(true);
    request.explain = driver.tells_decisions();
    request.verify = driver.is_verbose();
    let request = request.with_rules(UnbundleRules {
        unchecked: true,
        one_request_per_entry: true,
        allow_output_is_input: true,
        allow_same_output: true,
    });
    let mut context = Context { stdout: Some(driver.printer.stdout()), ..Context::default() };
    let mut report = UnbundleReport::default();
    let result = ops::unbundle_into(driver.registry, &request, &mut context, &mut report);
    match &result {
        Ok(()) | Err(Error::NotFound { .. }) => {}
        Err(Error::NotABundle { file, .. }) if file_type.archive => {
            return Err(archive::not_found(targets.first(), file));
        }
        Err(Error::NotABundle { .. }) => return Err(not_found(targets.iter())),
        Err(error) => return Err(message(driver, error, targets)),
    }
    if let Some(explained) = report.explanations.iter().flatten().next() {
        let stored = explained.entries.iter().filter_map(|entry| entry.id.as_deref());
        driver.tell_decisions(stored, targets);
    }
    if let Some(compressed) = &report.compressed {
        driver.report_decompressed(compressed);
    }
    // Members without code objects are skipped silently: libraries have many.
    let warnings = report.warnings.iter().filter(|found| found.severity > Severity::Note);
    print::warn(&mut driver.printer, &report.file, warnings);
    match result {
        Err(Error::NotFound { file, ids, .. }) => {
            let wanted = request.wanted.iter().zip(targets);
            let missing = wanted.filter(|(wanted, _)| {
                let mut asked = std::iter::once(&wanted.id).chain(&wanted.alternatives);
                asked.any(|id| ids.contains(id))
            });
            let mut missing = missing.map(|(_, target)| target);
            Err(match file_type.archive {
                true => archive::not_found(missing.next(), file),
                false => not_found(missing),
            })
        }
        Ok(()) if request.dry_run => {
            let listed = list_input(driver, file_type)?;
            driver.show_unbundling(&report, &listed);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// With `ids`, also an entry of an interchangeable kind if no other exists.
fn wanted_entry(target: &Target, output: PathBuf, ids: Option<&Grammar<'static>>) -> EntryRequest {
    let mut wanted = EntryRequest::new(&target.given, output);
    wanted.alternatives = ids.map_or_else(Vec::new, |ids| ids.interchangeable(&target.given));
    let odd = target.oddity.as_ref().and(target.written.as_ref().ok());
    wanted.alternatives.extend(odd.cloned());
    wanted
}

fn looking_for(file_type: &'static FileType) -> ScanRequest {
    let mut request = ScanRequest::default();
    request.file_type = Some(file_type);
    request.with_rules(ScanRules { own_form: true, unchecked: true })
}

/// Standard input is read once, on first use.
fn open_files(driver: &mut Driver<'_>) -> Result<(), String> {
    for path in &driver.options.input {
        let file = match InputFile::from(path.as_path()) {
            standard if path.as_os_str() == STANDARD => standard,
            file => {
                let opened = file.open();
                opened
                    .map_err(|error| message(driver, &Error::from(error), &[]))?
                    .into()
            }
        };
        driver.inputs.push(file);
    }
    Ok(())
}

fn only_input(driver: &mut Driver<'_>) -> Result<Arc<Input>, String> {
    let input = driver.inputs.first().cloned().unwrap_or_default();
    let opened = input
        .open()
        .map_err(|error| message(driver, &Error::from(error), &[]))?;
    driver.inputs = vec![Arc::clone(&opened).into()];
    Ok(opened)
}

/// If the emulated release has it.
fn file_type(driver: &Driver<'_>) -> Result<&'static FileType, String> {
    let name = driver.options.file_type.as_deref().unwrap_or_default();
    let number = |release: &str| release.parse::<u32>().ok();
    let release = number(&driver.release.behaves_as);
    let is_known = |file_type: &&FileType| match (file_type.since.and_then(number), release) {
        (Some(since), Some(release)) => since <= release,
        // A style that is not a release accepts all types.
        _ => true,
    };
    let found = driver.registry.file_type(name).filter(is_known);
    found.ok_or_else(|| format!("'{name}': invalid file type specified"))
}

fn not_a_bundle(file: impl Display) -> String {
    format!("'{file}': not an offload bundle")
}

fn not_found<'t>(targets: impl Iterator<Item = &'t Target>) -> String {
    let mut ids: Vec<&str> = targets.map(Target::spelling).collect();
    ids.sort_unstable();
    let listed = match ids.as_slice() {
        [first, second] => format!("{first} and {second}"),
        [most @ .., last] if !most.is_empty() => format!("{}, and {last}", most.join(", ")),
        ids => ids.concat(),
    };
    format!("Can't find bundles for {listed}")
}

fn message(driver: &Driver<'_>, error: &Error, targets: &[Target]) -> String {
    match error {
        Error::Io { file, error } | Error::Output { file, error } => format!("'{file}': {}", reason(error)),
        Error::NotABundle { file, .. } => not_a_bundle(file),
        // All releases print this for files of any length; scripts search for it.
        Error::NotAnArchive { file, .. } => format!("file too small to be an archive: {file}"),
        Error::NotFound { .. } => not_found(targets.iter()),
        Error::Unsupported { file, file_type, why, .. } => {
            format!("'{file}': not supported as file type '{file_type}': {why}")
        }
        other => {
            let words = driver.malformed_archive(other).or_else(|| driver.bad_compressed(other));
            words.unwrap_or_else(|| other.to_string())
        }
    }
}
