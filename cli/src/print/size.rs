//! Prints the report of `size`.

use offload_bundle::Error;
use offload_bundle::ops;
use offload_bundle::report::{Outcome, SizeReport, SizeRow};
use offload_bundle::request::{SizeBy, SizeRequest};
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::counted::pluralize;
use super::notes::{is_one_of_several, say_file_counts, say_matching, say_notes, say_request_notes};
use super::page;
use super::part_words::part_words;
use super::printer::Printer;
use super::settings::Settings;
use super::shown::{NOTHING, show_or_dash};
use super::sizes::Sizes;
use super::table::{Align, table};

pub(crate) fn size(printer: &mut Printer<'_>, registry: &Registry, request: &SizeRequest) -> Result<Outcome, Error> {
    let mut report = ops::size(registry, request)?;
    if let Some(path) = &request.page {
        page::write_size(printer, path, &mut report)?;
    }
    for error in &report.passed_over {
        printer.detail(|| advise(error));
    }
    printer.report(&report, |report, settings| text(report, request.by, settings))?;
    for file in &report.files {
        let several = is_one_of_several(&request.inputs, &file.file);
        say_notes(printer, &file.file, &file.notes, several);
        say_matching(printer, &file.file, file.notes.matching, several);
    }
    say_request_notes(printer, &report.notes);
    if let Some(error) = &report.error {
        printer.message(&error.to_string());
    }
    if let Some(totals) = report.totals {
        say_file_counts(printer, totals);
    }
    Ok(report.outcome)
}

fn text(report: &SizeReport, by: SizeBy, settings: Settings) -> String {
    let sizes = settings.sizes_of_sums;
    if report.rows.is_empty() {
        // All bundles are empty.
        let has_bundles = report.files.iter().any(|file| file.bundle_count > 0) && report.error.is_none();
        return if has_bundles {
            compare(report, settings).trim_start().to_owned()
        } else {
            String::new()
        };
    }
    let mut columns = names(report, by);
    // Long names are in the last column.
    let last = columns.split_off(columns.iter().take_while(|column| !column.is_long).count());
    columns.extend(sums(report, sizes));
    columns.extend(last);
    let aligns: Vec<Align> = columns.iter().map(|column| column.align).collect();
    let heading = columns.iter().map(|column| settings.heading(column.heading));
    let mut rows = vec![heading.collect::<Vec<String>>()];
    for row in &report.rows {
        rows.push(columns.iter().map(|column| (column.cell)(row)).collect());
    }
    if report.rows.len() > 1 {
        rows.push(columns.iter().map(|column| column.of_all.clone()).collect());
    }
    format!(
        "{}{}",
        table(settings.columns, &aligns, &rows),
        compare(report, settings)
    )
}

struct Column<'r> {
    heading: &'static str,
    align: Align,
    is_long: bool,
    cell: Box<dyn Fn(&SizeRow) -> String + 'r>,
    /// In the row of totals.
    of_all: String,
}

impl<'r> Column<'r> {
    fn name(heading: &'static str, cell: impl Fn(&SizeRow) -> String + 'r) -> Self {
        Self { heading, align: Align::Left, is_long: false, cell: Box::new(cell), of_all: String::new() }
    }

    fn sum(heading: &'static str, of_all: String, cell: impl Fn(&SizeRow) -> String + 'r) -> Self {
        Self { heading, align: Align::Right, is_long: false, cell: Box::new(cell), of_all }
    }

    fn long(self) -> Self {
        Self { is_long: true, ..self }
    }
}

fn names(report: &SizeReport, by: SizeBy) -> Vec<Column<'static>> {
    let file = || {
        let cell = |row: &SizeRow| row.file.as_ref().map_or_else(|| NOTHING.into(), ToString::to_string);
        Column::name("file", cell).long()
    };
    let mut names = match by {
        SizeBy::Kind => vec![Column::name("kind", |row| show_or_dash(row.kind.as_deref()))],
        SizeBy::File => vec![file()],
        SizeBy::Bundle => {
            let number = |row: &SizeRow| row.bundle.map_or_else(|| NOTHING.into(), |bundle| bundle.to_string());
            let member = |row: &SizeRow| {
                let member = row.member.as_ref();
                member.map_or_else(|| NOTHING.into(), |member| member.name.to_string())
            };
            let mut names = vec![Column { align: Align::Right, ..Column::name("bundle", number) }];
            if report.rows.iter().any(|row| row.member.is_some()) {
                names.push(Column::name("member", member).long());
            }
            if report.files.len() > 1 {
                names.push(file());
            }
            names
        }
        SizeBy::Kernel => vec![Column::name("kernel", kernel).long()],
        _ => {
            vec![
                Column::name("target", |row| show_or_dash(row.target.as_deref())),
                Column::name("kind", |row| show_or_dash(row.kind.as_deref())),
            ]
        }
    };
    if let Some(first) = names.first_mut() {
        first.of_all = "all".into();
    }
    names
}

fn sums(report: &SizeReport, sizes: Sizes) -> Vec<Column<'_>> {
    let total = &report.total;
    let mut sums = vec![
        Column::sum("in file", sizes.cell(total.size_in_file.0), move |row| {
            sizes.cell(row.sums.size_in_file.0)
        }),
        Column::sum("%", String::new(), |row| {
            percent(row.sums.size_in_file.0, report.total.size_in_file.0)
        }),
    ];
    if total.size != total.size_in_file {
        let cell = move |row: &SizeRow| sizes.cell(row.sums.size.0);
        sums.push(Column::sum("unpacked", sizes.cell(total.size.0), cell));
    }
    if report.rows.iter().any(|row| row.packed_size.is_some()) {
        let packed = report.rows.iter().filter_map(|row| row.packed_size);
        let of_all = packed.fold(0_u64, |sum, size| sum.saturating_add(size.0));
        sums.push(Column::sum("packed", sizes.cell(of_all), move |row| {
            row.packed_size
                .map_or_else(|| NOTHING.into(), |size| sizes.cell(size.0))
        }));
    }
    let objects = |row: &SizeRow| row.sums.code_object_count.to_string();
    sums.push(Column::sum(
        "code objects",
        total.code_object_count.to_string(),
        objects,
    ));
    let of = |part: usize, of: usize| format!("{part}/{of}");
    let bundles = move |row: &SizeRow| of(row.sums.bundle_count, report.total.bundle_count);
    sums.push(Column::sum("bundles", total.bundle_count.to_string(), bundles));
    if report.files.len() > 1 {
        let files = move |row: &SizeRow| of(row.sums.file_count, report.total.file_count);
        sums.push(Column::sum("files", total.file_count.to_string(), files));
    }
    sums
}

fn kernel(row: &SizeRow) -> String {
    let part = row.part.map(|part| format!("({})", part_words(part)));
    part.unwrap_or_else(|| show_or_dash(row.kernel.as_deref()))
}

fn compare(report: &SizeReport, settings: Settings) -> String {
    let sizes = settings.sizes_of_sums;
    let share = |bytes: u64| format!("{} ({} %)", sizes.words(bytes), percent(bytes, report.files_size.0));
    let files = match report.files.len() {
        1 => "the file".into(),
        count => format!("{} with bundles", pluralize(count, "file", "files")),
    };
    let mut text = format!(
        "\n{files}, {}: {} as above, {} for the rest of the bundles, {} for everything else\n",
        sizes.words(report.files_size.0),
        share(report.total.size_in_file.0),
        share(report.containers_size.0),
        share(report.other_size.0),
    );
    if let Some(own) = report.packages_size {
        let packed: Option<Vec<u64>> = report.files.iter().map(|file| Some(file.packed_size?.0)).collect();
        let packed = packed.map(|packed| packed.iter().fold(0_u64, |sum, size| sum.saturating_add(*size)));
        let taken = packed.map(|packed| {
            let percent = percent(packed, own.0);
            format!(": {} ({percent} %) for these files", sizes.words(packed))
        });
        text.push_str(&format!(
            "packed, {}{}\n",
            sizes.words(own.0),
            taken.unwrap_or_default()
        ));
    }
    if let Some((budget, used)) = report.budget.zip(report.budget_size) {
        let verdict = if report.over_budget {
            settings.verdict("over budget", Some(false))
        } else {
            settings.verdict("within the budget", Some(true))
        };
        let (used, budget) = (sizes.words(used.0), sizes.words(budget.0));
        text.push_str(&format!("{verdict}: {used} of {budget}\n"));
    }
    text
}

/// With one decimal.
fn percent(part: u64, of: u64) -> String {
    let thousands = u128::from(part).saturating_mul(1000).saturating_add(u128::from(of / 2));
    let thousands = thousands.checked_div(of.into()).unwrap_or(0);
    format!("{}.{}", thousands / 10, thousands % 10)
}
