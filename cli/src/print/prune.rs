//! Prints the report of `prune`.

use offload_bundle::Error;
use offload_bundle::FileName;
use offload_bundle_rewrite::{PruneReport, PrunedTarget};

use super::counted::pluralize;
use super::notes::{say_request_notes, warn};
use super::printer::Printer;
use super::rewritten::{leave, note_unchanged_bundles, note_unchanged_size, say_left, size_change_text};
use super::settings::Settings;
use super::shown::show;

pub(crate) fn prune(printer: &mut Printer<'_>, report: &PruneReport) -> Result<(), Error> {
    say_request_notes(printer, &report.notes);
    say_left(printer, &report.unpruned, report.dry_run);
    odd(printer, report, report.dry_run);
    report.files.iter().for_each(|file| odd(printer, file, report.dry_run));
    printer.report_beside(report, summarize, report.output.iter().map(|output| output.as_path()))
}

fn odd(printer: &mut Printer<'_>, report: &PruneReport, dry_run: bool) {
    warn(printer, &report.file, &report.warnings);
    note_unchanged_bundles(printer, &report.file, report.other_bundle_count, dry_run);
    let without_code = report
        .bundles
        .iter()
        .filter(|bundle| bundle.dropped > 0 && bundle.kept_for_devices == 0);
    let without_code = without_code.count();
    if without_code > 0 {
        let of = pluralize(report.bundles.len(), "bundle", "bundles");
        printer.note(&format!(
            "{}: {without_code} of {of} {} without code for a device",
            report.file,
            leave(dry_run)
        ));
    }
    note_unchanged_size(printer, &report.file, report.resize_method);
}

fn summarize(report: &PruneReport, settings: Settings) -> String {
    let sizes = settings.sizes_out;
    let line = |target: &PrunedTarget| {
        let what = match (target.kept, report.dry_run) {
            (true, false) => "kept",
            (false, false) => "dropped",
            (true, true) => "would keep",
            (false, true) => "would drop",
        };
        let objects = pluralize(target.count, "entry", "entries");
        let image = target
            .image
            .as_ref()
            .map_or_else(String::new, |image| format!(" ({image})"));
        format!(
            "{what} {}{image}: {objects}, {}\n",
            show(&target.id),
            sizes.words(target.size.0)
        )
    };
    let mut text: String = report.targets.iter().map(line).collect();
    let is = |file: &PruneReport, name: &FileName| {
        let sizes_of = (file.size_before.0, file.size.0);
        size_change_text(name, sizes_of, file.resize_method, report.dry_run, sizes)
    };
    for file in report.files.iter().filter(|file| file.resize_method.is_some()) {
        text.push_str(&is(file, &file.file));
    }
    text.push_str(&is(report, report.output.as_ref().unwrap_or(&report.file)));
    text
}
