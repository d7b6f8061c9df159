//! The view of a format's readers: every record as members, the steps that read it, and methods.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::measure::{Measured, measure};
use super::parts::{parsed, view_part};
use super::spell::{self, Here, Site};
use super::versions;
use crate::expr::{Path, Scope};
use crate::ir::binary::{Field, Format, Number, Record, Valid, Versions, What};
use crate::ir::names::Names;
use crate::prose::listed;
use crate::view::rust::{Documented, bytes_literal, literal};

/// What a field is in its record.
#[derive(Debug, Default)]
struct Parts {
    members: Vec<Member>,
    steps: Vec<String>,
    methods: Vec<Documented>,
}

/// A member of a reader, and the variable that it is filled from.
#[derive(Debug)]
struct Member {
    name: String,
    local: String,
    of: String,
    /// Whether it is a number beside the member that names its value.
    beside_its_name: bool,
}

impl Member {
    fn new(name: &str, local: &str, of: &str) -> Self {
        Self { name: name.to_owned(), local: local.to_owned(), of: of.to_owned(), beside_its_name: false }
    }
}

pub(super) fn view(format: &Format<'_>) -> Value {
    let magics = format.magics().map(|(field, bytes)| {
        let text = format!("pub const {}: &[u8] = {};", field.names.magic, bytes_literal(bytes));
        Documented { docs: spell::attr_docs(field.attr), text }
    });
    let switches = format.switches();
    let switches = switches.map(|(field, versions)| view_switch(format, field, versions));
    let records = format.records.iter().enumerate();
    let records = records.map(|(index, record)| view_record(format, index == 0, record));
    json!({
        "file": format.file,
        "enums": spell::enums(format),
        "magics": magics.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "families": format.names.families.iter().map(|family| versions::family(format, family)).collect::<Vec<_>>(),
        "records": records.collect::<Vec<_>>(),
    })
}

fn view_record(format: &Format<'_>, is_root: bool, record: &Record) -> Value {
    let outer = kept(format, is_root, record);
    let outer = outer.iter().filter_map(|path| record.outer.get(path));
    let mut members: Vec<Member> = outer.map(|name| Member::new(name, name, "u64")).collect();
    let (mut steps, mut methods) = (Vec::new(), Vec::new());
    for field in &record.fields {
        let parts = view_field(format, Site { record, is_root, here: Here::Reading }, field);
        members.extend(parts.members);
        steps.extend(parts.steps);
        methods.extend(parts.methods);
    }
    let parts = record.parts.iter();
    methods.extend(parts.flat_map(|part| view_part(format, Site { record, is_root, here: Here::View }, part)));
    // A number that always has a name is kept as such; as a number only for what is computed from it.
    let computed = |name: &str| {
        let used = format!("self.{name}.");
        methods.iter().any(|method| method.text.contains(&used))
    };
    members.retain(|member| !member.beside_its_name || computed(&member.name));
    json!({
        "docs": spell::docs(record.docs, None),
        "name": record.names.reader,
        "is_root": is_root,
        "parameters": spell::parameters(&record.outer, &record.needs),
        "values": members.iter().map(|member| spell::set(&member.name, &member.local)).collect::<Vec<_>>(),
        "members": members.into_iter().map(|Member { name, of, .. }| format!("{name}: {of}")).collect::<Vec<_>>(),
        "steps": steps,
        "methods": methods,
    })
}

/// The fields of outer records that the view itself needs, after the frame has been read.
fn kept(format: &Format<'_>, is_root: bool, record: &Record) -> BTreeSet<Path> {
    let fields = record.fields.iter().map(|field| &field.what);
    let lists = fields.filter(|what| matches!(what, What::List(_)));
    let again = lists.chain(record.parts.iter().map(|part| &part.what));
    let inner = again.flat_map(|what| spell::needs(format, what));
    let inner = inner.filter(|path| path.scope == Scope::Root && !is_root);
    let measures = record.parts.iter().flat_map(|part| match &part.what {
        What::Sized(sized) => vec![&part.pos, &sized.len],
        What::List(list) => vec![&part.pos, &list.count],
        _ => vec![&part.pos],
    });
    let own = measures.flat_map(|measure| measure.expr.fields()).cloned();
    let own = own.filter(|path| record.needs.contains(path));
    inner.chain(own).collect()
}

fn view_field(format: &Format<'_>, site: Site<'_>, field: &Field) -> Parts {
    let (id, Names { public: name, local, measured, .. }) = (literal(field.id), &field.names);
    let needs = spell::needs(format, &field.what);
    let arguments = site.arguments(&needs);
    let method = |errors: &str, result: &str, body: String| {
        let docs = spell::attr_docs(field.attr);
        Documented::method(docs, errors, &format!("{name}(self) -> {result}"), &body)
    };
    let place = |read: String, methods: Vec<Documented>| Parts {
        members: vec![Member::new(name, local, "Place")],
        steps: vec![format!("let {local} = cursor.{read}?;")],
        methods,
    };
    let bytes = || {
        let body = format!("self.bytes.take(self.{name}.ofs, self.{name}.len).map_err(|error| error.in_field({id}))");
        vec![method(
            "The window does not show the bytes.",
            "Result<&'a [u8], ReadError>",
            body,
        )]
    };
    let text = |encoding| {
        let body = format!(
            "self.bytes.{}(self.{name}).map_err(|error| error.in_field({id}))",
            spell::decode(encoding)
        );
        let errors = "The window does not show the text, or it is not in its encoding.";
        let text = method(errors, "Result<&'a str, ReadError>", body);
        [text]
            .into_iter()
            .chain(parsed(
                &field.grammar,
                field.id,
                &field.names,
                &format!("self.{name}.ofs"),
            ))
            .collect()
    };
    match &field.what {
        What::Magic(_) => {
            Parts { steps: vec![format!("cursor.magic({id}, {})?;", field.names.magic)], ..Parts::default() }
        }
        What::Number(number) => view_number(format, field, number),
        What::Sized(sized) => {
            let len = measure(&sized.len, site, measured, "");
            let methods = sized.encoding.map_or_else(bytes, |encoding| text(Some(encoding)));
            place(format!("bytes({id}, {})", len.value), methods).after(len)
        }
        What::Terminated(limit, encoding) => place(
            format!("terminated({id}, {})", spell::limit(*limit)),
            text(Some(*encoding)),
        ),
        What::Rest => place(format!("rest({id})"), bytes()),
        What::Compressed(compressed) => {
            let len = compressed.len.as_ref();
            let len = len.map(|len| measure(len, site, measured, ""));
            let read = match &len {
                Some(len) => format!("cursor.content({id}, {})", len.number),
                None => format!("cursor.content_to_end({id}, bytes)"),
            };
            let place_name = &field.names.place;
            let at = format!("Where `{}` stands, in bytes from the start of the file.", field.id);
            let place = Documented::method(
                vec![at],
                "It reaches past the end.",
                &format!("{place_name}(self) -> Result<Place, ReadError>"),
                &format!("self.{name}.place(self.bytes)"),
            );
            let shown = method(
                "The window does not show the bytes.",
                "Result<&'a [u8], ReadError>",
                format!(
                    "let place = self.{place_name}()?; \
                     self.bytes.take(place.ofs, place.len).map_err(|error| error.in_field({id}))"
                ),
            );
            let parts = Parts {
                members: vec![Member::new(name, local, "Span")],
                steps: vec![format!("let {local} = {read};")],
                methods: vec![place, shown],
            };
            len.map_or_else(Parts::default, |len| Parts::default().after(len))
                .and(parts)
        }
        What::Record(index) => view_inner(field, spell::reader(format, *index), &format!("at{arguments}")),
        What::Versions(versions) => view_inner(
            field,
            &versions.names.reader,
            &format!("at, {}{arguments}", site.field(&versions.on)),
        ),
        What::List(list) => {
            let record = spell::reader(format, list.record);
            let count = measure(&list.count, site, measured, "");
            let again = Site { here: Here::View, ..site }.arguments(&needs);
            let read = format!(
                "cursor.list({id}, {}, |at| {record}::read_at(bytes, at{arguments}))",
                count.value
            );
            let items = method(
                "",
                &spell::items(record),
                format!("self.{name}.items(move |at| {record}::read_at(self.bytes, at{again}))"),
            );
            let parts = Parts {
                members: vec![Member::new(name, local, "List")],
                steps: vec![format!("let {local} = {read}?;")],
                methods: vec![items],
            };
            Parts::default().after(count).and(parts)
        }
    }
}

impl Parts {
    /// The same, read once `measured` is known.
    fn after(mut self, measured: Measured) -> Self {
        self.steps.splice(0..0, measured.steps);
        self
    }

    fn and(mut self, other: Self) -> Self {
        self.members.extend(other.members);
        self.steps.extend(other.steps);
        self.methods.extend(other.methods);
        self
    }
}

/// A record or a switch in a field.
fn view_inner(field: &Field, of: &str, arguments: &str) -> Parts {
    let (id, Names { public: name, local, .. }) = (literal(field.id), &field.names);
    let docs = spell::attr_docs(field.attr);
    Parts {
        members: vec![Member::new(name, local, &format!("{of}<'a>"))],
        steps: vec![format!("let {local} = cursor.record({id}, |at| {of}::read_at(bytes, {arguments}))?;")],
        methods: vec![Documented::method(docs, "", &format!("{name}(self) -> {of}<'a>"), &format!("self.{name}"))],
    }
}

fn view_number(format: &Format<'_>, field: &Field, number: &Number) -> Parts {
    let (id, Names { public: name, local, named: member, .. }) = (literal(field.id), &field.names);
    let mut members = vec![Member::new(name, local, "Number")];
    let mut steps = vec![format!("let {local} = cursor.number({id}, {})?;", spell::width(number))];
    match &number.valid {
        Valid::Any => {}
        Valid::Range(min, max) => steps.push(format!("bytes.in_range({local}, {min}, {max})?;")),
        Valid::AnyOf(values) => {
            let known = listed(values);
            steps.push(format!("bytes.one_of({local}, &[{known}], {})?;", literal(&known)));
        }
    }
    if field.what.is_file_len() {
        steps.push(format!("let bytes = cursor.end_at({local})?;"));
    }
    let (of, value) = match spell::named(format, number) {
        None => ("u64".to_owned(), format!("self.{name}.value")),
        Some((named, true)) => (format!("Open<{named}>"), format!("Open::of(self.{name}.value)")),
        Some((named, false)) => {
            steps.push(format!("let {member} = bytes.named::<{named}>({local})?;"));
            members.iter_mut().for_each(|number| number.beside_its_name = true);
            members.push(Member::new(member, member, &named));
            (named, format!("self.{member}"))
        }
    };
    let docs = spell::attr_docs(field.attr);
    let methods = vec![Documented::method(docs, "", &format!("{name}(self) -> {of}"), &value)];
    Parts { members, steps, methods }
}

fn view_switch(format: &Format<'_>, field: &Field, versions: &Versions) -> Value {
    let needs = spell::needs(format, &field.what);
    let on = &versions.on;
    let cases = || format.cases(versions);
    let variant = |(number, case, record): (u64, &str, &Record)| {
        format!("/// `{on} = {number}`.\n    {case}({}<'a>)", record.names.reader)
    };
    let read = |(number, case, record): (u64, &str, &Record)| {
        let (name, arguments) = (&record.names.reader, spell::handed_on(&versions.outer, &record.needs));
        let read = format!("{name}::read_at(bytes, at{arguments}).map(|(record, end)| (Self::{case}(record), end))");
        (number, read)
    };
    // The number was checked where it was read: what is none of the others is the last.
    let mut arms: Vec<(u64, String)> = cases().map(read).collect();
    let last = arms.pop().map(|(_, read)| read);
    json!({
        "name": versions.names.reader,
        "field": field.id,
        "on": on,
        "number": if arms.is_empty() { "_" } else { &versions.number_local },
        "parameters": spell::parameters(&versions.outer, &needs),
        "variants": cases().map(variant).collect::<Vec<_>>(),
        "arms": arms.iter().map(|(number, read)| format!("{number} => {read}")).collect::<Vec<_>>(),
        "last": last,
        "methods": versions::in_all(format, &cases().map(|(_, case, record)| (case, record)).collect::<Vec<_>>()),
    })
}
