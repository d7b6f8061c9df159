//! The formulas of typed layouts: sums, which a writer can invert, and comparisons, which it can evaluate.

use std::fmt;

use offload_bundle_core::tree::{Binary, Unary};

use super::tree::{Term, TermKind};

const MOST_PARTS: usize = 32;

/// A number or a field in a sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part<'t> {
    pub minus: bool,
    pub of: &'t Term,
}

impl Term {
    /// Splits a sum of whole numbers and fields of the same record. The error is the column of another term.
    pub fn parts(&self) -> Result<Vec<Part<'_>>, usize> {
        let mut parts = Vec::new();
        self.add(false, &mut parts).map(|()| parts)
    }

    fn add<'t>(&'t self, minus: bool, parts: &mut Vec<Part<'t>>) -> Result<(), usize> {
        if let TermKind::Binary(sign @ (Binary::Plus | Binary::Minus), left, right) = &self.kind {
            left.add(minus, parts)?;
            return right.add(minus != (*sign == Binary::Minus), parts);
        }
        parts.push(Part { minus, of: self });
        match self.is_plain() && parts.len() <= MOST_PARTS {
            true => Ok(()),
            false => Err(self.column),
        }
    }

    fn is_plain(&self) -> bool {
        match &self.kind {
            TermKind::Number(number) => u64::try_from(*number).is_ok(),
            TermKind::Name(id) => !id.starts_with('_'),
            _ => false,
        }
    }

    pub fn fields(&self) -> Vec<&str> {
        match &self.kind {
            TermKind::Name(id) => vec![id],
            TermKind::Unary(_, of) => of.fields(),
            TermKind::Binary(_, left, right) => [left.fields(), right.fields()].concat(),
            _ => Vec::new(),
        }
    }

    pub fn constant(&self) -> Option<u64> {
        match self.kind {
            TermKind::Number(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    pub fn evaluate(&self, value: impl Fn(&str) -> u64) -> i128 {
        self.parts().unwrap_or_default().iter().fold(0, |sum, part| {
            let number = match &part.of.kind {
                TermKind::Name(id) => i128::from(value(id)),
                _ => part.of.constant().unwrap_or(0).into(),
            };
            if part.minus { sum - number } else { sum + number }
        })
    }

    /// Solves `result = sum` for `field`: returns the terms after `field = result`. `None` if the field does not occur
    /// exactly once, with a plus sign.
    pub fn solve(&self, field: &str) -> Option<Vec<Part<'_>>> {
        let is_field = |part: &Part<'_>| matches!(&part.of.kind, TermKind::Name(id) if id == field);
        let (found, others): (Vec<_>, Vec<_>) = self.parts().ok()?.into_iter().partition(is_field);
        let turned = others.iter().map(|part| Part { minus: !part.minus, ..*part });
        matches!(found[..], [Part { minus: false, .. }]).then(|| turned.collect())
    }

    /// Checks that it compares numbers of the same record. The error is the column of another term.
    pub fn decides(&self) -> Result<(), usize> {
        match &self.kind {
            TermKind::Unary(Unary::Not, of) => of.decides(),
            TermKind::Binary(Binary::And | Binary::Or, left, right) => left.decides().and_then(|()| right.decides()),
            TermKind::Binary(
                Binary::Equal | Binary::Unequal | Binary::Less | Binary::AtMost | Binary::Greater | Binary::AtLeast,
                left,
                right,
            ) => left.counts().and_then(|()| right.counts()),
            _ => Err(self.column),
        }
    }

    fn counts(&self) -> Result<(), usize> {
        match &self.kind {
            TermKind::Binary(Binary::BitAnd | Binary::BitOr, left, right) => {
                left.counts().and_then(|()| right.counts())
            }
            _ if self.is_plain() => Ok(()),
            _ => Err(self.column),
        }
    }
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.of.kind {
            TermKind::Name(id) => f.write_str(id),
            _ => write!(f, "{}", self.of.constant().unwrap_or(0)),
        }
    }
}

pub fn with_sign(parts: &[Part<'_>]) -> String {
    let parts = parts
        .iter()
        .map(|part| format!(" {} {part}", if part.minus { "-" } else { "+" }));
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Term {
        crate::formula::parse::parse(text).unwrap()
    }

    #[test]
    fn sums_solve_for_field() {
        let solved = |text| Some(with_sign(&read(text).solve("x")?));
        for (text, field) in [("x", ""), ("x - 16", " + 16"), ("base + (x - (4 - y))", " - base + 4 - y")] {
            assert_eq!(solved(text).as_deref(), Some(field), "{text}");
        }
        for hopeless in ["8 - x", "x + x", "7", "y"] {
            assert_eq!(solved(hopeless), None, "{hopeless}");
        }
    }

    #[test]
    fn sums_evaluate_left_to_right() {
        let sum = read("a + 0x10 - (b - 3)");
        assert_eq!(sum.fields(), ["a", "b"]);
        assert_eq!(sum.evaluate(|id| if id == "a" { 2 } else { 100 }), -79);
        assert_eq!((read("7").constant(), read("7 + 1").constant()), (Some(7), None));
    }

    #[test]
    fn non_sum_term_is_reported() {
        for (text, column) in [("a + b * 2", 5), ("_root.a", 1), ("-a", 1), ("a - 1.5", 5), ("a - (2 / b)", 6)] {
            assert_eq!(read(text).parts(), Err(column), "{text}");
        }
        assert_eq!(read(&format!("(a{0}) + (a{0})", " + a".repeat(20))).parts(), Err(132));
    }

    #[test]
    fn comparisons_of_numbers_are_conditions() {
        for text in ["a > 2", "not (a & 4 == 0)", "a != 1 and b <= 7 or 9 == 8 | 1", "a >= 1 and (b & 6 | a) < 3"] {
            assert_eq!(read(text).decides(), Ok(()), "{text}");
        }
    }

    #[test]
    fn non_comparison_is_reported() {
        for (text, column) in
            [("flags & 1", 1), ("1 == a + 1", 6), ("a == 1 and b", 12), ("_root.a == 1", 1), ("a == -1", 6)]
        {
            assert_eq!(read(text).decides(), Err(column), "{text}");
        }
    }
}
