//! The bundles that code objects from archives make, which come back into a library or program.

use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::container::{NewEntry, PlanOptions};
use offload_bundle_core::placement::ReferenceRule;
use offload_bundle_core::plan::Piece;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::input::{Input, InputPiece, plan_pieces};
use crate::ops::compression::{CompressionChoice, write_compressed};
use crate::ops::rewrite::parts;
use crate::output::{Output, Progress};
use crate::request::ContainerFormat;
use crate::system::spool;

/// What bundles and code objects are aligned to, in bytes: pages, as compilers do it.
const PAGE: u64 = 4096;

/// A code object that comes back.
pub(super) struct Code {
    pub(super) id: String,
    /// The archive that it is in.
    pub(super) archive: Arc<Input>,
    /// What it is in without compression, and where.
    pub(super) content: (Arc<Input>, Place),
    pub(super) len: u64,
}

/// How bundles are written.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Plain,
    Compressed(CompressionChoice),
}

impl Form {
    pub(super) fn is_compressed(self) -> bool {
        matches!(self, Self::Compressed(_))
    }
}

/// Bundles, one after the other.
pub(super) struct Content {
    pub(super) pieces: Vec<InputPiece>,
    pub(super) places: Vec<Place>,
    /// How long the header and entry table of each are.
    pub(super) tables: Vec<u64>,
}

/// The new bundles, the first of which has the address `address`.
pub(super) fn content(
    registry: &Registry,
    rule: ReferenceRule<'_>,
    (input, address): (&Arc<Input>, u64),
    bundles: &[Vec<Code>],
    form: Form,
    progress: &mut dyn Progress,
) -> Result<Content, Error> {
    let ContainerFormat(container) = ContainerFormat::all(registry).next().ok_or(Error::NoContainer)?;
    let mut made = Vec::new();
    let mut tables = Vec::new();
    for codes in bundles {
        let host = Some(NewEntry::new(rule.host, 0)).filter(|host| !host.id.is_empty());
        let skip = usize::from(host.is_some());
        let entries = host
            .into_iter()
            .chain(codes.iter().map(|code| NewEntry::new(&code.id, code.len)));
        let entries: Vec<NewEntry<'_>> = entries.collect();
        let plan = container.plan(&entries, PlanOptions::with_alignment(PAGE));
        let plan = plan.map_err(|error| Error::Write { file: input.name().into(), error })?;
        let front = plan.pieces.iter().map_while(|piece| match piece {
            Piece::Bytes(bytes) => Some(length(bytes)),
            _ => None,
        });
        tables.push(front.fold(0, u64::saturating_add));
        made.push(plan_pieces(plan.pieces, |slot| {
            let (from, place) = &codes.get(slot.checked_sub(skip)?)?.content;
            Some((Arc::clone(from), place.ofs))
        }));
    }
    if let Form::Compressed(choice) = form {
        let mut spool = spool();
        let (mut places, mut end) = (Vec::new(), 0_u64);
        for pieces in &made {
            let output = Output::new(input.name().clone(), parts(pieces));
            let (front, plain) = output.split_front(choice.envelope.front_len());
            let written = write_compressed((&front, &plain), &choice, &mut spool, progress)?;
            let place = Place { ofs: end, len: written.size.0 };
            end = place.end();
            places.push(place);
        }
        let spool = Input::of_spool(input.name(), spool)?;
        made = places
            .into_iter()
            .map(|place| vec![InputPiece::Range(Arc::clone(&spool), place)])
            .collect();
    }
    let alignment = match address.checked_rem(PAGE) {
        Some(0) => PAGE,
        _ => 1,
    };
    let mut content = Content { pieces: Vec::new(), places: Vec::new(), tables };
    let mut end = 0_u64;
    for mut pieces in made {
        let start = end.checked_next_multiple_of(alignment).unwrap_or(u64::MAX);
        let len = InputPiece::total(&pieces);
        content.pieces.push(InputPiece::Zeros(start.saturating_sub(end)));
        content.pieces.append(&mut pieces);
        content.places.push(Place { ofs: start, len });
        end = start.saturating_add(len);
    }
    Ok(content)
}
