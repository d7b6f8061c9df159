//! Picking entries by one part of their IDs, by the rules of compatibility that are about that part.

use alloc::vec::Vec;

use super::{Captures, Grammar, Input, RuleFn};
use crate::ids::{Aspect, AspectError};

/// At most this many known names are shown for one that is not known.
const SHOWN: usize = 8;

/// The parts that entries can be picked by, beside the kind.
#[derive(Debug, Clone, Copy)]
pub struct Aspects {
    /// The triple.
    pub triple: ByItself,
    /// The processor with its features.
    pub target: ByItself,
}

/// Several parts that can stand by themselves.
#[derive(Debug, Clone, Copy)]
pub struct ByItself {
    /// Reads them.
    pub rule: RuleFn,
    /// Their names.
    pub about: &'static [&'static str],
}

impl Grammar {
    /// Whether `text` can be asked for as the part `aspect`. Errors: it does not follow the grammar, or names something unknown.
    pub fn check_aspect(&self, aspect: Aspect, text: &str) -> Result<(), AspectError> {
        let parts = self.read_aspect(aspect, text)?;
        match aspect {
            Aspect::Kind => Ok(()),
            Aspect::Triple => self.check_word(self.roles.architecture, &parts),
            Aspect::Target => {
                self.check_word(self.roles.processor, &parts)?;
                self.check_features(&parts)
            }
        }
    }

    /// Whether the entry `stored` may serve a request for the part `asked`, whatever its other parts.
    pub fn fits(&self, stored: &str, aspect: Aspect, asked: &str) -> bool {
        let (Ok(stored), Ok(asked)) = (self.read(stored), self.read_aspect(aspect, asked)) else {
            return false;
        };
        let kind = [self.roles.kind];
        let about = match aspect {
            Aspect::Kind => kind.as_slice(),
            Aspect::Triple => self.aspects.triple.about,
            Aspect::Target => self.aspects.target.about,
        };
        self.compare(&stored, &asked, about).compatible
    }

    fn read_aspect<'a>(&self, aspect: Aspect, text: &'a str) -> Result<Captures<'a>, AspectError> {
        let rule = match aspect {
            Aspect::Kind => {
                let mut parts = Captures::default();
                parts.add(self.roles.kind, text);
                return self.check_word(self.roles.kind, &parts).map(|()| parts);
            }
            Aspect::Triple => self.aspects.triple.rule,
            Aspect::Target => self.aspects.target.rule,
        };
        Input::read(text, rule).map_err(AspectError::Malformed)
    }

    /// The part `name` must hold a word that is known.
    fn check_word(&self, name: &'static str, parts: &Captures<'_>) -> Result<(), AspectError> {
        let text = parts.get(name).unwrap_or("");
        if self.knows(name, text) {
            return Ok(());
        }
        Err(AspectError::Unknown { what: name, name: text.into(), known: self.near(name, text) })
    }

    /// The processor must have every feature that is named.
    fn check_features(&self, parts: &Captures<'_>) -> Result<(), AspectError> {
        let processor = parts.get(self.roles.processor).and_then(|name| self.processor(name));
        let Some(processor) = processor else { return Ok(()) };
        match parts
            .features(self)
            .iter()
            .find(|(name, _)| !processor.has_feature(name))
        {
            None => Ok(()),
            Some((name, _)) => Err(AspectError::Unknown {
                what: self.roles.feature,
                name: (*name).into(),
                known: processor.features.to_vec(),
            }),
        }
    }

    /// Known words of the part `name`: those that begin as `text` does, as far as that goes; all if they are few.
    fn near(&self, name: &str, text: &str) -> Vec<&'static str> {
        let Some(words) = self.part(name).and_then(|part| part.words) else {
            return Vec::new();
        };
        let shared = |word: &str| word.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let longest = words.names().map(shared).max().unwrap_or(0);
        let near: Vec<&str> = words.names().filter(|word| shared(word) == longest).collect();
        if near.len() <= SHOWN { near } else { Vec::new() }
    }
}
