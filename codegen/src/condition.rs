//! Conditions of typed layouts: comparisons of numbers of the same record.

use offload_bundle_core::tree::{Binary, Expression, Unary};

use crate::arena::Arena;
use crate::formula::{Formula, Term, TermKind};
use crate::problem::Problems;
use crate::spanned::Spanned;

/// A condition over earlier numbers of the record, so that a writer can evaluate it.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    term: Term,
    pub text: String,
}

impl Condition {
    pub fn parse(formula: &Spanned<Formula>, problems: &mut Problems) -> Option<Spanned<Self>> {
        let Err(column) = decides(&formula.term) else {
            return Some(formula.with(Self { term: formula.term.clone(), text: formula.text.clone() }));
        };
        let expected = "a comparison of numbers in this record, such as `version >= 2` or `flags & 1 != 0`";
        let hint = "join comparisons with `and`, `or` and `not`; only `&` is computed";
        problems.refuse(formula, expected, formula.at(column), hint)
    }

    pub fn fields(&self) -> Vec<&str> {
        let mut fields = Vec::new();
        collect(&self.term, &mut fields);
        fields
    }

    pub fn lower<'a>(&self, arena: &'a Arena) -> Expression<'a> {
        lower(&self.term, arena)
    }
}

/// The error is the column of a term that is not a condition.
fn decides(term: &Term) -> Result<(), usize> {
    match &term.kind {
        TermKind::Unary(Unary::Not, of) => decides(of),
        TermKind::Binary(Binary::And | Binary::Or, left, right) => decides(left).and_then(|()| decides(right)),
        TermKind::Binary(
            Binary::Equal | Binary::Unequal | Binary::Less | Binary::AtMost | Binary::Greater | Binary::AtLeast,
            left,
            right,
        ) => counts(left).and_then(|()| counts(right)),
        _ => Err(term.column),
    }
}

fn counts(term: &Term) -> Result<(), usize> {
    match &term.kind {
        TermKind::Number(number) if u64::try_from(*number).is_ok() => Ok(()),
        TermKind::Name(id) if !id.starts_with('_') => Ok(()),
        TermKind::Binary(Binary::BitAnd | Binary::BitOr, left, right) => counts(left).and_then(|()| counts(right)),
        _ => Err(term.column),
    }
}

fn collect<'t>(term: &'t Term, fields: &mut Vec<&'t str>) {
    match &term.kind {
        TermKind::Name(id) => fields.push(id),
        TermKind::Unary(_, of) => collect(of, fields),
        TermKind::Binary(_, left, right) => {
            collect(left, fields);
            collect(right, fields);
        }
        _ => {}
    }
}

fn lower<'a>(term: &Term, arena: &'a Arena) -> Expression<'a> {
    let inner = |term: &Term| arena.one(lower(term, arena));
    match &term.kind {
        TermKind::Number(number) => Expression::Number(*number),
        TermKind::Name(id) => Expression::Own(arena.text(id)),
        TermKind::Unary(unary, of) => Expression::Unary(*unary, inner(of)),
        TermKind::Binary(binary, left, right) => Expression::Binary(*binary, inner(left), inner(right)),
        // Other terms have been rejected.
        _ => Expression::Flag(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Term, usize> {
        let term = crate::formula::parse(text).unwrap();
        decides(&term).map(|()| term)
    }

    #[test]
    fn comparisons_of_numbers_are_conditions() {
        let arena = Arena::default();
        for (text, [low, high]) in [
            ("a > 2", [false, true]),
            ("not (a & 4 == 0)", [false, true]),
            ("a != 1 and b <= 7 or 9 == 8 | 1", [true, true]),
            ("a >= 1 and (b & 6 | a) < 3", [true, false]),
        ] {
            let condition = lower(&read(text).unwrap(), &arena);
            let with = |a: u64| condition.is_true(&|field| Some(if field == "a" { a } else { 0 }));
            assert_eq!([with(1), with(4)], [Some(low), Some(high)], "{text}");
            let unknown = condition.is_true(&|_| None);
            assert_eq!(unknown, None, "{text}");
        }
    }

    #[test]
    fn non_comparison_is_reported() {
        for (text, column) in
            [("flags & 1", 1), ("1 == a + 1", 6), ("a == 1 and b", 12), ("_root.a == 1", 1), ("a == -1", 6)]
        {
            assert_eq!(read(text), Err(column), "{text}");
        }
    }
}
