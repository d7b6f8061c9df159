//! Properties of all binary formats: the generated reader and writer agree with the table.
// Test code: a violated property panics.
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
use crate::bytes::Bytes;
use crate::describe::rows;
use crate::error::WriteError;
use crate::faces::{TableContainer, TableEnvelope};
use crate::tree::{Held, Tree};
use crate::write::Values;

/// A format with its generated reader and writer.
#[derive(Debug, Clone, Copy)]
pub struct Typed {
    /// The name of the format in the schema.
    pub name: &'static str,
    /// The table.
    pub tree: &'static Tree<'static>,
    /// The view of operations.
    pub face: Face,
    /// The generated reader.
    pub fault: Read,
    /// The generated reader, builder and writer in sequence.
    pub again: Again,
}

/// The view that operations have of a format.
#[derive(Debug, Clone, Copy)]
pub enum Face {
    /// A format that is only shown.
    Plain,
    /// A container.
    Container(&'static TableContainer),
    /// An envelope.
    Envelope(&'static TableEnvelope),
}

const FILES: u32 = 400;

fn has_step(path: &str, name: &str) -> bool {
    path.split('.').any(|step| step.split('[').next() == Some(name))
}

impl Typed {
    /// Returns some small files, always the same ones.
    pub fn samples(&self) -> Vec<Vec<u8>> {
        samples(&draw_values(self.tree), |values| self.written(values))
    }

    /// Returns random files for a seed.
    pub fn drawn(&self, draw: Draw) -> Vec<Vec<u8>> {
        drawn(draw, &draw_values(self.tree), |values| self.written(values))
    }

    /// Writes the file of these values, with the table.
    ///
    /// # Errors
    ///
    /// Returns an error if a value cannot be written.
    pub fn written(&self, values: &Values<'static>) -> Result<Vec<u8>, WriteError> {
        self.tree.plan(values)?.to_bytes()
    }

    /// Checks all properties.
    pub fn obeys_all_laws(&self) {
        let values = draw_values(self.tree);
        round_trip(&values, |values| self.written(values), self.again);
        plans(&values, |values| self.tree.plan(values), self.tree);
        placed(&values, |values| self.written(values), self.tree);
        self.shows_all_fields();
        limits(self.tree);
        // Drawing must terminate for few bytes, and sometimes produce values.
        let drawn = (0..case_count(256)).filter(|number| values_from(self.tree, &number.to_le_bytes()).is_some());
        assert!(drawn.count() > 0, "{}: no bytes decide on values", self.name);
        let samples = self.samples();
        if !self.is_open_ended() {
            truncation(&samples, self.tree);
        }
        windows(&samples, self.fault);
        boundaries(&samples, self.tree, self.fault, self.again);
        match self.face {
            Face::Plain => {}
            Face::Container(format) => {
                let mut options = self.tree.options.iter();
                let alignment = options.find(|option| Some(option.name) == format.table.alignment);
                container(&samples, format, alignment.map_or(1, |option| option.default));
            }
            Face::Envelope(format) => envelope(&samples, format),
        }
    }

    fn shows_all_fields(&self) {
        let records = self.tree.records.iter().flat_map(|record| record.fields);
        let mut absent: Vec<&str> = records
            .filter(|field| field.condition.is_some())
            .map(|field| field.name)
            .collect();
        for file in self.drawn(Draw { seed: 1, count: if absent.is_empty() { 0 } else { FILES } }) {
            let found = rows(|describer| self.tree.describe(Bytes::new(&file), describer)).unwrap_or_default();
            absent.retain(|name| !found.iter().any(|row| has_step(&row.path, name)));
        }
        assert!(absent.is_empty(), "{}: no file has {absent:?}", self.name);
    }

    fn is_open_ended(&self) -> bool {
        let mut fields = self.tree.records.iter().flat_map(|record| record.fields);
        let rest = fields.any(|field| matches!(self.tree.held(field), Held::Rest | Held::Content(None)));
        rest || self.tree.align_end != 1 && self.tree.len.is_none()
    }
}
