//! Prints the report of `pack`.

use offload_bundle::Error;
use offload_bundle::report::{PackReport, PackedImage};

use super::details;
use super::printer::Printer;
use super::shown::show;

pub(crate) fn pack(printer: &mut Printer<'_>, report: &PackReport) -> Result<(), Error> {
    for warning in &report.warnings {
        printer.warning(&warning.message);
    }
    for note in &report.notes {
        printer.note(&note.message);
    }
    details::say_packed(printer, report);
    let text = |report: &PackReport, _| match report.dry_run {
        true => report.images.iter().map(line).collect(),
        false => String::new(),
    };
    printer.report_beside(report, text, [report.output.as_path()])
}

fn line(image: &PackedImage) -> String {
    let PackedImage { file, bundle, id, offset, size, attributes, .. } = image;
    let numbers = attributes.numbers.iter().map(|number| match &number.word {
        Some(word) => format!("{}={word}", number.name),
        None => format!("{}={}", number.name, number.number),
    });
    let texts = attributes
        .texts
        .iter()
        .map(|text| format!("{}={}", text.key, text.value));
    let said = numbers.chain(texts).collect::<Vec<_>>().join(" ");
    format!(
        "{file}: {} in container {bundle} at byte {offset:#x}, {size} bytes: {}\n",
        show(id),
        show(&said)
    )
}
