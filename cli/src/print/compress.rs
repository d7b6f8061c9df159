//! Bundles that were compressed or decompressed: as text nothing is said but warnings.

use offload_bundle::Error;
use offload_bundle::report::CompressReport;

use super::details;
use super::notes::warn;
use super::printer::{Printer, pretty};

/// Warns of what is wrong or odd in the inputs and of what was left out, and prints the report as JSON, if that is asked for.
///
/// # Errors
///
/// Standard output cannot be written.
pub(crate) fn compressed(printer: &mut Printer<'_>, report: &CompressReport) -> Result<(), Error> {
    for input in &report.files {
        warn(printer, &input.file, &input.warnings);
        if input.left_out_size > 0_u64.into() {
            printer.warning(&format!(
                "{}: bytes between and after bundles that are left out: {}",
                input.file, input.left_out_size
            ));
        }
    }
    details::recompressed(printer, report);
    match printer.is_json() {
        true => printer.print_beside(&pretty(report), [report.output.as_path()].into_iter()),
        false => Ok(()),
    }
}
