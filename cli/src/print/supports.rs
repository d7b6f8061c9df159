//! Whether files run on a GPU: one line each, and what there is where they do not.

use offload_bundle::Error;
use offload_bundle::ops::supports_with;
use offload_bundle::report::{Outcome, SupportedBy, SupportedFile, SupportingTarget, SupportsItem};
use offload_bundle::request::SupportsRequest;
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::counted::pluralize;
use super::json::JsonDocument;
use super::notes::{is_one_of_several, say_file_counts, say_notes, say_request_notes};
use super::printer::Printer;
use super::shown::show;

/// So many bundles that have nothing are named.
const NAMED: usize = 8;

/// Answers for each file as it has been looked into.
///
/// # Errors
///
/// Those of the operation; standard output cannot be written.
pub(crate) fn supports(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &SupportsRequest,
) -> Result<Outcome, Error> {
    let mut document: Option<JsonDocument> = None;
    let summary = supports_with(registry, request, &mut |item| {
        let document = JsonDocument::files(&mut document, printer)?;
        match item {
            SupportsItem::File(file) => {
                match document {
                    Some(document) => document.item(printer, &*file)?,
                    None => printer.print(&answer(&file, request.target.text()))?,
                }
                say_notes(
                    printer,
                    &file.file,
                    &file.notes,
                    is_one_of_several(&request.inputs, &file.file),
                );
            }
            SupportsItem::PassedOver(error) => printer.detail(|| advise(&error)),
            _ => {}
        }
        Ok(())
    })?;
    JsonDocument::files(&mut document, printer)?;
    if let Some(mut document) = document {
        document.end(printer)?;
        document.members(printer, &summary)?;
        document.finish(printer)?;
    }
    say_request_notes(printer, &summary.notes);
    if let Some(totals) = summary.totals {
        say_file_counts(printer, totals);
    }
    Ok(summary.outcome)
}

/// The answer for one file.
fn answer(file: &SupportedFile, target: &str) -> String {
    let name = &file.file;
    let with = file.with.iter().map(|with| {
        let SupportingTarget { target, how, unit_count, .. } = with;
        let how = match how {
            SupportedBy::Exact => "",
            SupportedBy::Variant => ", another variant",
            SupportedBy::Generic => ", generic",
            SupportedBy::Earlier => ", earlier processor",
            SupportedBy::Compiled => ", compiled by the driver",
            SupportedBy::WithoutKernels => ", without kernels",
            _ => "",
        };
        format!(
            "{} ({unit_count} of {}{how})",
            show(target),
            pluralize(file.unit_count, "bundle", "bundles")
        )
    });
    let with: Vec<String> = with.collect();
    match file.supported {
        Some(true) => format!("{name}: yes: {}\n", with.join(", ")),
        Some(false) => {
            let without = file.bundles_without.len();
            let which: Vec<String> = file
                .bundles_without
                .iter()
                .take(NAMED)
                .map(ToString::to_string)
                .collect();
            let more = match without.saturating_sub(which.len()) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let what = match without == file.unit_count {
                true => format!(
                    "none of {} has code for {target}",
                    pluralize(file.unit_count, "bundle", "bundles")
                ),
                false => format!(
                    "{without} of {} have no code for {target}: {}{more}; others: {}",
                    pluralize(file.unit_count, "bundle", "bundles"),
                    which.join(", "),
                    with.join(", ")
                ),
            };
            format!(
                "{name}: no: {what}; there is code for {}\n",
                show(&file.targets.join(", "))
            )
        }
        None if !file.notes.external_code.is_empty() => {
            let mut variables = file
                .notes
                .external_code
                .iter()
                .filter_map(|code| code.turned_off_by.as_ref());
            let why = match variables.next() {
                Some(variable) => format!(" because {variable} is set, as it keeps loaders from them"),
                None => String::new(),
            };
            format!("{name}: no: its code is in other files, which are not looked into{why}\n")
        }
        None if file.notes.error.is_none() => format!("{name}: no: it holds no code for GPUs\n"),
        None => String::new(),
    }
}
