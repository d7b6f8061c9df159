//! Writes a JSON report with one item in memory.

use std::io::{self, Write};

use offload_bundle::Error;
use offload_bundle::report::Outcome;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::PrettyFormatter;

use super::advice::advise;
use super::printer::{Printer, pretty};

/// The indentation per level.
const INDENT: &str = "  ";

/// The report first; each ends in an open list.
pub(super) struct JsonDocument {
    /// Whether each open list has an item yet.
    open: Vec<bool>,
}

impl JsonDocument {
    /// `None` for text output.
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

    pub(super) fn open(&mut self, printer: &mut Printer<'_>, head: &impl Serialize, name: &str) -> Result<(), Error> {
        self.line(printer)?;
        self.object(printer, head, name)
    }

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

    pub(super) fn finish(mut self, printer: &mut Printer<'_>, tail: &impl Serialize) -> Result<(), Error> {
        while self.open.len() > 1 {
            self.close(printer, &Nothing {})?;
        }
        self.close(printer, tail)?;
        printer.print("\n")
    }

    /// Prints the error that stopped the command.
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

    /// On several lines.
    pub(super) fn item(&mut self, printer: &mut Printer<'_>, value: &impl Serialize) -> Result<(), Error> {
        self.line(printer)?;
        let mut lines = Lines { printer, depth: self.depth(), failed: None };
        // Maps with text keys always serialize, so only the printer fails.
        let _ = value.serialize(&mut Serializer::with_formatter(&mut lines, PrettyFormatter::new()));
        lines.failed.map_or(Ok(()), Err)
    }

    /// On one line.
    pub(super) fn short_item(&mut self, printer: &mut Printer<'_>, value: &impl Serialize) -> Result<(), Error> {
        self.line(printer)?;
        printer.push(&serde_json::to_string(value).unwrap_or_default())
    }

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

    fn line(&mut self, printer: &mut Printer<'_>) -> Result<(), Error> {
        let open = self.open.last_mut();
        if open.is_some_and(|filled| std::mem::replace(filled, true)) {
            printer.push(",")?;
        }
        printer.push(&new_line(self.depth()))
    }

    fn depth(&self) -> usize {
        self.open.len().saturating_mul(2)
    }
}

#[derive(Serialize)]
struct Nothing {}

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

/// Indents lines; JSON strings contain no line breaks.
struct Lines<'p, 'q> {
    printer: &'p mut Printer<'q>,
    depth: usize,
    /// The printer's error.
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
    fn items_equal_serde_json_output() {
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
    fn document_that_fails_ends_with_error() {
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
