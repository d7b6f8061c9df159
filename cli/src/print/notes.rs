//! What is to be said of an input besides what it holds, one line each.

use offload_bundle::FileName;
use offload_bundle::report::{Diagnostic, ExternalCode, FileNotes, RequestNote};

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
        Some(error) => printer.message(&error.to_string()),
        None => warn(printer, file, &notes.warnings),
    }
    say_external_code(printer, file, &notes.external_code);
}

/// Warns of what is wrong or odd in the input `file`.
pub(crate) fn warn(printer: &mut Printer<'_>, file: &FileName, warnings: &[Diagnostic]) {
    for Diagnostic { file: inner, offset, path, message, .. } in warnings {
        let file = inner.as_ref().unwrap_or(file);
        let path = in_parentheses(path);
        printer.warning(&format!("{file}: at byte {offset:#x}{path}: {message}"));
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
    for ExternalCode { section, offset, reference, .. } in external_code {
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
