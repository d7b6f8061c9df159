//! Reports keys without an effect.

use crate::model::binary::{Attr, Holds, Number, Spec};
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    for record in spec.records() {
        // The allowed keys depend on the kind of the field.
        let clear = |attr: &&Attr| doubts.clear_kind(attr);
        for attr in record.attrs().filter(clear) {
            of_text(attr, doubts, problems);
            of_size(attr, doubts, problems);
            of_kind(spec, attr, problems);
        }
        for attr in record.instances.iter().filter(clear) {
            of_part(attr, problems);
        }
        for attr in record.seq.iter().filter(clear) {
            of_number(attr, doubts, problems);
        }
    }
}

fn of_number(attr: &Attr, doubts: &Doubts, problems: &mut Problems) {
    if !attr.is_number() {
        refuse(&attr.names, "enum", "a number", DROP, problems);
        let hint = "only numbers can be checked: write fixed bytes as `contents`, and leave it out otherwise";
        refuse(&attr.valid, "valid", "a number", hint, problems);
        if !attr.is_digest() {
            refuse(
                &attr.write,
                "-write",
                "a number, or a checksum of bytes",
                DROP,
                problems,
            );
        }
        refuse(&attr.default, "-default", "a number", DROP, problems);
    } else if attr.write_source().is_some() {
        refuse(
            &attr.default,
            "-default",
            "a number that the caller gives",
            DROP,
            problems,
        );
    }
    if attr.names.is_none() && !doubts.at(attr.span.below("enum")) {
        refuse(&attr.open, "-open", "a number with an `enum`", DROP, problems);
        refuse(&attr.flags, "-flags", "a number with an `enum`", DROP, problems);
    }
}

fn of_text(attr: &Attr, doubts: &Doubts, problems: &mut Problems) {
    if !attr.is_text() {
        refuse(&attr.encoding, "encoding", "text", DROP, problems);
        refuse(&attr.grammar, "-grammar", "text", DROP, problems);
        return;
    }
    let hint = "text that ends with the file is not supported: take it as bytes, without `type` and `encoding`";
    refuse(&attr.bytes.size_eos, "size-eos", "bytes", hint, problems);
    match &attr.encoding {
        None if doubts.at(attr.span.below("encoding")) => {}
        None => {
            let hint = "add `encoding: UTF-8` or `encoding: ASCII`";
            problems.add(&attr.id, "the encoding of text", "none", hint);
        }
        Some(encoding) if !["UTF-8", "ASCII"].contains(&encoding.as_str()) => {
            problems.add_word(encoding, "`UTF-8` or `ASCII`", "other encodings are not supported");
        }
        _ => {}
    }
}

fn of_size(attr: &Attr, doubts: &Doubts, problems: &mut Problems) {
    let sized = attr.holds.is_sized();
    match (attr.bytes.size.is_some(), attr.to_end(), sized) {
        (true, true, true) => {
            problems.add(&attr.id, "`size` or `size-eos`", "both", "remove one");
        }
        // A misspelt key may define the size.
        (false, false, true) if !doubts.clear(attr) => {}
        (false, false, true) => {
            let hint = "add `size:` with a number or a field, or `type:`";
            problems.add(&attr.id, "the size of text or bytes", "none", hint);
        }
        (_, _, false) if !matches!(attr.holds.value, Holds::Contents(_)) => {
            let hint = match attr.holds.value {
                Holds::Number(_) => "remove it; the type determines the size of a number",
                Holds::TextToNul => {
                    "text up to a NUL inside a given number of bytes is not supported: take it as bytes, without `type`"
                }
                _ => CUT_OUT,
            };
            refuse(&attr.bytes.size, "size", "text or bytes", hint, problems);
            refuse(&attr.bytes.size_eos, "size-eos", "bytes", hint, problems);
        }
        _ => {}
    }
    let varies = attr.is_list() || attr.is_text() || (sized && !attr.to_end());
    if attr.is_constant() || !varies {
        refuse(
            &attr.limit,
            "-limit",
            "a list, text or bytes of varying length",
            DROP,
            problems,
        );
    }
}

fn of_kind(spec: &Spec, attr: &Attr, problems: &mut Problems) {
    let kind = &attr.holds;
    if !matches!(kind.value, Holds::Record(_)) && attr.is_list() {
        let hint = "wrap it in a type of its own, and repeat that";
        problems.add(kind, "a type in `types` as what is repeated", "something else", hint);
    }
    match &kind.value {
        Holds::Contents(bytes) if bytes.is_empty() => {
            problems.add(kind, "at least one byte", "none", "leave the field out");
        }
        Holds::Number(Number { len: 2.., order: None, .. }) if spec.endian().is_none() => {
            let hint = "add `endian: le` or `endian: be` to `meta`, or to the type: `u4le`";
            problems.add(kind, "a byte order", "none", hint);
        }
        _ => {}
    }
}

fn of_part(attr: &Attr, problems: &mut Problems) {
    if !matches!(
        attr.holds.value,
        Holds::Text | Holds::TextToNul | Holds::Bytes | Holds::Record(_)
    ) {
        let expected = "text, bytes or a type as what is pointed at";
        problems.add(&attr.holds, expected, "something else", "wrap it in a type of its own");
    }
}

const DROP: &str = "leave it out";
const CUT_OUT: &str = "a record with a length of its own is not supported, and without it what follows would be read from another \
    place: take the bytes as they are, without `type`, and describe the record in a schema of its own";

fn refuse<T>(said: &Option<Spanned<T>>, key: &str, where_it_belongs: &str, hint: &str, problems: &mut Problems) {
    if let Some(said) = said {
        let expected = format!("`{key}` on {where_it_belongs}");
        problems.add(said, expected, format!("`{key}` on something else"), hint);
    }
}
