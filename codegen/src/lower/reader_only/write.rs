//! What a writer computes fields from, and what checksums count.

use std::collections::BTreeSet;

use offload_bundle_core::tree::{SumOf, Summed, Target, Write};

use super::Lowering;
use super::kinds::Of;
use super::said;
use crate::model::layout::{self as model, Holds, NumberKind, Repeat};
use crate::problem::{Problems, quoted};
use crate::spanned::Spanned;

/// How ids begin that say that a field counts or measures something.
const PREFIXES: [&str; 3] = ["num_", "len_", "ofs_"];

impl<'a> Lowering<'a, '_> {
    /// What the field is computed from.
    pub(super) fn write(&self, scope: usize, attr: &model::Attr, problems: &mut Problems) -> Option<Write<'a>> {
        let Some(said) = attr.write.as_ref().filter(|_| attr.value.is_none()) else {
            self.is_declared(attr, problems);
            return None;
        };
        let write = said::Write::of(said, problems)?;
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
        if !(whole || is_sum || write == said::Write::Given) || !matches!(attr.repeat.value, Repeat::Once) {
            let hint = "compute a field that is there once and is `u1` to `u8` or `s1` to `s8`";
            problems.add(said, "a number of whole bytes", "another field", hint);
            return None;
        }
        match &write {
            said::Write::Given => {
                if !PREFIXES.iter().any(|prefix| attr.id.starts_with(prefix)) {
                    let expected = "`-write: given` on a number whose id begins with `num_`, `len_` or `ofs_`";
                    let hint = "leave it out: the caller gives every other field anyway";
                    problems.add(said, expected, quoted(&attr.id), hint);
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
                let is_list = |attr: &model::Attr| !matches!(attr.repeat.value, Repeat::Once);
                let hint = "name a field that is repeated";
                self.target(scope, said, target, ("a list", is_list, hint), problems)
                    .map(Write::Count)
            }
            said::Write::Size(target) => {
                let is_read = |attr: &model::Attr| attr.value.is_none();
                let hint = "name what is read: what is computed has no length";
                self.target(scope, said, target, ("a field", is_read, hint), problems)
                    .map(Write::Size)
            }
            said::Write::Offset(target) => {
                let is_placed = |attr: &model::Attr| attr.value.is_none();
                let hint = "name a field, or an instance with `pos`";
                self.target(
                    scope,
                    said,
                    target,
                    ("something in the file", is_placed, hint),
                    problems,
                )
                .map(Write::Offset)
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
                let is_read = |attr: &model::Attr| attr.value.is_none();
                let is_bytes = |attr: &model::Attr| {
                    let once = matches!(attr.repeat.value, Repeat::Once);
                    once && attr.value.is_none() && matches!(attr.holds.value, Holds::Bytes)
                };
                let wanted: (_, fn(&model::Attr) -> bool, _) = match of {
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
        let measures = PREFIXES.iter().any(|prefix| attr.id.starts_with(prefix));
        let is_number = matches!(attr.holds.value, Holds::Number(_)) && matches!(attr.repeat.value, Repeat::Once);
        if self.is_written && measures && is_number && attr.value.is_none() && attr.pos.is_none() {
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
        (expected, fits, hint): (&str, fn(&model::Attr) -> bool, &str),
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
                    problems.add(said, expected, quoted(&target.name), hint);
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
        let hint = match crate::names::nearest(name, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are: {}", known.join(", ")),
        };
        problems.add(said, "a field of the record", quoted(name), hint);
    }
}
