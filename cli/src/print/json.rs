//! A JSON document written piece by piece.

use offload_bundle::Error;
use offload_bundle::report::Outcome;
use serde::Serialize;

use super::advice::advise;
use super::json_pieces::{INDENT, write_members, write_value};
use super::printer::Printer;

/// A JSON document that is written as its pieces come.
pub(super) struct JsonDocument {
    /// What is open, outermost first.
    open: Vec<Open>,
}

/// An object or a list that is not complete.
struct Open {
    end: &'static str,
    /// Whether something is in it already.
    filled: bool,
}

impl JsonDocument {
    /// A document whose outermost object is open.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written; likewise below.
    pub(super) fn begin(printer: &mut Printer<'_>) -> Result<Self, Error> {
        printer.push("{")?;
        Ok(Self { open: vec![Open { end: "}", filled: false }] })
    }

    /// The document, which begins when there is something to print: an object with a list of files. None where text is wanted.
    pub(super) fn files<'d>(
        document: &'d mut Option<Self>,
        printer: &mut Printer<'_>,
    ) -> Result<Option<&'d mut Self>, Error> {
        Self::list(document, printer, "files")
    }

    /// The same, with a list of this name.
    pub(super) fn list<'d>(
        document: &'d mut Option<Self>,
        printer: &mut Printer<'_>,
        name: &str,
    ) -> Result<Option<&'d mut Self>, Error> {
        if document.is_none() && printer.is_json() {
            let mut begun = Self::begin(printer)?;
            begun.begin_list(printer, name)?;
            *document = Some(begun);
        }
        Ok(document.as_mut())
    }

    /// Ends an object in the open list whose own list is open, with all else that `object` has.
    pub(super) fn end_with(&mut self, printer: &mut Printer<'_>, object: &impl Serialize) -> Result<(), Error> {
        self.end(printer)?;
        self.members(printer, object)?;
        self.end(printer)
    }

    /// Begins a list, under a name of the open object.
    pub(super) fn begin_list(&mut self, printer: &mut Printer<'_>, name: &str) -> Result<(), Error> {
        self.name(printer, name)?;
        self.open.push(Open { end: "]", filled: false });
        printer.push("[")
    }

    /// Begins an object in the open list.
    pub(super) fn begin_object(&mut self, printer: &mut Printer<'_>) -> Result<(), Error> {
        self.line(printer)?;
        self.open.push(Open { end: "}", filled: false });
        printer.push("{")
    }

    /// Ends what is open innermost.
    pub(super) fn end(&mut self, printer: &mut Printer<'_>) -> Result<(), Error> {
        let Some(Open { end, filled }) = self.open.pop() else {
            return Ok(());
        };
        if filled {
            printer.push(&self.new_line())?;
        }
        printer.push(end)
    }

    /// Ends everything that is open.
    pub(super) fn finish(mut self, printer: &mut Printer<'_>) -> Result<(), Error> {
        while !self.open.is_empty() {
            self.end(printer)?;
        }
        printer.print("\n")
    }

    /// Ends everything, with the error because of which there is no more, and says it.
    pub(super) fn fail(mut self, printer: &mut Printer<'_>, error: &Error) -> Result<Outcome, Error> {
        while self.open.len() > 1 {
            self.end(printer)?;
        }
        let message = advise(error);
        self.member(
            printer,
            "error",
            &serde_json::json!({ "code": error.code(), "message": message }),
        )?;
        self.finish(printer)?;
        printer.error(error);
        Ok(error.outcome())
    }

    /// A value of the open list, on several lines.
    pub(super) fn item(&mut self, printer: &mut Printer<'_>, value: &impl Serialize) -> Result<(), Error> {
        self.line(printer)?;
        self.value(printer, value)
    }

    /// A value of the open list, on one line.
    pub(super) fn short_item(&mut self, printer: &mut Printer<'_>, value: &impl Serialize) -> Result<(), Error> {
        self.line(printer)?;
        printer.push(&serde_json::to_string(value).unwrap_or_default())
    }

    /// A value of the open object.
    pub(super) fn member(
        &mut self,
        printer: &mut Printer<'_>,
        name: &str,
        value: &impl Serialize,
    ) -> Result<(), Error> {
        self.name(printer, name)?;
        self.value(printer, value)
    }

    /// All that `object` has, for the open object.
    pub(super) fn members(&mut self, printer: &mut Printer<'_>, object: &impl Serialize) -> Result<(), Error> {
        let depth = self.open.len();
        match self.open.last_mut() {
            Some(open) => write_members(printer, object, depth, &mut open.filled),
            None => Ok(()),
        }
    }

    /// The name of a value of the open object, which is to be written next.
    pub(super) fn name(&mut self, printer: &mut Printer<'_>, name: &str) -> Result<(), Error> {
        self.line(printer)?;
        printer.push(&format!("\"{name}\": "))
    }

    fn value(&mut self, printer: &mut Printer<'_>, value: &impl Serialize) -> Result<(), Error> {
        write_value(printer, value, self.open.len())
    }

    /// Begins a line for what comes next.
    fn line(&mut self, printer: &mut Printer<'_>) -> Result<(), Error> {
        let open = self.open.last_mut();
        if open.is_some_and(|open| std::mem::replace(&mut open.filled, true)) {
            printer.push(",")?;
        }
        printer.push(&self.new_line())
    }

    fn new_line(&self) -> String {
        format!("\n{}", INDENT.repeat(self.open.len()))
    }
}
