//! A one-pass writer: parts with offsets wait until the frame is written, and their offsets are filled in then.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::areas::Areas;
use super::blank::{Blank, SumRoom};
use super::content::Content;
use super::pieces::Plan;
use super::string_table::StringTable;
use crate::bytes::{Checked, Width, length};
use crate::error::{Path, WriteError, WriteProblem};
use crate::tree::{Area, Sum, leading};

pub(crate) struct Writer<'w, 'v> {
    plan: Plan<'v>,
    path: Path,
    later: VecDeque<Later<'w, 'v>>,
    areas: Areas<'w, Later<'w, 'v>>,
    ends: VecDeque<Blank>,
    /// With the start and end of the covered bytes.
    sums: Vec<(SumRoom, Sum, u64, u64)>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    pub(crate) alignment: u64,
    pub(crate) fill: u8,
}

impl Placement {
    pub(crate) fn new(alignment: u64, fill: u8) -> Self {
        Self { alignment, fill }
    }
}

type Write<'w, 'v> = Box<dyn FnOnce(&mut Writer<'w, 'v>) -> Result<(), WriteError> + 'w>;

struct Later<'w, 'v> {
    blank: Blank,
    placement: Placement,
    path: Path,
    write: Write<'w, 'v>,
}

impl core::fmt::Debug for Writer<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Writer at byte {} ({})", self.plan.len(), self.path)
    }
}

impl<'w, 'v> Writer<'w, 'v> {
    /// `areas` follow all other parts, in order. Zeros pad the file to a multiple of `alignment` bytes.
    pub(crate) fn plan_in(
        areas: &[Area],
        alignment: u64,
        frame: impl FnOnce(&mut Self) -> Result<(), WriteError>,
    ) -> Result<Plan<'v>, WriteError> {
        let mut writer = Self {
            plan: Plan::new(),
            path: Path::default(),
            later: VecDeque::new(),
            areas: Areas::new(areas),
            ends: VecDeque::new(),
            sums: Vec::new(),
        };
        frame(&mut writer)?;
        writer.parts()?;
        while let Some(area) = writer.areas.next() {
            let (texts, parts) = area.into_parts();
            if let Some((table, blanks)) = texts {
                writer.string_table(table, blanks)?;
            }
            writer.later = parts;
            writer.parts()?;
        }
        writer.align(Placement::new(alignment, 0))?;
        let len = writer.plan.len();
        while let Some(blank) = writer.ends.pop_front() {
            writer.fill_in(&blank, len)?;
        }
        for (room, sum, from, to) in core::mem::take(&mut writer.sums) {
            let mut summing = sum.begin();
            writer.plan.each_byte(from, to, &mut |bytes| summing.update(bytes));
            match room {
                SumRoom::Number(blank) => writer.fill_in(&blank, leading(&summing.finish()))?,
                SumRoom::Digest(reserved) => writer.plan.fill_in(reserved, &summing.finish()),
            }
        }
        Ok(writer.plan)
    }

    fn parts(&mut self) -> Result<(), WriteError> {
        while let Some(part) = self.later.pop_front() {
            self.path = part.path;
            let ofs = self.align(part.placement)?;
            self.fill_in(&part.blank, ofs)?;
            (part.write)(self)?;
        }
        Ok(())
    }

    fn string_table(&mut self, table: StringTable, blanks: Vec<Blank>) -> Result<(), WriteError> {
        let start = self.plan.len();
        self.room("", length(&table.bytes))?;
        self.plan.bytes(table.bytes);
        for (blank, offset) in blanks.iter().zip(table.offsets) {
            self.fill_in(blank, start.saturating_add(offset))?;
        }
        Ok(())
    }

    fn align(&mut self, placement: Placement) -> Result<u64, WriteError> {
        let Placement { alignment, fill } = placement;
        let next = self.plan.len().checked_next_multiple_of(alignment.max(1));
        let ofs = next.ok_or_else(|| self.error("", WriteProblem::Overflow))?;
        self.plan.fill_to(ofs, fill);
        Ok(ofs)
    }

    pub(crate) fn magic(&mut self, bytes: &'static [u8]) {
        self.plan.bytes(bytes);
    }

    pub(crate) fn number(&mut self, field: &'static str, width: Width, found: u64) -> Result<u64, WriteError> {
        if found > width.max() {
            let max = width.max();
            return Err(self.error(field, WriteProblem::TooLarge { found, max }));
        }
        width.encode(found, |bytes| self.plan.bytes(bytes.to_vec()));
        Ok(found)
    }

    pub(crate) fn computed(
        &mut self,
        field: &'static str,
        width: Width,
        value: Checked,
        expression: &'static str,
    ) -> Result<u64, WriteError> {
        let found = value.number();
        let found = found.map_err(|outside| self.error(field, WriteProblem::NoResult { expression, outside }))?;
        self.number(field, width, found)
    }

    pub(crate) fn offset(&mut self, field: &'static str, width: Width) -> Blank {
        Blank::new(self.plan.reserve(width.len()), width, self.inner(field))
    }

    pub(crate) fn file_len(&mut self, blank: Blank) {
        self.ends.push_back(blank);
    }

    /// Filled in at the end. The bytes must not include content.
    pub(crate) fn sum(&mut self, room: SumRoom, sum: Sum, from: u64, to: u64) {
        self.sums.push((room, sum, from, to));
    }

    pub(crate) fn digest(&mut self, sum: Sum) -> SumRoom {
        SumRoom::Digest(self.plan.reserve(sum.size()))
    }

    pub(crate) fn len(&self) -> u64 {
        self.plan.len()
    }

    pub(crate) fn bytes(&mut self, field: &'static str, bytes: Cow<'v, [u8]>) -> Result<(), WriteError> {
        self.room(field, length(&bytes))?;
        self.plan.bytes(bytes);
        Ok(())
    }

    pub(crate) fn text(&mut self, field: &'static str, text: Cow<'v, str>) -> Result<(), WriteError> {
        let bytes = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
        self.bytes(field, bytes)
    }

    pub(crate) fn terminated(&mut self, field: &'static str, text: Cow<'v, str>) -> Result<(), WriteError> {
        self.no_nul(field, &text)?;
        self.text(field, text)?;
        self.plan.bytes(&b"\0"[..]);
        Ok(())
    }

    pub(crate) fn content(&mut self, content: Content<'v>) -> Result<(), WriteError> {
        self.room("", content.len())?;
        self.plan.content(content);
        Ok(())
    }

    pub(crate) fn record(
        &mut self,
        field: &'static str,
        write: impl FnOnce(&mut Self) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        self.enter(self.inner(field), write)
    }

    fn enter(&mut self, path: Path, write: impl FnOnce(&mut Self) -> Result<(), WriteError>) -> Result<(), WriteError> {
        let outer = core::mem::replace(&mut self.path, path);
        write(self)?;
        self.path = outer;
        Ok(())
    }

    pub(crate) fn list<T>(
        &mut self,
        field: &'static str,
        items: &'w [T],
        mut write: impl FnMut(&mut Self, &'w T) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        for (index, item) in (0..).zip(items) {
            self.enter(self.inner(field).index(index), |writer| write(writer, item))?;
        }
        Ok(())
    }

    /// After all parts that are already deferred; `blank` gets the offset.
    pub(crate) fn later(
        &mut self,
        field: &'static str,
        blank: Blank,
        placement: Placement,
        write: impl FnOnce(&mut Self) -> Result<(), WriteError> + 'w,
    ) {
        let part = Later { blank, placement, path: self.inner(field), write: Box::new(write) };
        self.later.push_back(part);
    }

    pub(crate) fn later_in(
        &mut self,
        area: usize,
        field: &'static str,
        blank: Blank,
        placement: Placement,
        write: impl FnOnce(&mut Self) -> Result<(), WriteError> + 'w,
    ) {
        let part = Later { blank, placement, path: self.inner(field), write: Box::new(write) };
        self.areas.put(area, part);
    }

    pub(crate) fn merged(&mut self, area: usize, blank: Blank, text: &'w str) {
        self.areas.merge(area, blank, text.as_bytes());
    }

    pub(crate) fn no_nul(&self, field: &'static str, text: &str) -> Result<(), WriteError> {
        if text.contains('\0') {
            let why = String::from("the text has a NUL, which would end it");
            return Err(self.error(field, WriteProblem::Unreadable { why }));
        }
        Ok(())
    }

    pub(crate) fn in_range(&self, field: &'static str, found: u64, min: u64, max: u64) -> Result<(), WriteError> {
        if min <= found && found <= max {
            return Ok(());
        }
        Err(self.error(field, WriteProblem::OutOfRange { found, min, max }))
    }

    pub(crate) fn one_of(
        &self,
        field: &'static str,
        found: u64,
        values: &[u64],
        known: &str,
    ) -> Result<(), WriteError> {
        if values.contains(&found) {
            return Ok(());
        }
        Err(WriteError::unknown(self.inner(field), found, known))
    }

    pub(crate) fn ascii(&self, field: &'static str, text: &str) -> Result<(), WriteError> {
        if text.is_ascii() {
            return Ok(());
        }
        let why = String::from("expected ASCII, found other characters");
        Err(self.error(field, WriteProblem::Unreadable { why }))
    }

    fn room(&self, field: &'static str, len: u64) -> Result<(), WriteError> {
        match self.plan.len().checked_add(len) {
            Some(_) => Ok(()),
            None => Err(self.error(field, WriteProblem::Overflow)),
        }
    }

    fn fill_in(&mut self, blank: &Blank, value: u64) -> Result<(), WriteError> {
        let at = |problem| WriteError::new(blank.path.clone(), problem);
        let found = Checked::from(value).plus(blank.plus).minus(blank.minus).number();
        let expression = blank.expression;
        let found = found.map_err(|outside| at(WriteProblem::NoResult { expression, outside }))?;
        if found > blank.width.max() {
            let max = blank.width.max();
            return Err(at(WriteProblem::TooLarge { found, max }));
        }
        let (min, max) = blank.bounds;
        if found < min || max < found {
            return Err(at(WriteProblem::OutOfRange { found, min, max }));
        }
        blank
            .width
            .encode(found, |bytes| self.plan.fill_in(blank.reserved, bytes));
        Ok(())
    }

    fn inner(&self, field: &'static str) -> Path {
        self.path.clone().field(field)
    }

    pub(crate) fn error(&self, field: &'static str, problem: WriteProblem) -> WriteError {
        WriteError::new(self.inner(field), problem)
    }
}
