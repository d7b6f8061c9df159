//! Look-ups of words, kinds and processors in the tables of a grammar.

use alloc::vec::Vec;

use super::tables::{Grammar, OffloadKind, Part, Processor, ProcessorGroup, Words};

impl<'g> Grammar<'g> {
    /// Returns the part named `name`.
    pub fn part(&self, name: &str) -> Option<&'g Part<'g>> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Returns the primary spelling of `text` as the part `name`, if the table lists it.
    pub fn primary(&self, name: &str, text: &str) -> Option<&'g str> {
        match self.part(name)?.words? {
            Words::Table(table) => {
                let mut found: Option<(&'g str, usize)> = None;
                for word in table.words {
                    for name in *word {
                        let fits = if table.open {
                            begins_with(text, name)
                        } else {
                            is(name, text)
                        };
                        if fits && found.is_none_or(|(_, len)| name.len() >= len) {
                            found = word.first().map(|primary| (*primary, name.len()));
                        }
                    }
                }
                found.map(|(primary, _)| primary)
            }
            Words::Kinds => self.kind(text).map(|kind| kind.name),
            Words::Features => self
                .features
                .iter()
                .find(|feature| feature.name == text)
                .map(|feature| feature.name),
            Words::Processors => self.processor(text).map(|processor| processor.name),
        }
    }

    /// Returns whether `target` is for a family of processors.
    pub fn is_generic(&self, target: &str) -> bool {
        let Ok(parts) = self.read_target(target) else {
            return false;
        };
        let Some(name) = parts.get(self.roles.processor) else {
            return false;
        };
        let mut processors = self.processors.iter().flat_map(|group| group.processors);
        processors.any(|processor| processor.family == Some(name))
    }

    /// Returns all names in `words`, primary and alternative.
    pub fn names<'n>(&self, words: Words<'n>) -> Vec<&'n str>
    where
        'g: 'n,
    {
        let mut names = Vec::new();
        self.each_name(words, |name| names.push(name));
        names
    }

    pub(super) fn longest_word<'n>(&self, words: Words<'n>, text: &str) -> Option<&'n str>
    where
        'g: 'n,
    {
        let mut longest = "";
        self.each_name(words, |name| {
            if name.len() > longest.len() && begins_with(text, name) {
                longest = name;
            }
        });
        (!longest.is_empty()).then_some(longest)
    }

    /// Plain loops: iterator chains take five times as long.
    pub(super) fn each_name<'n>(&self, words: Words<'n>, mut visit: impl FnMut(&'n str))
    where
        'g: 'n,
    {
        match words {
            Words::Table(table) => {
                for word in table.words {
                    word.iter().for_each(|name| visit(name));
                }
            }
            Words::Processors => {
                for group in self.processors {
                    for processor in group
                        .processors
                        .iter()
                        .filter(|processor| !self.is_unreleased(processor))
                    {
                        visit(processor.name);
                        processor.also.iter().for_each(|name| visit(name));
                    }
                }
            }
            Words::Kinds => self.kinds.iter().for_each(|kind| visit(kind.name)),
            Words::Features => self.features.iter().for_each(|feature| visit(feature.name)),
        }
    }

    /// Returns the processor called `name`, by its primary or an alternative name.
    pub fn processor(&self, name: &str) -> Option<&'g Processor<'g>> {
        let is_called = |one: &&Processor<'_>| is(one.name, name) || one.also.iter().any(|also| is(also, name));
        let found = |group: &'g ProcessorGroup<'g>| group.processors.iter().find(is_called);
        let found = self.processors.iter().find_map(found);
        found.filter(|processor| !self.is_unreleased(processor))
    }

    /// Returns the group of the processor called `name`.
    pub fn processor_group(&self, name: &str) -> Option<&'g ProcessorGroup<'g>> {
        let has = |group: &&ProcessorGroup<'_>| group.processors.iter().any(|processor| processor.is_called(name));
        self.processors.iter().find(has)
    }

    /// Returns the group of the processor called `name`. For an unknown name, returns the only group of processors with the same letters before a number.
    pub fn group_like(&self, name: &str) -> Option<&'g ProcessorGroup<'g>> {
        if let Some(group) = self.processor_group(name) {
            return Some(group);
        }
        let stem = stem(name)?;
        let is_like = |group: &&ProcessorGroup<'_>| {
            let processors = group.processors.iter();
            let mut names = processors.flat_map(|known| [known.name].into_iter().chain(known.also.iter().copied()));
            names.any(|known| self::stem(known) == Some(stem))
        };
        let mut like = self.processors.iter().filter(is_like);
        let first = like.next()?;
        like.next().is_none().then_some(first)
    }

    /// Returns the kind called `name`.
    pub fn kind(&self, name: &str) -> Option<&'g OffloadKind<'g>> {
        self.kinds.iter().find(|kind| kind.name == name)
    }
}

pub(super) fn stem(name: &str) -> Option<&str> {
    name.find(|character: char| character.is_ascii_digit())
        .and_then(|end| name.get(..end))
}

/// Compares the last byte first, because names often share prefixes.
fn begins_with(text: &str, name: &str) -> bool {
    let Some(last) = name.len().checked_sub(1) else {
        return true;
    };
    text.as_bytes().get(last) == name.as_bytes().last() && text.starts_with(name)
}

fn is(name: &str, text: &str) -> bool {
    name.len() == text.len() && begins_with(text, name)
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;
    use super::*;

    #[test]
    fn open_table_matches_longest_prefix() {
        assert_eq!(TINY.primary("place", "grove14.0"), Some("gro"));
        assert_eq!(TINY.primary("place", "grb"), Some("gr"));
        assert_eq!(TINY.primary("place", "x"), None);
        let words = TINY.part("place").unwrap().words.unwrap();
        assert_eq!(TINY.longest_word(words, "grove14.0"), Some("grove"));
        assert_eq!(TINY.names(words), ["gro", "grove", "wood", "gr"]);
    }

    #[test]
    fn names_are_unambiguous() {
        assert_eq!(TINY.primary("chip", "c-2"), Some("c2"));
        assert_eq!(TINY.primary("chip", "c2x"), None);
        assert_eq!(TINY.processor_group("c-2").unwrap().architectures, ["sea"]);
        assert_eq!(TINY.longest_word(Words::Processors, "c-2x"), Some("c-2"));
        assert_eq!(TINY.primary("kind", "away"), Some("away"));
        assert_eq!(TINY.primary("feature", "fast"), Some("fast"));
    }
}
