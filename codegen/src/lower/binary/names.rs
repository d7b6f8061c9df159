//! What everything in a format is called in Rust.

use offload_bundle_core::layout::{Holds, Switch};

use crate::ir::binary::{Member, Record};
use crate::ir::names::{EnumNames, Family, FormatNames, TypeNames};
use crate::model::binary::Spec;
use crate::names::TYPES;
use crate::scope::Scope;

/// Members and methods of every reader, and members of the numbers that it holds; methods that mean something else in Rust.
const MEMBERS: &[&str] = &[
    "at",
    "bytes",
    "clone",
    "field",
    "frame",
    "head",
    "into_iter",
    "len",
    "neg",
    "new",
    "not",
    "read",
    "read_at",
    "to_builder",
];
/// Variables of the functions that read, functions that they call, and names that say nothing.
const LOCALS: &[&str] =
    &["at", "baz", "bytes", "collect", "cursor", "error", "foo", "frame", "head", "item", "quux", "record"];
/// Methods of the builder of a switch, and methods that mean something else in Rust: some of all types are found before its own.
const OF_SWITCH: &[&str] = &["as_ref", "borrow", "clone", "deref", "into", "len", "try_into", "value"];

/// Gives the records of a format their names, and what the format has beside them.
pub(super) fn give(spec: &Spec, records: &mut [Record<'_>]) -> FormatNames {
    let mut types = Scope::with(&TYPES);
    let mut constants = Scope::with(&[&["CONTAINER", "ENVELOPE", "LAYOUT"]]);
    // Names that the schema gives come first.
    for record in records.iter_mut() {
        let rust = record.schema.rust.as_ref();
        record.names.reader = rust.map_or_else(String::new, |name| types.same(name));
    }
    let families = families(records, &mut types);
    for record in records.iter_mut().filter(|record| record.schema.rust.is_none()) {
        record.names.reader = types.camel(record.id);
    }
    let enums = spec.enums.iter().map(|named| {
        let mut members = Scope::with(&[&["Open"]]);
        EnumNames {
            of: types.camel(&named.id),
            members: named.members.iter().map(|member| members.camel(&member.id)).collect(),
        }
    });
    let enums = enums.collect();
    let options = spec
        .options
        .iter()
        .map(|option| constants.constant(&format!("default_{}", option.id)));
    let options: Vec<String> = options.collect();
    for (index, record) in records.iter_mut().enumerate() {
        switches(record, &mut types);
        for member in &mut record.members {
            if let Holds::Magic(_) = member.holds {
                let longer = format!("{}_{}", record.id, member.id);
                member.names.magic = constants.constant(if index == 0 { member.id } else { &longer });
            }
        }
    }
    builders(records, &mut types);
    let members: Vec<Vec<String>> = records.iter_mut().map(|record| of_record(spec, record)).collect();
    let ids = spec.options.iter().map(|option| option.id.value.clone());
    // Those of the outermost record.
    let members = members.into_iter().next().unwrap_or_default();
    let options = ids.zip(members.into_iter().zip(options)).collect();
    FormatNames { enums, options, families }
}

/// What several records are versions of, and what each of them is called in it.
fn families(records: &[Record<'_>], types: &mut Scope) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for record in records {
        let Some(of) = record.schema.version_of.as_ref() else {
            continue;
        };
        let reader = &record.names.reader;
        let variant = reader
            .strip_prefix(of.as_str())
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        let case = (variant.unwrap_or(reader).to_owned(), record.id.to_owned());
        match families.iter_mut().find(|family| family.id == of.value) {
            Some(family) => family.cases.push(case),
            None => families.push(Family { id: of.value.clone(), name: types.same(of), cases: vec![case] }),
        }
    }
    families
}

/// The names of a switch and of its cases.
fn switches(record: &mut Record<'_>, types: &mut Scope) {
    for member in &mut record.members {
        if let Holds::Switch(_) = member.holds {
            let longer = format!("{}_{}", record.id, member.id);
            member.names.switch.types.reader = types.camel_or(member.id, &longer);
        }
    }
}

/// The names of builders, and of the cases of switches.
fn builders(records: &mut [Record<'_>], types: &mut Scope) {
    let mut give = |names: &mut TypeNames| names.builder = types.camel(&format!("{}Builder", names.reader));
    for record in records.iter_mut() {
        give(&mut record.names);
    }
    let all = records.to_vec();
    for member in records.iter_mut().flat_map(|record| &mut record.members) {
        if let Holds::Switch(switch) = member.holds {
            give(&mut member.names.switch.types);
            of_switch(member, switch, &all);
        }
    }
}

/// The names inside of a switch among `all` records.
fn of_switch(member: &mut Member<'_>, switch: Switch<'_>, all: &[Record<'_>]) {
    let mut variants = Scope::with(&[]);
    let cases = switch.cases.iter();
    let records = cases.filter_map(|(_, id)| all.iter().find(|record| record.id == *id));
    let names = &mut member.names.switch;
    names.variants = records.map(|record| variants.same(&record.names.reader)).collect();
    names.number_method = Scope::with(&[OF_SWITCH]).snake(switch.on);
    names.number_local = Scope::with(&[LOCALS]).snake(switch.on);
}

/// The names in one record. Gives those that options have as its members.
fn of_record(spec: &Spec, record: &mut Record<'_>) -> Vec<String> {
    let (mut members, mut locals) = (Scope::with(&[MEMBERS]), Scope::with(&[LOCALS]));
    for member in &mut record.members {
        member.names.public = members.snake(member.id);
        member.names.local = locals.snake(member.id);
    }
    let options = spec.options.iter().map(|option| members.snake(&option.id)).collect();
    // What follows from these comes after them, wherever it is used.
    let mut both = members.and(&locals);
    for member in &mut record.members {
        derive(member, &mut both);
    }
    options
}

fn derive(member: &mut Member<'_>, both: &mut Scope) {
    let (id, names) = (member.id, &mut member.names);
    if member.part.is_some() {
        names.place = both.snake(&format!("{id}_place"));
    }
    match member.holds {
        Holds::Number(..) if member.attr.names.is_some() && !member.attr.is_flags() => {
            names.named = both.snake(&format!("named_{id}"));
        }
        Holds::Text(..) | Holds::Bytes(_) => names.measured = both.snake(&format!("{id}_len")),
        Holds::Content(_) => {
            names.measured = both.snake(&format!("{id}_len"));
            names.place = both.snake(&format!("{id}_place"));
        }
        Holds::List(..) => names.measured = both.snake(&format!("{id}_count")),
        _ => {}
    }
    if member.grammar.is_some() {
        names.parsed = both.snake(&format!("parsed_{id}"));
    }
}
