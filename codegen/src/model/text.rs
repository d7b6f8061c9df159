//! Dialect `text`: entries between marker lines in text files.

use super::docs::Docs;
use crate::reading::{Prose, mapping};
use crate::spanned::Spanned;

mapping! {
    pub struct Spec as "a text schema" {
        pub _dialect: String,
        pub meta: Meta,
        pub docs: Docs as flatten,
        /// What differs from one kind of text to another.
        pub parameters: Vec<Parameter>,
        pub field: Field,
        pub entry: Entry,
        pub outside: Outside,
    }
}

mapping! {
    pub struct Meta as "meta" {
        pub id: Spanned<String>,
        pub title: String,
        pub _license: Option<String>,
    }
}

mapping! {
    /// Text that differs from one kind of text to another, such as what begins a comment.
    pub struct Parameter as "a parameter" {
        pub id: Spanned<String>,
        /// A value for documentation and tests.
        pub example: Spanned<String>,
        pub doc: Prose,
    }
}

mapping! {
    /// The field of an entry, which both markers hold.
    pub struct Field as "the field" {
        pub id: Spanned<String>,
        /// Texts it must not hold.
        pub refuse: Vec<Refusal>,
        pub docs: Docs as flatten,
    }
}

mapping! {
    /// Text that the field must not hold, with the reason.
    pub struct Refusal as "a refusal" {
        pub text: Spanned<String>,
        pub why: Prose,
    }
}

mapping! {
    pub struct Entry as "the entry" {
        pub doc: Prose,
        pub start: Marker,
        pub content: Content,
        pub end: Marker,
    }
}

mapping! {
    pub struct Marker as "a marker" {
        /// The line, with `{NAME}` for the value of a parameter, and at the end for the field.
        pub line: Spanned<String>,
        pub docs: Docs as flatten,
    }
}

mapping! {
    pub struct Content as "the content" {
        pub id: Spanned<String>,
        pub docs: Docs as flatten,
    }
}

mapping! {
    /// What text outside of entries is called.
    pub struct Outside as "the outside" {
        pub id: Spanned<String>,
        pub doc: Prose,
    }
}

/// A part of a marker line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'s> {
    Text(&'s str),
    /// The value of the parameter or field of this name.
    Value(&'s str),
}

impl Marker {
    /// The parts of the line. A brace without its closing one is text.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        let mut rest = self.line.as_str();
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            parts.extend(Some(Part::Text(before)).filter(|_| !before.is_empty()));
            parts.push(Part::Value(name));
            rest = after;
        }
        parts.extend(Some(Part::Text(rest)).filter(|_| !rest.is_empty()));
        parts
    }
}
