//! A value of the schema with its place, so that later phases can point at it.

use crate::expr::{Expr, parse};
use crate::problem::Problems;
use crate::yaml::{Node, Value};

/// Something that the schema says, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said<T> {
    /// What it says.
    pub value: T,
    /// Line, counted from 1.
    pub line: u64,
    /// Column, counted from 1.
    pub column: u64,
    /// Path in the YAML tree.
    pub path: String,
}

impl<T> Said<T> {
    /// `value`, said at `node`.
    pub fn at(node: &Node, value: T) -> Self {
        Self { value, line: node.line, column: node.column, path: node.path.clone() }
    }

    /// Another value, said at the same place.
    pub fn with<U>(&self, value: U) -> Said<U> {
        Said { value, line: self.line, column: self.column, path: self.path.clone() }
    }

    /// Reports a problem at this place.
    pub fn problem(
        &self,
        problems: &mut Problems,
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<String>,
    ) {
        problems.add_at(self.line, self.column, &self.path, expected, found, hint);
    }
}

/// Text with its place.
pub(super) fn text(node: &Node, problems: &mut Problems) -> Option<Said<String>> {
    node.text(problems).map(|text| Said::at(node, text.to_owned()))
}

/// A number with its place.
pub(super) fn number(node: &Node, problems: &mut Problems) -> Option<Said<u64>> {
    node.number(problems).map(|number| Said::at(node, number))
}

/// An expression with its place. A number alone is one too.
pub(super) fn expression(node: &Node, problems: &mut Problems) -> Option<Said<Expr>> {
    let text = match &node.value {
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        _ => {
            problems.add(
                node,
                "an expression",
                node.describe(),
                "write numbers, fields, `+`, `-`, `*`",
            );
            return Some(Said::at(node, Expr::Number(0)));
        }
    };
    match parse(&text) {
        Ok(expr) => Some(Said::at(node, expr)),
        Err(mistake) => {
            let found = format!("{} at character {} of `{text}`", mistake.found, mistake.column);
            let hint =
                "expressions have numbers, fields, `_parent.field`, `_root.field`, `+`, `-`, `*` and parentheses";
            problems.add(node, mistake.expected, found, hint);
            // Something stands here, so nothing is missing.
            Some(Said::at(node, Expr::Number(0)))
        }
    }
}
