//! Expression trees with unresolved names.

use offload_bundle_core::tree::{Binary, Unary};

#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    pub kind: TermKind,
    /// In characters from the start of the expression, from 1.
    pub column: usize,
}

pub type Path = Vec<String>;

#[derive(Debug, Clone, PartialEq)]
pub enum TermKind {
    Number(i128),
    Float(f64),
    Text(String),
    Flag(bool),
    List(Vec<Term>),
    /// A field, an instance, a parameter, or a special name that begins with `_`.
    Name(String),
    Value(Path),
    /// A member, with its arguments.
    Member(Box<Term>, String, Vec<Term>),
    /// `.as<TYPE>`.
    Cast(Box<Term>, Path),
    /// The size of a type in bytes.
    SizeOf(Path),
    At(Box<Term>, Box<Term>),
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
    Choice(Box<Term>, Box<Term>, Box<Term>),
}
