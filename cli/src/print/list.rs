//! Prints the report of `list`.

use std::collections::BTreeSet;

use offload_bundle::ops::list_with;
use offload_bundle::report::{Compression, Integer, Item, ListSummary, ListedBundle, ListedEntry, ListedFile, Outcome};
use offload_bundle::request::{Filter, ListForm, ListRequest};
use offload_bundle::{Error, FileName};
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::contents::Contents;
use super::details;
use super::json::JsonDocument;
use super::notes::{all, is_one_of_several, say_file_counts, say_matching, say_notes, say_request_notes, section};
use super::printer::Printer;
use super::settings::Settings;
use super::shown::{NOTHING, show};
use super::sizes::Sizes;
use super::table::{Align, table};

pub(crate) fn list(printer: &mut Printer<'_>, registry: &Registry, request: &ListRequest) -> Result<Outcome, Error> {
    let asked = request.filter.notes();
    say_request_notes(printer, &asked);
    let mut document: Option<JsonDocument> = None;
    let mut lines = Lines::new(request);
    let summary = list_with(registry, request, &mut |item| {
        let document = JsonDocument::list(&mut document, printer, "files")?;
        match item {
            Item::File(file) => {
                let bundles = file.bundles.iter();
                bundles.for_each(|bundle| details::say_listed(printer, &file.file, bundle));
                match document {
                    Some(document) => {
                        document.item(printer, &file)?;
                        say_rest(printer, request, &file);
                    }
                    None if lines.are_for(&file) => lines.add(printer, request, file)?,
                    None => print_file(printer, request, &file)?,
                }
            }
            Item::PassedOver(error) => printer.detail(|| advise(&error)),
        }
        Ok(())
    })?;
    lines.finish(printer, request, &summary)?;
    if let Some(totals) = summary.totals {
        say_file_counts(printer, totals);
    }
    say_request_notes(printer, summary.notes.get(asked.len()..).unwrap_or_default());
    if let Some(error) = &summary.error {
        printer.message(&error.to_string());
    }
    JsonDocument::list(&mut document, printer, "files")?;
    if let Some(document) = document {
        document.finish(printer, &summary)?;
    }
    Ok(summary.outcome)
}

fn say_rest(printer: &mut Printer<'_>, request: &ListRequest, ListedFile { file: name, notes, .. }: &ListedFile) {
    let several = is_one_of_several(&request.inputs, name);
    say_notes(printer, name, notes, several);
    say_matching(printer, name, notes.matching, several);
}

/// A single file is shown with its entries.
#[derive(Default)]
struct Lines {
    /// Shown with their entries; `None` if all are.
    given: Option<BTreeSet<FileName>>,
    /// While it is the only one.
    held: Option<ListedFile>,
    count: usize,
    sum: Contents,
}

impl Lines {
    fn new(request: &ListRequest) -> Self {
        let wanted = request.form == ListForm::Bundles && !request.all;
        let given = wanted.then(|| request.inputs.iter().map(|input| input.name()).collect());
        Self { given, ..Self::default() }
    }

    fn are_for(&self, file: &ListedFile) -> bool {
        self.given.as_ref().is_some_and(|given| !given.contains(&file.file))
    }

    /// Unless it can be the only file.
    fn add(&mut self, printer: &mut Printer<'_>, request: &ListRequest, file: ListedFile) -> Result<(), Error> {
        if file.bundles.is_empty() && !is_whole(request, &file) {
            say_rest(printer, request, &file);
            return Ok(());
        }
        self.count = self.count.saturating_add(1);
        self.sum.add(&file);
        if self.count == 1 && request.inputs.len() == 1 {
            self.held = Some(file);
            return Ok(());
        }
        if let Some(first) = self.held.take() {
            print_line(printer, request, &first)?;
        }
        print_line(printer, request, &file)
    }

    fn finish(self, printer: &mut Printer<'_>, request: &ListRequest, summary: &ListSummary) -> Result<(), Error> {
        if let Some(only) = self.held {
            return print_file(printer, request, &only);
        }
        let Some(totals) = summary.totals.filter(|_| self.count > 0) else {
            return Ok(());
        };
        let held = self.sum.describe(&summary.targets, printer.settings().sizes_of_sums);
        printer.print(&format!("{}: {held}\n", all(totals)))?;
        printer.note("each file has one line; --all shows the entries");
        Ok(())
    }
}

fn print_line(printer: &mut Printer<'_>, request: &ListRequest, file: &ListedFile) -> Result<(), Error> {
    let mut contents = Contents::default();
    contents.add(file);
    let held = contents.describe(&file.targets, printer.settings().sizes_of_sums);
    printer.print(&format!("{}: {held}\n", file.file))?;
    say_rest(printer, request, file);
    Ok(())
}

/// Read to its end, nothing filtered.
fn is_whole(request: &ListRequest, file: &ListedFile) -> bool {
    file.notes.error.is_none() && request.filter == Filter::default()
}

/// Entries before damage, or in other archive members, precede the error.
fn print_file(printer: &mut Printer<'_>, request: &ListRequest, file: &ListedFile) -> Result<(), Error> {
    let ListedFile { file: name, bundles, ids, .. } = file;
    for id in ids.iter().flatten() {
        printer.push(&format!("{}\n", show(&id.id)))?;
    }
    if (is_whole(request, file) && request.form == ListForm::Bundles) || !bundles.is_empty() {
        let mut text = entries(bundles, printer.settings());
        if is_one_of_several(&request.inputs, name) {
            let heading = printer.settings().heading(&format!("{name}:"));
            text = format!("{heading}\n{text}\n");
        }
        printer.push(&text)?;
    }
    printer.flush()?;
    say_rest(printer, request, file);
    Ok(())
}

type Cell = for<'l> fn(Row<'l>) -> Option<String>;

#[derive(Clone, Copy)]
struct Row<'l> {
    bundle: &'l ListedBundle,
    entry: &'l ListedEntry,
    sizes: Sizes,
    /// The number of enclosing entries.
    depth: usize,
}

/// Empty ones are left out.
const COLUMNS: [(&str, Align, Cell); 13] = [
    ("bundle", Align::Right, |row| Some(row.bundle.bundle.to_string())),
    ("member", Align::Left, |row| {
        Some(row.bundle.member.as_ref()?.name.to_string())
    }),
    ("section", Align::Left, |row| {
        section(row.bundle.section.as_deref(), row.bundle.section_offset)
    }),
    ("start", Align::Right, |row| {
        (!row.bundle.by_itself).then(|| row.bundle.start.to_string())
    }),
    ("format", Align::Left, |row| {
        let format = row.bundle.format;
        match row.bundle.version {
            Some(version) => Some(format!("{format} v{version}")),
            None => (row.depth > 0).then(|| format.into()),
        }
    }),
    ("version", Align::Right, |row| {
        Some(row.compression()?.version?.to_string())
    }),
    ("method", Align::Left, |row| {
        Some(row.compression()?.method.unwrap_or(UNKNOWN).into())
    }),
    ("compressed", Align::Right, |row| {
        let packed = row.entry.packed_size.or_else(|| Some(row.compression()?.size));
        Some(row.sizes.cell(packed?.0))
    }),
    ("offset", Align::Right, |row| Some(number(row.entry.offset))),
    ("size", Align::Right, |row| Some(row.size())),
    ("ID", Align::Left, |row| {
        let id = row.entry.id.as_deref().map_or_else(|| UNKNOWN.into(), show);
        Some(format!("{}{id}", INDENT.repeat(row.depth)))
    }),
    ("attributes", Align::Left, |row| attributes(row.entry)),
    ("archive", Align::Left, |row| {
        Some(row.entry.archive.as_ref()?.to_string())
    }),
];
/// Unnamed numbers appear only if they are not 0.
fn attributes(entry: &ListedEntry) -> Option<String> {
    let attributes = entry.attributes.as_ref()?;
    let numbers = attributes.numbers.iter().filter(|number| !number.in_id);
    let numbers = numbers.filter(|number| number.word.is_some() || number.number.0 != 0);
    let numbers = numbers.map(|number| {
        let value = number
            .word
            .as_ref()
            .map_or_else(|| number.number.to_string(), ToString::to_string);
        format!("{}={value}", number.name)
    });
    let texts = attributes.texts.iter().filter(|text| !text.in_id);
    let texts = texts.map(|text| format!("{}={}", show(&text.key), show(&text.value)));
    let said: Vec<String> = numbers.chain(texts).collect();
    Some(said.join(" ")).filter(|said| !said.is_empty())
}

/// Columns that are always printed.
const ALWAYS: [&str; 4] = ["bundle", "offset", "size", "ID"];
/// Per enclosing entry.
const INDENT: &str = "  ";
/// An unknown value.
const UNKNOWN: &str = "?";
impl<'l> Row<'l> {
    fn compression(self) -> Option<&'l Compression> {
        self.bundle.compression.as_ref()
    }

    fn size(self) -> String {
        self.entry
            .size
            .map_or_else(|| UNKNOWN.into(), |size| self.sizes.cell(size.0))
    }
}

fn number(number: Option<Integer>) -> String {
    number.map_or_else(|| UNKNOWN.into(), |number| number.to_string())
}

/// Each is followed by its nested entries. The library limits the depth.
fn add_rows<'l>(rows: &mut Vec<Row<'l>>, bundles: &'l [ListedBundle], sizes: Sizes, depth: usize) {
    for bundle in bundles {
        for entry in &bundle.entries {
            rows.push(Row { bundle, entry, sizes, depth });
            add_rows(rows, &entry.contents, sizes, depth.saturating_add(1));
        }
    }
}

fn entries(bundles: &[ListedBundle], settings: Settings) -> String {
    let mut rows = Vec::new();
    add_rows(&mut rows, bundles, settings.sizes_out, 0);
    let mut columns = Vec::new();
    for (heading, align, cell) in COLUMNS {
        let cells: Vec<Option<String>> = rows.iter().map(|row| cell(*row)).collect();
        if cells.iter().any(Option::is_some) || ALWAYS.contains(&heading) {
            let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| NOTHING.into()));
            columns.push((align, std::iter::once(settings.heading(heading)).chain(cells)));
        }
    }
    let aligns: Vec<Align> = columns.iter().map(|(align, _)| *align).collect();
    let mut row = || columns.iter_mut().filter_map(|(_, cells)| cells.next()).collect();
    let rows: Vec<Vec<String>> = (0..=rows.len()).map(|_| row()).collect();
    table(settings.columns, &aligns, &rows)
}
