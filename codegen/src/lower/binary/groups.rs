//! Groups the versions of records into types, and names types and members.

use offload_bundle_core::tree::{Amount, Held, Source, Spot};

use crate::ir::binary::{Group, Member, Record, Shared};
use crate::ir::layout;
use crate::ir::names::{EnumNames, FormatNames, Names, TypeNames};
use crate::model::binary::Spec;
use crate::names::TYPES;
use crate::scope::Scope;

/// Members and methods of every reader, and methods with a different meaning in Rust.
const MEMBERS: &[&str] = &[
    "at",
    "baz",
    "clone",
    "foo",
    "into_iter",
    "item",
    "len",
    "neg",
    "new",
    "not",
    "quux",
    "read",
    "to_builder",
    "view",
];

pub(super) fn give<'a>(spec: &'a Spec, records: &[Record<'a>]) -> (Vec<Group<'a>>, FormatNames) {
    let mut groups: Vec<Group<'a>> = joined(records).iter().map(|ids| group(records, ids)).collect();
    spread_borrows(&mut groups);
    let mut types = Scope::with(&TYPES);
    let mut constants = Scope::with(&[&["CONTAINER", "ENVELOPE", "TREE"]]);
    name_types(records, &mut groups, &mut types);
    let enums = spec.root.enums.iter().map(|named| {
        let mut members = Scope::with(&[&["Open"]]);
        EnumNames {
            of: types.camel(&named.id),
            members: named.members.iter().map(|member| members.camel(&member.id)).collect(),
        }
    });
    let enums = enums.collect();
    for group in &mut groups {
        group.names.builder = types.camel(&format!("{}Builder", group.names.reader));
    }
    let options: Vec<String> = spec
        .options
        .iter()
        .map(|option| constants.constant(&format!("default_{}", option.id)))
        .collect();
    let magics = records
        .iter()
        .flat_map(|record| record.members.iter().map(move |member| (record, member)));
    let magics = magics.filter(|(_, member)| matches!(member.held, Held::Fixed(_)));
    let magics = magics.map(|(record, member)| {
        let longer = format!("{}_{}", record.id, member.id);
        let name = constants.constant(if record.is_root { member.id } else { &longer });
        (record.id.to_owned(), member.id.to_owned(), name)
    });
    let magics = magics.collect();
    let members: Vec<Vec<String>> = groups.iter_mut().map(|group| name_members(spec, group)).collect();
    let ids = spec.options.iter().map(|option| option.id.value.clone());
    // The members of the root.
    let members = members.into_iter().next().unwrap_or_default();
    let options = ids.zip(members.into_iter().zip(options)).collect();
    (groups, FormatNames { enums, options, magics })
}

/// Alternatives of a switch are versions of one type, as are records of equal name within them.
fn joined<'a>(records: &[Record<'a>]) -> Vec<Vec<&'a str>> {
    let mut groups: Vec<Vec<&'a str>> = Vec::new();
    let mut at = 0;
    let root = records.first().map(|root| vec![root.id]);
    groups.extend(root);
    // A type precedes the types that it contains.
    while let Some(group) = groups.get(at).cloned() {
        at += 1;
        let members = || group.iter().flat_map(|id| members_of(records, id));
        let mut seen: Vec<&str> = Vec::new();
        for (_, member) in members() {
            if seen.contains(&member.id) {
                continue;
            }
            seen.push(member.id);
            let same = members().filter(|(_, other)| other.id == member.id);
            let held: Vec<&'a str> = same.flat_map(|(record, member)| held(record, member)).collect();
            if join(&mut groups, &held) {
                at = 0;
            }
        }
    }
    // Records without a field.
    for record in records {
        join(&mut groups, &[record.id]);
    }
    groups
}

fn members_of<'r, 'a>(records: &'r [Record<'a>], id: &str) -> Vec<(&'r Record<'a>, &'r Member<'a>)> {
    let record = records.iter().filter(|record| record.id == id);
    record
        .flat_map(|record| record.members.iter().map(move |member| (record, member)))
        .collect()
}

/// The default version is first.
fn held<'a>(record: &Record<'a>, member: &Member<'a>) -> Vec<&'a str> {
    let mut held = layout::records(&member.held);
    if let Held::Versions(versions) = member.held {
        let number = record.member(versions.on).map(|number| number.table.written.source);
        let default = match number {
            Some(Source::Case(_, default)) => versions.record(default),
            _ => None,
        };
        held.sort_by_key(|id| default.is_none_or(|default| default.name != *id));
    }
    held
}

/// Whether a group changed that has already been visited.
fn join<'a>(groups: &mut Vec<Vec<&'a str>>, ids: &[&'a str]) -> bool {
    let is_known = |group: &Vec<&'a str>| group.iter().any(|id| ids.contains(id));
    let Some(first) = groups.iter().position(is_known) else {
        let mut ids = ids.to_vec();
        dedup(&mut ids);
        groups.extend((!ids.is_empty()).then_some(ids));
        return false;
    };
    let mut whole = groups[first].clone();
    let before = whole.len();
    let mut index = groups.len();
    while index > first + 1 {
        index -= 1;
        if is_known(&groups[index]) {
            whole.extend(groups.remove(index));
        }
    }
    whole.extend(ids);
    dedup(&mut whole);
    let grown = whole.len() > before;
    groups[first] = whole;
    grown
}

fn dedup(ids: &mut Vec<&str>) {
    let mut seen = Vec::new();
    ids.retain(|id| {
        let is_new = !seen.contains(id);
        seen.push(*id);
        is_new
    });
}

fn group<'a>(records: &[Record<'a>], ids: &[&'a str]) -> Group<'a> {
    let of: Vec<&Record<'a>> = ids
        .iter()
        .filter_map(|id| records.iter().find(|record| record.id == *id))
        .collect();
    let mut members: Vec<Shared<'a>> = Vec::new();
    for member in of.iter().flat_map(|record| &record.members) {
        if members.iter().any(|known| known.member.id == member.id) {
            continue;
        }
        let same: Vec<&Member<'a>> = of.iter().filter_map(|record| record.member(member.id)).collect();
        let slots = of
            .iter()
            .filter_map(|record| record.members.iter().position(|other| other.id == member.id));
        let slots: Vec<usize> = slots.collect();
        members.push(Shared {
            member: member.clone(),
            last: same.last().map_or(member.attr, |last| last.attr),
            is_everywhere: same.len() == of.len() && same.iter().all(|member| member.table.condition.is_none()),
            spot: spot(&of, member.id),
            slot: slots
                .first()
                .copied()
                .filter(|first| slots.iter().all(|slot| slot == first)),
            width: same
                .iter()
                .filter_map(|member| member.width())
                .max_by_key(|width| width.len()),
            names: Names::default(),
        });
    }
    let switches = records.iter().flat_map(|record| &record.members);
    let mut switches = switches.filter(|member| matches!(member.held, Held::Versions(_)) && ids.len() > 1);
    let switched = switches.find(|member| layout::records(&member.held).iter().any(|id| ids.contains(id)));
    let (switched, last) = (
        switched.map(|member| &member.attr.docs),
        of.last().map(|record| &record.schema.docs),
    );
    Group {
        records: ids.to_vec(),
        is_root: of.iter().any(|record| record.is_root),
        docs: switched.or(last),
        members,
        borrows: false,
        names: TypeNames::default(),
    }
}

/// `None` unless equal in all records, and determined by numbers at fixed places.
fn spot(records: &[&Record<'_>], id: &str) -> Option<Spot> {
    let mut spots = records.iter().map(|record| {
        let attr = record.table.attr(id)?;
        // Parts with a limit are checked on access.
        let is_free = attr.pos.is_none() || attr.limit.is_none();
        let is_told = attr.spot.start != Amount::Unknown && attr.spot.len != Amount::Unknown;
        (is_free && is_told).then_some((attr.spot, record.member(id)?.width()))
    });
    let first = spots.next()??;
    spots.all(|other| other == Some(first)).then_some(first.0)
}

/// Builders that contain borrowed content, directly or indirectly.
fn spread_borrows(groups: &mut [Group<'_>]) {
    loop {
        let borrowing = groups
            .iter()
            .filter(|group| group.borrows)
            .flat_map(|group| group.records.clone());
        let borrowing: Vec<&str> = borrowing.collect();
        let borrows = |member: &Member<'_>| match &member.held {
            Held::Content(_) => true,
            Held::Bytes(_) => member.is_part(),
            held => layout::records(held).iter().any(|id| borrowing.contains(id)),
        };
        let found =
            |group: &&mut Group<'_>| !group.borrows && group.members.iter().any(|shared| borrows(&shared.member));
        let mut found = groups.iter_mut().filter(found).peekable();
        if found.peek().is_none() {
            return;
        }
        found.for_each(|group| group.borrows = true);
    }
}

/// Names from the schema come first. Versions are named after their field.
fn name_types(records: &[Record<'_>], groups: &mut [Group<'_>], types: &mut Scope) {
    let of = |id: &str| records.iter().find(|record| record.id == id);
    for group in groups.iter_mut() {
        let mut own = group.records.iter().filter_map(|id| of(id)?.schema.rust.as_ref());
        group.names.reader = own.next().map_or_else(String::new, |name| types.same(name));
    }
    for group in groups.iter_mut().filter(|group| group.names.reader.is_empty()) {
        let switches = records
            .iter()
            .flat_map(|record| record.members.iter().map(move |member| (record, member)));
        let mut switches = switches.filter(|(_, member)| matches!(member.held, Held::Versions(_)));
        let holds = |held| layout::records(held).iter().any(|id| group.records.contains(id));
        let switch = switches
            .find(|(_, member)| holds(&member.held))
            .filter(|_| group.records.len() > 1);
        group.names.reader = match switch {
            Some((record, member)) => types.camel_or(member.id, &format!("{}_{}", record.id, member.id)),
            None => types.camel(group.records.last().unwrap_or(&"")),
        };
    }
}

fn name_members(spec: &Spec, group: &mut Group<'_>) -> Vec<String> {
    let mut members = Scope::with(&[MEMBERS]);
    for shared in &mut group.members {
        shared.names.public = members.snake(shared.member.id);
    }
    let options = spec.options.iter().map(|option| members.snake(&option.id)).collect();
    // Derived names follow.
    for Shared { member, names, .. } in &mut group.members {
        let id = member.id;
        if member.is_part() || matches!(member.held, Held::Content(_)) {
            names.place = members.snake(&format!("{id}_place"));
        }
        if member.grammar.is_some() {
            names.parsed = members.snake(&format!("parsed_{id}"));
        }
    }
    options
}
