//! A bundle that was written: as text nothing is said of it but what may not be meant.

use offload_bundle::Error;
use offload_bundle::report::BundleReport;

use super::details;
use super::printer::Printer;

/// Warns of what may not be meant, and prints the report as JSON, if that is asked for.
///
/// # Errors
///
/// Standard output cannot be written.
pub(crate) fn bundle(printer: &mut Printer<'_>, report: &BundleReport) -> Result<(), Error> {
    for warning in &report.warnings {
        printer.warning(&warning.message);
    }
    details::say_bundled(printer, report);
    printer.report_beside(report, |_, _| String::new(), [report.output.as_path()])
}
