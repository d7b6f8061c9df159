//! From a resolved format to what its writer does that readers do not insist on: tests ask it of what is written.

use offload_bundle_core::layout::{Alignment, Constant, Placed, Placing};
use offload_bundle_core::plan::Area;

use crate::arena::Arena;
use crate::ir::binary::{Record, Source, What};
use crate::model::binary::{Align, Spec};

pub(super) fn placing<'a>(arena: &'a Arena, spec: &'a Spec, records: &[Record<'a>]) -> Placing<'a> {
    let areas = spec.areas.iter().map(|area| match area.strings {
        Some(_) => Area::Strings,
        None => Area::Parts,
    });
    Placing {
        areas: arena.list(areas),
        align_end: spec.align_end.as_ref().map_or(1, |align| align.value),
        parts: arena.list(records.iter().flat_map(|record| parts(arena, record))),
        constants: arena.list(records.iter().flat_map(constants)),
    }
}

/// The parts of a record that do not just follow what stands before them.
fn parts<'a>(arena: &'a Arena, record: &Record<'a>) -> Vec<Placed<'a>> {
    let parts = record.parts.iter().map(|part| Placed {
        record: record.id,
        part: part.id,
        alignment: match &part.align {
            Align::To(number) => Alignment::To(*number),
            Align::Option(option) => Alignment::Option(arena.text(option)),
        },
        fill: part.fill,
        area: part.area.and_then(|(area, _)| u64::try_from(area).ok()),
    });
    parts
        .filter(|part| part.alignment != Alignment::To(1) || part.area.is_some())
        .collect()
}

fn constants<'r, 'a>(record: &'r Record<'a>) -> impl Iterator<Item = Constant<'a>> + use<'r, 'a> {
    record.fields.iter().filter_map(|field| match &field.what {
        What::Number(number) => match number.source {
            Source::Constant(number) => Some(Constant { record: record.id, field: field.id, number }),
            _ => None,
        },
        _ => None,
    })
}
