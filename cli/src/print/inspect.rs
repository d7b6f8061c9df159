//! Prints the report of `inspect`, part by part.

use offload_bundle::ops::inspect_with;
use offload_bundle::report::{Diagnostic, FileNotes, InspectItem, InspectedRow, Outcome, PartPlace};
use offload_bundle::request::InspectRequest;
use offload_bundle::{Error, FileName};
use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::details;
use super::json::JsonDocument;
use super::notes::{is_one_of_several, say_file_counts, say_notes};
use super::page::{self, InspectPage};
use super::printer::Printer;
use super::shown::show;
use super::table::{Align, Columns};

const ALIGN: [Align; 5] = [Align::Right, Align::Right, Align::Left, Align::Left, Align::Left];
const HEADINGS: [&str; 5] = ["offset", "length", "field", "value", "meaning"];
/// Later rows can only be wider.
const BATCH: usize = 256;

pub(crate) fn inspect(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &InspectRequest,
) -> Result<Outcome, Error> {
    let page = request.page.as_ref().map(|_| InspectPage::default());
    let mut request = request.clone();
    request.canonical |= printer.is_json();
    inspect_all(printer, registry, &request, page)
}

/// With `--html` only messages: thousands of rows are on the page.
fn inspect_all(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &InspectRequest,
    mut page: Option<InspectPage>,
) -> Result<Outcome, Error> {
    let has_tables = page.is_none();
    let mut document: Option<JsonDocument> = None;
    let mut table = Table { columns: Columns::new(printer.settings().columns, &ALIGN), rows: Vec::new() };
    let mut name = FileName::default();
    let mut parts: usize = 0;
    // Tables are long, so messages follow the last.
    let mut unsaid: Vec<(FileName, FileNotes, usize)> = Vec::new();
    let told = inspect_with(registry, request, &mut |item| {
        if let Some(page) = &mut page {
            page.take(&item);
        }
        let document = JsonDocument::list(&mut document, printer, "files")?;
        match (item, document) {
            (InspectItem::File(file), document) => {
                if let Some(document) = document {
                    document.open(printer, &serde_json::json!({ "file": file }), "parts")?;
                }
                file.clone_into(&mut name);
                parts = 0;
            }
            (InspectItem::Part(place), document) => {
                parts = parts.saturating_add(1);
                if let Some(document) = document {
                    document.open(printer, &place, "rows")?;
                } else if has_tables {
                    let line = heading(printer, &place);
                    printer.push(&line)?;
                    let headings = HEADINGS.map(|name| printer.settings().heading(name)).to_vec();
                    table = Table { columns: Columns::new(printer.settings().columns, &ALIGN), rows: vec![headings] };
                }
            }
            (InspectItem::Row(row), Some(document)) => document.short_item(printer, &row)?,
            (InspectItem::Row(row), None) if has_tables => table.push(printer, cells(row))?,
            (InspectItem::EndPart(mut end), Some(document)) => {
                // Only the page shows the bytes.
                end.bytes.clear();
                document.close(printer, &end)?;
            }
            (InspectItem::EndPart(end), None) if has_tables => {
                for finding in end.findings {
                    table.push(printer, unreadable(finding))?;
                }
                table.set(printer)?;
                printer.push("\n")?;
            }
            (InspectItem::End(notes), Some(document)) => {
                document.close(printer, &notes)?;
                say_end(printer, (registry, request), &name, &notes, parts);
            }
            (InspectItem::End(notes), None) => unsaid.push((name.clone(), *notes, parts)),
            (InspectItem::PassedOver(error), _) => printer.detail(|| advise(&error)),
            _ => {}
        }
        Ok(())
    });
    let told = told.and_then(|summary| {
        if let Some((path, page)) = request.page.as_deref().zip(page) {
            page::write_inspect(printer, path, &page)?;
        }
        Ok(summary)
    });
    let summary = match (told, document.take()) {
        (Err(error), Some(document)) => return document.fail(printer, &error),
        (told, begun) => {
            document = begun;
            told?
        }
    };
    printer.flush()?;
    for (name, notes, parts) in &unsaid {
        say_end(printer, (registry, request), name, notes, *parts);
    }
    if let Some(counts) = summary.totals {
        say_file_counts(printer, counts);
    }
    JsonDocument::list(&mut document, printer, "files")?;
    if let Some(document) = document {
        document.finish(printer, &summary)?;
    }
    Ok(summary.outcome)
}

fn say_end(
    printer: &mut Printer<'_>,
    (registry, request): (&Registry, &InspectRequest),
    name: &FileName,
    notes: &FileNotes,
    parts: usize,
) {
    let several = is_one_of_several(&request.inputs, name);
    say_notes(printer, name, notes, several);
    if !several
        && notes
            .error
            .as_ref()
            .is_some_and(|error| is_object_or_archive(registry, error))
    {
        printer.hint("`readelf -a FILE` or `llvm-readobj -a FILE` shows headers and tables");
    }
    if notes.error.is_none() {
        details::say_counted(printer, name, parts, "part", "parts");
    }
}

fn is_object_or_archive(registry: &Registry, error: &Error) -> bool {
    let Error::NotABundle { kind: Some(kind), .. } = error else {
        return false;
    };
    let content = registry.contents.iter().find(|content| content.name == kind.name);
    content.is_some_and(|content| content.archive || content.object.is_some_and(ObjectFormat::is_object_file))
}

fn heading(printer: &Printer<'_>, PartPlace { file, section, offset, title, .. }: &PartPlace) -> String {
    let section = section.iter().map(|section| format!(" in section {}", show(section)));
    let line = format!("{file}: {title} at byte {offset:#x}{}", section.collect::<String>());
    format!("{}\n", printer.settings().heading(&line))
}

struct Table {
    columns: Columns,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn push(&mut self, printer: &mut Printer<'_>, row: Vec<String>) -> Result<(), Error> {
        self.rows.push(row);
        match self.rows.len() {
            BATCH.. => self.set(printer),
            _ => Ok(()),
        }
    }

    fn set(&mut self, printer: &mut Printer<'_>) -> Result<(), Error> {
        let text = self.columns.set(&self.rows);
        self.rows.clear();
        printer.push(&text)
    }
}

fn cells(row: InspectedRow) -> Vec<String> {
    let value = match row.number {
        // A number this large is a digest or damaged.
        Some(number) if number.0 > 1 << 53 && row.value == number.to_string() => format!("{number:#x}"),
        _ => show(&row.value),
    };
    let mut cells = vec![format!("{:#x}", row.offset), row.size.to_string(), row.path, value];
    // A column is as wide as its widest cell that has a cell to the right.
    if !row.meaning.is_empty() {
        cells.push(show(&row.meaning));
    }
    cells
}

fn unreadable(finding: Diagnostic) -> Vec<String> {
    let value = format!("unreadable: {}", show(&finding.message));
    vec![format!("{:#x}", finding.offset), "?".into(), finding.path, value]
}
