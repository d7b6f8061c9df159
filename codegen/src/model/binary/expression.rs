//! Expressions as values of keys.

use crate::expr::{Expr, parse};
use crate::problem::Problems;
use crate::reading::FromNode;
use crate::yaml::{Node, Value};

/// A number alone is an expression too. One that can't be read is 0: something is there, so nothing is missing.
impl FromNode for Expr {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let text = match &node.value {
            Value::Int(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            _ => {
                let hint = "write numbers, fields, `+`, `-`, `*`";
                problems.add(node, "an expression", node.describe(), hint);
                return Some(Self::Number(0));
            }
        };
        let expr = parse(&text).unwrap_or_else(|mistake| {
            let found = format!("{} at character {} of `{text}`", mistake.found, mistake.column);
            let hint =
                "expressions have numbers, fields, `_parent.field`, `_root.field`, `+`, `-`, `*` and parentheses";
            problems.add(node, mistake.expected, found, hint);
            Self::Number(0)
        });
        Some(expr)
    }
}
