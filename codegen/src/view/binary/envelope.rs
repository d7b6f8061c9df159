//! The view of a format as an envelope: one that holds a container, compressed.

use serde_json::{Value, json};

use super::given;
use super::spell;
use crate::ir::binary::{Field, Format, Record, Versions};
use crate::ir::envelope::{Case, Compressed, Envelope, Fixed, Front};
use crate::prose::listed;
use crate::view::rust::{Documented, bytes_literal, literal};

pub(super) fn view(format: &Format<'_>) -> Option<Value> {
    let keys = format.envelope.as_ref()?;
    let root = format.records.first()?;
    let method = match &keys.method {
        Some(method) => spell::named(format, root.number(method)?)?.0,
        None => String::new(),
    };
    let versions = listed(keys.cases.iter().map(|case| case.number));
    let methods = keys.methods.iter().map(|(name, number, codec)| {
        format!(
            "envelope::Method {{ name: {}, number: {number}, codec: envelope::Codec::{codec:?} }}",
            literal(name)
        )
    });
    let known = keys
        .methods
        .iter()
        .map(|(name, number, _)| format!("{number} ({name})"));
    Some(json!({
        "file": format.file,
        "root": root.names.reader,
        "face": format.names.face,
        "name": literal(format.id),
        "title": literal(&format.spec.title),
        "magic": bytes_literal(&keys.magic),
        "default_version": keys.default_version,
        "methods": methods.collect::<Vec<_>>(),
        "method": keys.method.as_ref().map(|method| public(root, method)),
        "begins": listed(keys.begins.iter().map(|begins| bytes_literal(begins))),
        "front": keys.front.as_ref().map(front),
        "known": literal(&listed(known)),
        "padding": keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
        "header": by_version(format, root, keys, "header", |case, names, record| header(keys, case, names, record)),
        "methods_of_all": methods_of_all(format, root, keys),
        "version": if keys.versions.is_some() { "version" } else { "_version" },
        "builder": builder(format, keys, root, &method, &versions),
        "versions": versions,
        "has_digest": has_digest(keys),
    }))
}

/// Whether every version has a digest of what the compressed bytes hold.
fn has_digest(keys: &Envelope) -> bool {
    keys.cases.iter().all(|case| !case.compressed.digest.is_empty())
}

/// The header as the beginning of what the file holds.
fn front(front: &Front) -> Value {
    let fixed = |Fixed { at, width, .. }: &Fixed| format!("{at}, Width::{width:?}");
    let signs = front.signs.iter().map(|(Fixed { at, width, .. }, min, max)| {
        format!(
            "envelope::Sign {{ at: {at}, width: Width::{width:?}, range: ({min}, {}) }}",
            spell::limit(*max)
        )
    });
    json!({
        "of": literal(&front.of),
        "len": front.len,
        "sized": fixed(&front.sized),
        "cleared": fixed(&front.cleared),
        "signs": signs.collect::<Vec<_>>(),
    })
}

/// What `of` gives for the record of each version, which stands in the view `file`.
fn by_version(
    format: &Format<'_>,
    root: &Record,
    keys: &Envelope,
    file: &str,
    of: impl Fn(&Case, &Record, &str) -> String,
) -> String {
    let cases = keys
        .cases
        .iter()
        .filter_map(|case| Some((case, format.records.get(case.record)?)));
    let Some((field, versions)) = switch(format, keys) else {
        return cases.map(|(case, record)| of(case, record, file)).collect();
    };
    let arms = cases.map(|(case, record)| {
        let name = variant(versions, case);
        format!(
            "{}::{name}(record) => {}",
            versions.names.reader,
            of(case, record, "record")
        )
    });
    format!("match {file}.{} {{ {} }}", public(root, field.id), listed(arms))
}

/// The switch at whose end the compressed bytes stand.
fn switch<'f>(format: &'f Format<'_>, keys: &Envelope) -> Option<(&'f Field<'f>, &'f Versions)> {
    format
        .switches()
        .find(|(field, _)| Some(field.id) == keys.versions.as_deref())
}

/// What the switch calls a case.
fn variant<'v>(versions: &'v Versions, case: &Case) -> &'v str {
    let mut cases = versions.cases.iter().zip(&versions.variants);
    cases
        .find(|((number, _), _)| *number == case.number)
        .map_or("", |(_, name)| name)
}

/// What the field called `id` is called in Rust.
fn public<'r>(record: &'r Record, id: &str) -> &'r str {
    record.names_of(id).map_or("", |names| names.public.as_str())
}

/// What one version says, which stands in `record`.
fn header(keys: &Envelope, case: &Case, of: &Record, record: &str) -> String {
    let Compressed { len, decompressed_len, digest, digest_big, .. } = &case.compressed;
    let public = |field: &str| format!("{record}.{}", public(of, field));
    let data = of.names_of(&keys.data);
    let place = data.map_or("", |data| data.place.as_str());
    let path = |field: &str| match &keys.versions {
        Some(switch) => format!("&[{}, {}]", literal(switch), literal(field)),
        None => format!("&[{}]", literal(field)),
    };
    let declared =
        |number: String, field: &str| format!("envelope::DeclaredValue::of(bytes, {number}, {})", path(field));
    let len = len.as_ref().and_then(|len| len.blame.as_ref());
    // Without a number for it the compressed bytes tell the method: none behind them does.
    let method = match (&keys.method, len) {
        (Some(_), _) => "method".to_owned(),
        (None, Some(_)) => format!("method: method(Some({}.end()))?", public(&keys.data)),
        (None, None) => "method: method(None)?".to_owned(),
    };
    let len = len.map_or("None".to_owned(), |len| {
        format!(
            "Some({})",
            declared(format!("{}.with({}.end())", public(len), public(&keys.data)), len)
        )
    });
    let inside = keys.versions.as_ref().map_or_else(String::new, |switch| {
        format!(".map_err(|error| error.in_field({}))", literal(switch))
    });
    let digest_value = match digest_big {
        // In the order of the digest, as the others.
        true => format!("{0}.with({0}.value.swap_bytes())", public(digest)),
        false => public(digest),
    };
    let digest = match digest.as_str() {
        "" => "None".to_owned(),
        field => format!("Some({})", declared(digest_value, field)),
    };
    let front = match &keys.front {
        Some(_) => format!("front(bytes, {}.value)?", public(decompressed_len)),
        None => "Vec::new()".to_owned(),
    };
    format!(
        "envelope::EnvelopeHeader {{ start: bytes.origin(), version: {}, {method}, \
         place: {record}.{place}().map(|place| bytes.absolute_place(place)){inside}, data_path: {}, len: {len}, \
         decompressed_len: {}, digest: {digest}, front: {front} }}",
        case.number,
        path(&keys.data),
        declared(public(decompressed_len), decompressed_len),
    )
}

/// What all versions say, each in its own fields.
fn methods_of_all(format: &Format<'_>, root: &Record, keys: &Envelope) -> Vec<Documented> {
    let Some(switch) = &keys.versions else {
        return Vec::new();
    };
    let [len, digest, data_name] = format.names.in_all_versions.as_slice() else {
        return Vec::new();
    };
    let field = |of: fn(&Compressed) -> &String| {
        by_version(format, root, keys, "self", |case, record, name| {
            format!("{name}.{}()", public(record, of(&case.compressed)))
        })
    };
    let data = by_version(format, root, keys, "self", |_, record, name| {
        format!("{name}.{}()", public(record, &keys.data))
    });
    let method = |doc: &str, errors: &str, signature: String, body: String| {
        Documented::method(vec![doc.to_owned()], errors, &signature, &body)
    };
    let mut methods = vec![
        method(
            "How many bytes the compressed ones hold, whatever the version.",
            "",
            format!("{len}(self) -> u64"),
            field(|compressed| &compressed.decompressed_len),
        ),
        method(
            "The first bytes of the digest of what the compressed ones hold, as the number in the header, whatever the version.",
            "",
            format!("{digest}(self) -> u64"),
            field(|compressed| &compressed.digest),
        ),
        method(
            "The compressed bytes, whatever the version.",
            "They are not in the file, or the window does not show them.",
            format!("{data_name}(self) -> Result<&'a [u8], ReadError>"),
            format!(
                "let data = {data}; data.map_err(|error| error.in_field({}))",
                literal(switch)
            ),
        ),
    ];
    if !has_digest(keys) {
        methods.remove(1);
    }
    methods
}

/// The numbers of a record that are taken over from what is compressed.
fn kept(keys: &Envelope, record: &Record) -> Vec<String> {
    let kept = keys.front.iter().flat_map(|front| &front.kept);
    let of_record = kept.filter(|fixed| record.number(&fixed.id).is_some());
    let number = |Fixed { id, at, width }: &Fixed| {
        format!(
            "{}: envelope::kept(front, {at}, Width::{width:?}, {})?",
            public(record, id),
            literal(id)
        )
    };
    of_record.map(number).collect()
}

/// The builder of the file for a version, a method, and what is known of the compressed bytes.
fn builder(format: &Format<'_>, keys: &Envelope, root: &Record, method: &str, versions: &str) -> String {
    let data = |record: &Record| format!("{}: CompressedContent::from(compressed)", public(record, &keys.data));
    let last = keys.versions.as_ref().unwrap_or(&keys.data);
    let number = keys.method.as_ref().map(|id| {
        let named = format!("super::enums::{method}::open(method.number)");
        format!("{}: {named}", public(root, id))
    });
    let mut members: Vec<String> = number.into_iter().collect();
    members.push(match switch(format, keys) {
        None => data(root),
        Some((field, switch)) => {
            let arms = keys.cases.iter().filter_map(|case| {
                let record = format.records.get(case.record)?;
                let kept = kept(keys, record);
                let is_kept = |id: &str| {
                    keys.front
                        .iter()
                        .flat_map(|front| &front.kept)
                        .any(|fixed| fixed.id == id)
                };
                let rest = given::defaults(format, record, |id| id != keys.data && !is_kept(id)).into_iter();
                let members = listed([data(record)].into_iter().chain(kept).chain(rest));
                let (of, name) = (&record.names.builder, variant(switch, case));
                Some(format!(
                    "{} => {}::{name}({of} {{ {members} }})",
                    case.number, switch.names.builder
                ))
            });
            let unknown = format!(
                "_ => return Err(WriteError::unknown(\"version\", version, {}))",
                literal(versions)
            );
            format!(
                "{}: match version {{ {}, {unknown} }}",
                public(root, field.id),
                listed(arms)
            )
        }
    });
    members.extend(given::defaults(format, root, |id| {
        Some(id) != keys.method.as_deref() && id != last
    }));
    format!("{} {{ {} }}", root.names.builder, members.join(", "))
}
