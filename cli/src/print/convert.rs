//! Prints what `convert` did: of containers of another format only what was lost, of code that was moved a line for each archive and file.

use offload_bundle::Error;
use offload_bundle::report::{ConvertReport, MovedCode};

use super::counted::pluralize;
use super::details;
use super::notes::{say_request_notes, warn};
use super::printer::Printer;
use super::rewritten::{as_long, in_other_places, say_left, was_and_is};
use super::settings::Settings;
use super::shown::show;
use super::sizes::Sizes;

/// The name of the format of files with their code.
const EMBEDDED: &str = "embedded";

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
    let outputs = || report.output.iter().map(|output| output.as_path());
    let Some(moved) = &report.moved else {
        details::say_converted(printer, report);
        return printer.report_beside(report, |_, _| String::new(), outputs());
    };
    say_request_notes(printer, &moved.notes);
    say_left(printer, &moved.left);
    for file in &moved.files {
        in_other_places(printer, &file.file, file.other_bundle_count);
        as_long(printer, &file.output, Some(file.way));
    }
    for file in &moved.already {
        printer.note(&format!("{file}: left as found: {}", already(report)));
    }
    let text = |report: &ConvertReport, settings: Settings| summarize(report, moved, settings.sizes_out);
    printer.report_beside(report, text, outputs())
}

/// Why a file is left whose code is where it is to be.
fn already(report: &ConvertReport) -> &'static str {
    match report.format == EMBEDDED {
        true => "its code is in it",
        false => "its code was moved before",
    }
}

fn summarize(report: &ConvertReport, moved: &MovedCode, sizes: Sizes) -> String {
    let mut text = String::new();
    for target in moved.targets.iter().filter(|target| !target.kept) {
        let objects = pluralize(target.count, "entry", "entries");
        text.push_str(&format!(
            "dropped {}: {objects}, {}\n",
            show(&target.id),
            sizes.words(target.size.0)
        ));
    }
    for archive in &moved.archives {
        let objects = pluralize(archive.code_object_count, "code object", "code objects");
        text.push_str(&format!(
            "{}: {}: {objects} for {}, {} without compression\n",
            archive.file,
            sizes.words(archive.size.0),
            archive.targets.join(", "),
            sizes.words(archive.code_size.0)
        ));
    }
    for file in &moved.files {
        let lengths = (file.size_before.0, file.size.0);
        text.push_str(&was_and_is(
            &file.output,
            lengths,
            Some(file.way),
            report.dry_run,
            sizes,
        ));
    }
    // A file by itself has its line.
    let is_one = matches!(&moved.files[..], [file] if Some(&file.output) == report.output.as_ref());
    let is_alone = moved.files.is_empty() || is_one;
    if let (Some(output), false) = (&report.output, is_alone) {
        let lengths = (moved.size_before.0, report.size.0);
        text.push_str(&was_and_is(output, lengths, None, report.dry_run, sizes));
    }
    text
}
