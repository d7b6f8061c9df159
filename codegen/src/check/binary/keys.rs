//! Keys stand only where they have an effect.

use crate::model::binary::{Attr, Kind, Spec};
use crate::problem::Problems;
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for record in spec.records() {
        for attr in record.attrs() {
            of_text(attr, problems);
            of_size(attr, problems);
            of_kind(spec, attr, problems);
        }
        for attr in &record.instances {
            of_part(attr, problems);
        }
        for attr in &record.seq {
            of_number(attr, problems);
        }
    }
}

fn of_number(attr: &Attr, problems: &mut Problems) {
    if !attr.is_number() {
        refuse(&attr.names, "enum", "a number", problems);
        refuse(&attr.valid, "valid", "a number", problems);
        refuse(&attr.write, "-write", "a number", problems);
        refuse(&attr.default, "-default", "a number", problems);
    } else if attr.write.is_some() {
        refuse(&attr.default, "-default", "a number that the caller gives", problems);
    }
    if attr.names.is_none() {
        refuse(&attr.open, "-open", "a number with an `enum`", problems);
    }
}

fn of_text(attr: &Attr, problems: &mut Problems) {
    if !attr.is_text() {
        refuse(&attr.encoding, "encoding", "text", problems);
        refuse(&attr.grammar, "-grammar", "text", problems);
        return;
    }
    refuse(&attr.size_eos, "size-eos", "bytes", problems);
    match &attr.encoding {
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

fn of_size(attr: &Attr, problems: &mut Problems) {
    let sized = matches!(attr.kind.value, Kind::Str | Kind::Bytes);
    match (attr.size.is_some(), attr.to_end(), sized) {
        (true, true, true) => {
            problems.add(&attr.id, "`size` or `size-eos`", "both", "leave one of them out");
        }
        (false, false, true) => {
            let hint = "add `size:` with a number or a field, or `type:`";
            problems.add(&attr.id, "the size of text or bytes", "none", hint);
        }
        (_, _, false) if !matches!(attr.kind.value, Kind::Contents(_)) => {
            refuse(&attr.size, "size", "text or bytes", problems);
            refuse(&attr.size_eos, "size-eos", "bytes", problems);
        }
        _ => {}
    }
    let varies = attr.repeat.is_some() || attr.is_text() || (sized && !attr.to_end());
    if attr.is_constant() || !varies {
        refuse(
            &attr.limit,
            "-limit",
            "a list, text or bytes of varying length",
            problems,
        );
    }
}

fn of_kind(spec: &Spec, attr: &Attr, problems: &mut Problems) {
    let kind = &attr.kind;
    if !matches!(kind.value, Kind::Record(_)) && attr.repeat.is_some() {
        let hint = "wrap it in a type of its own, and repeat that";
        problems.add(kind, "a type in `types` as what is repeated", "something else", hint);
    }
    match &kind.value {
        Kind::Contents(bytes) if bytes.is_empty() => {
            problems.add(kind, "at least one byte", "none", "leave the field out");
        }
        Kind::Number(2.., None) if spec.endian.is_none() => {
            let hint = "add `endian: le` or `endian: be` to `meta`, or to the type: `u4le`";
            problems.add(kind, "a byte order", "none", hint);
        }
        _ => {}
    }
}

/// What an instance may hold.
fn of_part(attr: &Attr, problems: &mut Problems) {
    if !matches!(attr.kind.value, Kind::Str | Kind::Strz | Kind::Bytes | Kind::Record(_)) {
        let expected = "text, bytes or a type as what is pointed at";
        problems.add(&attr.kind, expected, "something else", "wrap it in a type of its own");
    }
}

/// Reports a key that has no effect where it stands.
fn refuse<T>(said: &Option<Spanned<T>>, key: &str, where_it_belongs: &str, problems: &mut Problems) {
    if let Some(said) = said {
        let expected = format!("`{key}` on {where_it_belongs}");
        problems.add(said, expected, format!("`{key}` on something else"), "leave it out");
    }
}
