//! Keys stand only where they have an effect.

use crate::model::binary::{Attr, Kind, Said, Spec};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for record in spec.records() {
        for attr in record.attrs() {
            of_attr(spec, attr, problems);
        }
        for attr in &record.instances {
            of_part(attr, problems);
        }
        for attr in &record.seq {
            if !matches!(attr.kind.value, Kind::Number(..)) {
                refuse(&attr.names, "enum", "a number", problems);
                refuse(&attr.valid, "valid", "a number", problems);
                refuse(&attr.write, "-write", "a number", problems);
                refuse(&attr.default, "-default", "a number", problems);
            }
            if attr.names.is_none() {
                refuse(&attr.open, "-open", "a number with an `enum`", problems);
            }
            if attr.write.is_some() && matches!(attr.kind.value, Kind::Number(..)) {
                refuse(&attr.default, "-default", "a number that the caller gives", problems);
            }
        }
    }
}

fn of_attr(spec: &Spec, attr: &Attr, problems: &mut Problems) {
    let kind = &attr.kind;
    let text = matches!(kind.value, Kind::Str | Kind::Strz);
    let sized = matches!(kind.value, Kind::Str | Kind::Bytes);
    if !text {
        refuse(&attr.encoding, "encoding", "text", problems);
        refuse(&attr.grammar, "-grammar", "text", problems);
    }
    match (&attr.encoding, text) {
        (None, true) => {
            let hint = "add `encoding: UTF-8` or `encoding: ASCII`";
            attr.id.problem(problems, "the encoding of text", "none", hint);
        }
        (Some(encoding), true) if !["UTF-8", "ASCII"].contains(&encoding.value.as_str()) => {
            let hint = "other encodings are not supported";
            encoding.problem(problems, "`UTF-8` or `ASCII`", format!("`{}`", encoding.value), hint);
        }
        _ => {}
    }
    match (attr.size.is_some(), attr.to_end(), sized) {
        (true, true, true) => {
            let hint = "leave one of them out";
            attr.id.problem(problems, "`size` or `size-eos`", "both", hint);
        }
        (false, false, true) => {
            let hint = "add `size:` with a number or a field, or `type:`";
            attr.id.problem(problems, "the size of text or bytes", "none", hint);
        }
        (_, _, false) if !matches!(kind.value, Kind::Contents(_)) => {
            refuse(&attr.size, "size", "text or bytes", problems);
            refuse(&attr.size_eos, "size-eos", "bytes", problems);
        }
        _ => {}
    }
    if text {
        refuse(&attr.size_eos, "size-eos", "bytes", problems);
    }
    if !matches!(kind.value, Kind::Record(_)) && attr.repeat.is_some() {
        let hint = "wrap it in a type of its own, and repeat that";
        kind.problem(
            problems,
            "a type in `types` as what is repeated",
            "something else",
            hint,
        );
    }
    let constant = [&attr.size, &attr.repeat]
        .into_iter()
        .flatten()
        .any(|expr| expr.value.constant().is_some());
    if constant || !(attr.repeat.is_some() || text || (sized && !attr.to_end())) {
        refuse(
            &attr.limit,
            "-limit",
            "a list, text or bytes of varying length",
            problems,
        );
    }
    if let Kind::Contents(bytes) = &kind.value
        && bytes.is_empty()
    {
        kind.problem(problems, "at least one byte", "none", "leave the field out");
    }
    if let (Kind::Number(width, None), None) = (&kind.value, spec.endian)
        && *width > 1
    {
        let hint = "add `endian: le` or `endian: be` to `meta`, or to the type: `u4le`";
        kind.problem(problems, "a byte order", "none", hint);
    }
}

/// What an instance may hold.
fn of_part(attr: &Attr, problems: &mut Problems) {
    let supported = match &attr.kind.value {
        Kind::Number(..) => false,
        Kind::Contents(_) | Kind::Versions { .. } => false,
        Kind::Str | Kind::Strz | Kind::Bytes | Kind::Record(_) => true,
    };
    if !supported {
        let hint = "wrap it in a type of its own";
        attr.kind.problem(
            problems,
            "text, bytes or a type as what is pointed at",
            "something else",
            hint,
        );
    }
    if let Some(fill) = &attr.fill
        && fill.value > 255
    {
        fill.problem(
            problems,
            "a byte from 0 to 255",
            format!("{}", fill.value),
            "write one byte",
        );
    }
}

/// Reports a key that has no effect where it stands.
fn refuse<T>(said: &Option<Said<T>>, key: &str, where_it_belongs: &str, problems: &mut Problems) {
    if let Some(said) = said {
        let expected = format!("`{key}` on {where_it_belongs}");
        said.problem(problems, expected, format!("`{key}` on something else"), "leave it out");
    }
}
