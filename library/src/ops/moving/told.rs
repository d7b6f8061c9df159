//! What is told of code that moved.

use crate::file_name::FileName;
use crate::report::{ConvertReport, Diagnostic, Integer, MovedCode};
use crate::request::ConvertRequest;

/// The report of code in the format called `format`; `output` is where it went, and `size` its length there.
pub(super) fn report_moved(
    request: &ConvertRequest,
    format: &'static str,
    (output, size): (Option<FileName>, u64),
    warnings: Vec<Diagnostic>,
    moved: MovedCode,
) -> ConvertReport {
    ConvertReport {
        file: request.input.name(),
        output,
        size: Integer(size),
        format,
        container_count: moved.archives.len(),
        dry_run: request.dry_run,
        warnings,
        moved: Some(moved),
        ..ConvertReport::default()
    }
}
