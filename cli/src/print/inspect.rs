//! What is explained: one table a part, set as it comes.

use offload_bundle::ops::inspect_with;
use offload_bundle::report::{Diagnostic, FileNotes, InspectItem, InspectedRow, Outcome, PartPlace};
use offload_bundle::request::InspectRequest;
use offload_bundle::{Error, FileName};
use offload_bundle_core::registry::Registry;

use super::advice::advised_value;
use super::details;
use super::json::JsonDocument;
use super::notes::{is_one_of_several, say_file_counts, say_notes};
use super::page::{self, InspectPage};
use super::printer::Printer;
use super::shown::shown;
use super::table::{Align, Columns};

/// The columns.
const ALIGN: [Align; 5] = [Align::Right, Align::Right, Align::Left, Align::Left, Align::Left];
/// Their headings.
const HEADINGS: [&str; 5] = ["offset", "length", "field", "value", "meaning"];
/// So many rows are set together: those that follow are only set wider.
const BATCH: usize = 256;

/// Explains, and prints what is explained as it comes.
///
/// # Errors
///
/// Those of the operation; standard output cannot be written.
pub(crate) fn inspect(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &InspectRequest,
) -> Result<Outcome, Error> {
    let page = request.page.as_ref().map(|_| InspectPage::default());
    match printer.is_json() {
        true => {
            let mut request = request.clone();
            request.canonical = true;
            as_json(printer, registry, &request, page)
        }
        false => as_text(printer, registry, request, page),
    }
}

/// Writes the page that is asked for, if there is something to show.
fn write_page(printer: &mut Printer<'_>, request: &InspectRequest, page: Option<InspectPage>) -> Result<(), Error> {
    match request.page.as_deref().zip(page.and_then(InspectPage::content)) {
        Some((path, content)) => page::write(printer, path, &content),
        None => Ok(()),
    }
}

fn as_json(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &InspectRequest,
    mut page: Option<InspectPage>,
) -> Result<Outcome, Error> {
    let mut document: Option<JsonDocument> = None;
    let mut name = FileName::default();
    let mut parts: usize = 0;
    // Whether a piece of the part's value has been written.
    let mut in_value = false;
    let mut totals = None;
    let told = inspect_with(registry, request, &mut |item| {
        if let Some(page) = &mut page {
            page.take(&item);
        }
        let document = JsonDocument::files(&mut document, printer)?;
        match item {
            InspectItem::File(file) => {
                file.clone_into(&mut name);
                document.begin_object(printer)?;
                parts = 0;
                document.member(printer, "file", &file)?;
                document.begin_list(printer, "parts")
            }
            InspectItem::Part(place) => {
                parts = parts.saturating_add(1);
                in_value = false;
                document.begin_object(printer)?;
                document.members(printer, &place)?;
                document.begin_list(printer, "rows")
            }
            InspectItem::Row(row) => document.short_item(printer, &row),
            InspectItem::Value(piece) => {
                if !std::mem::replace(&mut in_value, true) {
                    document.end(printer)?;
                    document.name(printer, "value")?;
                }
                printer.push(piece)
            }
            InspectItem::EndPart(findings) => {
                if !in_value {
                    document.end(printer)?;
                }
                document.member(printer, "findings", &findings)?;
                document.end(printer)
            }
            InspectItem::End(notes) => {
                document.end(printer)?;
                document.members(printer, &notes)?;
                document.end(printer)?;
                say_notes(printer, &name, &notes, is_one_of_several(&request.inputs, &name));
                explained(printer, &name, &notes, parts);
                Ok(())
            }
            InspectItem::PassedOver(error) => {
                printer.detail(|| error.to_string());
                Ok(())
            }
            InspectItem::Totals(counts) => {
                totals = Some(counts);
                Ok(())
            }
            _ => Ok(()),
        }
    });
    let told = told.and_then(|outcome| write_page(printer, request, page).map(|()| outcome));
    let Some(mut document) = document else { return told };
    match told {
        Ok(outcome) => {
            document.end(printer)?;
            if let Some(counts) = totals {
                document.member(printer, "totals", &counts)?;
                say_file_counts(printer, counts);
            }
            document.finish(printer)?;
            Ok(outcome)
        }
        Err(error) => document.fail(printer, &error),
    }
}

/// Prints tables, or, with a page, only what is beside them: who looks at that has no use for thousands of lines.
fn as_text(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &InspectRequest,
    mut page: Option<InspectPage>,
) -> Result<Outcome, Error> {
    let has_tables = page.is_none();
    let mut table = Table { columns: Columns::new(&ALIGN), rows: Vec::new() };
    let mut name = FileName::default();
    // Tables are long: what is wrong is where it is seen, after all of them.
    let mut said: Vec<(FileName, FileNotes, usize)> = Vec::new();
    let mut totals = None;
    let mut parts: usize = 0;
    let outcome = inspect_with(registry, request, &mut |item| {
        if let Some(page) = &mut page {
            page.take(&item);
        }
        match item {
            InspectItem::File(file) => {
                file.clone_into(&mut name);
                parts = 0;
                Ok(())
            }
            InspectItem::Part(place) => {
                parts = parts.saturating_add(1);
                if !has_tables {
                    return Ok(());
                }
                let line = heading(printer, &place);
                printer.push(&line)?;
                let headings = HEADINGS.map(|name| printer.settings().heading(name)).to_vec();
                table = Table { columns: Columns::new(&ALIGN), rows: vec![headings] };
                Ok(())
            }
            InspectItem::Row(row) if has_tables => table.push(printer, cells(row)),
            InspectItem::EndPart(findings) if has_tables => {
                for finding in findings {
                    table.push(printer, unreadable(finding))?;
                }
                table.set(printer)?;
                printer.push("\n")
            }
            InspectItem::End(notes) => {
                said.push((name.clone(), *notes, parts));
                Ok(())
            }
            InspectItem::PassedOver(error) => {
                printer.detail(|| error.to_string());
                Ok(())
            }
            InspectItem::Totals(counts) => {
                totals = Some(counts);
                Ok(())
            }
            _ => Ok(()),
        }
    })?;
    write_page(printer, request, page)?;
    printer.flush()?;
    for (name, notes, parts) in &said {
        say_notes(printer, name, notes, is_one_of_several(&request.inputs, name));
        explained(printer, name, notes, *parts);
    }
    if let Some(counts) = totals {
        say_file_counts(printer, counts);
    }
    Ok(outcome)
}

/// How much of the input `name` was explained.
fn explained(printer: &mut Printer<'_>, name: &FileName, notes: &FileNotes, parts: usize) {
    if notes.error.is_none() {
        details::looked_into(printer, name, parts, "part", "parts");
    }
}

/// The line above a table.
fn heading(printer: &Printer<'_>, PartPlace { file, section, offset, title, .. }: &PartPlace) -> String {
    let section = section.iter().map(|section| format!(" in section {}", shown(section)));
    let line = format!("{file}: {title} at byte {offset:#x}{}", section.collect::<String>());
    format!("{}\n", printer.settings().heading(&line))
}

/// Rows that wait for others to be set with.
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
    let value = shown(&advised_value(&row));
    let mut cells = vec![format!("{:#x}", row.offset), row.size.to_string(), row.path, value];
    // Columns are as wide as what has something beside it.
    if !row.meaning.is_empty() {
        cells.push(shown(&row.meaning));
    }
    cells
}

/// The row of a field that cannot be read.
fn unreadable(finding: Diagnostic) -> Vec<String> {
    let value = format!("unreadable: {}", shown(&finding.message));
    vec![format!("{:#x}", finding.offset), "?".into(), finding.path, value]
}
