//! Prints the report of `bundle`; its text has warnings only.

use offload_bundle::Error;
use offload_bundle::report::BundleReport;

use super::details;
use super::printer::Printer;

pub(crate) fn bundle(printer: &mut Printer<'_>, report: &BundleReport) -> Result<(), Error> {
    for warning in &report.warnings {
        printer.warning(&warning.message);
    }
    details::say_bundled(printer, report);
    printer.report_beside(report, |_, _| String::new(), [report.output.as_path()])
}
