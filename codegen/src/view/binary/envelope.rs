//! The view of a format as an envelope: one that holds a container, compressed.

use serde::Serialize;

use super::given;
use crate::ir::binary::{Format, Record};
use crate::ir::envelope::{self, Codec, Compressed};
use crate::names::camel;
use crate::view::rust::{bytes_literal, literal};

#[derive(Debug, Serialize)]
pub(super) struct Envelope {
    file: String,
    root: String,
    name: String,
    title: String,
    magic: String,
    magic_len: u64,
    versions: String,
    default_version: u64,
    methods: Vec<MethodView>,
    known: String,
    padding: String,
    root_builder: String,
    root_rest: Vec<String>,
    method: String,
    method_type: String,
    /// The switch, where there are versions.
    switch: String,
    switch_literal: String,
    switch_type: String,
    has_versions: bool,
    /// The versions for messages.
    known_versions: String,
    cases: Vec<CaseView>,
}

#[derive(Debug, Serialize)]
struct MethodView {
    name: String,
    number: u64,
    codec: &'static str,
}

#[derive(Debug, Serialize)]
struct CaseView {
    number: u64,
    name: String,
    data: String,
    data_path: String,
    has_len: bool,
    len: String,
    len_path: String,
    decompressed_len: String,
    decompressed_path: String,
    digest: String,
    digest_path: String,
    /// What makes the number in the file a little-endian one.
    turn: &'static str,
    rest: Vec<String>,
}

pub(super) fn view(format: &Format) -> Option<Envelope> {
    let keys = format.envelope.as_ref()?;
    let root = format.records.first()?;
    let versions: Vec<String> = keys.cases.iter().map(|case| case.number.to_string()).collect();
    let switch = keys.versions.clone();
    let last = switch.as_ref().unwrap_or(&keys.data);
    let root_rest = given::defaults(format, root, |id| id != keys.method && id != last);
    let known = keys
        .methods
        .iter()
        .map(|(name, number, _)| format!("{number} ({name})"));
    Some(Envelope {
        file: format.file.clone(),
        root: camel(&format.id),
        name: literal(&format.id),
        title: literal(&format.title),
        magic: bytes_literal(&keys.magic),
        magic_len: u64::try_from(keys.magic.len()).unwrap_or(u64::MAX),
        versions: versions.join(", "),
        known_versions: literal(&versions.join(", ")),
        default_version: keys.default_version,
        known: literal(&known.collect::<Vec<_>>().join(", ")),
        methods: keys.methods.iter().map(method).collect(),
        padding: keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
        root_builder: format!("{}Builder", camel(&root.id)),
        root_rest,
        method: keys.method.clone(),
        method_type: method_type(format, root, &keys.method),
        has_versions: switch.is_some(),
        switch_literal: switch.as_deref().map(literal).unwrap_or_default(),
        switch_type: switch.as_deref().map(camel).unwrap_or_default(),
        cases: keys
            .cases
            .iter()
            .filter_map(|case| view_case(format, keys, case))
            .collect(),
        switch: switch.unwrap_or_default(),
    })
}

fn method((name, number, codec): &(String, u64, Codec)) -> MethodView {
    MethodView {
        name: literal(name),
        number: *number,
        codec: match codec {
            Codec::Zstd => "Zstd",
            Codec::Zlib => "Zlib",
        },
    }
}

/// The enum of the methods.
fn method_type(format: &Format, root: &Record, method: &str) -> String {
    let mut numbers = root.fields.iter().filter(|field| field.id == method);
    let named = numbers.find_map(|field| match &field.what {
        crate::ir::binary::What::Number(number) => format.enums.get(number.names?.0),
        _ => None,
    });
    named.map_or_else(String::new, |named| camel(&named.id))
}

fn view_case(format: &Format, keys: &envelope::Envelope, case: &envelope::Case) -> Option<CaseView> {
    let record = format.records.get(case.record)?;
    let Compressed { len, decompressed_len, digest, digest_big, .. } = &case.compressed;
    let path = |field: &str| match &keys.versions {
        Some(switch) => format!("&[{}, {}]", literal(switch), literal(field)),
        None => format!("&[{}]", literal(field)),
    };
    let len = len.as_ref().and_then(|len| len.blame.clone());
    Some(CaseView {
        number: case.number,
        name: camel(&record.id),
        data: keys.data.clone(),
        data_path: path(&keys.data),
        has_len: len.is_some(),
        len_path: len.as_deref().map(path).unwrap_or_default(),
        len: len.unwrap_or_default(),
        decompressed_path: path(decompressed_len),
        decompressed_len: decompressed_len.clone(),
        digest_path: path(digest),
        digest: digest.clone(),
        turn: if *digest_big { ".swap_bytes()" } else { "" },
        rest: match keys.versions {
            Some(_) => given::defaults(format, record, |id| id != keys.data),
            None => Vec::new(),
        },
    })
}
