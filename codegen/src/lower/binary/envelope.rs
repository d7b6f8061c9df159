//! From a checked `-envelope` to its methods and versions.

use offload_bundle_core::envelope::Codec;

use super::{index_of, measure, numbers};
use crate::ir::binary::{Source, Valid};
use crate::ir::envelope::{Case, Compressed, Envelope, Fixed, Front};
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
    let method = keys.method.as_ref().and_then(|method| spec.root.find(&method.value));
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
    let front = keys.front.as_ref().and_then(|front| self::front(spec, keys, front));
    let begins = keys.codecs.iter().map(|codec| codec.begins.as_ref());
    let begins = begins.map(|begins| begins.map_or_else(Vec::new, |begins| begins.value.clone()));
    Some(Envelope {
        method: keys.method.as_ref().map(|method| method.value.clone()),
        begins: begins.collect(),
        front,
        methods: method.map_or_else(|| told(keys), |method| methods(spec, method)),
        data: keys.data.value.clone(),
        versions,
        cases,
        default_version,
        padding: keys.padding,
        magic: super::magic(spec),
    })
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

/// The header as the beginning of what the file holds: all of its numbers stand at fixed places.
fn front(spec: &Spec, keys: &model::EnvelopeKeys, front: &model::FrontKeys) -> Option<Front> {
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
                let fixed = Fixed { id: attr.id.value.clone(), at, width: number.width };
                match &number.valid {
                    Valid::Any => {}
                    Valid::Range(min, max) => signs.push((fixed.clone(), *min, *max)),
                    Valid::AnyOf(numbers) => {
                        signs.push((fixed.clone(), *numbers.iter().min()?, *numbers.iter().max()?))
                    }
                }
                if matches!(number.source, Source::Given) {
                    kept.push(fixed.clone());
                }
                let len = number.width.len();
                found.push(fixed);
                len
            }
            _ => continue,
        };
        at = at.saturating_add(len);
    }
    let called = |id: &str| found.iter().find(|fixed| fixed.id == id).cloned();
    let (sized, cleared) = (called(&front.sized.value)?, called(&front.cleared.value)?);
    let _ = keys;
    Some(Front { of: front.of.value.clone(), len: at, sized, cleared, kept, signs })
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
