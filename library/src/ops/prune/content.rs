//! The new bundles, one after the other: those that are whole as they are, the others made anew.

use std::io::Seek;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::unit::{Unit, alignment};
use crate::codec::levels;
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Input, InputPiece};
use crate::ops::compression::{CompressionChoice, write_compressed};
use crate::output::{Output, OutputPart, Progress, Sink};
use crate::system::spooled;

/// What compressed bundles take, up to which they stay in memory, in bytes.
const IN_MEMORY: usize = 1 << 20;

/// How hard bundles are compressed anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// With the usual level of the method.
    Usual,
    /// With the one that makes the least.
    Greatest,
}

/// New bundles, from the start of what held the old ones.
pub(super) struct NewBundles {
    pub(super) pieces: Vec<InputPiece>,
    /// Where each is.
    pub(super) places: Vec<Place>,
}

impl NewBundles {
    /// Those of `units`, which are in `holder` of `input`, whose first byte has the address `address`. They are aligned as they were. What is
    /// compressed anew is with `effort`.
    ///
    /// # Errors
    ///
    /// What cannot be read or made.
    pub(super) fn of(
        (input, holder, address): (&Arc<Input>, Place, u64),
        units: &[Unit<'_>],
        effort: Effort,
        path: &FileName,
        progress: &mut dyn Progress,
    ) -> Result<Self, Error> {
        let skip = |unit: &Unit<'_>| unit.place.ofs.saturating_sub(holder.ofs);
        let alignment = alignment(units.iter().map(|unit| address.saturating_add(skip(unit))));
        let mut made = made(input, units, effort, path, progress)?.into_iter();
        let mut new = Self { pieces: Vec::new(), places: Vec::new() };
        let mut end = units.first().map_or(0, skip);
        new.pieces.push(InputPiece::Range(
            Arc::clone(input),
            Place { ofs: holder.ofs, len: end },
        ));
        for unit in units {
            if unit.goes() {
                made.next();
                new.places.push(Place { ofs: end, len: 0 });
                continue;
            }
            let aligned = address.saturating_add(end).checked_next_multiple_of(alignment);
            let start = aligned.unwrap_or(u64::MAX).saturating_sub(address);
            let mut pieces = made.next().unwrap_or_default();
            let len = pieces.iter().map(InputPiece::len).fold(0, u64::saturating_add);
            new.pieces.push(InputPiece::Zeros(start.saturating_sub(end)));
            new.pieces.append(&mut pieces);
            new.places.push(Place { ofs: start, len });
            end = start.saturating_add(len);
        }
        Ok(new)
    }
}

/// The pieces of each new bundle.
fn made(
    input: &Arc<Input>,
    units: &[Unit<'_>],
    effort: Effort,
    path: &FileName,
    progress: &mut dyn Progress,
) -> Result<Vec<Vec<InputPiece>>, Error> {
    let fail = |error| Error::from(FileError::new(path, error));
    let mut spool = spooled(IN_MEMORY);
    // Where each is in the spool, if it is compressed.
    let mut compressed: Vec<Option<Place>> = Vec::new();
    let mut end = 0_u64;
    for unit in units {
        let envelope = unit.bundles.first().and_then(|bundle| bundle.found.envelope.as_ref());
        let place = match envelope {
            Some(envelope) if !unit.is_whole() => {
                let header = &envelope.header;
                let method = header
                    .method
                    .clone()
                    .map_err(|error| Error::Read { file: input.name().into(), error })?;
                let level = match effort {
                    Effort::Usual => None,
                    Effort::Greatest => Some(*levels(method.codec).end()),
                };
                let choice = CompressionChoice {
                    envelope: envelope.format,
                    version: header.version,
                    method,
                    level,
                    threads: None,
                };
                let pieces = unit.plain(path)?;
                let output = Output::new(path.clone(), parts(&pieces));
                let (front, plain) = output.split_front(choice.envelope.front_len());
                let sink: &mut dyn Sink = &mut spool;
                let compression = write_compressed((&front, &plain), &choice, sink, progress)?;
                let place = Place { ofs: end, len: compression.size.0 };
                end = place.end();
                Some(place)
            }
            _ => None,
        };
        compressed.push(place);
    }
    let spooled = match end {
        0 => None,
        _ => {
            let mut file = spool.into_file().map_err(fail)?;
            file.rewind().map_err(fail)?;
            Some(Arc::new(Input::of_written(path.clone(), file).map_err(fail)?))
        }
    };
    let made = units
        .iter()
        .zip(compressed)
        .map(|(unit, compressed)| match compressed.zip(spooled.as_ref()) {
            Some((place, spooled)) => Ok(vec![InputPiece::Range(Arc::clone(spooled), place)]),
            None if unit.is_whole() => Ok(vec![InputPiece::Range(Arc::clone(input), unit.place)]),
            None => unit.plain(path),
        });
    made.collect()
}

/// Pieces as parts of an output.
pub(super) fn parts(pieces: &[InputPiece]) -> Vec<OutputPart<'_>> {
    let parts = pieces.iter().map(|piece| match piece {
        InputPiece::Bytes(bytes) => OutputPart::Bytes(bytes.into()),
        InputPiece::Zeros(len) => OutputPart::Fill { fill: 0, len: *len },
        InputPiece::Range(input, place) => OutputPart::Range { input, place: *place },
    });
    parts.collect()
}
