//! Look-ups of words, kinds and processors in the tables of a grammar.

use super::tables::{Grammar, OffloadKind, Part, Processor, ProcessorGroup, Words};

impl<'g> Grammar<'g> {
    /// Returns the part named `name`.
    pub fn part(&self, name: &str) -> Option<&'g Part<'g>> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Returns the primary spelling of `text` as the part `name`, if it is a listed word.
    pub fn primary(&self, name: &str, text: &str) -> Option<&'g str> {
        match self.part(name)?.words? {
            Words::Table(table) => {
                let all = table
                    .words
                    .iter()
                    .flat_map(|word| word.iter().map(|name| (word.first(), *name)));
                let fitting = all.filter(|(_, name)| {
                    if table.open {
                        begins_with(text, name)
                    } else {
                        *name == text
                    }
                });
                fitting.max_by_key(|(_, name)| name.len())?.0.copied()
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

    /// Returns whether `target` is for the processors of a family, rather than for one.
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

    /// Returns every name in `words`, primary or not.
    pub fn names<'n>(&self, words: Words<'n>) -> impl Iterator<Item = &'n str>
    where
        'g: 'n,
    {
        let table = match words {
            Words::Table(table) => table.words,
            _ => &[],
        };
        let kinds = if matches!(words, Words::Kinds) { self.kinds } else { &[] };
        let features = if matches!(words, Words::Features) {
            self.features
        } else {
            &[]
        };
        let groups = if matches!(words, Words::Processors) {
            self.processors
        } else {
            &[]
        };
        let processors = groups.iter().flat_map(|group| group.processors);
        let processors = processors.filter(|processor| !self.is_unreleased(processor));
        let of_processor =
            |processor: &Processor<'n>| [processor.name].into_iter().chain(processor.also.iter().copied());
        let spellings = table.iter().copied().flatten().copied();
        spellings
            .chain(processors.flat_map(of_processor))
            .chain(kinds.iter().map(|kind| kind.name))
            .chain(features.iter().map(|feature| feature.name))
    }

    /// Returns the longest name in `words`, primary or not, that `text` begins with.
    pub(super) fn longest_word<'n>(&self, words: Words<'n>, text: &str) -> Option<&'n str>
    where
        'g: 'n,
    {
        let fitting = self
            .names(words)
            .filter(|name| !name.is_empty() && begins_with(text, name));
        fitting.max_by_key(|name| name.len())
    }

    /// Returns the processor called `name`, by its primary or an alternative name.
    pub fn processor(&self, name: &str) -> Option<&'g Processor<'g>> {
        let mut processors = self.processors.iter().flat_map(|group| group.processors);
        let found = processors.find(|one| is(one.name, name) || one.also.iter().any(|also| is(also, name)));
        found.filter(|processor| !self.is_unreleased(processor))
    }

    /// Returns the group of the processor called `name`.
    pub fn processor_group(&self, name: &str) -> Option<&'g ProcessorGroup<'g>> {
        let has = |group: &&ProcessorGroup<'_>| group.processors.iter().any(|processor| processor.is_called(name));
        self.processors.iter().find(has)
    }

    /// Returns the group of the processor called `name`, or, where that is unknown, the only group whose processors have its letters before a
    /// number.
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

/// Returns the letters of a name before its first digit, if it has one.
pub(super) fn stem(name: &str) -> Option<&str> {
    name.find(|character: char| character.is_ascii_digit())
        .and_then(|end| name.get(..end))
}

/// Returns `text.starts_with(name)`. Names of one table often have common prefixes, so that comparing the last byte first is faster.
fn begins_with(text: &str, name: &str) -> bool {
    let Some(last) = name.len().checked_sub(1) else {
        return true;
    };
    text.as_bytes().get(last) == name.as_bytes().last() && text.starts_with(name)
}

/// Returns `name == text`, with the last byte compared first for the same reason.
fn is(name: &str, text: &str) -> bool {
    name.len() == text.len() && begins_with(text, name)
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;
    use super::*;

    #[test]
    fn words_of_open_tables_are_the_longest_start_of_a_text() {
        assert_eq!(TINY.primary("place", "grove14.0"), Some("gro"));
        assert_eq!(TINY.primary("place", "grb"), Some("gr"));
        assert_eq!(TINY.primary("place", "x"), None);
        let words = TINY.part("place").unwrap().words.unwrap();
        assert_eq!(TINY.longest_word(words, "grove14.0"), Some("grove"));
        assert_eq!(
            TINY.names(words).collect::<alloc::vec::Vec<_>>(),
            ["gro", "grove", "wood", "gr"]
        );
    }

    #[test]
    fn names_mean_one_thing() {
        assert_eq!(TINY.primary("chip", "c-2"), Some("c2"));
        assert_eq!(TINY.primary("chip", "c2x"), None);
        assert_eq!(TINY.processor_group("c-2").unwrap().architectures, ["sea"]);
        assert_eq!(TINY.longest_word(Words::Processors, "c-2x"), Some("c-2"));
        assert_eq!(TINY.primary("kind", "away"), Some("away"));
        assert_eq!(TINY.primary("feature", "fast"), Some("fast"));
    }
}
