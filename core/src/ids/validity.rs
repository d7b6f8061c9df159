//! What a tool must refuse in a target argument, and which bundles need a host entry.

use super::answers::Invalid;
use super::parser::Parser;
use super::tables::Grammar;

impl Grammar {
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

    /// What is wrong with `id` as a target argument.
    ///
    /// # Errors
    ///
    /// What a tool must refuse in it.
    pub fn validate(&self, id: &str) -> Result<(), Invalid> {
        let parts = Parser::read(id, self.unchecked).unwrap_or_default();
        let known = |name: &str| self.knows(name, parts.get(name).unwrap_or(""));
        let kind = parts.get(self.roles.kind).unwrap_or("");
        let invalid = Invalid {
            unknown_kind: (!known(self.roles.kind)).then(|| kind.into()),
            unknown_triple: (!known(self.roles.architecture)).then(|| self.triple.write(self, &parts)),
            malformed: self.read(id).err(),
        };
        if invalid == Invalid::default() {
            Ok(())
        } else {
            Err(invalid)
        }
    }

    /// Whether `text` is a known word of the part `name`.
    pub(super) fn knows(&self, name: &str, text: &str) -> bool {
        let rule = self.part(name).and_then(|part| part.also_known);
        self.primary(name, text).is_some() || rule.is_some_and(|rule| Parser::fits(text, rule))
    }

    fn kind_of<'a>(&self, id: &'a str) -> Option<&'a str> {
        Parser::read(id, self.unchecked).ok()?.get(self.roles.kind)
    }
}
