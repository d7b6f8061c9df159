//! Headers of compressed formats in C.

use offload_bundle_core::envelope::Codec;
use offload_bundle_core::faces::EnvelopeVersion;
use serde_json::{Value, json};

use super::names::{FormatNames, RecordNames};
use super::spelling::{bytes, number};
use crate::ir::binary::{Format, Record};
use crate::ir::face::Face;

pub(super) fn view(format: &Format<'_>, names: &FormatNames) -> Option<Value> {
    let Some(Face::Envelope(table, methods)) = &format.face else {
        return None;
    };
    let root = names.records.first();
    let switch = format.switches().find(|(_, field, _)| Some(field.id) == table.switch);
    let on = switch.as_ref().and_then(|(.., switch)| Some(root?.member(switch.on)));
    let versions = table.versions.iter().enumerate().filter_map(|(position, version)| {
        let (id, holder, test) = match &switch {
            None => (format.id, "file".to_owned(), "1".to_owned()),
            Some((_, field, switch)) => {
                let value = table.numbers.get(position)?;
                let id = switch.record(*value)?.name;
                let case = &names.record(format, id)?.1.case;
                let holder = format!("(&file->{}.{case})", root?.member(field.id));
                (id, holder, format!("file->{} == {}", on?, number(*value)))
            }
        };
        let record = names.record(format, id)?;
        Some(of_version(record, (&holder, test), version))
    });
    let method = table.method.and_then(|method| Some(root?.member(method)));
    let methods = methods.iter();
    let by_number = methods.clone().filter(|_| method.is_some()).map(|(_, value, codec)| {
        json!({ "test": format!("file->{} == {}", method.unwrap_or_default(), number(*value)), "codec": spell(*codec) })
    });
    let by_bytes = methods
        .zip(table.begins)
        .map(|((_, _, codec), begins)| json!({ "begins": bytes(begins), "len": begins.len(), "codec": spell(*codec) }));
    Some(json!({
        "name": names.envelope,
        "version": on.map_or_else(|| "0".to_owned(), |member| format!("file->{member}")),
        "versions": versions.collect::<Vec<_>>(),
        "by_number": by_number.collect::<Vec<_>>(),
        "by_bytes": by_bytes.collect::<Vec<_>>(),
        "front": table.front.map_or(0, |front| front.len),
    }))
}

fn spell(codec: Codec) -> &'static str {
    match codec {
        Codec::Zstd => "OB_CODEC_ZSTD",
        Codec::Zlib => "OB_CODEC_ZLIB",
    }
}

fn of_version(
    (record, names): (&Record<'_>, &RecordNames),
    (holder, test): (&str, String),
    version: &EnvelopeVersion<'_>,
) -> Value {
    let last = |path: &[&str]| path.last().copied().unwrap_or_default().to_owned();
    let member = |path: &[&str]| format!("{holder}->{}", names.member(&last(path)));
    let is_big = |id: &str| {
        let width = record.member(id).and_then(|member| member.width());
        width.is_some_and(|width| width.is_big())
    };
    let digest = version.digest.map(|path| match is_big(&last(path)) {
        true => format!("obi_turned({})", member(path)),
        false => member(path),
    });
    json!({
        "test": test,
        "data": names.function(&last(version.data)),
        "holder": holder,
        "place": member(version.data),
        "decompressed": member(version.decompressed_len),
        "digest": digest.unwrap_or_default(),
        "is_sized": version.len.is_some(),
    })
}

pub(super) fn signs(format: &Format<'_>) -> Vec<Value> {
    let front = format.envelope().and_then(|table| table.front);
    let signs = front.into_iter().flat_map(|front| front.signs).map(|sign| {
        let (min, max) = sign.range;
        json!({
            "at": number(sign.at),
            "width": sign.width.len(),
            "big": u8::from(sign.width.is_big()),
            "min": number(min),
            "max": number(max),
        })
    });
    signs.collect()
}
