//! Subarchitectures, which imply a processor.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::captures::{Captured, Captures};
use super::compatibility::foreign_feature;
use super::tables::{Compares, Grammar, Processor, Subarchitecture, Subarchitectures};
use crate::template::fill;

impl<'g> Grammar<'g> {
    /// Returns the subarchitecture called `name`, with its table.
    pub fn subarchitecture(&self, name: &str) -> Option<(&'g Subarchitectures<'g>, &'g Subarchitecture<'g>)> {
        let tables = self.subarchitectures.iter().filter(|_| !self.releases_only);
        let mut all = tables.flat_map(|table| table.list.iter().map(move |one| (table, one)));
        all.find(|(_, one)| one.name == name || one.also.contains(&name))
    }

    /// Returns `triple` with the architecture for its subarchitecture, and the implied processor; `None` if the triple
    /// has no subarchitecture.
    pub fn architecture_triple(&self, triple: &str) -> Option<(String, Option<&'g str>)> {
        let parts = self.read_by(self.rules.triple, triple).ok()?;
        let piece = parts
            .items()
            .iter()
            .find(|piece| piece.part == self.roles.architecture)?;
        let (table, one) = self.subarchitecture(piece.text)?;
        let (before, after) = (
            triple.get(..piece.at)?,
            triple.get(piece.at.saturating_add(piece.text.len())..)?,
        );
        Some((format!("{before}{}{after}", table.architecture), one.processor))
    }

    /// Newer than all releases of the styles.
    pub(super) fn is_unreleased(&self, processor: &Processor<'_>) -> bool {
        self.releases_only
            && !processor.releases.is_empty()
            && !self.styles.iter().any(|style| processor.releases.contains(&style.name))
    }

    pub(super) fn has_feature(&self, processor: &Processor<'_>, name: &str) -> bool {
        match self.releases_only {
            true => processor.features.contains(&name),
            false => processor.has_feature(name),
        }
    }

    pub(super) fn resolve<'t>(&'t self, parts: Captures<'t>) -> Captures<'t> {
        let roles = &self.roles;
        let named = parts.get(roles.architecture);
        let Some((table, one)) = named.and_then(|name| self.subarchitecture(name)) else {
            return parts;
        };
        let has_name = |text: &str| !text.is_empty() && !table.unnamed.contains(&text);
        let own = one
            .processor
            .filter(|_| !parts.get(roles.processor).is_some_and(has_name));
        let mut pieces: Vec<Captured<'t>> = parts.items().to_vec();
        if own.is_some() {
            pieces.retain(|piece| piece.part != roles.processor);
        }
        for piece in pieces.iter_mut().filter(|piece| piece.part == roles.architecture) {
            piece.text = table.architecture;
        }
        let mut resolved = Captures::new(pieces);
        if let Some(processor) = own {
            resolved.add(roles.processor, processor);
        }
        resolved
    }

    pub(super) fn covers(&self, one: &Subarchitecture<'_>, name: &str) -> bool {
        let Some(known) = self.processor(name) else {
            return false;
        };
        match one.processor {
            None => true,
            Some(own) => known.is_called(own) || known.family == Some(own) || one.members.contains(&known.name),
        }
    }

    /// `parts` are resolved, `architecture` is as stored.
    pub(super) fn contradiction(&self, architecture: &str, parts: &Captures<'_>) -> Option<String> {
        let processor = parts.get(self.roles.processor).filter(|name| !name.is_empty());
        if let Some((table, one)) = self.subarchitecture(architecture) {
            let say = |text: &str| {
                fill(text, |name| match name {
                    "stored" => Some(architecture),
                    "architecture" => Some(table.architecture),
                    "processor" => processor,
                    _ => None,
                })
            };
            if one.processor.is_none() {
                return Some(say(table.incomplete));
            }
            let is_known = |name: &&str| self.processor(name).is_some();
            if processor.filter(is_known).is_some_and(|name| !self.covers(one, name)) {
                return Some(say(table.outside));
            }
        }
        let (processor, feature) = foreign_feature(self, parts)?;
        let is_known = self.features.iter().any(|known| known.name == feature);
        let mut rules = self.compatibility.iter();
        let rule = rules.find(|rule| matches!(rule.compares, Compares::OwnFeatures) && is_known)?;
        Some(fill(rule.differs, |name| match name {
            "processor" => Some(processor),
            "feature" => Some(feature),
            _ => None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::Grammar;
    use super::super::tiny::TINY;

    const OF_RELEASES: Grammar<'_> = Grammar { releases_only: true, ..TINY };

    #[test]
    fn subarchitectures_are_read_as_their_architecture() {
        for (id, canonical) in [
            ("away/own/c1", "away/gro/c1"),
            ("away/own", "away/gro/c1"),
            ("away/calling", "away/gro/call"),
            ("away/callers/c1.fast+", "away/gro/c1.fast+"),
            ("away/callers/c3", "away/gro/call"),
            ("away/bare/c1", "away/gro/c1"),
            ("away/bare", "away/gro/"),
            ("away/owned", "away/owned/"),
        ] {
            assert_eq!(TINY.canonical(id).as_deref(), Ok(canonical), "{id}");
        }
        assert_eq!(OF_RELEASES.canonical("away/own/c1").as_deref(), Ok("away/own/c1"));
        assert!(TINY.verdict("away/own", "away/wood/c1").compatible);
        assert!(!TINY.verdict("away/own", "away/wood/call").compatible);
        assert!(!OF_RELEASES.verdict("away/own/c1", "away/wood/c1").compatible);
    }

    #[test]
    fn triples_are_given_their_architecture() {
        let triple = |triple| TINY.architecture_triple(triple);
        assert_eq!(triple("own"), Some(("gro".into(), Some("c1"))));
        assert_eq!(triple("bare"), Some(("gro".into(), None)));
        assert_eq!([triple("gro"), triple("owned"), triple("?")], [const { None }; 3]);
    }

    #[test]
    fn contradictory_words_are_refused() {
        let contradiction = |id| TINY.judge(id).invalid.and_then(|invalid| invalid.contradiction);
        for (id, expected) in [
            ("away/own/c1", None),
            ("away/own", None),
            ("away/callers/c1", None),
            ("away/callers/call", None),
            ("away/both/c2", None),
            ("away/gro/c1.hot+", None),
            ("away/own/c2", Some("own is not for c2")),
            ("away/own/call", Some("own is not for call")),
            ("away/callers/c2", Some("callers is not for c2")),
            ("away/bare/c1", Some("bare is gro")),
            ("away/gro/c2.hot+", Some("c2 is not hot")),
            ("away/gro/c2.new+", None),
        ] {
            assert_eq!(contradiction(id).as_deref(), expected, "{id}");
            assert_eq!(TINY.validate(id).is_err(), expected.is_some(), "{id}");
        }
        assert!(
            OF_RELEASES
                .validate("away/own/c1")
                .unwrap_err()
                .unknown_triple
                .is_some()
        );
    }

    #[test]
    fn release_grammar_excludes_newer_names() {
        assert!(TINY.verdict("away/gro/c1", "away/wood/c1.hot+").compatible);
        assert!(!OF_RELEASES.verdict("away/gro/c1", "away/wood/c1.hot+").compatible);
        assert_eq!(TINY.primary("chip", "c3"), Some("c3"));
        assert_eq!(OF_RELEASES.primary("chip", "c3"), None);
    }
}
