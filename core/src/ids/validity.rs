//! Validation of target arguments and host entries.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::answers::{Invalid, Judgement, UnknownTriple};
use super::captures::Captures;
use super::tables::Grammar;

impl Grammar<'_> {
    /// Returns whether `id` is for the host. The kind decides even if the ID cannot be parsed.
    pub fn is_host(&self, id: &str) -> bool {
        self.unchecked_kind(id)
            .and_then(|kind| self.kind(kind))
            .is_some_and(|kind| kind.host)
    }

    /// Returns whether a bundle of `ids` needs a host entry.
    pub fn needs_host(&self, ids: &[&str]) -> bool {
        !ids.iter().all(|id| {
            self.unchecked_kind(id)
                .and_then(|kind| self.kind(kind))
                .is_some_and(|kind| kind.alone)
        })
    }

    /// Returns `id` with each other kind that may replace its own if the user allows that.
    pub fn interchangeable(&self, id: &str) -> Vec<String> {
        let Some((kind, rest)) = self
            .unchecked_kind(id)
            .and_then(|kind| Some((kind, id.strip_prefix(kind)?)))
        else {
            return Vec::new();
        };
        let others = self.kind(kind).map_or(&[][..], |kind| kind.interchangeable);
        others.iter().map(|other| format!("{other}{rest}")).collect()
    }

    /// Checks `id` as a target argument.
    ///
    /// # Errors
    ///
    /// Returns the faults for which a tool must refuse `id`.
    pub fn validate(&self, id: &str) -> Result<(), Invalid> {
        self.judge(id).invalid.map_or(Ok(()), Err)
    }

    /// Checks `id` by the rules of the tools that define the grammar, without words of other tools.
    ///
    /// # Errors
    ///
    /// Returns the faults for which such a tool refuses `id`.
    pub fn validate_as_tools(&self, id: &str) -> Result<(), Invalid> {
        let parts = self.read_by(self.rules.unchecked, id).unwrap_or_default();
        self.complete(id, self.faults(id, &parts, |name, text| self.tools_know(name, text)))
            .map_or(Ok(()), Err)
    }

    /// Returns the canonical spelling of `id` and its faults: [`Grammar::canonical`] and [`Grammar::validate`] in one
    /// step.
    pub fn judge(&self, id: &str) -> Judgement {
        let fields = self.read_by(self.rules.unchecked, id).unwrap_or_default();
        let mut invalid = self.words(id, &fields, |name, text| self.knows(name, text));
        let mut canonical = None;
        match self.read_by(self.rules.entry, id) {
            Ok(parts) => {
                let stored = parts.get(self.roles.architecture);
                let resolved = self.resolve(parts);
                canonical = Some(self.canonical.write(self, &resolved));
                invalid.contradiction = stored.and_then(|stored| self.contradiction(stored, &resolved));
            }
            Err(error) => invalid.malformed = Some(error),
        }
        Judgement { canonical, invalid: self.complete(id, invalid) }
    }

    fn complete(&self, id: &str, mut invalid: Invalid) -> Option<Invalid> {
        if invalid == Invalid::default() {
            return None;
        }
        if invalid.unknown_kind.is_some() {
            invalid.without_kind = self.behind_each_kind(id);
        }
        Some(invalid)
    }

    fn behind_each_kind(&self, id: &str) -> Vec<String> {
        let read = self.read_by(self.rules.unchecked, id).unwrap_or_default();
        let [kind, next, ..] = read.items() else {
            return Vec::new();
        };
        let Some(between) = id.get(kind.text.len()..next.at) else {
            return Vec::new();
        };
        let behind = self.kinds.iter().map(|kind| format!("{}{between}{id}", kind.name));
        let is_valid = |id: &String| {
            let parts = self.read_by(self.rules.unchecked, id).unwrap_or_default();
            self.faults(id, &parts, |name, text| self.knows(name, text)) == Invalid::default()
        };
        behind.filter(is_valid).collect()
    }

    fn faults(&self, id: &str, parts: &Captures<'_>, knows: impl Fn(&str, &str) -> bool) -> Invalid {
        Invalid { malformed: self.read(id).err(), ..self.words(id, parts, knows) }
    }

    fn words(&self, id: &str, parts: &Captures<'_>, knows: impl Fn(&str, &str) -> bool) -> Invalid {
        let known = |name: &str| knows(name, parts.get(name).unwrap_or(""));
        let kind = parts.get(self.roles.kind).unwrap_or("");
        let triple =
            || UnknownTriple { stored: self.stored_triple(id, parts).into(), in_full: self.triple.write(self, parts) };
        Invalid {
            unknown_kind: (!known(self.roles.kind)).then(|| kind.into()),
            unknown_triple: (!known(self.roles.architecture)).then(|| Box::new(triple())),
            ..Invalid::default()
        }
    }

    fn stored_triple<'t>(&self, id: &'t str, parts: &Captures<'_>) -> &'t str {
        let fields = parts
            .items()
            .iter()
            .filter(|piece| self.roles.triple.contains(&piece.part));
        let mut ends = fields.map(|piece| (piece.at, piece.at.saturating_add(piece.text.len())));
        let first = ends.next();
        let last = ends.next_back().or(first);
        let range = first.zip(last).map(|((start, _), (_, end))| start..end);
        range.and_then(|range| id.get(range)).unwrap_or_default()
    }

    pub(super) fn knows(&self, name: &str, text: &str) -> bool {
        let rule = self.part(name).and_then(|part| part.known_elsewhere);
        self.tools_know(name, text)
            || rule.is_some_and(|rule| self.fits_rule(rule, text))
            || (name == self.roles.architecture && self.subarchitecture(text).is_some())
    }

    fn tools_know(&self, name: &str, text: &str) -> bool {
        let rule = self.part(name).and_then(|part| part.also_known);
        self.primary(name, text).is_some() || rule.is_some_and(|rule| self.fits_rule(rule, text))
    }

    fn unchecked_kind<'t>(&'t self, id: &'t str) -> Option<&'t str> {
        self.read_by(self.rules.unchecked, id).ok()?.get(self.roles.kind)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::super::tiny::TINY;

    #[test]
    fn missing_kind_is_not_unknown_kind() {
        let without_kind = |id| TINY.validate(id).err().map(|invalid| invalid.without_kind);
        assert_eq!(without_kind("away/gro/c1"), None);
        assert_eq!(
            without_kind("gro/c1"),
            Some(vec!["home/gro/c1".into(), "away/gro/c1".into(), "far/gro/c1".into()])
        );
        assert_eq!(without_kind("zzz/gro/c1"), Some(Vec::new()));
        assert_eq!(without_kind(""), Some(Vec::new()));
    }

    #[test]
    fn foreign_words_are_known_except_to_tools() {
        assert_eq!(TINY.validate("away/y/c1"), Ok(()));
        let refused = TINY.validate_as_tools("away/y/c1").unwrap_err();
        assert_eq!(refused.unknown_triple.map(|triple| triple.stored).as_deref(), Some("y"));
        assert_eq!(TINY.validate_as_tools("away/x/c1"), Ok(()));
    }

    #[test]
    fn judgement_equals_separate_answers() {
        for id in ["away/gro/c1", "away/wood/c-2/", "zzz/gro/c1", "away/q/c1", "away/gro/?", "", "gro/c1"] {
            let judged = TINY.judge(id);
            assert_eq!(judged.canonical, TINY.canonical(id).ok(), "{id}");
            assert_eq!(judged.invalid, TINY.validate(id).err(), "{id}");
            assert_eq!(judged.canonical.is_none(), TINY.read(id).is_err(), "{id}");
        }
        assert_eq!(TINY.judge("away/wood/c-2/").canonical.as_deref(), Some("away/gro/c2"));
        assert!(TINY.judge("away/gro/?").invalid.unwrap().malformed.is_some());
    }

    #[test]
    fn interchangeable_kinds_keep_rest_of_id() {
        assert_eq!(TINY.interchangeable("away/gro/c1"), ["far/gro/c1"]);
        assert!(TINY.interchangeable("far/gro/c1").is_empty());
        assert!(TINY.interchangeable("nowhere").is_empty());
    }
}
