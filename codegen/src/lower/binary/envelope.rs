//! From a checked `-envelope` to its methods and versions.

use offload_bundle_core::envelope::{Codec, Sign};
use offload_bundle_core::layout::{EnvelopeTable, EnvelopeVersion, Front, KeptNumber};

use super::{measure, numbers};
use crate::arena::Arena;
use crate::ir::binary::{Source, Valid};
use crate::ir::envelope::{Compressed, Envelope};
use crate::model::binary::{self as model, Attr, Fact, Kind, Link, Spec, Type};
use crate::prose::listed;

/// What the compressed bytes `attr` of `record` are.
pub(super) fn compressed(record: &Type, attr: &Attr) -> Compressed {
    let about = |fact| record.about(fact, &attr.id.value).next();
    let decompressed = about(Fact::DecompressedSize);
    let digest = about(Fact::Md5);
    let name = |field: Option<&Attr>| field.map_or_else(String::new, |field| field.id.value.clone());
    Compressed {
        len: attr
            .size
            .as_ref()
            .map(|size| measure(record, attr, size.value.clone(), Link::Size)),
        decompressed_len: name(decompressed),
        digest: name(digest),
    }
}

/// The format as one that holds something compressed.
pub(super) fn envelope<'a>(arena: &'a Arena, spec: &'a Spec, keys: &'a model::EnvelopeKeys) -> Option<Envelope<'a>> {
    let method = keys.method.as_ref().and_then(|method| spec.root.find(&method.value));
    let last = spec.root.seq.last()?;
    let on = match &last.kind.value {
        Kind::Versions { on, .. } => Some(spec.root.find(on)?),
        _ => None,
    };
    let switch = on.map(|_| last.id.as_str());
    let mut records = spec.compressed_records();
    records.sort_by_key(|(number, _)| *number);
    let first = records.first().and_then(|(number, _)| *number);
    let default = on
        .and_then(|number| number.default.as_ref())
        .map(|default| default.value);
    let versions = records.iter().filter_map(|(_, record)| {
        let data = record.seq.last()?;
        let path = |field: &str| arena.texts(switch.into_iter().chain([field]));
        let compressed = compressed(record, data);
        Some(EnvelopeVersion {
            data: path(&data.id),
            len: compressed.len.and_then(|len| len.blame).map(|field| path(&field)),
            decompressed_len: path(&compressed.decompressed_len),
            digest: Some(compressed.digest)
                .filter(|field| !field.is_empty())
                .map(|field| path(&field)),
        })
    });
    let begins = keys.codecs.iter().map(|codec| codec.begins.as_ref());
    let methods = method.map_or_else(|| told(keys), |method| methods(spec, method));
    let known = methods.iter().map(|(name, number, _)| format!("{number} ({name})"));
    let table = EnvelopeTable {
        name: &spec.id,
        title: &spec.title,
        method: keys.method.as_ref().map(|method| method.as_str()),
        known_methods: arena.text(&listed(known)),
        begins: arena.list(begins.map(|begins| begins.map_or(&[][..], |begins| begins.value.as_slice()))),
        data: keys.data.as_str(),
        switch,
        numbers: arena.list(records.iter().filter_map(|(number, _)| *number)),
        versions: arena.list(versions),
        default_version: default.or(first),
        front: keys.front.as_ref().and_then(|front| self::front(arena, spec, front)),
        padding: keys.padding,
    };
    Some(Envelope { table, methods })
}

/// The methods that the compressed bytes tell themselves: each is called as its codec.
fn told(keys: &model::EnvelopeKeys) -> Vec<(String, u64, Codec)> {
    let codecs = (0..).zip(&keys.codecs);
    let named = codecs.map(|(number, codec)| {
        (
            format!("{:?}", codec.codec.value).to_lowercase(),
            number,
            codec.codec.value,
        )
    });
    named.collect()
}

/// The header as the beginning of what the file holds: all of its numbers are at fixed places.
fn front<'a>(arena: &'a Arena, spec: &'a Spec, front: &'a model::FrontKeys) -> Option<Front<'a>> {
    let (_, record) = spec.compressed_records().into_iter().next()?;
    let inner = record
        .seq
        .iter()
        .map(|attr| (record, attr))
        .filter(|_| !spec.is_root(record));
    let (mut at, mut found) = (0_u64, Vec::new());
    let (mut kept, mut signs) = (Vec::new(), Vec::new());
    for (record, attr) in spec.root.seq.iter().map(|attr| (&spec.root, attr)).chain(inner) {
        let len = match &attr.kind.value {
            Kind::Contents(bytes) => u64::try_from(bytes.len()).ok()?,
            Kind::Number(..) => {
                let number = numbers::number(spec, record, attr);
                let fixed = KeptNumber { field: &attr.id, at, width: number.width };
                let range = match &number.valid {
                    Valid::Any => None,
                    Valid::Range(min, max) => Some((*min, *max)),
                    Valid::AnyOf(numbers) => Some((*numbers.iter().min()?, *numbers.iter().max()?)),
                };
                signs.extend(range.map(|range| Sign { at, width: number.width, range }));
                if matches!(number.source, Source::Given) {
                    kept.push(fixed);
                }
                found.push(fixed);
                number.width.len()
            }
            _ => continue,
        };
        at = at.saturating_add(len);
    }
    let called = |id: &str| found.iter().find(|fixed| fixed.field == id).copied();
    Some(Front {
        of: front.of.as_str(),
        len: at,
        sized: called(&front.sized.value)?,
        cleared: called(&front.cleared.value)?,
        kept: arena.list(kept),
        signs: arena.list(signs),
    })
}

/// The methods in the order of the enum, but what a builder starts from first.
fn methods(spec: &Spec, method: &Attr) -> Vec<(String, u64, Codec)> {
    let default = numbers::number(spec, &spec.root, method).default;
    let mut methods: Vec<(String, u64, Codec)> = spec
        .members(method)
        .filter_map(|member| {
            let codec = member.codec.as_ref()?.value;
            Some((member.id.value.clone(), member.number.value, codec))
        })
        .collect();
    methods.sort_by_key(|(_, number, _)| *number != default);
    methods
}
