//! What operations report.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use offload_bundle::FileName;
use offload_bundle::report::Diagnostic;
use serde::Serialize;

use crate::foreign::{Held, Out};
use crate::guard::or;
use crate::outcome::Outcome;
use crate::owned_text::to_c_string;
use crate::rows::{FileResult, Finding, KeptFile, KeptFinding, KeptOutput, KeptRow, Output, SizeRow};

/// What an operation reports. The caller frees it.
///
/// It has rows of several kinds, each with a count; an operation says which of them it fills. Their texts end with a zero byte, stay until the
/// report is freed, and are never null: where there is nothing to say, they are empty. `ob_report_json` has all that there is to say.
pub struct Report {
    outcome: Outcome,
    rows: Rows,
    write: Box<dyn Fn() -> serde_json::Result<String> + Send + Sync>,
    json: OnceLock<CString>,
}

/// The rows of a report.
#[derive(Default)]
pub(crate) struct Rows {
    files: Vec<KeptFile>,
    findings: Vec<KeptFinding>,
    pub(crate) sizes: Vec<KeptRow>,
    pub(crate) outputs: Vec<KeptOutput>,
}

impl Rows {
    /// Adds a file that was looked into.
    pub(crate) fn file(
        &mut self,
        file: &FileName,
        error: Option<&offload_bundle::Error>,
        outcome: offload_bundle::report::Outcome,
    ) {
        self.files.push(KeptFile::new(file, error, outcome));
    }

    /// Adds what is wrong or odd in `file`.
    pub(crate) fn findings(&mut self, file: &FileName, findings: &[Diagnostic]) {
        self.findings
            .extend(findings.iter().map(|found| KeptFinding::new(file, found)));
    }
}

impl Report {
    /// One with `rows`, which have been made of `report`.
    pub(crate) fn new(
        outcome: offload_bundle::report::Outcome,
        rows: Rows,
        report: impl Serialize + Send + Sync + 'static,
    ) -> Self {
        Self {
            outcome: outcome.into(),
            rows,
            write: Box::new(move || serde_json::to_string(&report)),
            json: OnceLock::new(),
        }
    }
}

/// Shows the row with this number to C. Where there is none, what is there stays as it is.
fn row<K, R>(rows: Option<&Vec<K>>, number: usize, out: Out<R>, shown: impl FnOnce(&K) -> R) -> bool {
    let row = rows.and_then(|rows| rows.get(number));
    match row.filter(|_| !out.is_null()) {
        Some(row) => {
            out.put(shown(row));
            true
        }
        None => false,
    }
}

/// How it went. `OB_OUTCOME_FAILED` for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_outcome(report: Held<Report>) -> Outcome {
    report.get().map_or(Outcome::Failed, |report| report.outcome)
}

/// All of it in JSON, in the form that the tool has for this operation (`cli/json-schema/`). It stays until the report is freed; it is empty
/// for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_json(report: Held<Report>) -> *const c_char {
    or(c"".as_ptr(), || {
        let Some(report) = report.get() else {
            return c"".as_ptr();
        };
        let json = report
            .json
            .get_or_init(|| to_c_string((report.write)().unwrap_or_default()));
        json.as_ptr()
    })
}

/// How many files were looked into.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_file_count(report: Held<Report>) -> usize {
    report.get().map_or(0, |report| report.rows.files.len())
}

/// One of them, from 0. No where there is none with this number; then `*file` is as it was.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_file(report: Held<Report>, number: usize, file: Out<FileResult>) -> bool {
    row(
        report.get().map(|report| &report.rows.files),
        number,
        file,
        KeptFile::to_row,
    )
}

/// How many things were found to be wrong or odd.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_finding_count(report: Held<Report>) -> usize {
    report.get().map_or(0, |report| report.rows.findings.len())
}

/// One of them, from 0. No where there is none with this number; then `*finding` is as it was.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_finding(report: Held<Report>, number: usize, finding: Out<Finding>) -> bool {
    row(
        report.get().map(|report| &report.rows.findings),
        number,
        finding,
        KeptFinding::to_row,
    )
}

/// How many things take space.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_size_row_count(report: Held<Report>) -> usize {
    report.get().map_or(0, |report| report.rows.sizes.len())
}

/// One of them, from 0, by what takes most. No where there is none with this number; then `*row` is as it was.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_size_row(report: Held<Report>, number: usize, size_row: Out<SizeRow>) -> bool {
    row(
        report.get().map(|report| &report.rows.sizes),
        number,
        size_row,
        KeptRow::to_row,
    )
}

/// How many files were written, or would be.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_output_count(report: Held<Report>) -> usize {
    report.get().map_or(0, |report| report.rows.outputs.len())
}

/// One of them, from 0. No where there is none with this number; then `*output` is as it was.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_output(report: Held<Report>, number: usize, output: Out<Output>) -> bool {
    row(
        report.get().map(|report| &report.rows.outputs),
        number,
        output,
        KeptOutput::to_row,
    )
}

/// Frees a report. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ob_report_free(report: Option<Box<Report>>) {
    or((), || drop(report));
}
