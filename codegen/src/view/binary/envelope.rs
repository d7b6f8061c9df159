//! The view of a format as an envelope: one that holds a container, compressed.

use serde_json::{Value, json};

use super::{given, spell};
use crate::ir::binary::{Format, Record};
use crate::ir::envelope::{Case, Compressed, Envelope};
use crate::names::camel;
use crate::prose::listed;
use crate::view::rust::{Documented, bytes_literal, literal};

pub(super) fn view(format: &Format<'_>) -> Option<Value> {
    let keys = format.envelope.as_ref()?;
    let root = format.records.first()?;
    let method = spell::named(format, root.number(&keys.method)?)?.0;
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
        "root": camel(format.id),
        "name": literal(format.id),
        "title": literal(&format.spec.title),
        "magic": bytes_literal(&keys.magic),
        "default_version": keys.default_version,
        "methods": methods.collect::<Vec<_>>(),
        "method": keys.method,
        "known": literal(&listed(known)),
        "padding": keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
        "header": by_version(format, keys, "header", |case, record| header(keys, case, record)),
        "methods_of_all": methods_of_all(format, keys),
        "version": if keys.versions.is_some() { "version" } else { "_version" },
        "builder": builder(format, keys, root, &method, &versions),
        "versions": versions,
    }))
}

/// What `of` gives for the record of each version, which stands in the view `file`.
fn by_version(format: &Format<'_>, keys: &Envelope, file: &str, of: impl Fn(&Case, &str) -> String) -> String {
    let Some(switch) = &keys.versions else {
        return keys.cases.iter().map(|case| of(case, file)).collect();
    };
    let arms = keys.cases.iter().map(|case| {
        let name = spell::type_name(format, case.record);
        format!("{}::{name}(record) => {}", camel(switch), of(case, "record"))
    });
    format!("match {file}.{switch} {{ {} }}", listed(arms))
}

/// What one version says, which stands in `record`.
fn header(keys: &Envelope, case: &Case, record: &str) -> String {
    let Compressed { len, decompressed_len, digest, digest_big, .. } = &case.compressed;
    let data = &keys.data;
    let path = |field: &str| match &keys.versions {
        Some(switch) => format!("&[{}, {}]", literal(switch), literal(field)),
        None => format!("&[{}]", literal(field)),
    };
    let declared =
        |number: String, field: &str| format!("envelope::DeclaredValue::of(bytes, {number}, {})", path(field));
    let len = len
        .as_ref()
        .and_then(|len| len.blame.as_ref())
        .map_or("None".to_owned(), |len| {
            format!(
                "Some({})",
                declared(format!("{record}.{len}.with({record}.{data}.end())"), len)
            )
        });
    let inside = keys.versions.as_ref().map_or_else(String::new, |switch| {
        format!(".map_err(|error| error.in_field({}))", literal(switch))
    });
    let digest_value = match digest_big {
        // In the order of the digest, as the others.
        true => format!("{record}.{digest}.with({record}.{digest}.value.swap_bytes())"),
        false => format!("{record}.{digest}"),
    };
    format!(
        "envelope::EnvelopeHeader {{ start: bytes.origin(), version: {}, method, \
         place: {record}.{data}_place().map(|place| bytes.absolute_place(place)){inside}, data_path: {}, len: {len}, \
         decompressed_len: {}, digest: {} }}",
        case.number,
        path(data),
        declared(format!("{record}.{decompressed_len}"), decompressed_len),
        declared(digest_value, digest),
    )
}

/// What all versions say, each in its own fields.
fn methods_of_all(format: &Format<'_>, keys: &Envelope) -> Vec<Documented> {
    let Some(switch) = &keys.versions else {
        return Vec::new();
    };
    let field = |of: fn(&Compressed) -> &String| {
        by_version(format, keys, "self", |case, record| {
            format!("{record}.{}()", of(&case.compressed))
        })
    };
    let data = by_version(format, keys, "self", |_, record| format!("{record}.{}()", keys.data));
    let method = |doc: &str, errors: &str, signature: String, body: String| {
        Documented::method(vec![doc.to_owned()], errors, &signature, &body)
    };
    vec![
        method(
            "How many bytes the compressed ones hold, whatever the version.",
            "",
            "len_decompressed(self) -> u64".to_owned(),
            field(|compressed| &compressed.decompressed_len),
        ),
        method(
            "The first bytes of the digest of what the compressed ones hold, as the number in the header, whatever the version.",
            "",
            "digest(self) -> u64".to_owned(),
            field(|compressed| &compressed.digest),
        ),
        method(
            "The compressed bytes, whatever the version.",
            "They are not in the file, or the window does not show them.",
            format!("{}(self) -> Result<&'a [u8], ReadError>", keys.data),
            format!(
                "let data = {data}; data.map_err(|error| error.in_field({}))",
                literal(switch)
            ),
        ),
    ]
}

/// The builder of the file for a version, a method, and what is known of the compressed bytes.
fn builder(format: &Format<'_>, keys: &Envelope, root: &Record, method: &str, versions: &str) -> String {
    let data = format!("{}: CompressedContent::from(compressed)", keys.data);
    let last = keys.versions.as_ref().unwrap_or(&keys.data);
    let mut members = vec![format!("{}: super::enums::{method}::open(method.number)", keys.method)];
    members.push(match &keys.versions {
        None => data,
        Some(switch) => {
            let arms = keys.cases.iter().filter_map(|case| {
                let record = format.records.get(case.record)?;
                let rest = given::defaults(format, record, |id| id != keys.data).into_iter();
                let members = listed([data.clone()].into_iter().chain(rest));
                let name = camel(record.id);
                Some(format!(
                    "{} => {}Builder::{name}({name}Builder {{ {members} }})",
                    case.number,
                    camel(switch)
                ))
            });
            let unknown = format!(
                "_ => return Err(WriteError::unknown(\"version\", version, {}))",
                literal(versions)
            );
            format!("{switch}: match version {{ {}, {unknown} }}", listed(arms))
        }
    });
    members.extend(given::defaults(format, root, |id| id != keys.method && id != last));
    format!("{}Builder {{ {} }}", camel(root.id), members.join(", "))
}
