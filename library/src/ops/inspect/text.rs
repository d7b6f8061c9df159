//! Parts as text in columns.

use offload_bundle_core::describe::{EachRow, Row};

use super::subjects::Subject;
use super::{Look, Print, described};
use crate::error::OpError;
use crate::ops::table::{Align, Columns};
use crate::scan::Located;

/// The columns.
const ALIGN: [Align; 5] = [Align::Right, Align::Right, Align::Left, Align::Left, Align::Left];
/// So many rows are set together: those that follow are only set wider.
const BATCH: usize = 256;

/// Prints a part, and what is wrong with it. The result is the latter.
pub(super) fn subject<'p>(
    print: &mut Print<'_, '_>,
    look: &mut Look<'p>,
    subject: &'p Subject<'p>,
) -> Result<Vec<Located>, OpError> {
    let section = subject
        .section
        .map(|section| format!(" in section {section}"))
        .unwrap_or_default();
    let (name, title, start) = (subject.input.name(), subject.title(), subject.start);
    print.push(&format!("{name}: {title} at byte {start:#x}{section}\n"));
    let mut table = Table { columns: Columns::new(&ALIGN), rows: Vec::new() };
    table.rows.push(
        ["offset", "length", "field", "value", "meaning"]
            .map(String::from)
            .to_vec(),
    );
    let errors = described(look, subject, &mut |describe| {
        let _ = describe(&mut EachRow::to(&mut |row| table.push(print, cells(row))));
    })?;
    for Located { finding, .. } in &errors {
        let value = format!("unreadable: {}", finding.anomaly);
        let offset = format!("{:#x}", finding.offset);
        table.push(print, vec![offset, "?".into(), finding.path.to_string(), value]);
    }
    table.set(print);
    print.push("\n");
    Ok(errors)
}

/// Rows that wait for others to be set with.
struct Table {
    columns: Columns,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn push(&mut self, print: &mut Print<'_, '_>, row: Vec<String>) {
        self.rows.push(row);
        if self.rows.len() >= BATCH {
            self.set(print);
        }
    }

    fn set(&mut self, print: &mut Print<'_, '_>) {
        print.push(&self.columns.set(&self.rows));
        self.rows.clear();
    }
}

fn cells(row: Row) -> Vec<String> {
    vec![format!("{:#x}", row.offset), format!("{}", row.len), row.path, row.value, row.meaning.into()]
}
