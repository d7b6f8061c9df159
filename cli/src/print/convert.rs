//! What was put into containers of another format: as text nothing is said of it but what is lost.

use offload_bundle::Error;
use offload_bundle::report::ConvertReport;

use super::details;
use super::notes::warn;
use super::printer::{Printer, pretty};

/// Warns of what is lost and of what is odd in the input, and prints the report as JSON, if that is asked for.
///
/// # Errors
///
/// Standard output cannot be written.
pub(crate) fn convert(printer: &mut Printer<'_>, report: &ConvertReport) -> Result<(), Error> {
    warn(printer, &report.file, &report.warnings);
    for loss in &report.left_out {
        printer.note(&format!("{}: left out: {}", report.file, loss.message));
    }
    for loss in &report.lost {
        printer.warning(&format!("{}: lost: {}", report.file, loss.message));
    }
    details::converted(printer, report);
    match printer.is_json() {
        true => printer.print_beside(&pretty(report), [report.output.as_path()].into_iter()),
        false => Ok(()),
    }
}
