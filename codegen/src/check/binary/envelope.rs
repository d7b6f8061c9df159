//! Checks `-envelope`: a method, and compressed bytes at the end of every version with the facts that verify them.

use super::extent::ends_the_file;
use super::fits::is_judged;
use crate::model::binary::{Attr, Enum, EnvelopeKeys, Fact, Holds, Number, Record, Spec, Write};
use crate::problem::{Doubts, Problems, quote};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    if spec.envelope.is_none() && doubts.at(spec.root.span.below("-envelope")) {
        return;
    }
    claims(spec, doubts, problems);
    let keys = spec.envelope.as_ref();
    let method = keys.and_then(|keys| spec.root.find(keys.method.as_ref()?));
    for named in &spec.root.enums {
        let is_method = method.is_some_and(|method| method.is_named_by(named));
        let of_method = spec.envelope.as_ref().and_then(|keys| keys.method.as_ref());
        if of_method.is_none_or(|method| is_judged(&spec.root, method, doubts)) && !doubts.at(&named.id) {
            codecs(named, is_method, problems);
        }
    }
    let Some(keys) = &spec.envelope else { return };
    check_methods(keys, problems);
    let judged_method = keys
        .method
        .as_ref()
        .is_some_and(|method| is_judged(&spec.root, method, doubts));
    if let Some(said) = keys.method.as_ref().filter(|_| judged_method)
        && !method.is_some_and(|method| is_method(spec, method))
    {
        let expected = "a number in `seq` at the top level with `enum` and `-open: true`, which the caller gives";
        let hint = "readers must show a header with an unknown method";
        problems.add_word(said, expected, hint);
    }
    if let Some(front) = &keys.front {
        super::front::check(spec, front, doubts, problems);
    }
    if let Some((method, default)) = method.and_then(|method| Some((method, method.default.as_ref()?)))
        && method.names.is_some()
        && judged_method
        && !spec.enum_of(method).is_some_and(|named| doubts.at(&named.id))
        && !spec.members(method).any(|member| member.unsigned() == default.value)
    {
        let hint = "it is the default method";
        problems.add(default, "a method that has a name", default.to_string(), hint);
    }
    let records = spec.compressed_records();
    let last = spec.root.seq.last();
    if records.is_empty() && doubts.whole(&spec.root) && last.is_none_or(|last| doubts.clear_kind(last)) {
        let expected = "the last field of `seq` at the top level, or of every version at its end";
        problems.add_word(&keys.data, expected, "compressed bytes are the last thing in the file");
    }
    for (_, record) in records {
        // The check needs all fields of the record.
        if doubts.whole(record) && record.seq.iter().all(|attr| doubts.clear(attr)) {
            of_record(spec, keys, record, problems);
        }
    }
    for part in spec.records().flat_map(|record| &record.instances) {
        let hint = "compressed bytes end the file; move the field before them";
        problems.add_word(&part.id, "no `instances` in an envelope", hint);
    }
}

fn check_methods(keys: &EnvelopeKeys, problems: &mut Problems) {
    let hint = "name the number with the method, or list the codecs with their first bytes";
    match (&keys.method, keys.codecs.as_slice()) {
        (None, []) => problems.add(&keys.data, "`method` or `codecs`", "neither", hint),
        (Some(method), [_, ..]) => problems.add(method, "`method` or `codecs`", "both", hint),
        (None, [others @ .., last]) => {
            for codec in others
                .iter()
                .filter(|codec| codec.begins.as_ref().is_none_or(|begins| begins.value.is_empty()))
            {
                let hint = "only the last codec fits whatever the others do not";
                problems.add(&codec.codec, "the first bytes of this codec", "nothing", hint);
            }
            if let Some(begins) = &last.begins {
                let hint = "leave it out: bytes that begin with something else must be of some codec";
                problems.add(begins, "no `begins` on the last codec", "some", hint);
            }
        }
        (Some(_), []) => {}
    }
}

fn is_method(spec: &Spec, method: &Attr) -> bool {
    let in_seq = spec.root.seq.iter().any(|field| field.id.value == method.id.value);
    in_seq
        && method.is_number()
        && method.names.is_some()
        && method.is_open()
        && !method.is_flags()
        && method.write_source().is_none()
        && method.valid.is_none()
}

fn codecs(named: &Enum, is_method: bool, problems: &mut Problems) {
    for member in &named.members {
        match (&member.of.codec, is_method) {
            (None, true) => {
                let hint = "add `-codec: zstd` or `-codec: zlib`";
                let expected = "the codec of each method of an envelope";
                problems.add(&member.id, expected, "none", hint);
            }
            (Some(codec), false) => {
                let expected = "`-codec` on a value of the `method` of `-envelope`";
                problems.add(codec, expected, "`-codec` on something else", "leave it out");
            }
            _ => {}
        }
    }
}

fn claims(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    for (record, attr) in spec.attrs() {
        if let Some(write) = &attr.write
            && let Write::About(fact, target) = &write.value
            && is_judged(record, target, doubts)
            && spec.root.seq.last().is_none_or(|last| doubts.clear_kind(last))
            && !record
                .find(target)
                .is_some_and(|target| spec.is_compressed(record, target))
        {
            let expected = format!("`{}` of the `data` of `-envelope` in this record", fact.word());
            let hint = "only compressed bytes at the end of an envelope hold something else";
            problems.add(write, expected, quote(target), hint);
        }
    }
}

fn of_record(spec: &Spec, keys: &EnvelopeKeys, record: &Record, problems: &mut Problems) {
    let (data, id) = (&keys.data.value, &record.id.value);
    let last = record.seq.last().filter(|last| last.id.value == *data);
    if !last.is_some_and(|last| last.holds.is_bytes() && !last.is_constant()) || !ends_the_file(spec, record) {
        let expected = format!("`{data}`, bytes of any length, as the last thing in `{id}`");
        let hint = "compressed bytes are the last thing in the file, in every version";
        problems.add(&record.id, expected, "something else", hint);
        return;
    }
    for fact in [Fact::DecompressedSize, Fact::Md5] {
        let fields = record.about(fact, data).count();
        let none = keys.digest.as_ref().filter(|_| fact == Fact::Md5);
        if let Some(none) = none.filter(|_| fields > 0) {
            let found = format!("`md5` in `{id}`");
            problems.add(none, "no digest in a format without one", found, "remove one");
        }
        if fields != 1 && none.is_none() {
            let expected = format!("one field with `-write: {}({data})` in `{id}`", fact.word());
            let hint = "readers need it to check the decompressed bytes";
            problems.add(&record.id, expected, fields.to_string(), hint);
        }
    }
    for field in record.about(Fact::Md5, data) {
        let plain = field.names.is_none() && field.valid.is_none();
        if !(plain && matches!(field.holds.value, Holds::Number(Number { len: 8, .. }))) {
            let hint = "it holds the first 8 bytes of the digest";
            problems.add(&field.holds, "a number of 8 bytes of any value", "something else", hint);
        }
    }
}

impl Fact {
    fn word(self) -> &'static str {
        match self {
            Self::DecompressedSize => "decompressed-size",
            Self::Md5 => "md5",
        }
    }
}
