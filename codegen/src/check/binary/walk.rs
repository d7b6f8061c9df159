//! Checks `-walk`.

use super::fits::wrong;
use super::look::Look;
use crate::model::binary::{Record, Spec, WalkKeys};
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let Some(keys) = &spec.walk else { return };
    for (number, what) in [(&keys.limit, "entry"), (&keys.alignment, "byte")] {
        if number.value == 0 {
            let hint = "write a larger number";
            problems.add(number, format!("at least one {what}"), "0", hint);
        }
    }
    let mut look = Look { spec, doubts, problems };
    look.root(&keys.length);
    for id in keys.records() {
        look.check_fixed(id);
    }
    look.entry(keys);
}

impl Look<'_> {
    fn entry(&mut self, keys: &WalkKeys) {
        let (spec, options, groups) = (self.spec, &keys.options, &keys.groups);
        if let Some(entry) = spec.find(&keys.entry) {
            self.numbers(entry, &[&keys.header, &keys.content, &keys.stored, &keys.unpacked]);
            let told: Vec<&Spanned<String>> = keys.numbers.iter().collect();
            self.numbers(entry, &told);
            self.check_shared(entry, keys);
            let flags = keys.packed.iter().map(|(id, _)| id);
            let flags = flags
                .chain(&keys.as_stored)
                .chain(&keys.id.letters)
                .chain(&options.no_text);
            self.members(entry, &keys.flags, true, flags);
            self.members(entry, &groups.kind, false, std::iter::once(&groups.number));
        }
        if let Some(record) = spec.find(&options.record) {
            self.numbers(record, &[&options.offset, &options.size]);
        }
        if let Some(record) = spec.find(&groups.record) {
            self.numbers(record, &[&groups.count, &groups.size]);
        }
        if let Some(image) = spec.find(&groups.image) {
            self.numbers(image, &[&groups.offset, &groups.length]);
            self.check_shared(image, keys);
        }
    }

    fn check_shared(&mut self, record: &Record, keys: &WalkKeys) {
        let named = [&keys.flags, &keys.id.number, &keys.name.offset, &keys.name.size, &keys.options.at];
        self.numbers(record, &named);
        self.numbers(record, &[&keys.groups.kind]);
    }

    fn members<'k>(
        &mut self,
        entry: &Record,
        number: &Spanned<String>,
        bits: bool,
        ids: impl Iterator<Item = &'k Spanned<String>>,
    ) {
        let Some(attr) = entry.find(number).filter(|attr| self.doubts.clear(attr)) else {
            return;
        };
        if attr.is_number() && (!attr.is_open() || attr.is_flags() != bits) {
            let expected = match bits {
                true => "a number with `enum`, `-open: true` and `-flags: true`",
                false => "a number with `enum` and `-open: true`, without `-flags`",
            };
            wrong(number, expected, self.problems);
            return;
        }
        let named = self.spec.root.enums.iter().find(|named| attr.is_named_by(named));
        let Some(named) = named.filter(|named| !self.doubts.at(&named.id)) else {
            return;
        };
        for id in ids {
            let expected = format!("a value of the enum `{}`", named.id.value);
            self.problems
                .one_of(id, &expected, named.members.iter().map(|member| &member.id));
        }
    }
}
