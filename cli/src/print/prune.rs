//! What was left of a file: a line for each ID, and how long the file is.

use offload_bundle::Error;
use offload_bundle::FileName;
use offload_bundle::report::{PruneReport, PrunedTarget};

use super::counted::counted;
use super::notes::{say_request_notes, warn};
use super::printer::{Printer, pretty};
use super::shown::shown;
use super::sizes::Sizes;

/// How bytes leave no file.
const ZERO: &str = "zero";

/// Says what is odd in the input, and prints what was kept and dropped.
///
/// # Errors
///
/// Standard output cannot be written.
pub(crate) fn prune(printer: &mut Printer<'_>, report: &PruneReport) -> Result<(), Error> {
    say_request_notes(printer, &report.notes);
    for file in &report.unpruned {
        printer.note(&format!("{}: left as found: {}", file.file, file.why));
    }
    odd(printer, report);
    report.files.iter().for_each(|file| odd(printer, file));
    let text = match printer.is_json() {
        true => pretty(report),
        false => said(report, printer.settings().sizes_out),
    };
    printer.print_beside(&text, report.output.iter().map(|output| output.as_path()))
}

/// Says what is odd in a file, and in what was left of it.
fn odd(printer: &mut Printer<'_>, report: &PruneReport) {
    warn(printer, &report.file, &report.warnings);
    if report.other_bundle_count > 0 {
        let others = counted(report.other_bundle_count, "bundle", "bundles");
        printer.note(&format!(
            "{}: {others} in other places of the file left as found",
            report.file
        ));
    }
    let without_code = report
        .bundles
        .iter()
        .filter(|bundle| bundle.dropped > 0 && bundle.kept_for_devices == 0);
    let without_code = without_code.count();
    if without_code > 0 {
        let of = counted(report.bundles.len(), "bundle", "bundles");
        printer.note(&format!(
            "{}: {without_code} of {of} left without code for a device",
            report.file
        ));
    }
    if report.way == Some(ZERO) {
        printer.note(&format!(
            "{}: as long as before: its program headers allow no part to leave it, or less than a page is free; the bytes are zeros",
            report.file
        ));
    }
}

fn said(report: &PruneReport, sizes: Sizes) -> String {
    let line = |target: &PrunedTarget| {
        let what = if target.kept { "kept" } else { "dropped" };
        let objects = counted(target.count, "entry", "entries");
        format!(
            "{what} {}: {objects}, {}\n",
            shown(&target.id),
            sizes.words(target.size.0)
        )
    };
    let mut text: String = report.targets.iter().map(line).collect();
    for file in report.files.iter().filter(|file| file.way.is_some()) {
        text.push_str(&size_of(&file.file, file, report.dry_run, sizes));
    }
    text.push_str(&size_of(
        report.output.as_ref().unwrap_or(&report.file),
        report,
        report.dry_run,
        sizes,
    ));
    text
}

/// How long the file `name` was and is.
fn size_of(name: &FileName, report: &PruneReport, dry_run: bool, sizes: Sizes) -> String {
    let way = report.way.map_or_else(String::new, |way| format!(" ({way})"));
    let (before, now) = (sizes.words(report.size_before.0), sizes.words(report.size.0));
    let verb = if dry_run { "would be" } else { "is" };
    format!("{name}: was {before}, {verb} {now}{way}\n")
}
