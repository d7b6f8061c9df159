//! Lowers `-walk`.

use offload_bundle_core::attributes::{AttributeTable, IdSource};
use offload_bundle_core::walked::{GroupTable, OptionsTable, ProcessorTable, WalkTable};

use super::container::number;
use crate::arena::Arena;
use crate::model::binary::{Spec, WalkKeys};
use crate::spanned::Spanned;

pub(super) fn walked<'a>(arena: &'a Arena, spec: &'a Spec, keys: &'a WalkKeys) -> Option<WalkTable<'a>> {
    let entry = spec.find(&keys.entry)?;
    let flags = entry.find(&keys.flags)?;
    let member = |attr, id: &Spanned<String>| spec.members(attr).find(move |member| member.id.value == id.value);
    let bits = |ids: &[Spanned<String>]| {
        let members = ids.iter().filter_map(|id| member(flags, id));
        members.fold(0, |bits, member| bits | member.unsigned())
    };
    let packed = keys
        .packed
        .iter()
        .filter_map(|(id, packing)| Some((member(flags, id)?.unsigned(), packing.value)));
    let letters = keys.id.letters.iter().filter_map(|id| member(flags, id));
    let kind = entry.find(&keys.groups.kind)?;
    let told = keys.numbers.iter().filter_map(|id| entry.find(id));
    Some(WalkTable {
        name: &spec.id,
        title: &spec.title,
        length: &keys.length,
        limit: keys.limit.value,
        entry: &keys.entry,
        header: &keys.header,
        header_limit: keys.header_limit.value,
        content: &keys.content,
        stored: &keys.stored,
        unpacked: &keys.unpacked,
        alignment: keys.alignment.value,
        flags: &keys.flags,
        packed: arena.list(packed),
        as_stored: bits(&keys.as_stored),
        processor: ProcessorTable {
            kind: &keys.id.kind,
            triple: &keys.id.triple,
            prefix: &keys.id.target,
            number: &keys.id.number,
            letters: arena.list(letters.map(|member| (member.unsigned(), member.name()))),
        },
        name_offset: &keys.name.offset,
        name_size: &keys.name.size,
        options: OptionsTable {
            at: &keys.options.at,
            record: &keys.options.record,
            offset: &keys.options.offset,
            size: &keys.options.size,
            no_text: bits(&keys.options.no_text),
        },
        groups: GroupTable {
            kind: &keys.groups.kind,
            number: member(kind, &keys.groups.number)?.unsigned(),
            record: &keys.groups.record,
            count: &keys.groups.count,
            size: &keys.groups.size,
            image: &keys.groups.image,
            offset: &keys.groups.offset,
            length: &keys.groups.length,
        },
        attributes: AttributeTable {
            numbers: arena.list(told.map(|attr| number(arena, spec, attr))),
            // IDs do not contain texts.
            id: IdSource { kind: "", triple: "", target: "" },
        },
        padding: keys.padding,
    })
}
