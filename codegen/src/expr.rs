//! Lengths, counts and offsets of typed layouts: sums of integers and fields of the same record.

use std::fmt;

use offload_bundle_core::tree::Binary;

use crate::formula::{Formula, Term, TermKind};
use crate::problem::Problems;
use crate::spanned::Spanned;

const MOST_PARTS: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expr(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub minus: bool,
    pub of: Operand,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    Number(u64),
    Field(String),
}

impl Expr {
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match &part.of {
            Operand::Field(id) => Some(id.as_str()),
            Operand::Number(_) => None,
        })
    }

    pub fn constant(&self) -> Option<u64> {
        match self.0.as_slice() {
            [] => Some(0),
            [Part { minus: false, of: Operand::Number(number) }] => Some(*number),
            _ => None,
        }
    }

    pub fn evaluate(&self, value: impl Fn(&str) -> u64) -> i128 {
        self.0.iter().fold(0, |sum, part| {
            let number = i128::from(match &part.of {
                Operand::Number(number) => *number,
                Operand::Field(id) => value(id),
            });
            if part.minus { sum - number } else { sum + number }
        })
    }

    /// Solves `result = sum` for `field`: returns the terms after `field = result`. `None` if the field does not occur
    /// exactly once, with a plus sign.
    pub fn solve(&self, field: &str) -> Option<Self> {
        let is_field = |part: &&Part| matches!(&part.of, Operand::Field(id) if id == field);
        let mut found = self.0.iter().filter(is_field);
        let (Some(Part { minus: false, .. }), None) = (found.next(), found.next()) else {
            return None;
        };
        let others = self.0.iter().filter(|part| !is_field(part));
        let turned = others.map(|part| Part { minus: !part.minus, ..part.clone() });
        Some(Self(turned.collect()))
    }

    /// A term that is not a sum becomes 0.
    pub fn parse(formula: &Spanned<Formula>, problems: &mut Problems) -> Spanned<Self> {
        let mut sum = Self::default();
        if let Err(column) = sum.add(false, &formula.term) {
            let expected = "a sum of at most 32 whole numbers and fields";
            let hint = "typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted";
            problems.add(formula, expected, formula.at(column), hint);
            sum = Self::default();
        }
        formula.with(sum)
    }

    /// The error is the column of a term that is not part of a sum.
    fn add(&mut self, minus: bool, term: &Term) -> Result<(), usize> {
        let of = match &term.kind {
            TermKind::Number(number) => Operand::Number(u64::try_from(*number).map_err(|_| term.column)?),
            TermKind::Name(id) if !id.starts_with('_') => Operand::Field(id.clone()),
            TermKind::Binary(sign @ (Binary::Plus | Binary::Minus), left, right) => {
                self.add(minus, left)?;
                return self.add(minus != (*sign == Binary::Minus), right);
            }
            _ => return Err(term.column),
        };
        self.0.push(Part { minus, of });
        if self.0.len() > MOST_PARTS {
            Err(term.column)
        } else {
            Ok(())
        }
    }
}

pub fn with_sign(parts: &[Part]) -> String {
    let parts = parts
        .iter()
        .map(|part| format!(" {} {}", if part.minus { "-" } else { "+" }, part.of));
    parts.collect()
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Field(id) => f.write_str(id),
        }
    }
}

/// The first part is never negative.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.split_first() {
            Some((first, rest)) => write!(f, "{}{}", first.of, with_sign(rest)),
            None => f.write_str("0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Expr, usize> {
        let mut sum = Expr::default();
        sum.add(false, &crate::formula::parse(text).unwrap()).map(|()| sum)
    }

    #[test]
    fn sums_solve_for_field() {
        let solved = |text| Some(with_sign(read(text).unwrap().solve("x")?.parts()));
        for (text, field) in [("x", ""), ("x - 16", " + 16"), ("base + (x - (4 - y))", " - base + 4 - y")] {
            assert_eq!(solved(text).as_deref(), Some(field), "{text}");
        }
        for hopeless in ["8 - x", "x + x", "7", "y"] {
            assert_eq!(solved(hopeless), None, "{hopeless}");
        }
    }

    #[test]
    fn sums_display_and_evaluate_left_to_right() {
        let sum = read("a + 0x10 - (b - 3)").unwrap();
        assert_eq!(sum.to_string(), "a + 16 - b + 3");
        assert_eq!(sum.evaluate(|id| if id == "a" { 2 } else { 100 }), -79);
        assert_eq!(
            (read("7").unwrap().constant(), read("7 + 1").unwrap().constant()),
            (Some(7), None)
        );
    }

    #[test]
    fn non_sum_term_is_reported() {
        for (text, column) in [("a + b * 2", 5), ("_root.a", 1), ("-a", 1), ("a - 1.5", 5), ("a - (2 / b)", 6)] {
            assert_eq!(read(text), Err(column), "{text}");
        }
        assert_eq!(read(&format!("(a{0}) + (a{0})", " + a".repeat(20))), Err(132));
    }
}
