//! Prints the report of `replace`.

use offload_bundle::Error;
use offload_bundle_rewrite::{ReplaceReport, ReplacedEntry};

use super::notes::warn;
use super::printer::Printer;
use super::rewritten::{note_unchanged_bundles, note_unchanged_size, say_left, size_change_text};
use super::settings::Settings;
use super::shown::show;

pub(crate) fn replace(printer: &mut Printer<'_>, report: &ReplaceReport) -> Result<(), Error> {
    say_left(printer, &report.unchanged, report.dry_run);
    for file in &report.files {
        warn(printer, &file.file, &file.warnings);
        note_unchanged_bundles(printer, &file.file, file.rewritten.other_bundle_count, report.dry_run);
        note_unchanged_size(printer, &file.file, file.rewritten.resize_method);
    }
    printer.report_beside(report, summarize, report.output.iter().map(|output| output.as_path()))
}

fn summarize(report: &ReplaceReport, settings: Settings) -> String {
    let sizes = settings.sizes_out;
    let line = |entry: &ReplacedEntry| {
        let (id, bundle) = (show(&entry.id), entry.bundle);
        match entry.changed {
            true => {
                let (before, now) = (sizes.words(entry.size_before.0), sizes.words(entry.size.0));
                let (replaced, is) = match report.dry_run {
                    true => ("would replace", "would be"),
                    false => ("replaced", "is"),
                };
                format!("{replaced} {id} in bundle {bundle}: was {before}, {is} {now}\n")
            }
            false => {
                let left = if report.dry_run { "would leave" } else { "left" };
                format!("{left} {id} in bundle {bundle}: it has these bytes\n")
            }
        }
    };
    let mut text: String = report.entries.iter().map(line).collect();
    let name = report.output.as_ref().unwrap_or(&report.file);
    let way = report.files.iter().find_map(|file| file.rewritten.resize_method);
    text.push_str(&size_change_text(
        name,
        (report.size_before.0, report.size.0),
        way,
        report.dry_run,
        sizes,
    ));
    text
}
