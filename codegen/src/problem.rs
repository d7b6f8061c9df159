//! Mistakes in schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::dialect::Dialect;
use crate::prose::one_line;
use crate::spanned::{Span, Spanned};

/// A mistake in a schema.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file name from [`crate::Source::name`].
    pub file: String,
    /// The line, column and YAML path.
    pub span: Span,
    /// The expected content.
    pub expected: String,
    /// The actual content.
    pub found: String,
    /// Advice for the author.
    pub hint: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, span, expected, found, hint } = self;
        let path = if span.path.is_empty() { "/" } else { &span.path };
        write!(
            f,
            "{file}:{}:{}: {path}: expected {expected}, found {found}; {hint}",
            span.line, span.column
        )
    }
}

pub(crate) type Named = BTreeMap<String, Vec<Spanned<String>>>;
/// Runs after the schema has been read.
pub(crate) type Asked = Box<dyn Fn(&mut Problems)>;
/// Runs after all names are known.
pub(crate) type Rule = Box<dyn Fn(&Names, &mut Problems)>;

#[derive(Default)]
pub(crate) struct Names {
    pub given: Named,
    pub used: Named,
    /// Names that must be unique.
    pub alone: Named,
    /// Names that other schemas define.
    pub outside: Named,
    pub rules: Vec<Rule>,
}

/// A collection of the problems of one schema file.
pub struct Problems {
    file: String,
    found: Vec<Problem>,
    whole: bool,
    pub(crate) dialect: Option<&'static Dialect>,
    /// Allowed: the name of the mapping in problems, and the key.
    pub(crate) keys: BTreeSet<(String, String)>,
    /// By path, with names in problems.
    pub(crate) mappings: BTreeMap<String, BTreeSet<String>>,
    pub(crate) asked: Vec<Asked>,
    pub(crate) names: Names,
}

impl Problems {
    /// Creates an empty collection for the schema file `file`. `whole` is whether the file has been understood
    /// completely.
    pub fn new(file: &str, whole: bool) -> Self {
        let (file, names) = (file.to_owned(), Names::default());
        let (keys, mappings) = (BTreeSet::new(), BTreeMap::new());
        Self { file, found: Vec::new(), whole, dialect: None, keys, mappings, asked: Vec::new(), names }
    }

    pub(crate) fn is_typed(&self) -> bool {
        self.dialect.is_some_and(|dialect| dialect.is_typed)
    }

    /// Adds a problem at `place`.
    pub fn add(
        &mut self,
        place: impl AsRef<Span>,
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.found.push(Problem {
            file: self.file.clone(),
            span: place.as_ref().clone(),
            expected: expected.into(),
            found: found.into(),
            hint: hint.into(),
        });
    }

    /// Adds a problem and returns `None`.
    pub fn refuse<T>(
        &mut self,
        place: impl AsRef<Span>,
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<String>,
    ) -> Option<T> {
        self.add(place, expected, found, hint);
        None
    }

    /// Adds a problem about a word.
    pub fn add_word(&mut self, word: &Spanned<String>, expected: impl Into<String>, hint: impl Into<String>) {
        self.add(word, expected, quote(word), hint);
    }

    /// Adds a problem about a missing item, if the file has been understood completely: otherwise the item may exist.
    pub fn add_missing(
        &mut self,
        place: impl AsRef<Span>,
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<String>,
    ) {
        if self.whole {
            self.add(place, expected, found, hint);
        }
    }

    /// Returns the places of the problems so far.
    pub fn doubts(&self) -> Doubts {
        Doubts(self.found.iter().map(|problem| problem.span.path.clone()).collect())
    }

    /// Returns the number of problems.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Returns whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the problems in file order, without duplicates.
    pub fn into_sorted(mut self) -> Vec<Problem> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}

/// Places of a schema with problems. Checks skip their dependents, because the results would change once the mistake is
/// corrected.
#[derive(Debug, Clone, Default)]
pub struct Doubts(BTreeSet<String>);

/// With descriptions, which never define names.
const TOLD: &[&str] = &["doc", "doc-ref", "-orig-id", "title", "why", "advice", "about", "help", "because", "license"];

impl Doubts {
    /// Returns whether all places are texts, so that no definition is missing because of them.
    pub fn hide_nothing(&self) -> bool {
        let told = |path: &String| TOLD.contains(&path.rsplit('/').next().unwrap_or_default());
        self.0.iter().all(told)
    }

    /// Returns the union of both.
    pub fn and(&self, others: &Self) -> Self {
        Self(&self.0 | &others.0)
    }

    /// Returns whether there is a problem at or below `place`.
    pub fn at(&self, place: impl AsRef<Span>) -> bool {
        let path = &place.as_ref().path;
        let inner = format!("{path}/");
        let mut from = self.0.range(inner.clone()..);
        self.0.contains(path) || from.next().is_some_and(|next| next.starts_with(&inner))
    }

    /// Returns the paths of problems below `place`, relative to it.
    pub fn inside<'d>(&'d self, place: &Span) -> impl Iterator<Item = &'d str> + use<'d> {
        let inner = format!("{}/", place.path);
        let from = self.0.range(inner.clone()..);
        from.map_while(move |path| path.strip_prefix(inner.as_str()))
    }
}

/// Quotes text for a problem.
pub fn quote(text: &str) -> String {
    format!("`{}`", one_line(text))
}
