//! Lowers the coverage of checksums.

use std::collections::BTreeSet;

use offload_bundle_core::tree::{SumOf, Summed};

use super::Lowering;
use super::said;
use crate::model::layout::{self as model, Holds, NumberKind, Repeat};
use crate::names::suggestion;
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

/// A kind of field for messages: its name, a predicate, and a hint for other fields.
type Wanted<'w> = (&'w str, fn(&model::Attr) -> bool, &'w str);

fn is_repeated(attr: &model::Attr) -> bool {
    !matches!(attr.repeat.value, Repeat::Once)
}

fn is_read(attr: &model::Attr) -> bool {
    attr.value.is_none()
}

impl<'a> Lowering<'a, '_> {
    pub(super) fn sum(&self, scope: usize, attr: &model::Attr, problems: &mut Problems) -> Option<Summed<'a>> {
        let said = attr.write.as_ref().filter(|_| attr.value.is_none())?;
        let said::Summed { sum, of, from, to } = said::Summed::parse(said, problems)?;
        if is_repeated(attr) {
            problems.add(
                said,
                "a field that is there once",
                "a list",
                "give each item a type of its own",
            );
            return None;
        }
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
        let is_bytes =
            |attr: &model::Attr| is_read(attr) && !is_repeated(attr) && matches!(attr.holds.value, Holds::Bytes);
        let wanted: Wanted<'_> = match of {
            SumOf::Stored => ("a field", is_read, "name what is read"),
            SumOf::Unpacked => (
                "bytes that are there once",
                is_bytes,
                "take them as bytes, without `type`",
            ),
        };
        let up = from.up;
        let first = self.target(scope, said, &from, wanted, problems)?;
        let mut last = first;
        if first != to.as_str() {
            let to = said::Target { up, name: to };
            last = self.target(scope, said, &to, wanted, problems)?;
        }
        Some(Summed { sum, of, up, from: first, to: last })
    }

    fn target(
        &self,
        scope: usize,
        said: &Spanned<String>,
        target: &said::Target,
        (expected, fits, hint): Wanted<'_>,
        problems: &mut Problems,
    ) -> Option<&'a str> {
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
        Some(self.arena.text(&target.name))
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
