//! Prints the report of `diff`.

use offload_bundle::Error;
use offload_bundle::ops;
use offload_bundle::report::{Change, CodeChange, DiffReport, DiffSide, Outcome};
use offload_bundle::request::DiffRequest;
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::counted::pluralize;
use super::notes::{say_notes, say_request_notes};
use super::printer::Printer;
use super::settings::Settings;
use super::shown::{NOTHING, show_or_dash};
use super::table::{Align, table};

pub(crate) fn diff(printer: &mut Printer<'_>, registry: &Registry, request: &DiffRequest) -> Result<Outcome, Error> {
    let report = ops::diff(registry, request)?;
    for error in report.before.passed_over.iter().chain(&report.after.passed_over) {
        printer.detail(|| advise(error));
    }
    printer.report(&report, text)?;
    for side in [&report.before, &report.after] {
        for file in &side.files {
            say_notes(printer, &file.file, &file.notes, file.file != side.input);
        }
    }
    say_request_notes(printer, &report.notes);
    if let Some(error) = &report.error {
        printer.message(&error.to_string());
    }
    Ok(report.outcome)
}

fn text(report: &DiffReport, settings: Settings) -> String {
    let mut text = String::new();
    if !report.changes.is_empty() {
        text.push_str(&code_objects(&report.changes, settings));
        text.push('\n');
    }
    let side = |side: &DiffSide| {
        format!(
            "{}, {} in {}",
            pluralize(side.code_object_count, "code object", "code objects"),
            settings.sizes_of_sums.words(side.size.0),
            pluralize(side.file_count, "file", "files"),
        )
    };
    text.push_str(&format!(
        "before: {}; after: {}; {} the same\n",
        side(&report.before),
        side(&report.after),
        report.same_count
    ));
    text
}

fn word(change: Change) -> &'static str {
    match change {
        Change::Removed => "removed",
        Change::Added => "added",
        _ => "changed",
    }
}

fn code_objects(changes: &[CodeChange], settings: Settings) -> String {
    let sizes = settings.sizes_of_sums;
    let mut aligns = vec![Align::Left, Align::Left, Align::Left, Align::Right, Align::Right, Align::Right];
    let mut headings = vec!["change", "target", "kind", "code objects", "before", "after"];
    let has_files = changes.iter().any(|change| change.file.is_some());
    if has_files {
        aligns.push(Align::Left);
        headings.push("file");
    }
    let mut rows = vec![
        headings
            .iter()
            .map(|heading| settings.heading(heading))
            .collect::<Vec<String>>(),
    ];
    rows.extend(changes.iter().map(|change| {
        let count = match (change.before_count, change.after_count) {
            (0, count) | (count, 0) => count.to_string(),
            (before, after) if before == after => before.to_string(),
            (before, after) => format!("{before} to {after}"),
        };
        let mut cells = vec![
            word(change.change).to_owned(),
            show_or_dash(change.target.as_deref()),
            show_or_dash(change.kind.as_deref()),
            count,
            sizes.cell(change.before_size.0),
            sizes.cell(change.after_size.0),
        ];
        if has_files {
            cells.push(change.file.as_ref().map_or_else(|| NOTHING.into(), ToString::to_string));
        }
        cells
    }));
    table(settings.columns, &aligns, &rows)
}
