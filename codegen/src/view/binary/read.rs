//! The view of a format's readers: every record as members, the steps that read it, and methods.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use offload_bundle_core::layout::{Holds, Switch, Valid};

use super::measure::{Measured, measure};
use super::parts::view_part;
use super::spell::{self, Here, Site};
use super::versions;
use super::{accessors, imports};
use crate::ir::binary::{Format, Member, Record};
use crate::ir::layout;
use crate::ir::names::Names;
use crate::prose::comma_list;
use crate::view::rust::{Documented, bytes_literal, literal};

/// What a field is in its record.
#[derive(Debug, Default)]
struct Parts {
    members: Vec<Kept>,
    steps: Vec<String>,
    methods: Vec<Documented>,
}

/// A member of a reader, and the variable that it is filled from.
#[derive(Debug)]
struct Kept {
    name: String,
    local: String,
    of: String,
}

impl Kept {
    fn new(name: &str, local: &str, of: &str) -> Self {
        Self { name: name.to_owned(), local: local.to_owned(), of: of.to_owned() }
    }
}

pub(super) fn view(format: &Format<'_>) -> Value {
    let fields = format.records.iter().flat_map(Record::fields);
    let magics = fields.filter_map(|field| match field.holds {
        Holds::Magic(bytes) => {
            let text = format!("pub const {}: &[u8] = {};", field.names.magic, bytes_literal(bytes));
            Some(Documented { docs: spell::attr_docs(field.attr), text })
        }
        _ => None,
    });
    let switches = format.switches();
    let switches = switches.map(|(_, field, switch)| view_switch(format, field, switch));
    let records = format.records.iter().map(|record| view_record(format, record));
    json!({
        "file": format.file,
        "imports": imports::of_read(format),
        "enums": imports::enums(format, |_| true),
        "magics": magics.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "families": format.names.families.iter().map(|family| versions::family(format, family)).collect::<Vec<_>>(),
        "records": records.collect::<Vec<_>>(),
    })
}

fn view_record(format: &Format<'_>, record: &Record<'_>) -> Value {
    let [reading, view] = [Here::Reading, Here::View].map(|here| Site { record, here });
    let (mut members, mut steps, mut methods) = (Vec::new(), Vec::new(), Vec::new());
    let read = read(record);
    for field in record.fields() {
        let parts = view_field(format, reading, field, &read);
        members.extend(parts.members);
        steps.extend(parts.steps);
        methods.extend(parts.methods);
    }
    methods.extend(record.parts().flat_map(|part| view_part(format, view, part)));
    let head = record.head();
    let len: u64 = head.iter().filter_map(Member::width).map(|width| width.len()).sum();
    if !head.is_empty() {
        members.insert(0, Kept::new("head", "head", &format!("Head<'a, {len}>")));
    }
    // Content at the end of a file is said to be there, and not read.
    let moves = |field: &Member<'_>| !matches!(field.holds, Holds::Content(_));
    json!({
        "moves": record.fields().skip(head.len()).any(moves) || head.iter().any(Member::is_end),
        "head": (!head.is_empty()).then(|| literal(record.id)),
        "docs": spell::docs(&record.schema.docs, None),
        "name": record.names.reader,
        "is_root": record.is_root,
        "values": members.iter().map(|member| spell::set(&member.name, &member.local)).collect::<Vec<_>>(),
        "members": members.into_iter().map(|Kept { name, of, .. }| format!("{name}: {of}")).collect::<Vec<_>>(),
        "steps": steps,
        "methods": methods,
    })
}

/// The fields of the record itself that its other fields are read by: their lengths follow from them, or which record they are.
fn read<'a>(record: &Record<'a>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    for field in record.fields() {
        found.extend(field.measures().flat_map(|measure| layout::fields(&measure.expression)));
        found.extend(field.measures().filter_map(|measure| measure.blame));
        if let Holds::Switch(switch) = field.holds {
            found.insert(switch.on);
        }
    }
    found
}

fn view_field<'a>(format: &Format<'a>, site: Site<'_>, field: &Member<'a>, read: &BTreeSet<&str>) -> Parts {
    let (id, Names { public: name, local, measured, .. }) = (literal(field.id), &field.names);
    let placed = |read: String, methods: Vec<Documented>| Parts {
        members: vec![Kept::new(name, local, "Place")],
        steps: vec![format!("let {local} = cursor.{read}?;")],
        methods,
    };
    match &field.holds {
        Holds::Magic(_) => {
            Parts { steps: vec![format!("cursor.magic({id}, {})?;", field.names.magic)], ..Parts::default() }
        }
        Holds::Number(_, _, valid, _) => view_number(format, site, (field, valid), read),
        Holds::Text(_, len) | Holds::Bytes(len) => {
            let len = measure(len, site, measured, "");
            let methods = match field.holds {
                Holds::Text(encoding, _) => accessors::text(field, encoding),
                _ => vec![accessors::bytes(field)],
            };
            placed(format!("bytes({id}, {})", len.value), methods).after(len)
        }
        Holds::Terminated(encoding, limit) => {
            let methods = accessors::text(field, *encoding);
            placed(format!("terminated({id}, {})", spell::limit(*limit)), methods)
        }
        Holds::Rest => placed(format!("rest({id})"), vec![accessors::bytes(field)]),
        Holds::Content(len) => {
            let len = len.as_ref();
            let len = len.map(|len| measure(len, site, measured, ""));
            let read = match &len {
                Some(len) => format!("cursor.content({id}, {})", len.number),
                None => format!("cursor.content_to_end({id}, bytes)"),
            };
            let place = format!("self.{name}.place(self.bytes)");
            let place = accessors::place(field, "It reaches past the end.", &place);
            let parts = Parts {
                members: vec![Kept::new(name, local, "Span")],
                steps: vec![format!("let {local} = {read};")],
                methods: vec![place, accessors::bytes(field)],
            };
            match len {
                Some(len) => parts.after(len),
                None => parts,
            }
        }
        Holds::Record(record) => view_inner(field, spell::reader(format, record), "at"),
        Holds::Switch(switch) => view_inner(
            field,
            &field.names.switch.types.reader,
            &format!("at, {}", site.field(switch.on)),
        ),
        Holds::List(record, count) => {
            let record = spell::reader(format, record);
            let count = measure(count, site, measured, "");
            let read = format!("cursor.list({id}, {}, |at| {record}::read_at(bytes, at))", count.value);
            let items = format!("self.{name}.items(move |at| {record}::read_at(self.bytes, at))");
            let items = accessors::accessor(field, "", &spell::items(record), &items);
            let parts = Parts {
                members: vec![Kept::new(name, local, "List")],
                steps: vec![format!("let {local} = {read}?;")],
                methods: vec![items],
            };
            parts.after(count)
        }
    }
}

impl Parts {
    /// The same, read once `measured` is known.
    fn after(mut self, measured: Measured) -> Self {
        self.steps.splice(0..0, measured.steps());
        self
    }
}

/// A record or a switch in a field.
fn view_inner(field: &Member<'_>, of: &str, arguments: &str) -> Parts {
    let (id, Names { public: name, local, .. }) = (literal(field.id), &field.names);
    let result = format!("{of}<'a>");
    Parts {
        members: vec![Kept::new(name, local, &result)],
        steps: vec![format!("let {local} = cursor.record({id}, |at| {of}::read_at(bytes, {arguments}))?;")],
        methods: vec![accessors::accessor(field, "", &result, &format!("self.{name}"))],
    }
}

/// A number; the record is `read` by some of them.
fn view_number<'a>(
    format: &Format<'_>,
    site: Site<'_>,
    (field, valid): (&Member<'a>, &Valid<'_>),
    read: &BTreeSet<&str>,
) -> Parts {
    let Names { public: name, local, named: member, .. } = &field.names;
    let (mut kept, mut steps) = (None, Vec::new());
    let from_head = site.in_head(field.id);
    match (&from_head, field.width()) {
        (Some(number), _) if read.contains(field.id) || field.is_checked() => {
            steps.push(format!("let {local} = {number};"));
        }
        (None, Some(width)) => {
            kept = Some(Kept::new(name, local, "Number"));
            steps.push(format!(
                "let {local} = cursor.number({}, Width::{width:?})?;",
                literal(field.id)
            ));
        }
        _ => {}
    }
    match valid {
        // Those with names are checked where they get them.
        Valid::Any | Valid::Named(_) | Valid::Bits => {}
        Valid::Range(min, max) => steps.push(format!("bytes.in_range({local}, {min}, {max})?;")),
        Valid::OneOf(values, known) => {
            let (values, known) = (comma_list(*values), literal(known));
            steps.push(format!("bytes.one_of({local}, &[{values}], {known})?;"));
        }
    }
    if field.is_end() {
        steps.push(format!("let bytes = cursor.end_at({local})?;"));
    }
    let of = spell::number_type(format, field.attr);
    let number = Site { here: Here::View, ..site }.field(field.id);
    let value = match format.enum_of(field.attr) {
        None => format!("{number}.value"),
        Some((.., true)) => format!("Open::new({number}.value)"),
        Some((.., false)) => {
            steps.push(format!("let {member} = bytes.named::<{of}>({local})?;"));
            // Nothing is computed from a number that has an enum, so that its name is enough.
            kept = Some(Kept::new(member, member, &of));
            format!("self.{member}")
        }
    };
    let methods = vec![accessors::accessor(field, "", &of, &value)];
    Parts { members: kept.into_iter().collect(), steps, methods }
}

fn view_switch<'a>(format: &Format<'a>, field: &Member<'a>, switch: Switch<'_>) -> Value {
    let (on, names) = (switch.on, &field.names.switch);
    let cases = || format.cases(field);
    let variant = |(number, case, record): (u64, &str, &Record)| {
        format!("/// `{on} = {number}`.\n    {case}({}<'a>)", record.names.reader)
    };
    let read = |(number, case, record): (u64, &str, &Record)| {
        let name = &record.names.reader;
        let read = format!("{name}::read_at(bytes, at).map(|(record, end)| (Self::{case}(record), end))");
        (number, read)
    };
    // The number was checked where it was read: what is none of the others is the last.
    let mut arms: Vec<(u64, String)> = cases().map(read).collect();
    let last = arms.pop().map(|(_, read)| read);
    json!({
        "name": names.types.reader,
        "field": field.id,
        "on": on,
        "number": if arms.is_empty() { "_" } else { &names.number_local },
        "variants": cases().map(variant).collect::<Vec<_>>(),
        "arms": arms.iter().map(|(number, read)| format!("{number} => {read}")).collect::<Vec<_>>(),
        "last": last,
        "methods": versions::in_all(format, &cases().map(|(_, case, record)| (case, record)).collect::<Vec<_>>()),
    })
}
