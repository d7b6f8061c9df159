//! Lowers `-envelope`.

use offload_bundle_core::envelope::{Codec, Sign};
use offload_bundle_core::faces::{EnvelopeTable, EnvelopeVersion, Front, KeptNumber};
use offload_bundle_core::tree::{Held, Record, Rule, Source, Tree};

use crate::arena::Arena;
use crate::ir::face::Face;
use crate::ir::layout::measure;
use crate::model::binary::{self as model, Attr, Spec};
use crate::prose::comma_list;

pub(super) fn envelope<'a>(
    arena: &'a Arena,
    spec: &'a Spec,
    keys: &'a model::EnvelopeKeys,
    tree: &Tree<'a>,
) -> Option<Face<'a>> {
    let record = |id: &str| tree.records.iter().find(|record| record.name == id);
    let root = tree.records.first()?;
    let method = keys.method.as_ref().and_then(|method| spec.root.find(&method.value));
    let last = spec.root.seq.last()?;
    let on = last.versions().and_then(|(on, _)| spec.root.find(on));
    let switch = on.map(|_| last.id.as_str());
    let mut records = spec.compressed_records();
    records.sort_by_key(|(number, _)| *number);
    let first = records.first().and_then(|(number, _)| *number);
    let default = on
        .and_then(|number| number.default.as_ref())
        .map(|default| default.value);
    let versions = records.iter().filter_map(|(_, of)| {
        let record = record(&of.id)?;
        let data = record.fields.last()?;
        let path = |field: &str| arena.texts(switch.into_iter().chain([field]));
        Some(EnvelopeVersion {
            data: path(data.name),
            len: measure(&tree.held(data)).and_then(|len| len.formula.blamed()).map(path),
            decompressed_len: path(record.number_of(Source::DecompressedLen(data.name)).unwrap_or_default()),
            digest: record.number_of(Source::Digest(data.name)).map(path),
        })
    });
    let begins = keys.codecs.iter().map(|codec| codec.begins.as_ref());
    let methods = method.map_or_else(|| told(keys), |method| methods(spec, method, root));
    let known = methods.iter().map(|(name, number, _)| format!("{number} ({name})"));
    let table = EnvelopeTable {
        name: &spec.id,
        title: &spec.title,
        method: keys.method.as_ref().map(|method| method.as_str()),
        known_methods: arena.text(&comma_list(known)),
        begins: arena.list(begins.map(|begins| begins.map_or(&[][..], |begins| begins.value.as_slice()))),
        data: keys.data.as_str(),
        switch,
        numbers: arena.list(records.iter().filter_map(|(number, _)| *number)),
        versions: arena.list(versions),
        default_version: default.or(first),
        front: keys.front.as_ref().and_then(|front| {
            let (_, first) = spec.compressed_records().into_iter().next()?;
            let inner = record(&first.id).filter(|_| !spec.is_root(first));
            self::front((arena, tree), front, [root].into_iter().chain(inner))
        }),
        padding: keys.padding,
    };
    Some(Face::Envelope(table, methods))
}

/// Named after the codec, if compressed bytes identify it.
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

fn front<'a>(
    (arena, tree): (&'a Arena, &Tree<'a>),
    front: &'a model::FrontKeys,
    records: impl Iterator<Item = &'a Record<'a>>,
) -> Option<Front<'a>> {
    let (mut at, mut found) = (0_u64, Vec::new());
    let (mut kept, mut signs) = (Vec::new(), Vec::new());
    for field in records.flat_map(|record| record.fields) {
        let len = match tree.held(field) {
            Held::Fixed(bytes) => u64::try_from(bytes.len()).ok()?,
            Held::Number(width) => {
                let fixed = KeptNumber { field: field.name, at, width };
                let range = match field.valid {
                    [Rule::Range(min, max)] => Some((*min, *max)),
                    [Rule::Among(numbers, _)] => Some((*numbers.iter().min()?, *numbers.iter().max()?)),
                    _ => None,
                };
                signs.extend(range.map(|range| Sign { at, width, range }));
                if matches!(field.written.source, Source::Given(_)) {
                    kept.push(fixed);
                }
                found.push(fixed);
                width.len()
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

/// In enum order, the default of builders first.
fn methods(spec: &Spec, method: &Attr, root: &Record<'_>) -> Vec<(String, u64, Codec)> {
    let default = match root.attr(&method.id.value).map(|field| field.written.source) {
        Some(Source::Given(default)) => Some(default),
        _ => None,
    };
    let mut methods: Vec<(String, u64, Codec)> = spec
        .members(method)
        .filter_map(|member| {
            let codec = member.of.codec.as_ref()?.value;
            Some((member.id.value.clone(), member.unsigned(), codec))
        })
        .collect();
    methods.sort_by_key(|(_, number, _)| Some(*number) != default);
    methods
}
