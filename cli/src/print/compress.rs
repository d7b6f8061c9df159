//! Prints the report of `compress` and `decompress`.

use offload_bundle::Error;
use offload_bundle::report::{CompressReport, Integer};

use super::details;
use super::notes::warn;
use super::printer::Printer;
use super::rewritten::{note_unchanged_bundles, note_unchanged_size, say_left, size_change_text};
use super::settings::Settings;

pub(crate) fn compress(printer: &mut Printer<'_>, report: &CompressReport) -> Result<(), Error> {
    say_left(printer, &report.unchanged, report.dry_run);
    for input in &report.files {
        warn(printer, &input.file, &input.warnings);
        if input.dropped_size > 0_u64.into() {
            printer.warning(&format!(
                "{}: bytes between and after bundles that {} out: {}",
                input.file,
                if report.dry_run { "would be left" } else { "are left" },
                input.dropped_size
            ));
        }
        if let Some(rewritten) = &input.rewritten {
            note_unchanged_bundles(printer, &input.file, rewritten.other_bundle_count, report.dry_run);
            note_unchanged_size(printer, &input.file, rewritten.resize_method);
        }
    }
    details::say_recompressed(printer, report);
    printer.report_beside(report, summarize, report.output.iter().map(|output| output.as_path()))
}

/// Bare bundles are listed in dry runs only.
fn summarize(report: &CompressReport, settings: Settings) -> String {
    let sizes = settings.sizes_out;
    let rewritten = || {
        report
            .files
            .iter()
            .filter_map(|file| Some((&file.file, file.rewritten.as_ref()?)))
    };
    let name = report.output.as_ref().or(report.package.as_ref());
    let name = name.or(report.files.first().map(|file| &file.file));
    let Some(name) = name.filter(|_| report.dry_run || rewritten().next().is_some()) else {
        return String::new();
    };
    let is = |name, before: Integer, now: Integer, way| {
        size_change_text(name, (before.0, now.0), way, report.dry_run, sizes)
    };
    // A single file outside a package.
    let alone = rewritten()
        .map(|(_, file)| file)
        .find(|file| file.size_before == report.size_before);
    let mut text = String::new();
    for (name, file) in rewritten().filter(|(_, file)| alone.is_none() && file.resize_method.is_some()) {
        text.push_str(&is(name, file.size_before, file.size, file.resize_method));
    }
    text.push_str(&is(
        name,
        report.size_before,
        report.size,
        alone.and_then(|file| file.resize_method),
    ));
    text
}
