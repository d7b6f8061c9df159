//! Lowers `-container`.

use offload_bundle_core::attributes::{AttributeTable, IdSource, NumberAttribute, NumberWord};
use offload_bundle_core::faces::{ContainerId, ContainerTable, TextTable};

use crate::arena::Arena;
use crate::model::binary::Align;
use crate::model::binary::{self as model, Attr, ContainerKeys, EntryList, MadeId, Member, Spec};
use crate::prose::first_sentence;

pub(super) fn container<'a>(arena: &'a Arena, spec: &'a Spec, keys: &'a ContainerKeys) -> Option<ContainerTable<'a>> {
    let lists = spec.entry_lists(keys);
    let first = lists.first()?;
    let content = first.entry.find(&keys.content.value)?;
    let switch = spec.switch().filter(|_| first.version.is_some());
    let on = switch.and_then(|switch| spec.root.find(switch.versions()?.0));
    let default = on.and_then(|number| number.default.as_ref());
    let id = match &keys.id {
        model::ContainerId::Field(id) => ContainerId::Field(id.as_str()),
        model::ContainerId::Made(made) => {
            let texts = keys.texts.as_ref()?;
            let texts = TextTable { list: &texts.list.value, key: &texts.key.value, value: &texts.value.value };
            ContainerId::Made(attributes(arena, spec, made, first), texts)
        }
    };
    Some(ContainerTable {
        name: &spec.id,
        title: &spec.title,
        aliases: arena.texts(keys.aliases.iter().map(|alias| alias.as_str())),
        switch: switch.map(|switch| switch.id.as_str()),
        versions: arena.list(lists.iter().filter_map(|list| list.version)),
        default_version: default.map(|default| default.value).or(first.version),
        entries: keys.entries.as_str(),
        content: keys.content.as_str(),
        id,
        alignment: match content.align.as_ref().map(|align| &align.value) {
            Some(Align::Option(option)) => Some(arena.text(option)),
            _ => None,
        },
        padding: keys.padding,
    })
}

fn attributes<'a>(arena: &'a Arena, spec: &'a Spec, made: &MadeId, list: &EntryList<'a>) -> AttributeTable<'a> {
    let given: Vec<&'a Attr> = list.entry.given_numbers().collect();
    AttributeTable {
        numbers: arena.list(given.iter().map(|attr| number(arena, spec, attr))),
        id: IdSource {
            kind: arena.text(&made.kind),
            triple: arena.text(&made.triple),
            target: arena.text(&made.target),
        },
    }
}

pub(super) fn number<'a>(arena: &'a Arena, spec: &'a Spec, attr: &'a Attr) -> NumberAttribute<'a> {
    NumberAttribute {
        name: &attr.id,
        meaning: arena.text(&first_sentence(attr.docs.text())),
        max: attr.max(),
        words: arena.list(spec.members(attr).map(|member| word(arena, member))),
        flags: attr.is_flags(),
    }
}

fn word<'a>(arena: &'a Arena, member: &'a Member) -> NumberWord<'a> {
    let releases = member.of.releases.as_ref().map(|said| said.value.as_slice());
    NumberWord {
        number: member.unsigned(),
        word: member.name(),
        meaning: arena.text(&first_sentence(member.docs.text())),
        releases: arena.texts(releases.unwrap_or_default()),
        suffix: member.of.suffix.as_ref().map_or("", |suffix| &suffix.value),
        begins: member.of.begins.as_ref().map_or(&[], |begins| begins.value.as_slice()),
    }
}
