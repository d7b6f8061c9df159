//! Static sizes in bits: `_sizeof` and `sizeof<TYPE>`.

use super::Lowering;
use super::kinds::Of;
use super::terms::At;
use crate::formula::{Formula, Path, Term, TermKind};
use crate::model::binary::{Attr, Holds, Repeat};
use crate::problem::Problems;
use crate::spanned::Spanned;

/// Recursive records have no static size.
const MOST_DEEP: usize = 32;

impl Lowering<'_, '_> {
    pub(super) fn bits_of_type(&self, at: &At<'_>, path: &Path) -> Option<u64> {
        if let Some(record) = self.known.record(at.scope, path) {
            return self.bits_of_record(record, 0);
        }
        let [word] = path.as_slice() else { return None };
        let word = word.trim_end_matches("le").trim_end_matches("be");
        let (letter, digits) = word.split_at_checked(1)?;
        let number: u64 = digits.parse().ok()?;
        match letter {
            "b" => Some(number),
            "u" | "s" | "f" => number.checked_mul(8),
            _ => None,
        }
    }

    pub(super) fn bits_of_term(&self, at: &At<'_>, term: &Term) -> Option<u64> {
        let mut silent = Problems::new("", true);
        let (record, name) = match &term.kind {
            TermKind::Name(name) if !name.starts_with('_') => (at.scope, name),
            TermKind::Member(of, name, _) if !name.starts_with('_') => match self.term(at, of, &mut silent).1 {
                Of::Record(record) => (record, name),
                _ => return None,
            },
            _ => {
                return match self.term(at, term, &mut silent).1 {
                    Of::Record(record) => self.bits_of_record(record, 0),
                    _ => None,
                };
            }
        };
        let attr = self
            .known
            .records
            .get(record)?
            .record
            .attrs()
            .find(|attr| attr.id.value == *name)?;
        self.bits_of_attr(record, attr, 0)
    }

    pub(super) fn bits_of_record(&self, record: usize, depth: usize) -> Option<u64> {
        let fields = &self.known.records.get(record)?.record.seq;
        let mut all = 0_u64;
        for attr in fields {
            if attr.condition.is_some() || depth > MOST_DEEP {
                return None;
            }
            // Byte-sized content is aligned.
            if !matches!(attr.holds.value, Holds::Bits(..)) {
                all = all.next_multiple_of(8);
            }
            all = all.checked_add(self.bits_of_attr(record, attr, depth)?)?;
        }
        Some(all)
    }

    fn bits_of_attr(&self, record: usize, attr: &Attr, depth: usize) -> Option<u64> {
        let constant = |said: &Spanned<Formula>| match said.term.kind {
            TermKind::Number(number) => u64::try_from(number).ok(),
            _ => None,
        };
        let times = match &attr.repeat.value {
            Repeat::Once => 1,
            Repeat::Count(count) => constant(count)?,
            Repeat::ToEnd | Repeat::Until(_) => return None,
        };
        let one = match (&attr.bytes.size, &attr.holds.value) {
            (_, Holds::Number(number)) => u64::from(number.len) * 8,
            (_, Holds::Bits(count, _)) => u64::from(*count),
            (_, Holds::Contents(bytes)) => u64::try_from(bytes.len()).ok()?.checked_mul(8)?,
            (Some(size), _) => constant(size)?.checked_mul(8)?,
            (None, Holds::Record(name)) if attr.bytes.terminator.is_none() && !attr.to_end() => {
                let inner = self.known.record(record, &name.path)?;
                self.bits_of_record(inner, depth + 1)?.next_multiple_of(8)
            }
            _ => return None,
        };
        one.checked_mul(times)
    }
}
