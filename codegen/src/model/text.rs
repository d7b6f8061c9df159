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
        /// How the next bundle is told from the next entry, as written.
        pub next_bundle: Option<Spanned<String>>,
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
    /// The field of an entry: the first marker holds it, the other can.
    pub struct Field as "the field" {
        pub id: Spanned<String>,
        pub encoding: Spanned<String>,
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
        /// Markers and content, in file order.
        pub seq: Spanned<Vec<Spanned<Item>>>,
    }
}

mapping! {
    /// A marker or the content.
    pub struct Item as "an item of the entry" {
        pub id: Spanned<String>,
        /// The parts of the marker line.
        pub marker: Option<Vec<Spanned<Part>>>,
        /// Whether it says that it is the content.
        pub content: bool,
        pub docs: Docs as flatten,
    }
}

mapping! {
    /// One part of a marker line: exactly one of a text, the value of a parameter, the value of the field.
    pub struct Part as "a part of a marker" {
        pub text: Option<String>,
        pub parameter: Option<String>,
        pub field: Option<String>,
        /// Whether it may be missing at the end of the file.
        pub optional_at_end: bool,
    }
}

mapping! {
    /// What text outside of entries is called.
    pub struct Outside as "the outside" {
        pub id: Spanned<String>,
        pub doc: Prose,
    }
}

/// What a part of a marker line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind<'s> {
    /// This text.
    Text(&'s str),
    /// The value of the parameter of this name.
    Parameter(&'s str),
    /// The value of the field of this name.
    Field(&'s str),
}

impl Part {
    /// What it is; nothing where it does not say exactly one thing.
    pub fn kind(&self) -> Option<PartKind<'_>> {
        match (&self.text, &self.parameter, &self.field) {
            (Some(text), None, None) => Some(PartKind::Text(text)),
            (None, Some(name), None) => Some(PartKind::Parameter(name)),
            (None, None, Some(name)) => Some(PartKind::Field(name)),
            _ => None,
        }
    }
}

/// A marker as readers look for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Split<'s> {
    /// What it is found by: the parts before the field; without a field, those before the first character of the marker comes again.
    pub lead: Vec<PartKind<'s>>,
    /// Whether it has the field.
    pub has_field: bool,
    /// What ends it: the rest.
    pub tail: Vec<PartKind<'s>>,
}

impl Item {
    /// The marker as readers look for it.
    pub fn split(&self) -> Split<'_> {
        let kinds = || self.marker.iter().flatten().filter_map(|part| part.kind());
        let has_field = kinds().any(|kind| matches!(kind, PartKind::Field(_)));
        let first = self.first_char();
        let mut split = Split { has_field, ..Split::default() };
        let mut in_lead = true;
        let some = |text| Some(PartKind::Text(text)).filter(|_| !str::is_empty(text));
        for (index, kind) in kinds().enumerate() {
            match kind {
                PartKind::Field(_) => in_lead = false,
                PartKind::Text(text) if in_lead && !has_field => {
                    let begins = text.chars().next().filter(|_| index == 0).map_or(0, char::len_utf8);
                    let (before, rest) = text.split_at(begins);
                    let at = first.and_then(|first| rest.find(first)).unwrap_or(rest.len());
                    let (lead, tail) = text.split_at(before.len() + at);
                    split.lead.extend(some(lead));
                    split.tail.extend(some(tail));
                    in_lead = tail.is_empty();
                }
                kind if in_lead => split.lead.push(kind),
                kind => split.tail.push(kind),
            }
        }
        split
    }

    /// The first character of the marker, if it begins with text.
    pub fn first_char(&self) -> Option<char> {
        match self.marker.as_ref()?.first()?.kind()? {
            PartKind::Text(text) => text.chars().next(),
            _ => None,
        }
    }
}

impl Spec {
    /// The first character of the first marker, if it has one.
    pub fn line_break(&self) -> Option<char> {
        self.entry.seq.iter().find(|item| item.marker.is_some())?.first_char()
    }
}
