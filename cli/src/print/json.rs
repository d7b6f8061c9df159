//! A report as JSON that is written as its items come: no more than one of them is held at once.

use std::io::{self, Write};

use offload_bundle::Error;
use offload_bundle::report::Outcome;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::PrettyFormatter;

use super::advice::advise;
use super::printer::{Printer, pretty};

/// Stands before a line, once for each object and list that it is in.
const INDENT: &str = "  ";

/// Objects that are written up to their list; the outermost is the report.
pub(super) struct JsonDocument {
    /// Whether the list of each has an item already, outermost first.
    open: Vec<bool>,
}

impl JsonDocument {
    /// The report up to its list `name`, which begins when there is something to print; none where text is wanted.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written; likewise below.
    pub(super) fn list<'d>(
        document: &'d mut Option<Self>,
        printer: &mut Printer<'_>,
        name: &str,
    ) -> Result<Option<&'d mut Self>, Error> {
        if document.is_none() && printer.is_json() {
            let mut begun = Self { open: Vec::new() };
            begun.object(printer, &Nothing {}, name)?;
            *document = Some(begun);
        }
        Ok(document.as_mut())
    }

    /// An item of the open list that has all of `head`, and then the list `name`, which is open from now on.
    pub(super) fn open(&mut self, printer: &mut Printer<'_>, head: &impl Serialize, name: &str) -> Result<(), Error> {
        self.line(printer)?;
        self.object(printer, head, name)
    }

    /// Ends the open list, and its object with all of `tail`.
    pub(super) fn close(&mut self, printer: &mut Printer<'_>, tail: &impl Serialize) -> Result<(), Error> {
        let filled = self.open.last().copied().unwrap_or_default();
        let depth = self.depth();
        if filled {
            printer.push(&new_line(depth.saturating_sub(1)))?;
        }
        printer.push("]")?;
        self.open.pop();
        let members = members(tail, depth.saturating_sub(2));
        printer.push(if members.is_empty() { "" } else { "," })?;
        printer.push(&members)?;
        printer.push(&new_line(depth.saturating_sub(2)))?;
        printer.push("}")
    }

    /// Ends the report with all of `tail`.
    pub(super) fn finish(mut self, printer: &mut Printer<'_>, tail: &impl Serialize) -> Result<(), Error> {
        while self.open.len() > 1 {
            self.close(printer, &Nothing {})?;
        }
        self.close(printer, tail)?;
        printer.print("\n")
    }

    /// Ends everything, with the error because of which there is no more, and says it.
    pub(super) fn fail(self, printer: &mut Printer<'_>, error: &Error) -> Result<Outcome, Error> {
        let message = advise(error);
        let code = error.code();
        self.finish(
            printer,
            &serde_json::json!({ "error": { "code": code, "message": message } }),
        )?;
        printer.error(error);
        Ok(error.outcome())
    }

    /// An item of the open list, on several lines.
    pub(super) fn item(&mut self, printer: &mut Printer<'_>, value: &impl Serialize) -> Result<(), Error> {
        self.line(printer)?;
        let mut lines = Lines { printer, depth: self.depth(), failed: None };
        // Values consist of maps with text keys, so only the printer fails.
        let _ = value.serialize(&mut Serializer::with_formatter(&mut lines, PrettyFormatter::new()));
        lines.failed.map_or(Ok(()), Err)
    }

    /// An item of the open list, on one line.
    pub(super) fn short_item(&mut self, printer: &mut Printer<'_>, value: &impl Serialize) -> Result<(), Error> {
        self.line(printer)?;
        printer.push(&serde_json::to_string(value).unwrap_or_default())
    }

    /// An object with all of `head` and the beginning of the list `name`.
    fn object(&mut self, printer: &mut Printer<'_>, head: &impl Serialize, name: &str) -> Result<(), Error> {
        let depth = self.depth();
        let members = members(head, depth);
        let comma = if members.is_empty() { "" } else { "," };
        printer.push(&format!(
            "{{{members}{comma}{}\"{name}\": [",
            new_line(depth.saturating_add(1))
        ))?;
        self.open.push(false);
        Ok(())
    }

    /// Begins a line for the next item.
    fn line(&mut self, printer: &mut Printer<'_>) -> Result<(), Error> {
        let open = self.open.last_mut();
        if open.is_some_and(|filled| std::mem::replace(filled, true)) {
            printer.push(",")?;
        }
        printer.push(&new_line(self.depth()))
    }

    /// The number of objects and lists that an item is in.
    fn depth(&self) -> usize {
        self.open.len().saturating_mul(2)
    }
}

/// An object without members.
#[derive(Serialize)]
struct Nothing {}

/// The lines of all that `object` has, which is itself in `depth` objects and lists.
fn members(object: &impl Serialize, depth: usize) -> String {
    let text = pretty(object);
    let lines = text
        .trim_end()
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    lines.unwrap_or_default().trim_end().replace('\n', &new_line(depth))
}

fn new_line(depth: usize) -> String {
    format!("\n{}", INDENT.repeat(depth))
}

/// Passes lines of JSON on to a printer, indented as deep as they lie. In JSON a new line is never part of a text.
struct Lines<'p, 'q> {
    printer: &'p mut Printer<'q>,
    depth: usize,
    /// Why the printer takes no more.
    failed: Option<Error>,
}

impl Write for Lines<'_, '_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(piece).map_err(io::Error::other)?;
        for (number, line) in text.split('\n').enumerate() {
            let mut pushed = Ok(());
            if number > 0 {
                pushed = self.printer.push(&new_line(self.depth));
            }
            if let Err(error) = pushed.and_then(|()| self.printer.push(line)) {
                self.failed = Some(error);
                return Err(io::ErrorKind::Other.into());
            }
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::Settings;
    use serde_json::json;

    fn written(act: impl FnOnce(&mut Printer<'_>)) -> String {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let settings = Settings { json: true, ..Settings::default() };
        let mut printer = Printer::new(&mut out, &mut err, settings);
        act(&mut printer);
        printer.flush().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn items_look_as_serde_json_writes_the_whole() {
        let values = [json!(1), json!([]), json!({}), json!({ "a": [1, { "b": {} }, []], "c": "é\n\"" })];
        for (head, tail) in [(json!({}), json!({ "e": [2] })), (json!({ "a": { "b": 1 } }), json!({}))] {
            let text = written(|printer| {
                let mut document = None;
                let list = JsonDocument::list(&mut document, printer, "list").unwrap().unwrap();
                list.open(printer, &head, "inner").unwrap();
                list.close(printer, &tail).unwrap();
                list.open(printer, &head, "inner").unwrap();
                values.iter().for_each(|value| list.item(printer, value).unwrap());
                list.close(printer, &tail).unwrap();
                document.unwrap().finish(printer, &tail).unwrap();
            });
            let object = |list: &[serde_json::Value]| {
                let mut object = head.as_object().unwrap().clone();
                object.insert("inner".into(), list.into());
                object.extend(tail.as_object().unwrap().clone());
                serde_json::Value::from(object)
            };
            let mut whole = json!({ "list": [object(&[]), object(&values)] });
            whole.as_object_mut().unwrap().extend(tail.as_object().unwrap().clone());
            assert_eq!(text, pretty(&whole));
        }
    }

    #[test]
    fn document_that_fails_ends_with_the_error() {
        let text = written(|printer| {
            let mut document = None;
            let list = JsonDocument::list(&mut document, printer, "list").unwrap().unwrap();
            list.open(printer, &json!({}), "inner").unwrap();
            list.short_item(printer, &json!({ "a": [1] })).unwrap();
            document.unwrap().fail(printer, &Error::StandardInputTwice).unwrap();
        });
        let (list, error) = text.split_once(",\n  \"error\": {").unwrap();
        assert_eq!(
            list,
            "{\n  \"list\": [\n    {\n      \"inner\": [\n        {\"a\":[1]}\n      ]\n    }\n  ]"
        );
        assert!(error.ends_with("\n  }\n}\n"), "{error}");
    }
}
