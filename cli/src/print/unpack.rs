//! Prints the report of `unpack`.

use std::path::Path;

use offload_bundle::Error;
use offload_bundle::report::{UnpackReport, UnpackedFile};

use super::counted::list_first;
use super::details;
use super::notes::{say_no_symbol_table, warn};
use super::printer::Printer;
use super::shown::show;

pub(crate) fn unpack(printer: &mut Printer<'_>, report: &UnpackReport) -> Result<(), Error> {
    warn(printer, &report.file, &report.warnings);
    for output in report.outputs.iter().filter(|output| !output.other_matches.is_empty()) {
        printer.note(&others(output));
    }
    for archive in report.archives.iter().filter(|archive| archive.needs_symbol_table) {
        say_no_symbol_table(printer, &archive.output);
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

fn others(file: &UnpackedFile) -> String {
    let each = file.other_matches.iter();
    let each = list_first(each.map(|other| other.id.as_deref().map_or_else(|| "?".into(), show)));
    let id = file.image.id.as_deref().map_or_else(|| "?".into(), show);
    format!(
        "{}: {id} lacks other values; the request also matches {each}",
        file.output
    )
}
