//! The dialect `text`.

use super::docs::Docs;
use crate::reading::{Prose, mapping};
use crate::spanned::Spanned;

mapping! {
    pub struct Spec as "a text schema" {
        pub _dialect: String,
        pub meta: Meta,
        pub docs: Docs as flatten,
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
    /// Text that varies between kinds of files, such as the comment sign.
    pub struct Parameter as "a parameter" {
        pub id: Spanned<String>,
        pub example: Spanned<String>,
        pub doc: Prose,
    }
}

mapping! {
    pub struct Field as "the field" {
        pub id: Spanned<String>,
        pub refuse: Vec<Refusal>,
        pub docs: Docs as flatten,
    }
}

mapping! {
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
        /// The line, with `{NAME}` for parameters, and for the field at the end.
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
    pub struct Outside as "the outside" {
        pub id: Spanned<String>,
        pub doc: Prose,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'s> {
    Text(&'s str),
    Value(&'s str),
}

impl Marker {
    /// An unclosed brace is text.
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
