//! Selection of entries by one component of their IDs.

use alloc::vec;
use alloc::vec::Vec;

use super::answers::{Reason, Verdict};
use super::captures::Captures;
use super::compatibility::{Purpose, Request};
use super::component::{IdComponent, IdComponentError, UnknownName};
use super::stored_code::StoredCode;
use super::tables::{Compares, CompatibilityRule, Grammar};

const SHOWN: usize = 8;

impl Grammar<'static> {
    /// Checks that `text` can be requested as `component`. An unknown processor is accepted, because it may be newer
    /// than the tables, and is returned.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the grammar, or has another unknown name.
    pub fn check_component(&self, component: IdComponent, text: &str) -> Result<Option<UnknownName>, IdComponentError> {
        let parts = self.read_component(component, text)?;
        match component {
            IdComponent::Kind => Ok(None),
            IdComponent::Triple => self
                .check_word(self.roles.architecture, &self.resolve(parts))
                .map(|()| None)
                .map_err(IdComponentError::Unknown),
            IdComponent::Target => match self.check_word(self.roles.processor, &parts) {
                Err(unknown) => Ok(Some(unknown)),
                Ok(()) => self.check_features(&parts).map(|()| None),
            },
        }
    }

    /// Returns whether a request for `asked` as `component` selects the stored entry: whether the entry runs on at
    /// least one requested device. Other components are ignored. [`Verdict::loads`] tells how it runs.
    pub fn select(&self, stored: StoredCode<'_>, component: IdComponent, asked: &str) -> Verdict {
        let StoredCode { id, image } = stored;
        let read = self.read(id);
        let parts = match (self.read_component(component, asked), &read) {
            (Ok(parts), _) => Ok(self.resolve(parts)),
            (Err(IdComponentError::Malformed(error)), _) => Err(error),
            (Err(_), Err(error)) => return Verdict::refused(self.unreadable(id, asked, id, error)),
            (Err(_), Ok(_)) => return Verdict::refused(vec![]),
        };
        let outside = read
            .as_ref()
            .ok()
            .and_then(|stored| self.outside_of(component, stored, asked));
        match outside {
            Some(reason) => Verdict::refused(vec![reason]),
            None => {
                let request = Request { component: Some(component), image, purpose: Purpose::Selecting };
                self.ask(request, (id, read), (asked, parts))
            }
        }
    }

    fn outside_of(&self, component: IdComponent, stored: &Captures<'_>, asked: &str) -> Option<Reason> {
        let parts = (component == IdComponent::Triple).then(|| self.read_by(self.rules.triple, asked).ok())??;
        let (_, one) = self.subarchitecture(parts.get(self.roles.architecture)?)?;
        let (own, name) = (one.processor?, stored.get(self.roles.processor).unwrap_or(""));
        let mut rules = self.compatibility.iter();
        let is_of_processors =
            |rule: &&CompatibilityRule<'_>| matches!(&rule.compares, Compares::Word(word) if word.selects_family);
        let rule = rules.find(is_of_processors).filter(|_| !self.covers(one, name))?;
        Some(self.say(rule, rule.differs, &[("stored", name), ("asked", own)]))
    }

    /// Returns the words that can be requested as `component`, if the grammar lists them.
    pub fn component_words(&self, component: IdComponent) -> Vec<&'static str> {
        let name = match component {
            IdComponent::Kind => self.roles.kind,
            IdComponent::Target => self.roles.processor,
            IdComponent::Triple => return Vec::new(),
        };
        let words = self.part(name).and_then(|part| part.words);
        words.map_or_else(Vec::new, |words| self.names(words))
    }

    fn read_component<'t>(&'t self, component: IdComponent, text: &'t str) -> Result<Captures<'t>, IdComponentError> {
        let rule = match component {
            IdComponent::Kind => {
                let mut parts = Captures::default();
                parts.add(self.roles.kind, text);
                return match self.check_word(self.roles.kind, &parts) {
                    Ok(()) => Ok(parts),
                    Err(unknown) => Err(IdComponentError::Unknown(unknown)),
                };
            }
            IdComponent::Triple => self.rules.triple,
            IdComponent::Target => self.rules.target,
        };
        self.read_by(rule, text).map_err(IdComponentError::Malformed)
    }

    fn check_word(&self, name: &'static str, parts: &Captures<'_>) -> Result<(), UnknownName> {
        let text = parts.get(name).unwrap_or("");
        if self.knows(name, text) {
            return Ok(());
        }
        Err(UnknownName { what: name, name: text.into(), known: self.near(name, text) })
    }

    fn check_features(&self, parts: &Captures<'_>) -> Result<(), IdComponentError> {
        let processor = parts.get(self.roles.processor).and_then(|name| self.processor(name));
        let Some(processor) = processor else { return Ok(()) };
        let known = processor.features.iter().chain(processor.newer_features);
        match parts
            .signed(&self.roles)
            .find(|(name, _)| !self.has_feature(processor, name))
        {
            None => Ok(()),
            Some((name, _)) => Err(IdComponentError::Unknown(UnknownName {
                what: self.roles.feature,
                name: name.into(),
                known: known
                    .copied()
                    .filter(|name| self.has_feature(processor, name))
                    .collect(),
            })),
        }
    }

    /// Returns the processor of `id` if it is unknown, otherwise the features of `id` that the processor is not known
    /// to have.
    pub fn unknown_names(&self, id: &str) -> Vec<UnknownName> {
        let Ok(parts) = self.read(id) else { return Vec::new() };
        if parts.get(self.roles.processor).is_none_or(str::is_empty) {
            return Vec::new();
        }
        match (
            self.check_word(self.roles.processor, &parts),
            self.check_features(&parts),
        ) {
            (Err(unknown), _) | (Ok(()), Err(IdComponentError::Unknown(unknown))) => vec![unknown],
            (Ok(()), _) => Vec::new(),
        }
    }

    fn near(&self, name: &str, text: &str) -> Vec<&'static str> {
        let Some(words) = self.part(name).and_then(|part| part.words) else {
            return Vec::new();
        };
        let shared = |word: &str| word.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let known = self.names(words);
        let longest = known.iter().map(|word| shared(word)).max().unwrap_or(0);
        // Every finding stores this list, so it must be short.
        let near: Vec<_> = known.iter().copied().filter(|word| shared(word) == longest).collect();
        if near.len() <= SHOWN { near } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;
    use super::*;

    #[test]
    fn unknown_processor_can_be_requested() {
        assert_eq!(TINY.check_component(IdComponent::Target, "c1.fast+"), Ok(None));
        let error = TINY.check_component(IdComponent::Target, "c1.new+").unwrap_err();
        assert_eq!(alloc::format!("{error}"), "unknown feature \"new\"; known: fast, hot");
        assert!(matches!(
            TINY.check_component(IdComponent::Kind, "hme"),
            Err(IdComponentError::Unknown(_))
        ));
        assert!(matches!(
            TINY.check_component(IdComponent::Target, "c1.fast"),
            Err(IdComponentError::Malformed(_))
        ));
    }

    #[test]
    fn unknown_names_are_reported() {
        let unknown = |id: &str| -> Vec<alloc::string::String> {
            TINY.unknown_names(id).into_iter().map(|unknown| unknown.name).collect()
        };
        assert_eq!(unknown("away/gro/c1.fast+"), [""; 0]);
        assert_eq!(unknown("away/gro"), [""; 0]);
        assert_eq!(unknown("away/gro/c1.new-"), ["new"]);
        assert_eq!(unknown("no ID"), [""; 0]);
    }
}
