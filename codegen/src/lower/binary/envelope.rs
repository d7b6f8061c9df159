//! From a checked `-envelope` to its methods and versions.

use offload_bundle_core::envelope::Codec;

use super::{index_of, measure, numbers};
use crate::ir::binary::Valid;
use crate::ir::envelope::{Case, Compressed, Envelope};
use crate::model::binary::{self as model, Attr, Fact, Kind, Link, Spec, Type};

/// What the compressed bytes `attr` of `record` are.
pub(super) fn compressed(spec: &Spec, record: &Type, attr: &Attr) -> Compressed {
    let about = |fact| record.about(fact, &attr.id.value).next();
    let decompressed = about(Fact::DecompressedSize);
    let number = decompressed.map(|field| numbers::number(spec, record, field));
    let most = number.as_ref().map_or(u64::MAX, |number| number.width.max());
    let digest = about(Fact::Md5);
    let name = |field: Option<&Attr>| field.map_or_else(String::new, |field| field.id.value.clone());
    Compressed {
        len: attr
            .size
            .as_ref()
            .map(|size| measure(record, attr, size.value.clone(), Link::Size)),
        decompressed_len: name(decompressed),
        decompressed_bounds: match number.map(|number| number.valid) {
            Some(Valid::Range(min, max)) => (min, max.min(most)),
            _ => (0, most),
        },
        digest: name(digest),
        digest_big: digest.is_some_and(|field| numbers::number(spec, record, field).width.is_big()),
    }
}

/// The format as one that holds something compressed.
pub(super) fn envelope(spec: &Spec, keys: &model::EnvelopeKeys) -> Option<Envelope> {
    let method = spec.root.find(&keys.method.value)?;
    let mut cases: Vec<Case> = spec
        .compressed_records()
        .into_iter()
        .filter_map(|(number, record)| {
            Some(Case {
                number,
                record: index_of(spec, &record.id.value),
                compressed: compressed(spec, record, record.seq.last()?),
            })
        })
        .collect();
    cases.sort_by_key(|case| case.number);
    let last = spec.root.seq.last()?;
    let (versions, default_version) = match &last.kind.value {
        Kind::Versions { on, .. } => {
            let number = spec.root.find(on)?;
            let default = number.default.as_ref().map(|default| default.value);
            let first = cases.first().map_or(0, |case| case.number);
            (Some(last.id.value.clone()), default.unwrap_or(first))
        }
        _ => (None, 0),
    };
    Some(Envelope {
        method: keys.method.value.clone(),
        methods: methods(spec, method),
        data: keys.data.value.clone(),
        versions,
        cases,
        default_version,
        padding: keys.padding,
        magic: super::magic(spec),
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
