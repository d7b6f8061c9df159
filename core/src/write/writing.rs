//! The table-driven writer: callers provide values, and it computes counts, lengths, offsets and gaps.

use alloc::vec::Vec;

use super::values::{Value, Values};
use crate::bytes::{Checked, Encoding, Width};
use crate::error::{WriteError, WriteProblem};
use crate::plan::{Blank, Content, Placement, Plan, SumRoom, Writer};
use crate::tree::{Alignment, Attr, Binary, Expression, Formula, Held, Holds, Record, Rule, Shift, Source, Sum, Tree};

impl Tree<'static> {
    /// Lays out the file with `values` in its root record, without copying content. The values may include
    /// [`Tree::options`]; missing options have their defaults.
    ///
    /// # Errors
    ///
    /// Returns an error at the field if a value cannot be written.
    pub fn plan<'v>(&'static self, values: &Values<'v>) -> Result<Plan<'v>, WriteError> {
        let writing = Writing { tree: self, root: values };
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

#[derive(Clone, Copy)]
struct Writing<'w, 'v> {
    tree: &'static Tree<'static>,
    root: &'w Values<'v>,
}

struct Frame<'w, 'v> {
    values: &'w Values<'v>,
    /// If other numbers depend on them.
    numbers: Option<Vec<(&'static str, u64)>>,
    blanks: Vec<(&'static str, Blank)>,
    /// With the first and the last covered field.
    sums: Vec<(SumRoom, Sum, &'static str, &'static str)>,
}

impl Frame<'_, '_> {
    fn keep(&mut self, name: &'static str, number: u64) {
        if let Some(numbers) = &mut self.numbers {
            numbers.push((name, number));
        }
    }

    fn number(&self, name: &str) -> Option<u64> {
        let mut numbers = self.numbers.iter().flatten();
        numbers.find_map(|(known, number)| (*known == name).then_some(*number))
    }

    fn evaluate(&self, expression: &Expression<'_>) -> Checked {
        match expression {
            Expression::Number(number) => Checked::from(u64::try_from(*number).ok()),
            Expression::Own(field) => Checked::from(self.number(field)),
            Expression::Binary(Binary::Plus, left, right) => self.evaluate(left).plus(self.evaluate(right)),
            Expression::Binary(Binary::Minus, left, right) => self.evaluate(left).minus(self.evaluate(right)),
            _ => Checked::from(None),
        }
    }
}

impl<'w, 'v> Writing<'w, 'v> {
    fn option(self, name: &str) -> u64 {
        let mut options = self.tree.options.iter();
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
        let is_computed_with = record
            .fields
            .iter()
            .any(|field| field.condition.is_some() || field.written.source.shift().is_some());
        let numbers = is_computed_with.then(Vec::new);
        let mut frame = Frame { values, numbers, blanks: Vec::new(), sums: Vec::new() };
        let has_sums = record.fields.iter().any(|field| field.sum.is_some());
        let mut places = Vec::new();
        for field in record.fields {
            let start = writer.len();
            self.field(writer, field, &mut frame)?;
            if has_sums {
                places.push((field.name, start, writer.len()));
            }
        }
        let place_of = |name: &str| places.iter().find(|(known, ..)| *known == name);
        for (room, sum, first, last) in core::mem::take(&mut frame.sums) {
            if let (Some((_, from, _)), Some((.., to))) = (place_of(first), place_of(last)) {
                writer.sum(room, sum, *from, *to);
            }
        }
        for part in record.instances {
            self.part(writer, part, &mut frame)?;
        }
        Ok(())
    }

    fn inner(
        self,
        writer: &mut Writer<'w, 'v>,
        record: &'static Record<'static>,
        values: &'w Values<'v>,
    ) -> Result<(), WriteError> {
        // One builder serves all versions of a record.
        if let Some(unknown) = values.unknown(|name| record.attr(name).is_some()) {
            let why = "this version of the record lacks the field".into();
            return Err(writer.error(unknown, WriteProblem::Unreadable { why }));
        }
        self.record(writer, record, values)
    }

    fn field(
        self,
        writer: &mut Writer<'w, 'v>,
        attr: &'static Attr<'static>,
        frame: &mut Frame<'w, 'v>,
    ) -> Result<(), WriteError> {
        let (name, values) = (attr.name, frame.values);
        if let Some(condition) = &attr.condition
            && !is_present(writer, attr, condition, frame)?
        {
            return Ok(());
        }
        if let Some(width) = attr.number_width().filter(|_| attr.is_once()) {
            if let [Rule::Known(known)] = attr.valid {
                let named: Vec<u64> = self.tree.named_numbers(attr).map(|(number, _)| number).collect();
                writer.one_of(name, values.number(name).unwrap_or_default(), &named, known)?;
            }
            return number(writer, attr, width, frame);
        }
        if let Source::Sum(sum, first, last) = attr.written.source {
            let room = writer.digest(sum);
            frame.sums.push((room, sum, first, last));
            return Ok(());
        }
        let held = self.tree.held(attr);
        readable(writer, name, &held, values)?;
        let text = || values.cow(name);
        match (held, values.get(name)) {
            (Held::Fixed(bytes), _) => writer.magic(bytes),
            (Held::Text(..), _) => writer.text(name, text())?,
            (Held::Terminated(..), _) => writer.terminated(name, text())?,
            (Held::Bytes(_) | Held::Rest, Some(Value::Content(Content::Inline(bytes)))) => {
                writer.bytes(name, bytes.clone())?
            }
            (Held::Content(_), Some(Value::Compressed(compressed))) => {
                writer.record(name, |writer| writer.content(compressed.content().clone()))?;
            }
            (Held::Record(record), Some(Value::Record(inner))) => {
                writer.record(name, |writer| self.inner(writer, record, inner))?;
            }
            (Held::Versions(versions), Some(Value::Case(number, inner))) => {
                let Some(record) = versions.record(*number) else {
                    return writer.one_of(versions.on, *number, &[], versions.known);
                };
                writer.record(name, |writer| self.inner(writer, record, inner))?;
            }
            (Held::List(record, _), Some(Value::List(items))) => {
                writer.list(name, items, |writer, item| self.inner(writer, record, item))?;
            }
            // A value of the wrong kind counts as missing.
            _ => {}
        }
        Ok(())
    }

    fn part(
        self,
        writer: &mut Writer<'w, 'v>,
        part: &'static Attr<'static>,
        frame: &mut Frame<'w, 'v>,
    ) -> Result<(), WriteError> {
        let (name, values, held) = (part.name, frame.values, self.tree.held(part));
        let Some(found) = frame.blanks.iter().position(|(known, _)| *known == name) else {
            return Ok(());
        };
        let (_, blank) = frame.blanks.swap_remove(found);
        readable(writer, name, &held, values)?;
        let area = part.written.area;
        if let Some(area) = area.filter(|area| self.tree.is_string_table(*area)) {
            if let Held::Terminated(..) = held {
                writer.no_nul(name, values.text(name))?;
            }
            writer.merged(area, blank, values.text(name));
            return Ok(());
        }
        let alignment = match part.written.alignment {
            Alignment::To(number) => number,
            Alignment::Option(option) => self.option(option),
        };
        let placement = Placement::new(alignment, part.written.fill);
        let text = move || values.cow(name);
        // Every deferred part stores this closure, so classify the content again instead of capturing it.
        let write = move |writer: &mut Writer<'w, 'v>| match (self.tree.held(part), values.get(name)) {
            (Held::Text(..), _) => writer.text("", text()),
            (Held::Terminated(..), _) => writer.terminated("", text()),
            (Held::Bytes(_), Some(Value::Content(content))) => writer.content(content.clone()),
            (Held::Record(record), Some(Value::Record(inner))) => self.inner(writer, record, inner),
            (Held::List(record, _), Some(Value::List(items))) => {
                writer.list("", items, |writer, item| self.inner(writer, record, item))
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

/// A value from the caller must agree with the condition; numbers have defaults.
fn is_present(
    writer: &Writer<'_, '_>,
    attr: &'static Attr<'static>,
    condition: &Formula<'static>,
    frame: &Frame<'_, '_>,
) -> Result<bool, WriteError> {
    let name = attr.name;
    let is_true = condition.of.is_true(&|name| frame.number(name)).unwrap_or(false);
    let is_given = frame.values.get(name).is_some();
    let is_computed = !matches!(attr.written.source, Source::Given(_));
    let has_default = is_computed || attr.number_width().is_some() || matches!(attr.holds, Holds::Fixed(_));
    let problem = match (is_true, is_given) {
        (false, true) => alloc::format!("the record lacks the field, as `{}` is false", condition.text),
        (true, false) if !has_default => alloc::format!("the record needs the field, as `{}` is true", condition.text),
        _ => return Ok(is_true),
    };
    Err(writer.error(name, WriteProblem::Unreadable { why: problem }))
}

fn readable(
    writer: &Writer<'_, '_>,
    name: &'static str,
    held: &Held<'_>,
    values: &Values<'_>,
) -> Result<(), WriteError> {
    let (bounds, encoding) = match held {
        Held::Text(encoding, len) => (len.bounds(), Some(encoding)),
        Held::Bytes(len) | Held::List(_, len) | Held::Content(Some(len)) => (len.bounds(), None),
        Held::Terminated(encoding, limit) => (limit.map(|limit| (0, limit)), Some(encoding)),
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

fn number(
    writer: &mut Writer<'_, '_>,
    attr: &'static Attr<'static>,
    width: Width,
    frame: &mut Frame<'_, '_>,
) -> Result<(), WriteError> {
    let (name, values) = (attr.name, frame.values);
    let compressed = |data: &str| match values.get(data) {
        Some(Value::Compressed(compressed)) => Some(compressed),
        _ => None,
    };
    let source = &attr.written.source;
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
                    return check_number(writer, attr, number, frame);
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
            let mut blank = within(writer.offset(name, width), attr.valid);
            if let Some(Shift { plus, minus, text }) = shift {
                blank = blank.shifted(frame.evaluate(plus), frame.evaluate(minus), text);
            }
            frame.blanks.push((of, blank));
            return Ok(());
        }
        Source::Sum(sum, first, last) => {
            let room = SumRoom::Number(writer.offset(name, width));
            frame.sums.push((room, *sum, first, last));
            return Ok(());
        }
        Source::FileLen => {
            let blank = within(writer.offset(name, width), attr.valid);
            writer.file_len(blank);
            return Ok(());
        }
    };
    let number = writer.number(name, width, value)?;
    match source {
        // The field with the record checks its case number.
        Source::Case(..) => {
            frame.keep(name, number);
            Ok(())
        }
        _ => check_number(writer, attr, number, frame),
    }
}

fn check_number(
    writer: &Writer<'_, '_>,
    attr: &'static Attr<'static>,
    number: u64,
    frame: &mut Frame<'_, '_>,
) -> Result<(), WriteError> {
    match attr.valid {
        [Rule::Range(min, max)] => writer.in_range(attr.name, number, *min, *max)?,
        [Rule::Among(values, known)] => writer.one_of(attr.name, number, values, known)?,
        _ => {}
    }
    frame.keep(attr.name, number);
    Ok(())
}

fn within(blank: Blank, rules: &[Rule<'_>]) -> Blank {
    match rules {
        [Rule::Range(min, max)] => blank.within(*min, *max),
        _ => blank,
    }
}
