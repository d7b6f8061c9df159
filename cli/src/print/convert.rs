//! Prints the report of `convert`; its text has warnings only.

use offload_bundle::Error;
use offload_bundle::report::ConvertReport;

use super::details;
use super::notes::warn;
use super::printer::Printer;

pub(crate) fn convert(printer: &mut Printer<'_>, report: &ConvertReport) -> Result<(), Error> {
    warn(printer, &report.file, &report.warnings);
    for loss in &report.omitted {
        let left_out = if report.dry_run {
            "would be left out"
        } else {
            "left out"
        };
        printer.note(&format!("{}: {left_out}: {}", report.file, loss.message));
    }
    for loss in &report.lost {
        let lost = if report.dry_run { "would be lost" } else { "lost" };
        printer.warning(&format!("{}: {lost}: {}", report.file, loss.message));
    }
    details::say_converted(printer, report);
    let outputs = report.output.iter().map(|output| output.as_path());
    printer.report_beside(report, |_, _| String::new(), outputs)
}
