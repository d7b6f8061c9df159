//! Expressions as trees: what is written, with names that have not been looked up yet.

use offload_bundle_core::tree::{Binary, Unary};

/// A part of an expression, and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    pub kind: TermKind,
    /// In characters from the start of the expression, counted from 1.
    pub column: usize,
}

/// The steps of a path with `::` between them.
pub type Path = Vec<String>;

#[derive(Debug, Clone, PartialEq)]
pub enum TermKind {
    Number(i128),
    Float(f64),
    Text(String),
    Flag(bool),
    List(Vec<Term>),
    /// A name alone: a field, an instance, a parameter, or one of those that begin with `_`.
    Name(String),
    /// The value of an enum, by its path.
    Value(Path),
    /// What is behind a dot, and what it is told in parentheses.
    Member(Box<Term>, String, Vec<Term>),
    /// What is said to be of a type: `.as<TYPE>`.
    Cast(Box<Term>, Path),
    /// How many bytes a type has; with `true`, how many bits.
    SizeOf(Path, bool),
    /// An item of a list.
    At(Box<Term>, Box<Term>),
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
    Choice(Box<Term>, Box<Term>, Box<Term>),
}
