//! From a checked `-container` to its versions, its entries, and what is said of them.

use offload_bundle_core::attributes::{AttributeTable, IdSource, NumberAttribute, NumberWord};

use super::{index_of, magic, numbers, pos};
use crate::arena::Arena;
use crate::ir::binary::{Attributes, Container, ContainerId, ContainerVersion};
use crate::model::binary::{
    self as model, Align, Attr, ContainerKeys, EntryList, Kind, MadeId, Member, Spec, TextKeys,
};
use crate::prose::first_sentence;

pub(super) fn container<'a>(arena: &'a Arena, spec: &'a Spec, keys: &ContainerKeys) -> Option<Container<'a>> {
    let lists = spec.entry_lists(keys);
    let first = lists.first()?;
    let content = first.entry.find(&keys.content.value)?;
    let switch = spec.switch().filter(|_| first.version.is_some());
    let on = switch.and_then(|switch| match &switch.kind.value {
        Kind::Versions { on, .. } => spec.root.find(on),
        _ => None,
    });
    let default = on.and_then(|number| number.default.as_ref());
    Some(Container {
        switch: switch.map(|switch| switch.id.value.clone()),
        default_version: default.map_or(first.version.unwrap_or(0), |default| default.value),
        entries: keys.entries.value.clone(),
        id: match &keys.id {
            model::ContainerId::Field(id) => ContainerId::Field(id.value.clone()),
            model::ContainerId::Made(made) => {
                ContainerId::Made(attributes(arena, spec, made, keys.texts.as_ref()?, first))
            }
        },
        content: keys.content.value.clone(),
        alignment: match content.align.as_ref().map(|align| &align.value) {
            Some(Align::Option(option)) => Some(option.clone()),
            _ => None,
        },
        padding: keys.padding,
        aliases: keys.aliases.iter().map(|alias| alias.value.clone()).collect(),
        magic: magic(spec),
        versions: lists.iter().filter_map(|list| version(spec, keys, list)).collect(),
    })
}

fn version(spec: &Spec, keys: &ContainerKeys, list: &EntryList<'_>) -> Option<ContainerVersion> {
    let EntryList { version, holder, list, entry } = list;
    Some(ContainerVersion {
        number: version.unwrap_or(0),
        holder: index_of(spec, &holder.id.value),
        points: holder.instances.iter().any(|part| part.id.value == list.id.value),
        count: list.repeat.as_ref().and_then(|count| count.constant()),
        entry: index_of(spec, &entry.id.value),
        offset: pos(entry, entry.find(&keys.content.value)?).blame?,
    })
}

fn attributes<'a>(
    arena: &'a Arena,
    spec: &'a Spec,
    made: &MadeId,
    texts: &TextKeys,
    list: &EntryList<'a>,
) -> Attributes<'a> {
    let given: Vec<&'a Attr> = list.entry.given_numbers().collect();
    let number = |attr: &&'a Attr| NumberAttribute {
        name: &attr.id,
        meaning: arena.text(&first_sentence(attr.docs.text())),
        max: numbers::number(spec, list.entry, attr).width.max(),
        words: arena.list(spec.members(attr).map(|member| word(arena, member))),
        flags: attr.is_flags(),
    };
    Attributes {
        grammar: made.grammar.value.clone(),
        numbers: given.iter().map(|attr| attr.id.value.clone()).collect(),
        table: AttributeTable {
            numbers: arena.list(given.iter().map(number)),
            id: IdSource {
                kind: arena.text(&made.kind),
                triple: arena.text(&made.triple),
                target: arena.text(&made.target),
            },
        },
        texts: (
            texts.list.value.clone(),
            texts.key.value.clone(),
            texts.value.value.clone(),
        ),
    }
}

fn word<'a>(arena: &'a Arena, member: &'a Member) -> NumberWord<'a> {
    let releases = member.releases.as_ref().map(|said| said.value.as_slice());
    NumberWord {
        number: member.number.value,
        word: member.called(),
        meaning: arena.text(&first_sentence(member.docs.text())),
        releases: arena.texts(releases.unwrap_or_default()),
        suffix: member.suffix.as_ref().map_or("", |suffix| &suffix.value),
        begins: member.begins.as_ref().map_or(&[], |begins| begins.value.as_slice()),
    }
}
