//! An output: where it goes and what it is made of, before anything is written; and how what it is made of is read.

use std::borrow::Cow;
use std::io::Write;
use std::ptr;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::plan::{Piece, Plan};

use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Input;
use crate::progress::Progress;

/// The input that is being read: of those that are decompressed as they are read one at a time is kept open, so that memory does not grow
/// with their number.
#[derive(Debug, Default)]
pub struct ActiveInput<'a> {
    now: Option<&'a Input>,
}

impl<'a> ActiveInput<'a> {
    /// From now on `input` is read.
    ///
    /// # Errors
    ///
    /// The input before is not what is declared of it ([`Input::verify`]).
    pub(crate) fn turn_to(&mut self, input: &'a Input) -> Result<(), FileError> {
        if let Some(before) = self.now.filter(|before| !ptr::eq(*before, input)) {
            before.verify()?;
            before.release();
        }
        self.now = Some(input);
        Ok(())
    }
}

/// Writes the bytes at `place` of `input` to `out`, which is called `name` in errors.
pub(crate) fn copy(
    input: &Input,
    place: Place,
    out: &mut dyn Write,
    name: &FileName,
    progress: &mut dyn Progress,
) -> Result<(), FileError> {
    input.pieces(place, &mut |bytes| {
        out.write_all(bytes).map_err(|error| FileError::new(name, error))?;
        progress.advance(length(bytes));
        Ok(())
    })
}

/// A file to write.
#[derive(Debug)]
pub struct Output<'a> {
    /// Where to; `-` is standard output.
    pub path: FileName,
    /// Who chose that name.
    pub(crate) chosen_by: OutputName,
    /// What, one part after the other.
    pub parts: Vec<OutputPart<'a>>,
    /// The mode of the file where none is yet, as far as the process lets it have that; none for that of any new file.
    pub new_mode: Option<u32>,
}

/// Who chose the name of an output: what may be at its place depends on that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputName {
    /// The caller. A link is followed, as by any program; a file is replaced, one with several names overwritten; pipes and devices
    /// are written to.
    Given,
    /// The same, for the file that is read and changed in place: it is replaced as a whole, or stays as it is.
    InPlace,
    /// It was made from what an input holds, in a folder that was given. Nothing may be there; with `replace` a regular file may,
    /// which the output takes the place of. Nothing is ever written through a link.
    Made {
        /// Whether a regular file may be replaced.
        replace: bool,
    },
}

/// One part of an output.
#[derive(Debug)]
pub enum OutputPart<'a> {
    /// These bytes.
    Bytes(Cow<'a, [u8]>),
    /// `len` times the byte `fill`.
    Fill {
        /// The byte.
        fill: u8,
        /// How many.
        len: u64,
    },
    /// A range of an input.
    Range {
        /// The input.
        input: &'a Input,
        /// The range, in bytes from the start of the input.
        place: Place,
    },
}

impl OutputPart<'_> {
    /// Length in bytes.
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => length(bytes),
            Self::Fill { len, .. } => *len,
            Self::Range { place, .. } => place.len,
        }
    }
}

impl<'a> Output<'a> {
    /// A file of these parts, whose name was given.
    pub fn new(path: impl Into<FileName>, parts: Vec<OutputPart<'a>>) -> Self {
        Self { path: path.into(), chosen_by: OutputName::Given, parts, new_mode: None }
    }

    /// The same, if `in_place` the file that it is made of.
    pub fn changed_in_place(mut self, in_place: bool) -> Self {
        if in_place {
            self.chosen_by = OutputName::InPlace;
        }
        self
    }

    /// The same, with a name that was made from what an input holds; it may `replace` a regular file.
    pub(crate) fn with_made_name(self, replace: bool) -> Self {
        Self { chosen_by: OutputName::Made { replace }, ..self }
    }

    /// The same, to be run where `input` can be, and read where that can be: a new file has its mode.
    pub fn with_mode_of(self, input: &Input) -> Self {
        Self { new_mode: input.mode(), ..self }
    }

    /// An empty file.
    pub(crate) fn empty(path: impl Into<FileName>) -> Self {
        Self::new(path, Vec::new())
    }

    /// A file that is a range of an input.
    pub(crate) fn range(path: impl Into<FileName>, input: &'a Input, place: Place) -> Self {
        Self::new(path, vec![OutputPart::Range { input, place }])
    }

    /// A planned file; the content of slot `i` is all of `contents[i]`. A slot without an input stays empty.
    pub(crate) fn from_plan(path: impl Into<FileName>, plan: Plan<'a>, contents: &[&'a Input]) -> Self {
        let contents: Vec<_> = contents.iter().map(|input| (*input, 0)).collect();
        Self::from_plan_at(path, plan, &contents)
    }

    /// A planned file; the content of slot `i` begins in the input `contents[i].0` at byte `contents[i].1`.
    pub(crate) fn from_plan_at(path: impl Into<FileName>, plan: Plan<'a>, contents: &[(&'a Input, u64)]) -> Self {
        let parts = plan.pieces.into_iter().filter_map(|piece| match piece {
            Piece::Bytes(bytes) => Some(OutputPart::Bytes(bytes)),
            Piece::Fill { fill, len } => Some(OutputPart::Fill { fill, len }),
            Piece::Content { slot, len } => contents
                .get(slot)
                .map(|(input, ofs)| OutputPart::Range { input, place: Place { ofs: *ofs, len } }),
        });
        Self::new(path, parts.collect())
    }

    /// Its first bytes, as far as they do not come from inputs and `len` at most, and what is behind them.
    pub fn split_front(mut self, len: u64) -> (Vec<u8>, Self) {
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let mut front = Vec::new();
        for part in &mut self.parts {
            let OutputPart::Bytes(bytes) = part else { break };
            let taken = len.saturating_sub(front.len()).min(bytes.len());
            let mut rest = std::mem::take(bytes).into_owned();
            let behind = rest.split_off(taken);
            front.extend(rest);
            *bytes = behind.into();
        }
        (front, self)
    }

    /// Length in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub(crate) fn len(&self) -> u64 {
        self.parts.iter().map(OutputPart::len).fold(0, u64::saturating_add)
    }

    /// The inputs that it is made of, one for each range.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &'a Input> {
        self.parts.iter().filter_map(|part| match part {
            OutputPart::Range { input, .. } => Some(*input),
            _ => None,
        })
    }

    /// The first range that is decompressed as it is read; none if there is no such range.
    pub(super) fn first_decompressed(&self) -> Option<(&'a Input, Place)> {
        self.parts.iter().find_map(|part| match part {
            OutputPart::Range { input, place } if input.is_decompressed() => Some((*input, *place)),
            _ => None,
        })
    }

    /// Writes all parts to `out`. `reading` knows what was read before.
    ///
    /// # Errors
    ///
    /// What is read cannot be read, or `out` fails.
    pub fn write_to(
        &self,
        out: &mut dyn Write,
        reading: &mut ActiveInput<'a>,
        progress: &mut dyn Progress,
    ) -> Result<(), FileError> {
        for part in &self.parts {
            match part {
                OutputPart::Bytes(bytes) => out
                    .write_all(bytes)
                    .map_err(|error| FileError::new(&self.path, error))?,
                OutputPart::Fill { fill, len } => {
                    let mut bytes = std::io::Read::take(std::io::repeat(*fill), *len);
                    std::io::copy(&mut bytes, out).map_err(|error| FileError::new(&self.path, error))?;
                }
                OutputPart::Range { input, place } => {
                    reading.turn_to(input)?;
                    copy(input, *place, out, &self.path, progress)?;
                }
            }
        }
        out.flush().map_err(|error| FileError::new(&self.path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_many_pieces_is_copied_exactly() {
        let bytes: Vec<u8> = (0..(9_u64 << 20) + 1000)
            .map(|n| u8::try_from(n % 253).unwrap())
            .collect();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&bytes).unwrap();
        let input = Input::open(file.path().to_str().unwrap()).unwrap();
        let place = Place { ofs: 3, len: input.len() - 10 };
        let mut out = Vec::new();
        copy(&input, place, &mut out, &"out".into(), &mut ()).unwrap();
        assert!(out == bytes[3..bytes.len() - 7]);
    }
}
