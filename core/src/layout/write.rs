//! Writes a file by its layout: the caller gives values, and counts, lengths, offsets and gaps are computed.

use alloc::vec::Vec;

use super::expression::Expression;
use super::tables::{Holds, Layout, Part, Record, Valid};
use super::values::{Value, Values};
use super::writing::{Alignment, Shift, Source};
use crate::bytes::{Checked, Encoding, Width};
use crate::error::{WriteError, WriteProblem};
use crate::plan::{Area, Blank, Content, Placement, Plan, Writer};
use crate::tree::Sum;

impl Layout<'static> {
    /// Lays out the file whose outermost record holds `values`, without copying content. The values include those of [`Layout::options`]
    /// that the caller chooses; the others have their defaults.
    ///
    /// # Errors
    ///
    /// Returns an error if a value cannot be written, with its field.
    pub fn plan<'v>(&'static self, values: &Values<'v>) -> Result<Plan<'v>, WriteError> {
        let writing = Writing { layout: self, root: values };
        Writer::plan_in(self.areas, self.align_end, |writer| {
            for option in self.options {
                let (min, max) = option.range;
                writer.in_range(option.name, writing.option(option.name), min, max)?;
            }
            match self.records.first() {
                Some(root) => writing.record(writer, root, values),
                None => Ok(()),
            }
        })
    }
}

/// A file that is being written.
#[derive(Clone, Copy)]
struct Writing<'w, 'v> {
    layout: &'static Layout<'static>,
    root: &'w Values<'v>,
}

/// A record that is being written.
struct Frame<'w, 'v> {
    values: &'w Values<'v>,
    /// The numbers written so far.
    numbers: Vec<(&'static str, u64)>,
    /// The room for the offset of each part.
    blanks: Vec<(&'static str, Blank)>,
    /// The room for each checksum, and the first and the last field that it covers.
    sums: Vec<(Blank, Sum, &'static str, &'static str)>,
}

impl Frame<'_, '_> {
    fn evaluate(&self, expression: &Expression<'_>) -> Checked {
        expression.evaluate(&|field| {
            let mut numbers = self.numbers.iter();
            numbers.find_map(|(name, number)| (*name == field).then_some(*number))
        })
    }
}

impl<'w, 'v> Writing<'w, 'v> {
    fn option(self, name: &str) -> u64 {
        let mut options = self.layout.options.iter();
        let default = || {
            options
                .find(|option| option.name == name)
                .map_or(1, |option| option.default)
        };
        self.root.number(name).unwrap_or_else(default)
    }

    fn record(
        self,
        writer: &mut Writer<'w, 'v>,
        record: &'static Record<'static>,
        values: &'w Values<'v>,
    ) -> Result<(), WriteError> {
        let mut frame = Frame { values, numbers: Vec::new(), blanks: Vec::new(), sums: Vec::new() };
        let mut places = Vec::new();
        for field in record.fields {
            let start = writer.len();
            self.field(writer, field.name, &field.holds, &mut frame)?;
            if record.has_sums() {
                places.push((field.name, start, writer.len()));
            }
        }
        let place_of = |name: &str| places.iter().find(|(known, ..)| *known == name);
        for (blank, sum, first, last) in core::mem::take(&mut frame.sums) {
            if let (Some((_, from, _)), Some((.., to))) = (place_of(first), place_of(last)) {
                writer.sum(blank, sum, *from, *to);
            }
        }
        for part in record.parts {
            self.part(writer, part, &mut frame)?;
        }
        Ok(())
    }

    fn write_named(self, writer: &mut Writer<'w, 'v>, name: &str, values: &'w Values<'v>) -> Result<(), WriteError> {
        let Some(record) = self.layout.record(name) else {
            return Ok(());
        };
        // One builder serves all versions of a record.
        if let Some(unknown) = values.unknown(|name| record.holds(name).is_some()) {
            let why = "the record has no such field in this version".into();
            return Err(writer.error(unknown, WriteProblem::Unreadable { why }));
        }
        self.record(writer, record, values)
    }

    fn field(
        self,
        writer: &mut Writer<'w, 'v>,
        name: &'static str,
        holds: &'static Holds<'static>,
        frame: &mut Frame<'w, 'v>,
    ) -> Result<(), WriteError> {
        let values = frame.values;
        readable(writer, name, holds, values)?;
        let text = || values.cow(name);
        match (holds, values.get(name)) {
            (Holds::Magic(bytes), _) => writer.magic(bytes),
            (Holds::Number(width, names, valid, source), _) => {
                if let Valid::Named(known) = valid {
                    let named: Vec<u64> = names.iter().map(|(number, _)| *number).collect();
                    writer.one_of(name, values.number(name).unwrap_or_default(), &named, known)?;
                }
                number(writer, name, (*width, valid, source), frame)?;
            }
            (Holds::Text(..), _) => writer.text(name, text())?,
            (Holds::Terminated(..), _) => writer.terminated(name, text())?,
            (Holds::Bytes(_) | Holds::Rest, Some(Value::Content(Content::Inline(bytes)))) => {
                writer.bytes(name, bytes.clone())?
            }
            (Holds::Content(_), Some(Value::Compressed(compressed))) => {
                writer.record(name, |writer| writer.content(compressed.content().clone()))?;
            }
            (Holds::Record(record), Some(Value::Record(inner))) => {
                writer.record(name, |writer| self.write_named(writer, record, inner))?;
            }
            (Holds::Switch(switch), Some(Value::Case(number, inner))) => {
                let Some(record) = switch.record(*number) else {
                    return writer.one_of(switch.on, *number, &[], switch.known);
                };
                writer.record(name, |writer| self.write_named(writer, record, inner))?;
            }
            (Holds::List(record, _), Some(Value::List(items))) => {
                writer.list(name, items, |writer, item| self.write_named(writer, record, item))?;
            }
            // A value of another kind counts as none.
            _ => {}
        }
        Ok(())
    }

    /// Defers a part that the record points at.
    fn part(
        self,
        writer: &mut Writer<'w, 'v>,
        part: &'static Part<'static>,
        frame: &mut Frame<'w, 'v>,
    ) -> Result<(), WriteError> {
        let (name, values) = (part.name, frame.values);
        let Some(found) = frame.blanks.iter().position(|(known, _)| *known == name) else {
            return Ok(());
        };
        let (_, blank) = frame.blanks.swap_remove(found);
        readable(writer, name, &part.holds, values)?;
        let area = part.placed.area;
        if let Some(area) = area.filter(|area| self.layout.areas.get(*area) == Some(&Area::Strings)) {
            if let Holds::Terminated(..) = part.holds {
                writer.no_nul(name, values.text(name))?;
            }
            writer.merged(area, blank, values.text(name));
            return Ok(());
        }
        let alignment = match part.placed.alignment {
            Alignment::To(number) => number,
            Alignment::Option(option) => self.option(option),
        };
        let placement = Placement::new(alignment, part.placed.fill);
        let text = move || values.cow(name);
        let write = move |writer: &mut Writer<'w, 'v>| match (&part.holds, values.get(name)) {
            (Holds::Text(..), _) => writer.text("", text()),
            (Holds::Terminated(..), _) => writer.terminated("", text()),
            (Holds::Bytes(_), Some(Value::Content(content))) => writer.content(content.clone()),
            (Holds::Record(record), Some(Value::Record(inner))) => self.write_named(writer, record, inner),
            (Holds::List(record, _), Some(Value::List(items))) => {
                writer.list("", items, |writer, item| self.write_named(writer, record, item))
            }
            _ => Ok(()),
        };
        match area {
            Some(area) => writer.later_in(area, name, blank, placement, write),
            None => writer.later(name, blank, placement, write),
        }
        Ok(())
    }
}

/// Checks that the value of the field or part `name` could be read back.
fn readable(
    writer: &Writer<'_, '_>,
    name: &'static str,
    holds: &Holds<'_>,
    values: &Values<'_>,
) -> Result<(), WriteError> {
    let (bounds, encoding) = match holds {
        Holds::Text(encoding, len) => (len.bounds(), Some(encoding)),
        Holds::Bytes(len) | Holds::List(_, len) | Holds::Content(Some(len)) => (len.bounds(), None),
        Holds::Terminated(encoding, u64::MAX) => (None, Some(encoding)),
        Holds::Terminated(encoding, limit) => (Some((0, *limit)), Some(encoding)),
        _ => (None, None),
    };
    if let Some((min, max)) = bounds {
        writer.in_range(name, values.len_of(name), min, max)?;
    }
    if encoding == Some(&Encoding::Ascii) {
        writer.ascii(name, values.text(name))?;
    }
    Ok(())
}

/// Writes a number, or reserves room for it.
fn number(
    writer: &mut Writer<'_, '_>,
    name: &'static str,
    (width, valid, source): (Width, &Valid<'static>, &Source<'static>),
    frame: &mut Frame<'_, '_>,
) -> Result<(), WriteError> {
    let values = frame.values;
    let compressed = |data: &str| match values.get(data) {
        Some(Value::Compressed(compressed)) => Some(compressed),
        _ => None,
    };
    let value = match source {
        Source::Given(default) => values.number(name).unwrap_or(*default),
        Source::Constant(number) => *number,
        Source::Count(of, shift) | Source::Size(of, shift) => {
            let measured = values.len_of(of);
            match shift {
                None => measured,
                Some(Shift { plus, minus, text }) => {
                    let (plus, minus) = (frame.evaluate(plus), frame.evaluate(minus));
                    let shifted = Checked::from(measured).plus(plus).minus(minus);
                    let number = writer.computed(name, width, shifted, text)?;
                    return check_number(writer, name, number, valid, frame);
                }
            }
        }
        Source::DecompressedLen(of) => compressed(of).map_or(0, |compressed| compressed.decompressed_len()),
        Source::Digest(of) => compressed(of).map_or(0, |compressed| compressed.digest_number(width)),
        Source::Case(of, default) => match values.get(of) {
            Some(Value::Case(number, _)) => *number,
            _ => *default,
        },
        Source::Offset(of, shift) => {
            let mut blank = within(writer.offset(name, width), valid);
            if let Some(Shift { plus, minus, text }) = shift {
                blank = blank.shifted(frame.evaluate(plus), frame.evaluate(minus), text);
            }
            frame.blanks.push((of, blank));
            return Ok(());
        }
        Source::Sum(sum, first, last) => {
            frame.sums.push((writer.offset(name, width), *sum, first, last));
            return Ok(());
        }
        Source::FileLen => {
            let blank = within(writer.offset(name, width), valid);
            writer.file_len(blank);
            return Ok(());
        }
    };
    let number = writer.number(name, width, value)?;
    match source {
        // Of which record there is, the field that holds it has the say.
        Source::Case(..) => {
            frame.numbers.push((name, number));
            Ok(())
        }
        _ => check_number(writer, name, number, valid, frame),
    }
}

/// Checks that a reader accepts the number, and keeps it for numbers that are computed from it.
fn check_number(
    writer: &Writer<'_, '_>,
    name: &'static str,
    number: u64,
    valid: &Valid<'_>,
    frame: &mut Frame<'_, '_>,
) -> Result<(), WriteError> {
    match valid {
        Valid::Range(min, max) => writer.in_range(name, number, *min, *max)?,
        Valid::OneOf(values, known) => writer.one_of(name, number, values, known)?,
        Valid::Named(..) | Valid::Any | Valid::Bits => {}
    }
    frame.numbers.push((name, number));
    Ok(())
}

/// Sets the same limits for a number that becomes known later.
fn within(blank: Blank, valid: &Valid<'_>) -> Blank {
    match valid {
        Valid::Range(min, max) => blank.within(*min, *max),
        _ => blank,
    }
}
