//! Values as lines of JSON, written piece by piece: the text of one may be very long.

use std::io::{self, Write};

use offload_bundle::Error;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::printer::Printer;

/// Stands before a line, once for each object and list that it is in.
pub(super) const INDENT: &str = "  ";

/// Writes `value`, whose first line is in `depth` objects and lists.
///
/// # Errors
///
/// Standard output cannot be written; likewise below.
pub(super) fn write_value(printer: &mut Printer<'_>, value: &impl Serialize, depth: usize) -> Result<(), Error> {
    write(printer, value, Lines { depth, has_value: false, opened: None })
}

/// Writes all that `object` has without its brackets, for an object that is open and is the innermost of `depth`; and notes that something
/// is in that.
pub(super) fn write_members(
    printer: &mut Printer<'_>,
    object: &impl Serialize,
    depth: usize,
    filled: &mut bool,
) -> Result<(), Error> {
    let depth = depth.saturating_sub(1);
    write(
        printer,
        object,
        Lines { depth, has_value: false, opened: Some(Opened { depth, filled }) },
    )
}

fn write(printer: &mut Printer<'_>, value: &impl Serialize, lines: Lines<'_>) -> Result<(), Error> {
    let mut pieces = Pieces { printer, failed: None };
    // Values consist of maps with text keys, so that nothing but the printer fails.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut pieces, lines));
    pieces.failed.map_or(Ok(()), Err)
}

/// Passes pieces of text on to a printer.
struct Pieces<'p, 'q> {
    printer: &'p mut Printer<'q>,
    /// Why it takes no more.
    failed: Option<Error>,
}

impl Write for Pieces<'_, '_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(piece).map_err(io::Error::other)?;
        match self.printer.push(text) {
            Ok(()) => Ok(piece.len()),
            Err(error) => {
                self.failed = Some(error);
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines that are indented as deep as they lie.
struct Lines<'o> {
    /// How many objects and lists are open.
    depth: usize,
    /// Whether the innermost of them holds something.
    has_value: bool,
    /// The object whose members are in one that is open already.
    opened: Option<Opened<'o>>,
}

/// An object that is open already.
struct Opened<'o> {
    /// In how many others it lies.
    depth: usize,
    /// Whether something is in it.
    filled: &'o mut bool,
}

impl Lines<'_> {
    fn is_opened(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.depth == self.depth)
    }

    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(INDENT.as_bytes()))
    }

    fn begin<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let is_opened = self.is_opened();
        self.depth = self.depth.saturating_add(1);
        self.has_value = false;
        if is_opened { Ok(()) } else { writer.write_all(bracket) }
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.is_opened() {
            return Ok(());
        }
        if self.has_value {
            self.line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn next<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        let outermost = self.depth.saturating_sub(1);
        let opened = self.opened.as_mut().filter(|opened| opened.depth == outermost);
        let first = opened.map_or(first, |opened| !std::mem::replace(opened.filled, true));
        if !first {
            writer.write_all(b",")?;
        }
        self.line(writer)
    }
}

impl Formatter for Lines<'_> {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.has_value = true;
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
        let mut printer = Printer::new("program", &mut out, &mut err, Settings::default());
        act(&mut printer);
        printer.flush().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn values_look_as_serde_json_writes_them_but_deeper() {
        for value in [json!(1), json!([]), json!({}), json!({ "a": [1, { "b": {} }, []], "c": "é\n\"" })] {
            let flat = serde_json::to_string_pretty(&value).unwrap();
            assert_eq!(written(|printer| write_value(printer, &value, 0).unwrap()), flat);
            let deeper = flat.replace('\n', "\n    ");
            assert_eq!(written(|printer| write_value(printer, &value, 2).unwrap()), deeper);
        }
    }

    #[test]
    fn members_join_those_of_the_object_that_is_open() {
        let mut filled = false;
        let text = written(|printer| {
            write_members(printer, &json!({}), 1, &mut filled).unwrap();
            assert!(!filled);
            write_members(printer, &json!({ "a": { "b": 1 } }), 1, &mut filled).unwrap();
            write_members(printer, &json!({ "c": [2] }), 1, &mut filled).unwrap();
        });
        assert_eq!(
            format!("{{{text}\n}}"),
            serde_json::to_string_pretty(&json!({ "a": { "b": 1 }, "c": [2] })).unwrap()
        );
    }
}
