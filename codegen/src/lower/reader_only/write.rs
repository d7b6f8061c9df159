//! What a writer computes fields from, and what checksums count.

use std::collections::BTreeSet;

use offload_bundle_core::tree::{SumOf, Summed, Target, Write};

use super::Lowering;
use super::kinds::Of;
use super::said;
use crate::model::layout::{self as model, Holds, NumberKind, Repeat, measures};
use crate::names::suggestion;
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

/// What a field is taken for: in words, whether one is that, and what to do about another.
type Wanted<'w> = (&'w str, fn(&model::Attr) -> bool, &'w str);

fn is_repeated(attr: &model::Attr) -> bool {
    !matches!(attr.repeat.value, Repeat::Once)
}

fn is_read(attr: &model::Attr) -> bool {
    attr.value.is_none()
}

impl<'a> Lowering<'a, '_> {
    /// What the field is computed from.
    pub(super) fn write(&self, scope: usize, attr: &model::Attr, problems: &mut Problems) -> Option<Write<'a>> {
        let Some(said) = attr.write.as_ref().filter(|_| attr.value.is_none()) else {
            self.is_declared(attr, problems);
            return None;
        };
        let write = said::Write::parse(said, problems)?;
        let is_sum = matches!(write, said::Write::Sum(..));
        if !is_sum && !self.is_written {
            let hint = "leave it out: nothing is written; of a checksum, readers can tell whether it is right";
            problems.add(
                said,
                "`-write` of a checksum, where a schema is only read",
                "another",
                hint,
            );
            return None;
        }
        let whole = matches!(attr.holds.value, Holds::Number(ref number) if number.kind != NumberKind::Float);
        if !(whole || is_sum || write == said::Write::Given) || is_repeated(attr) {
            let hint = "compute a field that is there once and is `u1` to `u8` or `s1` to `s8`";
            problems.add(said, "a number of whole bytes", "another field", hint);
            return None;
        }
        match &write {
            said::Write::Given => {
                if !measures(&attr.id) {
                    let expected = "`-write: given` on a number whose id begins with `num_`, `len_` or `ofs_`";
                    let hint = "leave it out: the caller gives every other field anyway";
                    problems.add(said, expected, quote(&attr.id), hint);
                }
                None
            }
            said::Write::FileSize => Some(Write::FileSize),
            said::Write::Constant(formula) => {
                let formula = said.with(formula.clone());
                let number: (&str, fn(&Of) -> bool) = ("a whole number", |of| matches!(of, Of::Number | Of::Enum(_)));
                Some(Write::Constant(self.formula_of(scope, &formula, number, problems)))
            }
            said::Write::Count(target) => {
                let wanted: Wanted<'_> = ("a list", is_repeated, "name a field that is repeated");
                self.target(scope, said, target, wanted, problems).map(Write::Count)
            }
            said::Write::Size(target) => {
                let hint = "name what is read: what is computed has no length";
                let wanted: Wanted<'_> = ("a field", is_read, hint);
                self.target(scope, said, target, wanted, problems).map(Write::Size)
            }
            said::Write::Offset(target) => {
                let wanted: Wanted<'_> = (
                    "something in the file",
                    is_read,
                    "name a field, or an instance with `pos`",
                );
                self.target(scope, said, target, wanted, problems).map(Write::Offset)
            }
            said::Write::Sum(sum, of, from, to) => {
                let fits = match &attr.holds.value {
                    Holds::Number(number) => {
                        sum.is_number() && u64::from(number.len) == sum.size() && number.kind == NumberKind::Unsigned
                    }
                    Holds::Bytes => {
                        let size = attr.bytes.size.as_ref();
                        !sum.is_number() && size.is_some_and(|size| size.text == sum.size().to_string())
                    }
                    _ => false,
                };
                if !fits {
                    let expected = match sum.is_number() {
                        true => "a number of 4 bytes".to_owned(),
                        false => format!("bytes with `size: {}`", sum.size()),
                    };
                    problems.add(
                        said,
                        expected,
                        "another field",
                        "give the field the length of its checksum",
                    );
                }
                let is_bytes = |attr: &model::Attr| {
                    is_read(attr) && !is_repeated(attr) && matches!(attr.holds.value, Holds::Bytes)
                };
                let wanted: Wanted<'_> = match of {
                    SumOf::Stored => ("a field", is_read, "name what is read"),
                    SumOf::Unpacked => (
                        "bytes that are there once",
                        is_bytes,
                        "take them as bytes, without `type`",
                    ),
                };
                let mut found = self.target(scope, said, from, wanted, problems)?;
                let from = found.name;
                if from != to.as_str() {
                    let to = said::Target { up: found.up, name: to.clone() };
                    found = self.target(scope, said, &to, wanted, problems)?;
                }
                Some(Write::Sum(Summed {
                    sum: *sum,
                    of: *of,
                    up: found.up,
                    from,
                    to: found.name,
                }))
            }
        }
    }

    /// No number that counts or measures something is left to the caller by mistake.
    fn is_declared(&self, attr: &model::Attr, problems: &mut Problems) {
        let is_number = matches!(attr.holds.value, Holds::Number(_)) && !is_repeated(attr);
        if self.is_written && measures(&attr.id) && is_number && attr.value.is_none() && attr.pos.is_none() {
            let expected = format!("`-write` of `{}`", attr.id.value);
            let hint = "say what the writer computes it from, such as `-write: size(…)`; or `-write: given`";
            problems.add(&attr.id, expected, "none", hint);
        }
    }

    fn target(
        &self,
        scope: usize,
        said: &Spanned<String>,
        target: &said::Target,
        (expected, fits, hint): Wanted<'_>,
        problems: &mut Problems,
    ) -> Option<Target<'a>> {
        let mut scopes = BTreeSet::from([scope]);
        for _ in 0..target.up {
            let holders = scopes.iter().filter_map(|scope| self.known.records.get(*scope));
            scopes = holders.flat_map(|known| known.holders.iter().copied()).collect();
        }
        if scopes.is_empty() {
            problems.add(said, "a record around this one", "none", "leave `_parent.` out");
            return None;
        }
        for scope in scopes {
            let record = self.known.records.get(scope)?.record;
            match record.attrs().find(|attr| attr.id.value == target.name) {
                None => {
                    self.unknown_part(scope, said, &target.name, problems);
                    return None;
                }
                Some(attr) if !fits(attr) => {
                    problems.add(said, expected, quote(&target.name), hint);
                    return None;
                }
                Some(_) => {}
            }
        }
        Some(Target { up: target.up, name: self.arena.text(&target.name) })
    }

    fn unknown_part(&self, scope: usize, said: &Spanned<String>, name: &str, problems: &mut Problems) {
        let Some(known) = self.known.records.get(scope) else {
            return;
        };
        let known = known.record.attrs().filter(|attr| attr.value.is_none());
        let known: Vec<&str> = known.map(|attr| attr.id.as_str()).collect();
        problems.add(said, "a field of the record", quote(name), suggestion(name, &known));
    }
}
