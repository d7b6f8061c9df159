//! What is extracted: the names of the files, one a line.

use offload_bundle::Error;
use offload_bundle::ops::Progress;
use offload_bundle::ops::{Context, extract_with};
use offload_bundle::report::{ExtractItem, ExtractedFile, Outcome};
use offload_bundle::request::ExtractRequest;
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::details;
use super::json::JsonDocument;
use super::notes::{is_one_of_several, say_file_counts, say_matching, say_notes, say_request_notes};
use super::printer::Printer;

/// Extracts, and prints what was written, or why nothing was.
///
/// # Errors
///
/// Those of the operation but [`Error::NothingFits`]; standard output cannot be written.
pub(crate) fn extract(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &ExtractRequest,
    progress: &mut dyn Progress,
) -> Result<Outcome, Error> {
    let mut context = Context { progress: Some(progress), ..Context::default() };
    say_request_notes(printer, &request.filter.notes());
    // The worst of the inputs so far.
    let mut worst = Outcome::Done;
    let result = extract_all(printer, registry, request, &mut context, &mut worst);
    match result {
        Err(error @ Error::NothingFits { .. }) => {
            printer.failure(error.code(), &error.to_string());
            Ok(worst.max(error.outcome()))
        }
        other => other,
    }
}

fn extract_all(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &ExtractRequest,
    context: &mut Context<'_>,
    worst: &mut Outcome,
) -> Result<Outcome, Error> {
    // Whether there is a document to print is known when everything has been looked into.
    let mut files = Vec::new();
    let mut document: Option<JsonDocument> = None;
    let summary = extract_with(registry, request, context, &mut |item| {
        match item {
            ExtractItem::File(file) => {
                let several = is_one_of_several(&request.inputs, &file.file);
                say_notes(printer, &file.file, &file.notes, several);
                say_matching(printer, &file.file, file.notes.matching, several);
                *worst = (*worst).max(file.notes.outcome());
                files.extend(printer.is_json().then_some(file));
            }
            ExtractItem::PassedOver(error) => printer.detail(|| advise(&error)),
            ExtractItem::Output(output) => {
                details::say_extracted(printer, &output, request.dry_run);
                match printer.is_json() {
                    true => begun(&mut document, printer, &files)?.item(printer, &output)?,
                    false => printer.push(&format!("{}\n", output.output))?,
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    if printer.is_json() {
        begun(&mut document, printer, &files)?;
    }
    match document {
        Some(mut document) => {
            document.end(printer)?;
            document.members(printer, &summary)?;
            document.finish(printer)?;
        }
        None => printer.flush()?,
    }
    if let Some(counts) = summary.totals {
        say_file_counts(printer, counts);
    }
    // What is to be said of the request itself has been.
    let said = request.filter.notes().len();
    say_request_notes(printer, summary.notes.get(said..).unwrap_or_default());
    if summary.left_out > 0 && !printer.is_json() {
        printer.note(&format!(
            "entries without content that were left out: {}",
            summary.left_out
        ));
    }
    Ok(summary.outcome)
}

/// The document up to its outputs.
fn begun<'d>(
    document: &'d mut Option<JsonDocument>,
    printer: &mut Printer<'_>,
    files: &[ExtractedFile],
) -> Result<&'d mut JsonDocument, Error> {
    match document {
        Some(document) => Ok(document),
        None => {
            let mut begun = JsonDocument::begin(printer)?;
            begun.member(printer, "files", &files)?;
            begun.begin_list(printer, "outputs")?;
            Ok(document.insert(begun))
        }
    }
}
