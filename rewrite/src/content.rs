//! The new bundles: unchanged bundles keep their bytes, the others are written.

use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle::internal::ops::{CompressionChoice, ReusePolicy, write_compressed};
use offload_bundle::internal::output::{ActiveInput, Output, OutputPart, Sink};
use offload_bundle::internal::scan::FoundEnvelope;
use offload_bundle::internal::system::spool;
use offload_bundle::ops::Progress;
use offload_bundle::report::Compression;
use offload_bundle::request::levels;
use offload_bundle::{Error, FileName};
use offload_bundle_core::bytes::Place;

use super::unit::{Unit, UnitForm, alignment};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    Usual,
    Greatest,
}

pub(super) struct NewBundles {
    pub(super) pieces: Vec<InputPiece>,
    pub(super) places: Vec<Place>,
    pub(super) compressions: Vec<Option<Compression>>,
}

impl NewBundles {
    /// Units with a number that `stays` keep their place. `address` belongs to the start of `holder`.
    pub(super) fn make(
        (input, holder, address): (&Arc<Input>, Place, u64),
        units: &[Unit<'_>],
        (effort, stays): (Effort, &dyn Fn(usize) -> bool),
        path: &FileName,
        progress: &mut dyn Progress,
    ) -> Result<Self, Error> {
        let skip = |unit: &Unit<'_>| unit.place.ofs.saturating_sub(holder.ofs);
        let alignment = alignment(units.iter().map(|unit| address.saturating_add(skip(unit))));
        let (made, compressions) = make_pieces(input, units, effort, path, progress)?;
        let mut made = made.into_iter();
        let mut new = Self { pieces: Vec::new(), places: Vec::new(), compressions };
        let mut end = units.first().map_or(0, skip);
        new.pieces.push(InputPiece::Range(
            Arc::clone(input),
            Place { ofs: holder.ofs, len: end },
        ));
        for (number, unit) in units.iter().enumerate() {
            if unit.goes() {
                made.next();
                new.places.push(Place { ofs: end, len: 0 });
                continue;
            }
            let aligned = address.saturating_add(end).checked_next_multiple_of(alignment);
            let start = match stays(number) {
                true => skip(unit),
                false => aligned.unwrap_or(u64::MAX).saturating_sub(address),
            };
            let mut pieces = made.next().unwrap_or_default();
            let len = InputPiece::total(&pieces);
            new.pieces.push(InputPiece::Zeros(start.saturating_sub(end)));
            new.pieces.append(&mut pieces);
            new.places.push(Place { ofs: start, len });
            end = start.saturating_add(len);
        }
        Ok(new)
    }
}

type Pieces = Vec<Vec<InputPiece>>;

fn make_pieces(
    input: &Arc<Input>,
    units: &[Unit<'_>],
    effort: Effort,
    path: &FileName,
    progress: &mut dyn Progress,
) -> Result<(Pieces, Vec<Option<Compression>>), Error> {
    let mut spool = spool();
    // Spool place and compression of each compressed unit.
    let mut compressed: Vec<Option<(Place, Compression)>> = Vec::new();
    let mut end = 0_u64;
    for unit in units {
        let written = match (&unit.form, unit.envelope()) {
            _ if unit.goes() => None,
            (UnitForm::AsFound, Some(envelope)) if !unit.is_whole() => {
                let choice = as_before(input, envelope)?;
                Some(write_anew(unit, choice, effort, path, (&mut spool, progress))?)
            }
            (UnitForm::Compressed(choice), _) => Some(write_anew(unit, *choice, effort, path, (&mut spool, progress))?),
            (UnitForm::Headed(choice), Some(envelope)) => {
                write_headed(input, (unit, envelope), choice, path, (&mut spool, progress))?
            }
            _ => None,
        };
        compressed.push(written.map(|compression| {
            let place = Place { ofs: end, len: compression.size.0 };
            end = place.end();
            (place, compression)
        }));
    }
    let spooled = match end {
        0 => None,
        _ => Some(Input::of_spool(path, spool)?),
    };
    let mut made = (Pieces::new(), Vec::new());
    for (unit, compressed) in units.iter().zip(compressed) {
        let (pieces, compression) = match compressed.zip(spooled.as_ref()) {
            Some(((place, compression), spooled)) => {
                let pieces = vec![InputPiece::Range(Arc::clone(spooled), place)];
                (pieces, Some(compression))
            }
            None if unit.stays() => {
                let compression = unit.envelope().map(|envelope| Compression::new(envelope));
                (vec![InputPiece::Range(Arc::clone(input), unit.place)], compression)
            }
            None => (unit.plain(path)?, None),
        };
        made.0.push(pieces);
        made.1.push(compression);
    }
    Ok(made)
}

pub(super) fn as_before(input: &Input, envelope: &FoundEnvelope) -> Result<CompressionChoice, Error> {
    let header = &envelope.header;
    let method = header
        .method
        .clone()
        .map_err(|error| Error::Read { file: input.name().into(), error })?;
    Ok(CompressionChoice { envelope: envelope.format, version: header.version, method, level: None, threads: None })
}

fn write_anew(
    unit: &Unit<'_>,
    choice: CompressionChoice,
    effort: Effort,
    path: &FileName,
    (sink, progress): (&mut dyn Sink, &mut dyn Progress),
) -> Result<Compression, Error> {
    let level = match effort {
        Effort::Usual => choice.level,
        Effort::Greatest => Some(*levels(choice.method.codec).end()),
    };
    let choice = CompressionChoice { level, ..choice };
    let pieces = unit.plain(path)?;
    let output = Output::new(path.clone(), parts(&pieces));
    let (front, plain) = output.split_front(choice.envelope.front_len());
    write_compressed((&front, &plain), &choice, sink, progress)
}

fn write_headed(
    input: &Arc<Input>,
    (unit, envelope): (&Unit<'_>, &Arc<FoundEnvelope>),
    choice: &CompressionChoice,
    path: &FileName,
    (sink, progress): (&mut dyn Sink, &mut dyn Progress),
) -> Result<Option<Compression>, Error> {
    let Some(bundle) = unit.bundles.first() else {
        return Ok(None);
    };
    let compressed = (Arc::clone(input), Arc::clone(envelope));
    let Some(kept) = ReusePolicy::AnyMethod.reusable(choice, &compressed, &bundle.found.input) else {
        return write_anew(unit, *choice, Effort::Usual, path, (sink, progress)).map(Some);
    };
    let (output, compression) = kept.output(path, choice)?;
    output.write_to(sink, &mut ActiveInput::default(), progress)?;
    Ok(Some(compression))
}

pub(crate) fn parts(pieces: &[InputPiece]) -> Vec<OutputPart<'_>> {
    let parts = pieces.iter().map(|piece| match piece {
        InputPiece::Bytes(bytes) => OutputPart::Bytes(bytes.into()),
        InputPiece::Zeros(len) => OutputPart::Fill { fill: 0, len: *len },
        InputPiece::Range(input, place) => OutputPart::Range { input, place: *place },
    });
    parts.collect()
}
