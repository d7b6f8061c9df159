//! Numbers fit their fields.

use super::attrs;
use crate::model::binary::{Attr, Kind, Said, Spec, Valid, Write};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for (record, attr) in attrs(spec) {
        let Kind::Number(width, _) = attr.kind.value else {
            continue;
        };
        let most = u64::MAX >> (64 - 8 * u32::from(width));
        if let Some(valid) = &attr.valid {
            valid_fits(attr, valid, most, problems);
        }
        if let Some(write) = &attr.write
            && let Write::Constant(number) = write.value
        {
            fits(&write.with(number), most, problems);
        }
        if let Some(names) = &attr.names {
            let named = spec.enums.iter().filter(|named| named.id.value == names.value);
            for member in named.flat_map(|named| &named.members) {
                fits(&member.id.with(member.number), most, problems);
            }
        }
        let switch = record.seq.iter().find_map(|other| match &other.kind.value {
            Kind::Versions { on, cases } if *on == attr.id.value => Some(cases),
            _ => None,
        });
        for (number, id) in switch.into_iter().flatten() {
            fits(&id.with(*number), most, problems);
        }
        if let Some(default) = &attr.default {
            fits(default, most, problems);
            let allowed = match (&attr.valid.as_ref().map(|valid| &valid.value), switch) {
                (_, Some(cases)) => cases.iter().any(|(number, _)| *number == default.value),
                (Some(Valid::Range(min, max)), _) => (*min..=*max).contains(&default.value),
                (Some(Valid::AnyOf(numbers)), _) => numbers.contains(&default.value),
                _ => attr.is_open() || named(spec, attr, default.value),
            };
            if !allowed {
                let hint = "a builder must start from something that can be written";
                default.problem(
                    problems,
                    "a value that the field may have",
                    format!("{}", default.value),
                    hint,
                );
            }
        }
    }
}

/// Whether the field's enum, if it has one, names the number.
fn named(spec: &Spec, attr: &Attr, number: u64) -> bool {
    let Some(names) = &attr.names else {
        return true;
    };
    let members = spec
        .enums
        .iter()
        .filter(|named| named.id.value == names.value)
        .flat_map(|named| &named.members);
    members.into_iter().any(|member| member.number == number)
}

fn valid_fits(attr: &Attr, valid: &Said<Valid>, most: u64, problems: &mut Problems) {
    match &valid.value {
        Valid::InEnum => {}
        _ if attr.names.is_some() => {
            let hint = "write `in-enum: true`, or leave `valid` out";
            valid.problem(problems, "`in-enum` on a number with an `enum`", "another rule", hint);
        }
        Valid::Range(min, max) => {
            fits(&valid.with(*min), most, problems);
            if max < min {
                valid.problem(
                    problems,
                    "`max` of at least `min`",
                    format!("{min} to {max}"),
                    "turn them round",
                );
            }
            if *max != u64::MAX {
                fits(&valid.with(*max), most, problems);
            }
        }
        Valid::AnyOf(numbers) => {
            for number in numbers {
                fits(&valid.with(*number), most, problems);
            }
            if numbers.is_empty() {
                valid.problem(problems, "at least one number", "none", "list what the field may have");
            }
        }
    }
}

fn fits(number: &Said<u64>, most: u64, problems: &mut Problems) {
    if number.value > most {
        let expected = format!("a number that fits the field: at most {most}");
        number.problem(
            problems,
            expected,
            format!("{}", number.value),
            "widen the field or correct the number",
        );
    }
}
