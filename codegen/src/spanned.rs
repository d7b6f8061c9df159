//! Values with their places in a schema.

use std::fmt;
use std::ops::Deref;

/// A place in a schema file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The path from the root of the YAML tree, such as `/types/entry/seq/0`; empty for the root.
    pub path: String,
}

impl Span {
    /// Returns the place with `key` appended to its path.
    pub fn below(&self, key: &str) -> Self {
        Self { path: format!("{}/{key}", self.path), ..self.clone() }
    }
}

/// A value with its place. It dereferences to the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Creates a value at `place`.
    pub fn new(place: impl AsRef<Span>, value: T) -> Self {
        Self { value, span: place.as_ref().clone() }
    }

    /// Creates another value at the same place.
    pub fn with<U>(&self, value: U) -> Spanned<U> {
        Spanned::new(self, value)
    }
}

/// Returns the texts without their places.
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
