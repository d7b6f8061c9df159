//! Prints the report of `embed`.

use offload_bundle::Error;
use offload_bundle::report::{EmbedReport, EmbeddedSection};

use super::details::wrote;
use super::notes::warn;
use super::printer::Printer;
use super::shown::show;

pub(crate) fn embed(printer: &mut Printer<'_>, report: &EmbedReport) -> Result<(), Error> {
    warn(printer, &report.file, &report.warnings);
    let sizes = printer.settings().sizes_err;
    for section in &report.sections {
        printer.detail(|| format!("{}: {}", report.output, line(section)));
    }
    printer.detail(|| {
        let what = format!("an object with {}", report.file);
        wrote(&report.output, &sizes.words(report.size.0), &what, report.dry_run)
    });
    let text = |report: &EmbedReport, _| match report.dry_run {
        true => report
            .sections
            .iter()
            .map(|section| format!("{}\n", line(section)))
            .collect(),
        false => String::new(),
    };
    printer.report_beside(report, text, [report.output.as_path()])
}

fn line(section: &EmbeddedSection) -> String {
    let EmbeddedSection { name, offset, size, alignment, symbols, .. } = section;
    let symbols: Vec<String> = symbols.iter().map(|symbol| show(symbol)).collect();
    let symbols = match symbols.is_empty() {
        true => String::new(),
        false => format!(": {}", symbols.join(" ")),
    };
    format!("{name} at byte {offset:#x}, {size} bytes, aligned to {alignment}{symbols}")
}
