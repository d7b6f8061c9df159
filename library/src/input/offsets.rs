//! Where the bytes are that a reader was shown without what lies between them.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Bundle;
use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::error::{ReadError, Stop};

/// Offsets of what was shown, and those in the input that they stand for. Both are counted from the start of the input.
#[derive(Debug)]
pub(crate) struct Offsets {
    start: u64,
    /// Where bytes begin that follow others which are left out: as shown, and in the input. In ascending order.
    jumps: Vec<(u64, u64)>,
}

impl Offsets {
    /// What is shown is the input.
    pub(super) fn same() -> Self {
        Self::new(0)
    }

    /// What is shown begins as the input does at `start`.
    pub(super) fn new(start: u64) -> Self {
        Self { start, jumps: Vec::new() }
    }

    /// The byte that is shown `ofs` bytes from the start is at `real`, and others follow it.
    pub(super) fn go_on(&mut self, ofs: u64, real: u64) {
        self.jumps.push((self.start.saturating_add(ofs), real));
    }

    /// Where in the input `shown` is.
    fn real(&self, shown: u64) -> u64 {
        let behind = self.jumps.partition_point(|(at, _)| *at <= shown);
        let jump = behind.checked_sub(1).and_then(|last| self.jumps.get(last));
        jump.map_or(shown, |(at, real)| real.saturating_add(shown.saturating_sub(*at)))
    }

    /// The place in the input.
    fn place(&self, place: Place) -> Place {
        let ofs = self.real(place.ofs);
        Place { ofs, len: self.real(place.end()).saturating_sub(ofs) }
    }

    fn error(&self, mut error: ReadError) -> ReadError {
        error.offset = self.real(error.offset);
        error
    }

    /// What was read, with the error at its place in the input.
    pub(crate) fn stop<T>(&self, read: Result<T, Stop>) -> Result<T, Stop> {
        read.map_err(|stop| match stop {
            Stop::Failed(error) => Stop::Failed(self.error(error)),
            more @ Stop::NeedMore { .. } => more,
        })
    }

    /// The places in the input.
    pub(crate) fn places(&self, read: Result<Vec<Place>, Stop>) -> Result<Vec<Place>, Stop> {
        let places = self.stop(read)?.into_iter();
        Ok(places.map(|place| self.place(place)).collect())
    }

    /// The bundle with its places in the input.
    pub(crate) fn bundle(&self, read: Result<Bundle, Stop>) -> Result<Bundle, Stop> {
        let mut bundle = self.stop(read)?;
        if self.jumps.is_empty() {
            return Ok(bundle);
        }
        bundle.frame_len = self.place(Place { ofs: bundle.start, len: bundle.frame_len }).len;
        bundle.len = self.place(Place { ofs: bundle.start, len: bundle.len }).len;
        for entry in &mut bundle.entries {
            entry.id_offset = self.real(entry.id_offset);
            entry.ofs_offset = self.real(entry.ofs_offset);
            entry.id = std::mem::replace(&mut entry.id, Ok(String::new())).map_err(|error| self.error(error));
            entry.place = match std::mem::replace(&mut entry.place, Ok(Place { ofs: 0, len: 0 })) {
                Ok(place) => Ok(self.place(place)),
                Err(error) => Err(self.error(error)),
            };
        }
        Ok(bundle)
    }

    /// Shows `describer` the fields at their places in the input.
    pub(crate) fn describer<'d>(&'d self, describer: &'d mut dyn Describer) -> InPlace<'d> {
        InPlace { offsets: self, describer }
    }
}

/// Passes on fields with their places in the input.
pub(crate) struct InPlace<'d> {
    offsets: &'d Offsets,
    describer: &'d mut dyn Describer,
}

impl Describer for InPlace<'_> {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        self.describer.begin(name, shape);
    }

    fn item(&mut self, index: u64) {
        self.describer.item(index);
    }

    fn field(&mut self, mut field: Field<'_>) {
        let place = self.offsets.place(Place { ofs: field.offset, len: field.len });
        field.value = match field.value {
            FieldValue::Opaque(_) => FieldValue::Opaque(place.len),
            FieldValue::Bad(error) => FieldValue::Bad(self.offsets.error(error)),
            value => value,
        };
        self.describer
            .field(Field { offset: place.ofs, len: place.len, ..field });
    }

    fn end(&mut self) {
        self.describer.end();
    }
}
