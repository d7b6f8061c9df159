//! From a checked `-toc` to the table by which a table of contents is read.

use offload_bundle_core::toc::{
    FramesTable, FramesTableKeys, ListTable, ListTableKeys, TocEntryKeys, TocId, TocKey, TocTable,
};

use crate::arena::Arena;
use crate::model::binary::{KeyDoc, Spec, TocKeys};
use crate::prose::first_sentence;

pub(super) fn toc<'a>(arena: &'a Arena, spec: &'a Spec, keys: &'a TocKeys) -> TocTable<'a> {
    let key = |known: &'a KeyDoc| TocKey { key: &known.key, meaning: arena.text(&first_sentence(&known.doc)) };
    let (entry, listed, frames) = (&keys.entry, &keys.listed, &keys.frames);
    TocTable {
        name: &spec.id,
        title: &spec.title,
        at: &keys.at,
        least: keys.least.value,
        version: TocKey { key: &keys.version.key, meaning: arena.text(&first_sentence(&keys.version.doc)) },
        version_number: keys.version.number,
        texts: arena.list(keys.texts.iter().map(key)),
        targets: key(&keys.targets),
        rows: key(&keys.rows),
        entry: TocEntryKeys { kind: key(&entry.kind), ordinal: key(&entry.ordinal), size: key(&entry.size) },
        scheme: key(&keys.scheme),
        listed: ListTable {
            word: &listed.word,
            keys: ListTableKeys { list: key(&listed.list), offset: key(&listed.offset), size: key(&listed.size) },
        },
        frames: FramesTable {
            word: &frames.word,
            keys: FramesTableKeys { offset: key(&frames.offset), size: key(&frames.size) },
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
