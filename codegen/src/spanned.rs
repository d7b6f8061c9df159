//! A value with its place in a schema, so that every later phase can point at it.

use std::fmt;
use std::ops::Deref;

/// A place in a schema file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// Line, counted from 1.
    pub line: u64,
    /// Column in characters, counted from 1.
    pub column: u64,
    /// Path from the root of the YAML tree: `/types/entry/seq/0`; empty for the root.
    pub path: String,
}

impl Span {
    /// The path of what is under `key`, at this place.
    pub fn below(&self, key: &str) -> Self {
        Self { path: format!("{}/{key}", self.path), ..self.clone() }
    }
}

/// A value, and where the schema says it. It is used like the value itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What it says.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, said at `place`.
    pub fn new(place: impl AsRef<Span>, value: T) -> Self {
        Self { value, span: place.as_ref().clone() }
    }

    /// Another value, said at the same place.
    pub fn with<U>(&self, value: U) -> Spanned<U> {
        Spanned::new(self, value)
    }
}

/// The texts without their places.
pub fn plain<'t>(texts: impl IntoIterator<Item = &'t Spanned<String>>) -> Vec<&'t str> {
    texts.into_iter().map(|text| text.as_str()).collect()
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T> AsRef<Span> for Spanned<T> {
    fn as_ref(&self) -> &Span {
        &self.span
    }
}

impl AsRef<str> for Spanned<String> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl AsRef<Span> for Span {
    fn as_ref(&self) -> &Span {
        self
    }
}
