//! `inspect`: the bytes of each input explained field by field.

use serde_json::{Value, json};
use std::{format, string::String, string::ToString, sync::Arc, vec::Vec};

use super::check::refuse_rereading;
use super::lens::Lens;
use super::session::pretty;
use super::table::{Align, table};
use super::{Finding, Form, OpError, Outcome, Scan, ScanOptions, Session, What, scan};
use crate::container::Container;
use crate::describe::{Canonical, Row, Rows};
use crate::files::{FileError, Input};

/// What to inspect.
#[derive(Debug, Clone, Default)]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// How to look into them.
    pub scan: ScanOptions,
}

/// Shows every field of every bundle of every input. [`Outcome::No`] if an input is no bundle. A damaged input is shown as far as it
/// can be read, which is [`Outcome::Partly`].
///
/// As JSON: a list with one object an input: `file`, `bundles`, `warnings`, and `error` (`code`, `message`) where it is damaged or no
/// bundle. A bundle is `offset`,
/// `format`, `rows`, `value` (its canonical value); a row is `path`, `offset`, `len`, `value`, `meaning`, and `number` and `error`
/// where there is one. Offsets and lengths are in bytes from the start of the input.
pub fn inspect(session: &mut Session<'_>, request: &InspectRequest) -> Result<Outcome, OpError> {
    refuse_rereading(&request.inputs)?;
    let mut files = Vec::new();
    let mut text = String::new();
    let mut outcome = Outcome::Yes;
    let mut told = Vec::new();
    for name in &request.inputs {
        let input = Arc::new(Input::open(name)?);
        let scan = match scan(session.catalog, &input, &request.scan) {
            Err(error @ OpError::NotABundle { .. }) => {
                files.push(json!({ "file": name, "bundles": [], "warnings": [], "error": error.as_json() }));
                told.push(error.to_string());
                outcome = outcome.max(Outcome::No);
                continue;
            }
            other => other?,
        };
        let described = starts(&scan)
            .map(|(container, input, start)| Described::read(input, container, start))
            .collect::<Result<Vec<_>, _>>()?;
        let malformed = scan.malformed();
        if session.json {
            let bundles: Vec<Value> = described.iter().map(Described::as_json).collect();
            let mut file = json!({ "file": name, "bundles": bundles, "warnings": super::list::warnings(name, &scan) });
            if let (Some(error), Some(object)) = (&malformed, file.as_object_mut()) {
                object.insert("error".into(), error.as_json());
            }
            files.push(file);
        } else {
            text.extend(described.iter().map(|described| described.as_text(name)));
        }
        match malformed {
            Some(error) => {
                told.push(error.to_string());
                outcome = Outcome::Partly;
            }
            None => told.extend(scan.findings().map(|finding| finding.as_warning())),
        }
    }
    if session.json {
        text = pretty(&Value::Array(files));
    }
    session.print(&text)?;
    told.iter().for_each(|line| session.message(line));
    Ok(outcome)
}

/// The containers of a scan and where they start, those that could not be read among them.
fn starts(scan: &Scan) -> impl Iterator<Item = (&'static dyn Container, &Input, u64)> {
    let found = scan.bundles.iter().filter_map(|found| match found.form {
        Form::Container(container) => Some((container, &*found.input, found.bundle.start)),
        // Its bytes are those of the object file.
        Form::Sections(_) => None,
    });
    let unread = scan.unread.iter().filter_map(|unread| match unread.what {
        What::Container(container) => Some((container, &*unread.input, unread.start)),
        What::Wrapper(_) => None,
    });
    found.chain(unread)
}

/// One container explained.
struct Described {
    container: &'static dyn Container,
    start: u64,
    rows: Vec<Row>,
    value: Value,
    error: Option<Finding>,
}

impl Described {
    fn read(input: &Input, container: &'static dyn Container, start: u64) -> Result<Self, FileError> {
        let mut lens = Lens::new(input);
        let mut rows = Rows::new();
        let described = lens.read(start, |bytes| {
            rows = Rows::new();
            container.describe(bytes, &mut rows)
        })?;
        let mut canonical = Canonical::new();
        // The same bytes, so the same error.
        let _ = lens.read(start, |bytes| {
            canonical = Canonical::new();
            container.describe(bytes, &mut canonical)
        })?;
        Ok(Self {
            container,
            start,
            rows: rows.rows,
            value: canonical.finish(),
            error: described.err().map(Finding::from),
        })
    }

    fn as_text(&self, name: &str) -> String {
        let title = format!("{name}: {} at byte {:#x}\n", self.container.title(), self.start);
        let heading = ["offset", "length", "field", "value", "meaning"];
        let mut rows = std::vec![heading.map(ToString::to_string).to_vec()];
        rows.extend(self.rows.iter().map(|row| {
            std::vec![
                format!("{:#x}", row.offset),
                row.len.to_string(),
                row.path.clone(),
                row.value.clone(),
                row.meaning.to_string(),
            ]
        }));
        rows.extend(self.error.iter().map(|error| {
            let value = format!("unreadable: {}", error.flaw);
            std::vec![format!("{:#x}", error.offset), "?".into(), error.path.clone(), value]
        }));
        let columns = [Align::Right, Align::Right, Align::Left, Align::Left, Align::Left];
        format!("{title}{}\n", table(&columns, &rows))
    }

    fn as_json(&self) -> Value {
        let rows: Vec<Value> = self.rows.iter().map(row_as_json).collect();
        json!({ "offset": self.start, "format": self.container.name(), "rows": rows, "value": self.value })
    }
}

fn row_as_json(row: &Row) -> Value {
    let mut value = json!({
        "path": row.path,
        "offset": row.offset,
        "len": row.len,
        "value": row.value,
        "meaning": row.meaning,
    });
    if let Some(object) = value.as_object_mut() {
        if let Some(number) = row.number {
            object.insert("number".into(), number.into());
        }
        if let Some(error) = &row.error {
            object.insert("error".into(), error.problem.code().into());
        }
    }
    value
}
