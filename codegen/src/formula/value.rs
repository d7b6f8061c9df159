//! Expressions and type names as values of keys.

use std::ops::Deref;

use super::excerpt;
use super::parse::{parse, parse_type};
use super::tree::{Path, Term, TermKind};
use crate::problem::Problems;
use crate::prose::one_line;
use crate::reading::{Read, Reader};
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    pub term: Term,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TypeName {
    pub path: Path,
    pub told: Vec<Term>,
    pub text: String,
}

impl Deref for Formula {
    type Target = Term;

    fn deref(&self) -> &Term {
        &self.term
    }
}

impl Formula {
    /// An expression with errors becomes 0, so that the key is not reported as missing.
    pub fn read(place: impl AsRef<Span>, text: &str, problems: &mut Problems) -> Self {
        let text = one_line(text);
        let term = parse(&text).unwrap_or_else(|mistake| {
            let found = at(&mistake.found, &text, mistake.column);
            let hint = "expressions follow Kaitai Struct, without `f\"…\"`";
            problems.add(place, mistake.expected, found, hint);
            Term { kind: TermKind::Number(0), column: 1 }
        });
        Self { term, text }
    }

    pub fn at(&self, column: usize) -> String {
        at("something else", &self.text, column)
    }
}

fn at(found: &str, text: &str, column: usize) -> String {
    format!("{found} at character {column} of `{}`", excerpt(text, column))
}

/// A number or boolean is also an expression.
impl<'a> Read<'a> for Formula {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let text = match &node.value {
            Value::Int(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            Value::Float(number) => number.clone(),
            Value::Text(text) => text.clone(),
            _ => return reader.refuse(node, "an expression", node.describe(), "write it as text"),
        };
        Some(Self::read(node, &text, reader))
    }
}

impl TypeName {
    pub fn read(node: &Spanned<String>, problems: &mut Problems) -> Option<Self> {
        let text = one_line(node);
        match parse_type(&text) {
            Ok((path, told)) => Some(Self { path, told, text }),
            Err(mistake) => {
                let found = format!("{} at character {} of `{text}`", mistake.found, mistake.column);
                problems.refuse(
                    node,
                    mistake.expected,
                    found,
                    "write the id of a type, with its arguments in parentheses",
                )
            }
        }
    }
}
