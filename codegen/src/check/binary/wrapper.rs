//! What makes a format one that holds something compressed: a method, and compressed bytes at the end of every version, of which
//! the header says what is needed to prove them right.

use super::container::front;
use super::extent::ends_the_file;
use crate::model::binary::{Attr, Enum, Fact, Kind, Spec, Type, WrapperKeys, Write};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    claims(spec, problems);
    let method = spec
        .wrapper
        .as_ref()
        .and_then(|keys| spec.root.find(&keys.method.value));
    let names = method.and_then(|method| method.names.as_ref());
    for named in &spec.enums {
        let is_method = names.is_some_and(|names| names.value == named.id.value);
        codecs(named, is_method, problems);
    }
    let Some(keys) = &spec.wrapper else {
        return;
    };
    front(spec, &keys.padding, "a wrapper", problems);
    if spec.container.is_some() {
        let hint = "describe what is compressed in a schema of its own";
        keys.data.problem(problems, "`-container` or `-wrapper`", "both", hint);
    }
    if !method.is_some_and(|method| is_method(spec, method)) {
        let expected = "a number in `seq` at the top level with `enum` and `-open: true`, which the caller gives";
        let hint = "readers must be able to show a header whose method they do not know";
        keys.method
            .problem(problems, expected, format!("`{}`", keys.method.value), hint);
    }
    if let Some(default) = method.and_then(|method| method.default.as_ref())
        && let Some(names) = names
        && !names_number(spec, &names.value, default.value)
    {
        let hint = "it is the method that is used unless another is asked for";
        let found = default.value.to_string();
        default.problem(problems, "a method that has a name", found, hint);
    }
    let records = spec.packed_records();
    if records.is_empty() {
        let expected = "the last field of `seq` at the top level, or of every version at its end";
        let hint = "compressed bytes are the last thing in the file";
        keys.data
            .problem(problems, expected, format!("`{}`", keys.data.value), hint);
    }
    for (_, record) in records {
        of_record(spec, keys, record, problems);
    }
    for part in spec.records().flat_map(|record| &record.instances) {
        let hint = "compressed bytes are the last thing in the file: read it where it stands";
        part.id.problem(
            problems,
            "no `instances` in a wrapper",
            format!("`{}`", part.id.value),
            hint,
        );
    }
}

/// Whether `method` can say how bytes are compressed.
fn is_method(spec: &Spec, method: &Attr) -> bool {
    let in_seq = spec.root.seq.iter().any(|field| field.id.value == method.id.value);
    let number = matches!(method.kind.value, Kind::Number(..));
    in_seq && number && method.names.is_some() && method.is_open() && method.write.is_none() && method.valid.is_none()
}

/// Whether the enum has a name for the number.
fn names_number(spec: &Spec, names: &str, number: u64) -> bool {
    let named = spec.enums.iter().filter(|named| named.id.value == names);
    let mut members = named.flat_map(|named| &named.members);
    members.any(|member| member.number == number)
}

/// The values of the method say what they are; no others do.
fn codecs(named: &Enum, is_method: bool, problems: &mut Problems) {
    for member in &named.members {
        match (&member.codec, is_method) {
            (None, true) => {
                let hint = "add `-codec: zstd` or `-codec: zlib`";
                let expected = "the codec of each method of a wrapper";
                member.id.problem(problems, expected, "none", hint);
            }
            (Some(codec), false) => {
                let expected = "`-codec` on a value of the `method` of `-wrapper`";
                codec.problem(problems, expected, "`-codec` on something else", "leave it out");
            }
            _ => {}
        }
    }
}

/// What is said to be computed from compressed bytes is computed from those of its record.
fn claims(spec: &Spec, problems: &mut Problems) {
    for record in spec.records() {
        for attr in &record.seq {
            let Some(write) = &attr.write else { continue };
            let Write::About(fact, target) = &write.value else {
                continue;
            };
            if !record.find(target).is_some_and(|target| spec.is_packed(record, target)) {
                let expected = format!("`{}` of the `data` of `-wrapper` in this record", fact.word());
                let hint = "only compressed bytes at the end of a wrapper hold something else";
                write.problem(problems, expected, format!("`{target}`"), hint);
            }
        }
    }
}

/// The compressed bytes end the record, and the record says each fact of them once.
fn of_record(spec: &Spec, keys: &WrapperKeys, record: &Type, problems: &mut Problems) {
    let data = &keys.data.value;
    let last = record.seq.last().filter(|last| last.id.value == *data);
    let any_length = |attr: &Attr| {
        attr.kind.value == Kind::Bytes && attr.size.as_ref().is_none_or(|size| size.value.constant().is_none())
    };
    if !last.is_some_and(any_length) || !ends_the_file(spec, record) {
        let expected = format!(
            "`{data}`, bytes of any length, as the last thing in `{}`",
            record.id.value
        );
        let hint = "compressed bytes are the last thing in the file, in every version";
        record.id.problem(problems, expected, "something else", hint);
        return;
    }
    for fact in [Fact::UnpackedSize, Fact::Md5] {
        let fields = record.about(fact, data).count();
        if fields != 1 {
            let expected = format!(
                "one field with `-write: {}({data})` in `{}`",
                fact.word(),
                record.id.value
            );
            let hint = "readers need it to prove that what comes out of the compressed bytes is right";
            record.id.problem(problems, expected, fields.to_string(), hint);
        }
    }
    for field in record.about(Fact::Md5, data) {
        let plain = field.names.is_none() && field.valid.is_none();
        if !(plain && matches!(field.kind.value, Kind::Number(8, _))) {
            let hint = "it holds the first 8 bytes of the digest";
            field
                .kind
                .problem(problems, "a number of 8 bytes of any value", "something else", hint);
        }
    }
}

impl Fact {
    /// Its word in `-write`.
    fn word(self) -> &'static str {
        match self {
            Self::UnpackedSize => "unpacked-size",
            Self::Md5 => "md5",
        }
    }
}
