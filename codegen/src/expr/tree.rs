//! Expressions as trees: what they refer to, and how they are solved.

use std::fmt;

/// An expression as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    Number(u64),
    Field(Path),
    Join(Box<Expr>, Operator, Box<Expr>),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    pub scope: Scope,
    pub id: String,
}

/// In which record a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The record that the expression is in.
    Own,
    /// The record that has this record in one of its fields: `_parent`.
    Parent,
    /// The outermost record: `_root`.
    Root,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
}

/// `result = field + what is added - what is taken away`, solved for the field: `field = result + plus - minus`.
#[derive(Debug, Clone, Default)]
pub struct Inverse {
    /// What to add to the result.
    pub plus: Vec<Expr>,
    /// What to take from it.
    pub minus: Vec<Expr>,
}

impl Inverse {
    /// Whether the field is the result itself.
    pub fn is_empty(&self) -> bool {
        self.plus.is_empty() && self.minus.is_empty()
    }

    /// The field as it follows from `result`, for people.
    pub fn of(&self, result: &str) -> String {
        let group = |expr: &Expr| match expr {
            Expr::Join(_, Operator::Plus | Operator::Minus, _) => format!("({expr})"),
            other => other.to_string(),
        };
        let plus = self.plus.iter().map(|expr| format!(" + {}", group(expr)));
        let minus = self.minus.iter().map(|expr| format!(" - {}", group(expr)));
        [result.to_owned()].into_iter().chain(plus).chain(minus).collect()
    }
}

impl Expr {
    /// All fields of the expression, from left to right.
    pub fn fields(&self) -> Vec<&Path> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Field(field) => vec![field],
            Self::Join(left, _, right) => {
                let mut fields = left.fields();
                fields.extend(right.fields());
                fields
            }
        }
    }

    /// The number, if the expression is nothing else.
    pub fn constant(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// What it gives where `value` says what each field is.
    pub fn evaluate(&self, value: &impl Fn(&Path) -> i128) -> i128 {
        match self {
            Self::Number(number) => (*number).into(),
            Self::Field(path) => value(path),
            Self::Join(left, operator, right) => {
                let (left, right) = (left.evaluate(value), right.evaluate(value));
                match operator {
                    Operator::Plus => left.saturating_add(right),
                    Operator::Minus => left.saturating_sub(right),
                    Operator::Times => left.saturating_mul(right),
                }
            }
        }
    }

    /// Turns the expression round for the one field that `wanted` picks. Nothing where that field does not occur exactly once,
    /// is taken away, or is multiplied.
    pub fn solve(&self, wanted: &impl Fn(&Path) -> bool) -> Option<Inverse> {
        let has = |side: &Self| side.fields().into_iter().any(wanted);
        match self {
            Self::Field(field) if wanted(field) => Some(Inverse::default()),
            Self::Join(left, Operator::Plus, right) if has(left) != has(right) => {
                let (with, without) = if has(left) { (left, right) } else { (right, left) };
                let mut solved = with.solve(wanted)?;
                solved.minus.push((**without).clone());
                Some(solved)
            }
            Self::Join(left, Operator::Minus, right) if has(left) && !has(right) => {
                let mut solved = left.solve(wanted)?;
                solved.plus.push((**right).clone());
                Some(solved)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scope {
            Scope::Own => f.write_str(&self.id),
            Scope::Parent => write!(f, "_parent.{}", self.id),
            Scope::Root => write!(f, "_root.{}", self.id),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Field(path) => write!(f, "{path}"),
            Self::Join(left, operator, right) => {
                let sign = match operator {
                    Operator::Plus => "+",
                    Operator::Minus => "-",
                    Operator::Times => "*",
                };
                let grouped = |side: &Self, group: bool| if group { format!("({side})") } else { side.to_string() };
                let sum = |side: &Self| matches!(side, Self::Join(_, Operator::Plus | Operator::Minus, _));
                let left_group = *operator == Operator::Times && sum(left);
                let right_group = *operator != Operator::Plus && matches!(**right, Self::Join(..));
                write!(
                    f,
                    "{} {sign} {}",
                    grouped(left, left_group),
                    grouped(right, right_group)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::parse::parse;

    fn solved(text: &str) -> Option<(Vec<String>, Vec<String>)> {
        let expr = parse(text).unwrap();
        let solved = expr.solve(&|path| path.id == "x")?;
        let texts = |list: Vec<Expr>| list.iter().map(ToString::to_string).collect();
        Some((texts(solved.plus), texts(solved.minus)))
    }

    #[test]
    fn sums_can_be_turned_round() {
        let list = |items: &[&str]| items.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(solved("x"), Some((list(&[]), list(&[]))));
        assert_eq!(solved("x - 16"), Some((list(&["16"]), list(&[]))));
        assert_eq!(
            solved("_root.base + (x - 4 * y)"),
            Some((list(&["4 * y"]), list(&["_root.base"])))
        );
        for hopeless in ["x * 2", "8 - x", "x + x", "7"] {
            assert_eq!(solved(hopeless), None, "{hopeless}");
        }
    }

    #[test]
    fn display_keeps_the_meaning() {
        for text in ["a + b - c", "(a + b) * c", "a - (b - c)", "a * (b * c)", "_parent.x + _root.y"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }
}
