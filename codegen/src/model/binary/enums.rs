//! Named numbers of typed layouts.

use crate::model::layout::{self, Docs, OfEntries};
use crate::prose::comma_list;
use crate::spanned::{Span, Spanned};

#[derive(Debug, Clone)]
pub struct Enum {
    pub id: Spanned<String>,
    pub members: Vec<Member>,
}

#[derive(Debug, Clone)]
pub struct Member {
    pub number: Spanned<u64>,
    pub id: Spanned<String>,
    pub docs: Docs,
    pub of: OfEntries,
}

impl Enum {
    pub(super) fn new(named: &layout::Enum, id: String) -> Self {
        let members = named.members.iter().filter_map(|member| {
            let number = member.number.with(u64::try_from(member.number.value).ok()?);
            Some(Member { number, id: member.id.0.clone()?, docs: member.docs.clone(), of: member.of.clone() })
        });
        Self { id: named.id.with(id), members: members.collect() }
    }

    pub fn known_numbers(&self) -> String {
        let members = self.members.iter();
        comma_list(members.map(|member| format!("{} ({})", member.number.value, member.id.value)))
    }
}

impl Member {
    /// The word, or else the id.
    pub fn name(&self) -> &str {
        self.of.word.as_ref().map_or(&self.id.value, |word| &word.value)
    }

    pub fn of_entries(&self) -> Option<&Span> {
        let OfEntries { word, releases, suffix, begins, .. } = &self.of;
        let (word, suffix) = (
            word.as_ref().map(|said| &said.span),
            suffix.as_ref().map(|said| &said.span),
        );
        let (releases, begins) = (
            releases.as_ref().map(|said| &said.span),
            begins.as_ref().map(|said| &said.span),
        );
        word.or(releases).or(suffix).or(begins)
    }
}
