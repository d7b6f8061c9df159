//! Checks numbers, options and alignments.

use crate::model::binary::{Align, Attr, Link, Record, Spec, Write};
use crate::problem::{Doubts, Problems};
use crate::spanned::{Span, Spanned};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    options(spec, problems);
    for (record, attr) in spec.attrs() {
        for link in [Link::Size, Link::Count] {
            short(record, attr, link, problems);
        }
        if !attr.is_number() {
            continue;
        }
        let most = attr.max();
        if let Some(valid) = &attr.valid {
            valid_fits(attr, valid, most, problems);
        }
        if let Some(write) = &attr.write
            && let Write::Constant(number) = write.value
        {
            fits(&write.with(number), most, problems);
        }
        if let Some(write) = attr.write_source() {
            check_computed(spec, attr, write, doubts, problems);
        }
        if let Some(flags) = attr.flags.as_ref().filter(|flags| flags.value && attr.names.is_some()) {
            bits(spec, attr, flags, doubts, problems);
        }
        for member in spec.members(attr) {
            fits(&member.number.with(member.unsigned()), most, problems);
        }
        let switch = record.switch_on(attr).map(|(_, cases)| cases);
        for (number, id) in switch.iter().flatten() {
            fits(&id.with(*number), most, problems);
        }
        if let Some(default) = &attr.default {
            fits(default, most, problems);
            let number = default.value;
            let allowed = switch.as_ref().map_or_else(
                || allows(spec, attr, number),
                |cases| cases.iter().any(|(case, _)| *case == number),
            );
            let named = spec.enum_of(attr);
            let chosen = record.switch_on(attr).map(|(switch, _)| switch);
            let judged = doubts.clear(attr)
                && named.is_none_or(|named| !doubts.at(&named.id))
                && chosen.is_none_or(|chosen| doubts.clear_kind(chosen));
            if judged && !allowed {
                let hint = "a builder must start from something that can be written";
                problems.add(default, "a value that the field may have", number.to_string(), hint);
            }
        }
    }
}

/// In bytes or records: builders start from it, and tests write it.
const MOST_AT_LEAST: u64 = 1 << 20;

fn short(record: &Record, attr: &Attr, link: Link, problems: &mut Problems) {
    let least = record.least(attr, link);
    if let Some(expr) = attr.measure(link).filter(|_| least > MOST_AT_LEAST) {
        let expected = format!("a length that may be {MOST_AT_LEAST} or less");
        let hint = "a builder starts from the shortest one: let it be shorter";
        problems.add(expr, expected, format!("at least {least}"), hint);
    }
}

fn allows(spec: &Spec, attr: &Attr, number: u64) -> bool {
    match attr.range() {
        Some((min, max)) => (min..=max).contains(&number),
        None if attr.is_open() || attr.names.is_none() => true,
        None => spec.members(attr).any(|member| member.unsigned() == number),
    }
}

fn bits(spec: &Spec, attr: &Attr, flags: &Spanned<bool>, doubts: &Doubts, problems: &mut Problems) {
    if !attr.is_open() && doubts.clear(attr) {
        let hint = "flags keep unnamed bits";
        problems.add(flags, "`-open: true` together with `-flags`", "none", hint);
    }
    for member in spec.members(attr).filter(|member| !member.unsigned().is_power_of_two()) {
        let hint = "give one bit, such as 1, 2, 4 or 8; or leave `-flags` out";
        problems.add(&member.number, "one bit", member.number.value.to_string(), hint);
    }
}

fn check_computed(spec: &Spec, attr: &Attr, write: &Spanned<Write>, doubts: &Doubts, problems: &mut Problems) {
    let named = spec.enum_of(attr);
    if !doubts.clear(attr) || named.is_some_and(|named| doubts.at(&named.id)) {
        return;
    }
    if let Write::Constant(number) = write.value {
        if !allows(spec, attr, number) {
            let hint = "no file could be read back";
            problems.add(write, "a value that the field may have", number.to_string(), hint);
        }
        return;
    }
    if let Some(names) = attr.names.as_ref().filter(|_| !attr.is_open()) {
        let hint = "the writer computes the number, whichever it is";
        problems.add(names, "`-open: true` on a computed number", "none", hint);
    }
}

fn valid_fits(attr: &Attr, valid: impl AsRef<Span>, most: u64, problems: &mut Problems) {
    let (min, max) = attr.range().unwrap_or_default();
    let valid = &Spanned::new(valid, ());
    if attr.names.is_some() {
        let hint = "remove it; without `-open` the enum limits the number";
        problems.add(valid, "no `valid` on a number with an `enum`", "one", hint);
        return;
    }
    fits(&valid.with(min), most, problems);
    if max < min {
        let found = format!("{min} to {max}");
        problems.add(valid, "`max` of at least `min`", found, "turn them round");
    }
    if max != u64::MAX {
        fits(&valid.with(max), most, problems);
    }
}

fn fits(number: &Spanned<u64>, most: u64, problems: &mut Problems) {
    if number.value > most {
        let expected = format!("a number that fits the field: at most {most}");
        let hint = "widen the field or correct the number";
        problems.add(number, expected, number.to_string(), hint);
    }
}

fn options(spec: &Spec, problems: &mut Problems) {
    for option in &spec.options {
        let (min, max) = (option.least(), option.most());
        if !(min..=max).contains(&option.default.value) {
            let expected = format!("a default from {min} to {max}");
            let hint = "correct one";
            problems.add(&option.default, expected, option.default.to_string(), hint);
        }
    }
    for (_, attr) in spec.attrs() {
        let Some(align) = &attr.align else { continue };
        let least = match &align.value {
            Align::To(number) => Some(*number),
            Align::Option(id) => spec
                .options
                .iter()
                .find(|option| option.id.value == *id)
                .map(|option| option.least()),
        };
        if least == Some(0) {
            let hint = "1 means no alignment; an option needs `min: 1`";
            problems.add(align, "an alignment of at least 1", "0", hint);
        }
    }
}
