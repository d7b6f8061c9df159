//! What was taken out of packed images: the names of the files that no name was given for, one a line.

use std::path::Path;

use offload_bundle::Error;
use offload_bundle::report::{UnpackReport, UnpackedFile};

use super::details;
use super::notes::warn;
use super::printer::Printer;
use super::shown::show;

/// At most this many images are named that fit a request too.
const SHOWN: usize = 8;

/// Warns of what is odd in the input, and prints the names of files, or the report as JSON, if that is asked for.
///
/// # Errors
///
/// Standard output cannot be written.
pub(crate) fn unpack(printer: &mut Printer<'_>, report: &UnpackReport) -> Result<(), Error> {
    warn(printer, &report.file, &report.warnings);
    for output in report.outputs.iter().filter(|output| !output.others.is_empty()) {
        printer.note(&others(output));
    }
    for archive in report.archives.iter().filter(|archive| archive.needs_symbol_table) {
        printer.note(&format!(
            "{}: has no symbol table, because what a member defines is not known; `ranlib` makes one",
            archive.output
        ));
    }
    details::say_unpacked(printer, report);
    let given = report.outputs.iter().filter(|output| !output.is_named_here);
    let given = given.map(|output| output.output.as_path());
    let given: Vec<&Path> = given
        .chain(report.archives.iter().map(|archive| archive.output.as_path()))
        .collect();
    let text = |report: &UnpackReport, _| {
        let named = report.outputs.iter();
        let named = named.filter(|output| output.is_named_here || report.dry_run);
        named.map(|output| format!("{}\n", output.output)).collect()
    };
    printer.report_beside(report, text, given)
}

/// That more than the image that was written fits.
fn others(file: &UnpackedFile) -> String {
    let each = file.others.iter().take(SHOWN);
    let each = each.map(|other| other.id.as_deref().map_or_else(|| "?".into(), show));
    let mut each = each.collect::<Vec<_>>().join(", ");
    if let more @ 1.. = file.others.len().saturating_sub(SHOWN) {
        each.push_str(&format!(", and {more} more"));
    }
    let id = file.image.id.as_deref().map_or_else(|| "?".into(), show);
    format!(
        "{}: {id}, of which just this is said; what is asked for fits {each} too",
        file.output
    )
}
