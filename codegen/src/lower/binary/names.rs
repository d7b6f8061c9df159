//! What everything in a format is called in Rust.

use std::collections::BTreeSet;

use crate::expr::Path;
use crate::ir::binary::{Record, Versions, What};
use crate::ir::names::{EnumNames, Family, FormatNames, Names, OuterNames, TypeNames};
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
const LOCALS: &[&str] = &["at", "baz", "bytes", "collect", "cursor", "error", "foo", "frame", "item", "quux", "record"];
/// Methods of the builder of a switch, and methods that mean something else in Rust: some of all types are found before its own.
const OF_SWITCH: &[&str] = &["as_ref", "borrow", "clone", "deref", "into", "len", "try_into", "value"];

/// Gives the records of a format their names, and what the format has beside them.
pub(super) fn give(spec: &Spec, records: &mut [Record<'_>]) -> FormatNames {
    let mut types = Scope::with(&TYPES);
    let mut constants = Scope::with(&[&["CONTAINER", "ENVELOPE", "LAYOUT"]]);
    // Names that the schema gives come first.
    for record in records.iter_mut() {
        record.names.reader = record.rust.map_or_else(String::new, |name| types.same(name));
    }
    let families = families(records, &mut types);
    for record in records.iter_mut().filter(|record| record.rust.is_none()) {
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
        for field in &mut record.fields {
            if let What::Magic(_) = field.what {
                let longer = format!("{}_{}", record.id, field.id);
                field.names.magic = constants.constant(if index == 0 { field.id } else { &longer });
            }
        }
    }
    builders(records, &mut types);
    let face = match &spec.envelope {
        Some(_) => "ENVELOPE",
        None if spec.is_worked_on() => "CONTAINER",
        None => "",
    };
    let mut members = Vec::new();
    for (index, record) in records.iter_mut().enumerate() {
        let options = of_record(spec, record);
        if index == 0 {
            members = options;
        }
    }
    let ids = spec.options.iter().map(|option| option.id.value.clone());
    let options = ids.zip(members.into_iter().zip(options)).collect();
    FormatNames { enums, options, face, families }
}

/// What several records are versions of, and what each of them is called in it.
fn families(records: &[Record<'_>], types: &mut Scope) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let Some(of) = record.version_of else { continue };
        let at = families.iter().position(|family| family.id == of).unwrap_or_else(|| {
            families.push(Family { id: of.to_owned(), name: types.same(of), cases: Vec::new() });
            families.len() - 1
        });
        let reader = &record.names.reader;
        let variant = reader
            .strip_prefix(of)
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        let case = (variant.unwrap_or(reader).to_owned(), index);
        families
            .iter_mut()
            .skip(at)
            .take(1)
            .for_each(|family| family.cases.push(case.clone()));
    }
    families
}

/// The names of a switch and of its cases.
fn switches(record: &mut Record<'_>, types: &mut Scope) {
    for field in &mut record.fields {
        if let What::Versions(versions) = &mut field.what {
            versions.names.reader = types.camel_or(field.id, &format!("{}_{}", record.id, field.id));
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
    for field in records.iter_mut().flat_map(|record| &mut record.fields) {
        if let What::Versions(versions) = &mut field.what {
            give(&mut versions.names);
            of_switch(versions, &all);
        }
    }
}

/// The names inside of a switch among `all` records.
fn of_switch(versions: &mut Versions, all: &[Record<'_>]) {
    let mut variants = Scope::with(&[]);
    let records = versions.cases.iter().filter_map(|(_, index)| all.get(*index));
    versions.variants = records
        .clone()
        .map(|record| variants.same(&record.names.reader))
        .collect();
    versions.number_method = Scope::with(&[OF_SWITCH]).snake(&versions.on);
    let mut locals = Scope::with(&[LOCALS]);
    versions.number_local = locals.snake(&versions.on);
    versions.outer = outer(records, &mut locals);
}

/// What `records` are told of the fields of those around them.
fn outer<'r>(records: impl Iterator<Item = &'r Record<'r>>, scope: &mut Scope) -> OuterNames {
    let needs: BTreeSet<&Path> = records.flat_map(|record| &record.needs).collect();
    let name = |path: &Path| (path.clone(), scope.snake(path.to_string().trim_start_matches('_')));
    needs.into_iter().map(name).collect()
}

/// The names in one record. Gives those that options have as its members.
fn of_record(spec: &Spec, record: &mut Record<'_>) -> Vec<String> {
    let (mut members, mut locals) = (Scope::with(&[MEMBERS]), Scope::with(&[LOCALS]));
    let ids = record
        .fields
        .iter()
        .map(|field| field.id)
        .chain(record.parts.iter().map(|part| part.id));
    let own: Vec<Names> = ids
        .map(|id| Names { public: members.snake(id), local: locals.snake(id), ..Names::default() })
        .collect();
    let options = spec.options.iter().map(|option| members.snake(&option.id)).collect();
    // What follows from these comes after them, wherever it is used.
    let mut both = members.and(&locals);
    record.outer = outer(std::iter::once(&*record), &mut both);
    let mut own = own.into_iter();
    for field in &mut record.fields {
        let magic = std::mem::take(&mut field.names.magic);
        field.names = Names { magic, ..own.next().unwrap_or_default() };
        let grammar = field.grammar.is_some();
        derived(field.id, &field.what, grammar, &mut field.names, &mut both);
    }
    for part in &mut record.parts {
        part.names = own.next().unwrap_or_default();
        part.names.place = both.snake(&format!("{}_place", part.id));
        derived(part.id, &part.what, part.grammar.is_some(), &mut part.names, &mut both);
    }
    options
}

fn derived(id: &str, what: &What, grammar: bool, names: &mut Names, both: &mut Scope) {
    match what {
        What::Number(number) if number.names.is_some() => names.named = both.snake(&format!("named_{id}")),
        What::Sized(_) => names.measured = both.snake(&format!("{id}_len")),
        What::Compressed(_) => {
            names.measured = both.snake(&format!("{id}_len"));
            names.place = both.snake(&format!("{id}_place"));
        }
        What::List(_) => names.measured = both.snake(&format!("{id}_count")),
        _ => {}
    }
    if grammar {
        names.parsed = both.snake(&format!("parsed_{id}"));
    }
}
