//! Writes the records of a file in one pass: pointed-at parts wait until the frame is done, and their offsets are filled in then.

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

/// A file that is being written. Every error names the field, such as `entries[1].len_id`.
pub(crate) struct Writer<'w, 'v> {
    plan: Plan<'v>,
    path: Path,
    later: VecDeque<Later<'w, 'v>>,
    areas: Areas<'w, Later<'w, 'v>>,
    ends: VecDeque<Blank>,
    /// The room for each checksum, and the offsets from which and up to which it covers the file.
    sums: Vec<(SumRoom, Sum, u64, u64)>,
}

/// How a pointed-at part is placed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    /// The alignment of the part, in bytes.
    pub(crate) alignment: u64,
    /// The byte in the gap before it.
    pub(crate) fill: u8,
}

impl Placement {
    /// Creates a placement at the next multiple of `alignment` bytes, with bytes `fill` before it.
    pub(crate) fn new(alignment: u64, fill: u8) -> Self {
        Self { alignment, fill }
    }
}

/// Writes a part.
type Write<'w, 'v> = Box<dyn FnOnce(&mut Writer<'w, 'v>) -> Result<(), WriteError> + 'w>;

/// A part that comes after what is being written now.
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
    /// Returns the plan of the file that `frame` writes, with everything that the frame points at. Parts may be in `areas`, which come one
    /// after the other, after all other parts. Zeros follow up to a multiple of `alignment` bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of `frame`, and an error if a number does not fit its field.
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

    /// Writes the deferred parts, in order.
    fn parts(&mut self) -> Result<(), WriteError> {
        while let Some(part) = self.later.pop_front() {
            self.path = part.path;
            let ofs = self.align(part.placement)?;
            self.fill_in(&part.blank, ofs)?;
            (part.write)(self)?;
        }
        Ok(())
    }

    /// Writes a string table, and the offset of each text to its blank.
    fn string_table(&mut self, table: StringTable, blanks: Vec<Blank>) -> Result<(), WriteError> {
        let start = self.plan.len();
        self.room("", length(&table.bytes))?;
        self.plan.bytes(table.bytes);
        for (blank, offset) in blanks.iter().zip(table.offsets) {
            self.fill_in(blank, start.saturating_add(offset))?;
        }
        Ok(())
    }

    /// Advances to the next offset that the placement allows, and returns it.
    fn align(&mut self, placement: Placement) -> Result<u64, WriteError> {
        let Placement { alignment, fill } = placement;
        let next = self.plan.len().checked_next_multiple_of(alignment.max(1));
        let ofs = next.ok_or_else(|| self.error("", WriteProblem::Overflow))?;
        self.plan.fill_to(ofs, fill);
        Ok(ofs)
    }

    /// Writes fixed bytes.
    pub(crate) fn magic(&mut self, bytes: &'static [u8]) {
        self.plan.bytes(bytes);
    }

    /// Writes a number.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::TooLarge`] if it does not fit.
    pub(crate) fn number(&mut self, field: &'static str, width: Width, found: u64) -> Result<u64, WriteError> {
        if found > width.max() {
            let max = width.max();
            return Err(self.error(field, WriteProblem::TooLarge { found, max }));
        }
        width.encode(found, |bytes| self.plan.bytes(bytes.to_vec()));
        Ok(found)
    }

    /// Writes a number that is computed by `expression`.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::TooLarge`] if it does not fit, and [`WriteProblem::NoResult`] if there is no result.
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

    /// Reserves room for an offset that becomes known when the part is placed.
    pub(crate) fn offset(&mut self, field: &'static str, width: Width) -> Blank {
        Blank::new(self.plan.reserve(width.len()), width, self.inner(field))
    }

    /// Fills in the length of the whole file once it is known.
    pub(crate) fn file_len(&mut self, blank: Blank) {
        self.ends.push_back(blank);
    }

    /// Fills in the checksum of the bytes from one offset up to another, none of which is content, once they are known.
    pub(crate) fn sum(&mut self, room: SumRoom, sum: Sum, from: u64, to: u64) {
        self.sums.push((room, sum, from, to));
    }

    /// Reserves room for a digest.
    pub(crate) fn digest(&mut self, sum: Sum) -> SumRoom {
        SumRoom::Digest(self.plan.reserve(sum.size()))
    }

    /// Returns how many bytes have been written.
    pub(crate) fn len(&self) -> u64 {
        self.plan.len()
    }

    /// Writes bytes of the frame.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::Overflow`] if the length of the file would not fit 64 bits.
    pub(crate) fn bytes(&mut self, field: &'static str, bytes: Cow<'v, [u8]>) -> Result<(), WriteError> {
        self.room(field, length(&bytes))?;
        self.plan.bytes(bytes);
        Ok(())
    }

    /// Writes text of the frame.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::Overflow`] if the length of the file would not fit 64 bits.
    pub(crate) fn text(&mut self, field: &'static str, text: Cow<'v, str>) -> Result<(), WriteError> {
        let bytes = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
        self.bytes(field, bytes)
    }

    /// Writes text of the frame, and a NUL after it.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::Unreadable`] if the text contains a NUL.
    pub(crate) fn terminated(&mut self, field: &'static str, text: Cow<'v, str>) -> Result<(), WriteError> {
        self.no_nul(field, &text)?;
        self.text(field, text)?;
        self.plan.bytes(&b"\0"[..]);
        Ok(())
    }

    /// Places content without reading it.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::Overflow`] if the length of the file would not fit 64 bits.
    pub(crate) fn content(&mut self, content: Content<'v>) -> Result<(), WriteError> {
        self.room("", content.len())?;
        self.plan.content(content);
        Ok(())
    }

    /// Writes a record of the frame.
    ///
    /// # Errors
    ///
    /// Returns the error of `write`.
    pub(crate) fn record(
        &mut self,
        field: &'static str,
        write: impl FnOnce(&mut Self) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        self.enter(self.inner(field), write)
    }

    /// Calls `write` with `path` as the current path.
    fn enter(&mut self, path: Path, write: impl FnOnce(&mut Self) -> Result<(), WriteError>) -> Result<(), WriteError> {
        let outer = core::mem::replace(&mut self.path, path);
        write(self)?;
        self.path = outer;
        Ok(())
    }

    /// Writes a list of records of the frame.
    ///
    /// # Errors
    ///
    /// Returns the first error of `write`.
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

    /// Defers the part `field`: it follows all parts that are already deferred, and its offset is written to `blank`.
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

    /// Defers the part `field` to the area with this number: it follows all parts in the area.
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

    /// Adds the text `field` to the string table of the area with this number. Its offset is written to `blank`.
    pub(crate) fn merged(&mut self, area: usize, blank: Blank, text: &'w str) {
        self.areas.merge(area, blank, text.as_bytes());
    }

    /// Checks that NUL-terminated text contains no NUL.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::Unreadable`] if it does.
    pub(crate) fn no_nul(&self, field: &'static str, text: &str) -> Result<(), WriteError> {
        if text.contains('\0') {
            let why = String::from("the text has a NUL, which would end it");
            return Err(self.error(field, WriteProblem::Unreadable { why }));
        }
        Ok(())
    }

    /// Checks a number from the caller.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::OutOfRange`] if it is not from `min` to `max`.
    pub(crate) fn in_range(&self, field: &'static str, found: u64, min: u64, max: u64) -> Result<(), WriteError> {
        if min <= found && found <= max {
            return Ok(());
        }
        Err(self.error(field, WriteProblem::OutOfRange { found, min, max }))
    }

    /// Checks that a number from the caller is one of `values`, which `known` lists for people.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::Unreadable`] if it is not.
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

    /// Checks that text is ASCII.
    ///
    /// # Errors
    ///
    /// Returns [`WriteProblem::Unreadable`] if it is not.
    pub(crate) fn ascii(&self, field: &'static str, text: &str) -> Result<(), WriteError> {
        if text.is_ascii() {
            return Ok(());
        }
        let why = String::from("expected ASCII, found other characters");
        Err(self.error(field, WriteProblem::Unreadable { why }))
    }

    /// Checks that the length of the file still fits 64 bits with `len` more bytes.
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
