//! What is to be said of an input besides what it holds, one line each.

use offload_bundle::report::{Diagnostic, ExternalCode, FileNotes, Member, RequestNote};
use offload_bundle::{FileName, Severity};

use super::printer::Printer;

/// Says what is to be said of a request itself.
pub(super) fn say_request_notes(printer: &mut Printer<'_>, notes: &[RequestNote]) {
    for RequestNote { message, .. } in notes {
        printer.note(message);
    }
}

/// Says why the input `file` could not be dealt with, or what is wrong or odd in it; and where its device code went.
pub(super) fn say_notes(printer: &mut Printer<'_>, file: &FileName, notes: &FileNotes) {
    match &notes.error {
        Some(error) if notes.is_archive => say_damage(printer, file, &error.to_string(), &notes.warnings),
        Some(error) => printer.message(&error.to_string()),
        None => warn(printer, file, &notes.warnings),
    }
    say_external_code(printer, file, &notes.external_code);
}

/// Warns of what is wrong or odd in the input `file`.
pub(crate) fn warn(printer: &mut Printer<'_>, file: &FileName, warnings: &[Diagnostic]) {
    for diagnostic in warnings {
        let text = line(file, diagnostic);
        match diagnostic.severity {
            Severity::Note => printer.note(&text),
            _ => printer.warning(&text),
        }
    }
}

/// Says what is wrong with the members of an archive: `first`, and what else is found in the archive `file`. Some of it is dealt with all the
/// same.
fn say_damage(printer: &mut Printer<'_>, file: &FileName, first: &str, warnings: &[Diagnostic]) {
    printer.message(first);
    let (errors, warnings): (Vec<_>, Vec<_>) = warnings
        .iter()
        .cloned()
        .partition(|found| found.severity == Severity::Error);
    let errors = errors.iter().map(|error| line(file, error));
    errors
        .filter(|error| error != first)
        .for_each(|error| printer.message(&error));
    warn(printer, file, &warnings);
}

/// One finding in the input `file`.
fn line(file: &FileName, diagnostic: &Diagnostic) -> String {
    let Diagnostic { file: inner, offset, path, message, .. } = diagnostic;
    let (file, path) = (inner.as_ref().unwrap_or(file), in_parentheses(path));
    format!("{file}: at byte {offset:#x}{path}: {message}")
}

/// The name of the input `file`, or of the member of it that something is in.
pub(super) fn within(file: &FileName, member: Option<&Member>) -> String {
    match member {
        Some(member) => format!("{file}({})", member.name),
        None => file.to_string(),
    }
}

/// The path of a field after the place where it stands, if there is one.
pub(super) fn in_parentheses(path: &str) -> String {
    match path {
        "" => String::new(),
        path => format!(" ({path})"),
    }
}

/// Says of the sections of the input `file` whose device code is not in it where it went.
pub(crate) fn say_external_code(printer: &mut Printer<'_>, file: &FileName, external_code: &[ExternalCode]) {
    for ExternalCode { member, section, offset, reference, .. } in external_code {
        let file = within(file, member.as_ref());
        let note = match reference {
            Some(reference) if reference.section == *section => {
                format!("the section {section} says where it was moved to")
            }
            Some(reference) => {
                let name = &reference.section;
                format!(
                    "the section {section} has no bytes in this file; the section {name} says where they were moved to"
                )
            }
            None => format!("the section {section} has no bytes in this file"),
        };
        printer.note(&format!(
            "{file}: at byte {offset:#x}: device code is elsewhere: {note}"
        ));
    }
}
