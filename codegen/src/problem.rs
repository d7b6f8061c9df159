//! A mistake in a schema: where it is, what was expected, what was found, and what to do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::dialect::Dialect;
use crate::prose::one_line;
use crate::spanned::{Span, Spanned};

/// One mistake in one schema. Every mistake is reported, not just the first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Name of the schema file, as given in [`crate::Source::name`].
    pub file: String,
    /// Line, column and path in the YAML tree.
    pub span: Span,
    /// What the schema language asks for at this place.
    pub expected: String,
    /// What is there.
    pub found: String,
    /// What the author can do about it.
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

/// Names, by what they are of.
pub(crate) type Named = BTreeMap<String, Vec<Spanned<String>>>;
/// What is asked once all of a schema is read.
pub(crate) type Asked = Box<dyn Fn(&mut Problems)>;
/// What is asked once all names are known.
pub(crate) type Rule = Box<dyn Fn(&Names, &mut Problems)>;

/// The names that keys give and use.
#[derive(Default)]
pub(crate) struct Names {
    pub given: Named,
    pub used: Named,
    /// Those that are to be given once.
    pub alone: Named,
    /// Those that other schemas give.
    pub outside: Named,
    pub rules: Vec<Rule>,
}

/// Collects the problems of one schema file.
pub struct Problems {
    file: String,
    found: Vec<Problem>,
    whole: bool,
    /// The dialect of a binary schema.
    pub(crate) dialect: Option<&'static Dialect>,
    /// The keys of the mappings that have been read: what problems call a mapping, and a key that it takes.
    pub(crate) keys: BTreeSet<(String, String)>,
    /// Where they are: their paths, and what problems call them.
    pub(crate) mappings: BTreeMap<String, BTreeSet<String>>,
    /// What is asked once all is read.
    pub(crate) asked: Vec<Asked>,
    /// The names that keys give and use.
    pub(crate) names: Names,
}

impl Problems {
    /// An empty collection for the schema file `file`. `whole`: whether everything in the file has been understood.
    pub fn new(file: &str, whole: bool) -> Self {
        let (file, names) = (file.to_owned(), Names::default());
        let (keys, mappings) = (BTreeSet::new(), BTreeMap::new());
        Self { file, found: Vec::new(), whole, dialect: None, keys, mappings, asked: Vec::new(), names }
    }

    /// Whether types are generated of what the schema describes.
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

    /// Adds a problem, for which there is no value.
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

    /// Adds a problem with a word.
    pub fn add_word(&mut self, word: &Spanned<String>, expected: impl Into<String>, hint: impl Into<String>) {
        self.add(word, expected, quote(word), hint);
    }

    /// Adds a problem that says that something is not there. Where not everything in the file was understood it may be there, so
    /// nothing is said.
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

    /// Where something is wrong so far.
    pub fn doubts(&self) -> Doubts {
        Doubts(self.found.iter().map(|problem| problem.span.path.clone()).collect())
    }

    /// How many there are so far.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The problems in the order of their places in the file, each once.
    pub fn into_sorted(mut self) -> Vec<Problem> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}

/// Places of a schema at which something is wrong. What depends on them is not judged: what is said of it would be gone, or another
/// thing, once the mistake is mended.
#[derive(Debug, Clone, Default)]
pub struct Doubts(BTreeSet<String>);

/// Keys whose values only tell people something: nothing can be defined under them.
const TOLD: &[&str] = &["doc", "doc-ref", "-orig-id", "title", "why", "advice", "about", "help", "because", "license"];

impl Doubts {
    /// Whether none of them is where something could be defined that is missed elsewhere.
    pub fn hide_nothing(&self) -> bool {
        let told = |path: &String| TOLD.contains(&path.rsplit('/').next().unwrap_or_default());
        self.0.iter().all(told)
    }

    /// Those of both.
    pub fn and(&self, others: &Self) -> Self {
        Self(&self.0 | &others.0)
    }

    /// Whether something is wrong at `place` or inside what is there.
    pub fn at(&self, place: impl AsRef<Span>) -> bool {
        let path = &place.as_ref().path;
        let inner = format!("{path}/");
        let mut from = self.0.range(inner.clone()..);
        self.0.contains(path) || from.next().is_some_and(|next| next.starts_with(&inner))
    }

    /// The paths of such places inside what is at `place`, from there.
    pub fn inside<'d>(&'d self, place: &Span) -> impl Iterator<Item = &'d str> + use<'d> {
        let inner = format!("{}/", place.path);
        let from = self.0.range(inner.clone()..);
        from.map_while(move |path| path.strip_prefix(inner.as_str()))
    }
}

/// Text as problems show it.
pub fn quote(text: &str) -> String {
    format!("`{}`", one_line(text))
}
