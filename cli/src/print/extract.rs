//! Prints the report of `extract`.

use offload_bundle::Error;
use offload_bundle::ops::Progress;
use offload_bundle::ops::{Context, extract_with};
use offload_bundle::report::{Item, NotedFile, Outcome};
use offload_bundle::request::ExtractRequest;
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::details;
use super::notes::{is_one_of_several, say_file_counts, say_matching, say_notes, say_request_notes};
use super::printer::Printer;

pub(crate) fn extract(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &ExtractRequest,
    progress: &mut dyn Progress,
) -> Result<Outcome, Error> {
    let mut context = Context { progress: Some(progress), ..Context::default() };
    say_request_notes(printer, &request.filter.notes());
    // The worst outcome so far.
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
    let report = extract_with(registry, request, context, &mut |item| {
        match item {
            Item::File(NotedFile { file, notes, .. }) => {
                let several = is_one_of_several(&request.inputs, file);
                say_notes(printer, file, notes, several);
                say_matching(printer, file, notes.matching, several);
                *worst = (*worst).max(notes.outcome());
            }
            Item::PassedOver(error) => printer.detail(|| advise(&error)),
        }
        Ok(())
    })?;
    for output in &report.outputs {
        details::say_extracted(printer, output, request.dry_run);
    }
    printer.report(&report, |report, _| {
        report
            .outputs
            .iter()
            .map(|output| format!("{}\n", output.output))
            .collect()
    })?;
    let summary = &report.summary;
    if let Some(counts) = summary.totals {
        say_file_counts(printer, counts);
    }
    // Notes on the request itself have been printed already.
    let said = request.filter.notes().len();
    say_request_notes(printer, summary.notes.get(said..).unwrap_or_default());
    if summary.omitted > 0 && !printer.is_json() {
        printer.note(&format!(
            "entries without content that were left out: {}",
            summary.omitted
        ));
    }
    Ok(summary.outcome)
}
