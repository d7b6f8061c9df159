//! What a tool must refuse in a target argument, and which bundles need a host entry.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::answers::Invalid;
use super::tables::Grammar;

impl Grammar<'_> {
    /// Whether `id` is for the host. Unreadable IDs count by their kind.
    pub fn is_host(&self, id: &str) -> bool {
        self.kind_of(id)
            .and_then(|kind| self.kind(kind))
            .is_some_and(|kind| kind.host)
    }

    /// Whether a bundle of `ids` must have an entry for the host.
    pub fn needs_host(&self, ids: &[&str]) -> bool {
        !ids.iter().all(|id| {
            self.kind_of(id)
                .and_then(|kind| self.kind(kind))
                .is_some_and(|kind| kind.alone)
        })
    }

    /// `id` with each of the other kinds whose entries may stand for it where a user asks for that.
    pub fn interchangeable(&self, id: &str) -> Vec<String> {
        let Some((kind, rest)) = self.kind_of(id).and_then(|kind| Some((kind, id.strip_prefix(kind)?))) else {
            return Vec::new();
        };
        let others = self.kind(kind).map_or(&[][..], |kind| kind.interchangeable);
        others.iter().map(|other| format!("{other}{rest}")).collect()
    }

    /// What is wrong with `id` as a target argument.
    ///
    /// # Errors
    ///
    /// What a tool must refuse in it.
    pub fn validate(&self, id: &str) -> Result<(), Invalid> {
        let mut invalid = self.faults(id);
        if invalid == Invalid::default() {
            return Ok(());
        }
        if invalid.unknown_kind.is_some() {
            invalid.without_kind = self.behind_each_kind(id);
        }
        Err(invalid)
    }

    /// `id` behind each kind that makes a valid ID of it. What parts the kind from the rest is what stands behind the first part of `id`.
    fn behind_each_kind(&self, id: &str) -> Vec<String> {
        let read = self.read_by(self.rules.unchecked, id).unwrap_or_default();
        let [kind, next, ..] = read.items() else {
            return Vec::new();
        };
        let Some(between) = id.get(kind.text.len()..next.at) else {
            return Vec::new();
        };
        let behind = self.kinds.iter().map(|kind| format!("{}{between}{id}", kind.name));
        behind.filter(|id| self.faults(id) == Invalid::default()).collect()
    }

    /// What is wrong with `id`, but for what it may have been meant to be.
    fn faults(&self, id: &str) -> Invalid {
        let parts = self.read_by(self.rules.unchecked, id).unwrap_or_default();
        let known = |name: &str| self.knows(name, parts.get(name).unwrap_or(""));
        let kind = parts.get(self.roles.kind).unwrap_or("");
        Invalid {
            unknown_kind: (!known(self.roles.kind)).then(|| kind.into()),
            unknown_triple: (!known(self.roles.architecture)).then(|| self.triple.write(self, &parts)),
            malformed: self.read(id).err(),
            without_kind: Vec::new(),
        }
    }

    /// Whether `text` is a known word of the part `name`.
    pub(super) fn knows(&self, name: &str, text: &str) -> bool {
        let rule = self.part(name).and_then(|part| part.also_known);
        self.primary(name, text).is_some() || rule.is_some_and(|rule| self.fits_rule(rule, text))
    }

    fn kind_of<'t>(&'t self, id: &'t str) -> Option<&'t str> {
        self.read_by(self.rules.unchecked, id).ok()?.get(self.roles.kind)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::super::tiny::TINY;

    #[test]
    fn a_kind_that_is_missing_is_not_taken_for_an_unknown_one() {
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
    fn kinds_that_may_stand_for_another_keep_the_rest_of_the_id() {
        assert_eq!(TINY.interchangeable("away/gro/c1"), ["far/gro/c1"]);
        assert!(TINY.interchangeable("far/gro/c1").is_empty());
        assert!(TINY.interchangeable("nowhere").is_empty());
    }
}
