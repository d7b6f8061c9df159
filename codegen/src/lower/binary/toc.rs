//! Lowers `-toc`.

use offload_bundle_core::toc::{Column, FramesTable, TocId, TocTable};

use crate::arena::Arena;
use crate::model::binary::{Spec, TocKeys};
use crate::prose::first_sentence;

pub(super) fn toc<'a>(arena: &'a Arena, spec: &'a Spec, keys: &'a TocKeys) -> TocTable<'a> {
    let columns = keys.columns.iter().filter_map(|column| {
        let meaning = arena.text(&first_sentence(&column.doc));
        Some(Column { meaning, ..keys.column(column)? })
    });
    let frames = &keys.frames;
    TocTable {
        name: &spec.id,
        title: &spec.title,
        at: &keys.at,
        least: keys.least.value,
        columns: arena.list(columns),
        version: keys.version,
        listed: &keys.listed,
        frames: FramesTable {
            word: &frames.word,
            head: &frames.head,
            count: &frames.count,
            limit: frames.limit.value,
            packing: frames.packing.value,
            frame: &frames.frame,
            size: &frames.length,
        },
        id: TocId { kind: &keys.id.kind, triple: &keys.id.triple },
    }
}
