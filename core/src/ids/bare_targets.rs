//! Target IDs without a kind and triple.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::{IdPart, ParseError, Verdict};
use super::captures::{Captured, Captures};
use super::compatibility::{Purpose, Request};
use super::component::IdComponent;
use super::lookup::stem;
use super::stored_code::StoredCode;
use super::tables::{Grammar, Words};

impl Grammar<'static> {
    /// Returns whether `text` is a target ID without a kind and triple: its processor is known, or has the letters of a
    /// known processor before a number and does not begin with a kind.
    pub fn is_target(&self, text: &str) -> bool {
        let Ok(parts) = self.read_target(text) else {
            return false;
        };
        let processor = parts.get(self.roles.processor).unwrap_or_default();
        let has_kind = || {
            let read = self.read(text).ok();
            read.is_some_and(|parts| parts.get(self.roles.kind).is_some_and(|kind| self.kind(kind).is_some()))
        };
        self.processor(processor).is_some() || (self.is_like_a_processor(processor) && !has_kind())
    }

    fn is_like_a_processor(&self, name: &str) -> bool {
        let letters = stem(name);
        let mut is_known = false;
        self.each_name(Words::Processors, |known| is_known |= stem(known) == letters);
        letters.is_some() && is_known
    }

    /// Returns the parts of a target ID with descriptions, in text order.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn target_parts(&self, target: &str) -> Result<Vec<IdPart>, ParseError> {
        Ok(self.for_people(target, &self.read_target(target)?))
    }

    /// Returns the canonical spelling of a target ID.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn canonical_target(&self, target: &str) -> Result<String, ParseError> {
        Ok(self.target(&self.read_target(target)?))
    }

    /// Returns whether code for the target of `stored` may serve a request for the target of `asked`. Both accept a
    /// bundle entry ID or a target ID. Kinds and triples are ignored.
    pub fn target_verdict(&self, stored: StoredCode<'_>, asked: &str) -> Verdict {
        let read = (self.read_either(stored.id), self.read_either(asked));
        self.ask_target(stored, read.0, (asked, read.1))
    }

    pub(super) fn ask_target<'t>(
        &'t self,
        StoredCode { id, image }: StoredCode<'_>,
        stored: Result<Captures<'t>, ParseError>,
        asked: (&str, Result<Captures<'t>, ParseError>),
    ) -> Verdict {
        let request = Request { component: Some(IdComponent::Target), image, purpose: Purpose::Serving };
        self.ask(request, (id, stored), asked)
    }

    /// Returns the canonical spelling of `id` with `target` as its target ID, or `None` if either cannot be parsed.
    pub fn with_target(&self, id: &str, target: &str) -> Option<String> {
        let (read, target) = (self.read(id).ok()?, self.read_target(target).ok()?);
        let roles = &self.roles;
        let own = [roles.processor, roles.feature, roles.sign];
        let kept = read.items().iter().filter(|piece| !own.contains(&piece.part));
        let pieces: Vec<Captured<'_>> = kept.chain(target.items()).copied().collect();
        Some(self.canonical.write(self, &Captures::new(pieces)))
    }

    fn read_either<'t>(&'t self, text: &'t str) -> Result<Captures<'t>, ParseError> {
        match self.is_target(text) {
            true => self.read_target(text),
            false => self.read(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;

    #[test]
    fn target_differs_from_entry_id() {
        for (text, is_target) in
            [("c1", true), ("c-2.fast+", true), ("away/gro/c1", false), ("away", false), ("c9", false), ("", false)]
        {
            assert_eq!(TINY.is_target(text), is_target, "{text}");
        }
        assert_eq!(TINY.canonical_target("c-2").as_deref(), Ok("c2"));
        assert_eq!(TINY.target_parts("c1.fast+").unwrap()[1].column, 4);
        assert!(TINY.target_parts("away/gro/c1").is_err());
    }

    #[test]
    fn targets_compare_without_kind_and_triple() {
        for (stored, asked, compatible, loads) in [
            ("c1", "c1.fast+", true, true),
            ("far/gro/c1", "c1", true, true),
            ("c2", "home/x/c-2", true, true),
            ("c1.fast+", "c1.fast-", false, false),
            ("call", "c1", false, true),
            ("home/gro", "c1", false, false),
            ("?", "c1", false, false),
            ("c1", "?", false, false),
        ] {
            let verdict = TINY.target_verdict(stored.into(), asked);
            assert_eq!(
                (verdict.compatible, verdict.loads.is_some()),
                (compatible, loads),
                "{stored} {asked}"
            );
            assert!(compatible || !verdict.reasons.is_empty(), "{stored} {asked}");
        }
    }

    #[test]
    fn id_accepts_another_target() {
        assert_eq!(
            TINY.with_target("away/wood/c1.fast+", "c-2").as_deref(),
            Some("away/gro/c2")
        );
        assert_eq!(TINY.with_target("away/x", "c1.hot-").as_deref(), Some("away/x/c1.hot-"));
        assert_eq!(TINY.with_target("?", "c1"), None);
        assert_eq!(TINY.with_target("away/x", "?"), None);
    }
}
