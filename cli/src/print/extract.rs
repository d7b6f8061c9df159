//! What is extracted: the names of the files, one a line.

use offload_bundle::Error;
use offload_bundle::ops::Progress;
use offload_bundle::ops::{Context, extract_with};
use offload_bundle::report::{ExtractItem, ExtractSummary, ExtractedFile, Outcome};
use offload_bundle::request::ExtractRequest;
use offload_bundle_core::registry::Registry;

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
    let result = match printer.is_json() {
        true => as_json(printer, registry, request, &mut context, &mut worst),
        false => as_text(printer, registry, request, &mut context, &mut worst),
    };
    match result {
        Err(error @ Error::NothingFits { .. }) => {
            printer.failure(error.code(), &error.to_string());
            Ok(worst.max(error.outcome()))
        }
        other => other,
    }
}

fn as_json(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &ExtractRequest,
    context: &mut Context<'_>,
    worst: &mut Outcome,
) -> Result<Outcome, Error> {
    // Whether there is a document to print is known when everything has been looked into.
    let mut files = Vec::new();
    let mut document: Option<JsonDocument> = None;
    let summary = extract_with(registry, request, context, &mut |item| match item {
        ExtractItem::File(file) => {
            say_input(printer, request, &file);
            *worst = (*worst).max(file.notes.outcome());
            files.push(file);
            Ok(())
        }
        ExtractItem::PassedOver(error) => {
            printer.detail(|| error.to_string());
            Ok(())
        }
        ExtractItem::Output(output) => {
            details::extracted(printer, &output, request.dry_run);
            begun(&mut document, printer, &files)?.item(printer, &output)
        }
        _ => Ok(()),
    })?;
    begun(&mut document, printer, &files)?;
    if let Some(mut document) = document {
        document.end(printer)?;
        document.members(printer, &summary)?;
        document.finish(printer)?;
    }
    say_how_chosen(printer, request, &summary);
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

/// Says what there is to say of an input.
fn say_input(printer: &mut Printer<'_>, request: &ExtractRequest, file: &ExtractedFile) {
    let several = is_one_of_several(&request.inputs, &file.file);
    say_notes(printer, &file.file, &file.notes, several);
    say_matching(printer, &file.file, file.notes.matching, several);
}

/// Says what is to be said of how entries were chosen; what is to be said of the request itself has been.
fn say_how_chosen(printer: &mut Printer<'_>, request: &ExtractRequest, summary: &ExtractSummary) {
    if let Some(counts) = summary.totals {
        say_file_counts(printer, counts);
    }
    let said = request.filter.notes().len();
    say_request_notes(printer, summary.notes.get(said..).unwrap_or_default());
}

fn as_text(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &ExtractRequest,
    context: &mut Context<'_>,
    worst: &mut Outcome,
) -> Result<Outcome, Error> {
    let summary = extract_with(registry, request, context, &mut |item| match item {
        ExtractItem::File(file) => {
            say_input(printer, request, &file);
            *worst = (*worst).max(file.notes.outcome());
            Ok(())
        }
        ExtractItem::PassedOver(error) => {
            printer.detail(|| error.to_string());
            Ok(())
        }
        ExtractItem::Output(output) => {
            details::extracted(printer, &output, request.dry_run);
            printer.push(&format!("{}\n", output.output))
        }
        _ => Ok(()),
    })?;
    printer.flush()?;
    say_how_chosen(printer, request, &summary);
    if summary.left_out > 0 {
        printer.note(&format!(
            "entries without content that were left out: {}",
            summary.left_out
        ));
    }
    Ok(summary.outcome)
}
