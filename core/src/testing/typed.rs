//! What must hold of every binary format: its generated reader and writer, and its layout, say the same of every file.
// For tests only: what does not hold panics.
#![allow(clippy::panic)]

use alloc::vec::Vec;

use super::container::container;
use super::drawn::{draw_values, values_from};
use super::envelope::envelope;
use super::laws::{Again, Draw, Read, boundaries, drawn, round_trip, samples, truncation, windows};
use super::limits::limits;
use super::placed::placed;
use super::plans::plans;
use super::runner::case_count;
use crate::error::WriteError;
use crate::layout::{Holds, Layout, LayoutContainer, LayoutEnvelope, Values};

/// The generated reader and writer of a format, by what they do with any file and any values.
#[derive(Debug, Clone, Copy)]
pub struct Typed {
    /// The format's name in the schema.
    pub name: &'static str,
    /// Its layout.
    pub layout: &'static Layout<'static>,
    /// What operations see it as.
    pub face: Face,
    /// What is wrong with a file, as the reader says.
    pub fault: Read,
    /// The file read, made a builder with the options of the values, and written; and whether that builder has these values.
    pub again: Again,
}

/// What operations see a format as.
#[derive(Debug, Clone, Copy)]
pub enum Face {
    /// A format that they only show.
    Plain,
    /// A container.
    Container(&'static LayoutContainer),
    /// An envelope.
    Envelope(&'static LayoutEnvelope),
}

impl Typed {
    /// Some small files, always the same ones.
    pub fn samples(&self) -> Vec<Vec<u8>> {
        samples(&draw_values(self.layout), |values| self.written(values))
    }

    /// So many files, as the seed decides.
    pub fn drawn(&self, draw: Draw) -> Vec<Vec<u8>> {
        drawn(draw, &draw_values(self.layout), |values| self.written(values))
    }

    /// The file of these values, as the layout says.
    ///
    /// # Errors
    ///
    /// What cannot be written, with its field.
    pub fn written(&self, values: &Values<'static>) -> Result<Vec<u8>, WriteError> {
        self.layout.plan(values)?.to_bytes()
    }

    /// What is written is read back, and no bytes do harm.
    pub fn obeys_all_laws(&self) {
        let values = draw_values(self.layout);
        round_trip(&values, |values| self.written(values), self.again);
        plans(&values, |values| self.layout.plan(values), self.layout);
        placed(&values, |values| self.written(values), self.layout);
        limits(self.layout);
        // However few bytes decide, drawing comes to an end, and now and then with values.
        let drawn = (0..case_count(256)).filter(|number| values_from(self.layout, &number.to_le_bytes()).is_some());
        assert!(drawn.count() > 0, "{}: no bytes decide on values", self.name);
        let samples = self.samples();
        if !self.is_open_ended() {
            truncation(&samples, self.layout);
        }
        windows(&samples, self.fault);
        boundaries(&samples, self.layout, self.fault, self.again);
        match self.face {
            Face::Plain => {}
            Face::Container(format) => {
                let mut options = self.layout.options.iter();
                let alignment = options.find(|option| Some(option.name) == format.table.alignment);
                container(&samples, format, alignment.map_or(1, |option| option.default));
            }
            Face::Envelope(format) => envelope(&samples, format),
        }
    }

    /// Whether bytes may be at the end of a file that no number counts.
    fn is_open_ended(&self) -> bool {
        let mut fields = self.layout.records.iter().flat_map(|record| record.fields);
        let rest = fields.any(|field| matches!(field.holds, Holds::Rest | Holds::Content(None)));
        rest || self.layout.align_end != 1 && self.layout.len.is_none()
    }
}
