//! Prints messages about an input, one per line.

use offload_bundle::input::InputFile;
use offload_bundle::report::{
    Diagnostic, ExternalCode, ExternalPath, FileCounts, FileNotes, Integer, Matching, Member, Outcome, RequestNote,
    Searched,
};
use offload_bundle::{FileName, Severity};

use super::advice::{advise, advise_on_finding};
use super::counted::pluralize;
use super::printer::Printer;
use super::settings::Verbosity;
use super::shown::show;

pub(crate) fn say_request_notes(printer: &mut Printer<'_>, notes: &[RequestNote]) {
    for RequestNote { message, .. } in notes {
        printer.note(message);
    }
}

/// "Not a bundle" is an error only for a single input.
pub(super) fn say_notes(printer: &mut Printer<'_>, file: &FileName, notes: &FileNotes, several: bool) {
    match &notes.error {
        Some(error) if several && error.outcome() == Outcome::Negative => printer.detail(|| advise(error)),
        Some(error) if notes.is_archive => say_damage(printer, file, &advise(error), &notes.warnings),
        Some(error) => printer.error(error),
        None => warn(printer, file, &notes.warnings),
    }
    say_searched(printer, file, notes.searched);
    say_external_code(printer, file, &notes.external_code);
}

/// Several inputs, a folder or a package.
pub(super) fn is_one_of_several(inputs: &[InputFile], name: &FileName) -> bool {
    match inputs {
        [input] => input.name() != *name,
        _ => true,
    }
}

pub(super) fn all(FileCounts { file_count, .. }: FileCounts) -> String {
    match file_count {
        1 => "all of 1 file".into(),
        count => format!("all {count} files"),
    }
}

/// Files without bundles; `--verbose` names them.
pub(super) fn say_file_counts(printer: &mut Printer<'_>, counts: FileCounts) {
    let FileCounts { file_count, without_bundles_count, .. } = counts;
    let files = pluralize(file_count, "file", "files");
    let which = match printer.settings().verbosity {
        Verbosity::Verbose => "",
        _ => "; `-v` names them",
    };
    match without_bundles_count {
        _ if file_count == 0 => printer.message("no files were found"),
        0 => {}
        _ if counts.is_without_bundles() => {
            printer.message(&format!(
                "none of {files} holds an offload bundle{}",
                which.replace("which", "what they are")
            ));
        }
        1 => printer.note(&format!("1 of {files} holds no offload bundle{which}")),
        without => printer.note(&format!("{without} of {files} hold no offload bundles{which}")),
    }
}

/// With `--verbose`.
pub(super) fn say_searched(printer: &mut Printer<'_>, file: &FileName, searched: Option<Searched>) {
    let sizes = printer.settings().sizes_err;
    let Some(Searched { size, unsearched_size: left_size, .. }) = searched else {
        return;
    };
    printer.detail(|| {
        let (size, left) = (sizes.words(size.0), sizes.words(left_size.0));
        match left_size.0 {
            0 => format!("{file}: searched {size} besides the sections that are known to hold bundles, which is all"),
            _ => format!(
                "{file}: searched {size} besides the sections that are known to hold bundles; not searched: {left} of code, tables and \
                 what no program loads"
            ),
        }
    });
}

/// If not all do. For a single input, an error reports that no bundle matches.
pub(super) fn say_matching(printer: &mut Printer<'_>, file: &FileName, matching: Option<Matching>, several: bool) {
    let Some(matching) = matching.filter(|matching| matching.is_partial() && (several || matching.bundles > 0)) else {
        return;
    };
    printer.note(&format!("{file}: {} a matching entry", bundle_count_text(matching)));
}

/// Such as `1 of 6 bundles has`.
pub(super) fn bundle_count_text(Matching { bundles, total: of, .. }: Matching) -> String {
    match bundles {
        0 => format!("none of {} has", pluralize(of, "bundle", "bundles")),
        1 => format!("1 of {} has", pluralize(of, "bundle", "bundles")),
        bundles => format!("{bundles} of {of} bundles have"),
    }
}

pub(super) fn say_no_symbol_table(printer: &mut Printer<'_>, output: &FileName) {
    printer.note(&format!(
        "{output}: lacks a symbol table, because the symbols of a member are unknown; use `ranlib`"
    ));
}

pub(crate) fn warn<'w>(printer: &mut Printer<'_>, file: &FileName, warnings: impl IntoIterator<Item = &'w Diagnostic>) {
    for diagnostic in warnings {
        let text = line(file, diagnostic);
        match diagnostic.severity {
            Severity::Note => printer.note(&text),
            _ => printer.warning(&text),
        }
    }
}

/// Intact members are processed.
fn say_damage(printer: &mut Printer<'_>, file: &FileName, first: &str, warnings: &[Diagnostic]) {
    printer.message(first);
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    let errors = warnings.iter().filter(is_error).map(|error| line(file, error));
    errors
        .filter(|error| error != first)
        .for_each(|error| printer.message(&error));
    warn(printer, file, warnings.iter().filter(|found| !is_error(found)));
}

fn line(file: &FileName, diagnostic: &Diagnostic) -> String {
    let Diagnostic { file: inner, offset, path, .. } = diagnostic;
    let (file, path) = (inner.as_ref().unwrap_or(file), in_parentheses(path));
    format!("{file}: at byte {offset:#x}{path}: {}", advise_on_finding(diagnostic))
}

pub(super) fn within(file: &FileName, member: Option<&Member>) -> String {
    match member {
        Some(member) => format!("{file}({})", member.name),
        None => file.to_string(),
    }
}

/// With the offset of a find in it.
pub(super) fn section(name: Option<&str>, offset: Option<Integer>) -> Option<String> {
    let name = show(name?);
    Some(match offset {
        Some(offset) => format!("{name}+{offset:#x}"),
        None => name,
    })
}

pub(super) fn in_parentheses(path: &str) -> String {
    match path {
        "" => String::new(),
        path => format!(" ({path})"),
    }
}

pub(crate) fn say_external_code(printer: &mut Printer<'_>, file: &FileName, external_code: &[ExternalCode]) {
    for ExternalCode { member, section, offset, moved_count, reference, disabled_by: turned_off_by, .. } in
        external_code
    {
        let file = within(file, member.as_ref());
        let note = match reference {
            Some(reference) if reference.section == *section => {
                format!("the section `{section}` refers to kpack archives")
            }
            Some(reference) => {
                let name = &reference.section;
                format!("the section `{section}` has no data; `{name}` refers to kpack archives")
            }
            None if *moved_count > 0 => {
                let wrappers = pluralize(
                    usize::try_from(*moved_count).unwrap_or(usize::MAX),
                    "wrapper says",
                    "wrappers say",
                );
                format!("{wrappers} that it was moved to another file, which is unknown")
            }
            None => format!("the section `{section}` has no data"),
        };
        let paths = reference.iter().flat_map(|reference| &reference.paths);
        let paths: Vec<String> = paths.map(external_path_text).collect();
        let colon = if paths.is_empty() { "" } else { ": " };
        let off = turned_off_by.as_ref().map(|variable| {
            format!("; {variable} is set, so that loaders do not look for it, and it was not looked for: unset it to have it followed")
        });
        printer.note(&format!(
            "{file}: at byte {offset:#x}: device code is elsewhere: {note}{colon}{}{}",
            paths.join("; "),
            off.unwrap_or_default()
        ));
    }
}

fn external_path_text(ExternalPath { path, files, .. }: &ExternalPath) -> String {
    match files.as_deref() {
        None => path.to_string(),
        Some([]) => format!("{path} (no such file)"),
        Some(files) => {
            let targets: Vec<&str> = files.iter().filter_map(|file| file.target.as_deref()).collect();
            match targets.as_slice() {
                [] => format!("{path} (there)"),
                targets => format!("{path} (there for {})", show(&targets.join(", "))),
            }
        }
    }
}
