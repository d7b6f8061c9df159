//! IDs in the spelling of a release of a tool.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::StyleError;
use super::captures::Captures;
use super::tables::{
    CaseOutcome, Condition, Cut, Grammar, KnownProcessors, Names, Predicate, Spelling, Style, StyleKind,
};
use crate::template::fill_with;

impl<'g> Grammar<'g> {
    /// Returns the spelling that `style` stores for the argument `id`.
    ///
    /// # Errors
    ///
    /// Returns an error if the style is unknown, refuses the argument, or would lose or double a part of it.
    pub fn restyle(&self, id: &str, style: &str) -> Result<String, StyleError> {
        match self.style(style) {
            Some(style) => style.write(self, id),
            None => Err(StyleError::Unknown { style: String::from(style) }),
        }
    }

    /// Returns the style called `name`.
    pub fn style(&self, name: &str) -> Option<&'g Style<'g>> {
        self.styles.iter().find(|style| style.name == name)
    }
}

impl Style<'_> {
    fn write(&self, grammar: &Grammar<'_>, id: &str) -> Result<String, StyleError> {
        match &self.kind {
            StyleKind::AsGiven => Ok(String::from(id)),
            StyleKind::Canonical => grammar
                .canonical(id)
                .map_err(|error| StyleError::Invalid { message: alloc::format!("`{id}`: {error}") }),
            StyleKind::Cut(cut) => cut.write(grammar, id),
        }
    }
}

impl<'g> Cut<'g> {
    fn write(&self, grammar: &Grammar<'_>, id: &str) -> Result<String, StyleError> {
        let parts = self
            .pieces(grammar, id)
            .ok_or_else(|| StyleError::Invalid { message: String::from(self.too_few) })?;
        let case = self
            .cases
            .iter()
            .find(|case| case.when.iter().all(|condition| condition.holds(grammar, &parts)));
        let say = |text: &str| {
            fill_with(text, |name, text| {
                let value = if name == "id" { Some(id) } else { parts.get(name) };
                text.push_str(value.unwrap_or_default());
                true
            })
        };
        match case.map(|case| case.outcome) {
            Some(CaseOutcome::Writes(template)) => Ok(Spelling { template, fills: self.fills }.write(grammar, &parts)),
            Some(CaseOutcome::Invalid(text)) => Err(StyleError::Invalid { message: say(text) }),
            Some(CaseOutcome::Loses { what, stores }) => {
                Err(StyleError::Loses { what: say(what), stored: stores.map(say) })
            }
            None => Err(StyleError::Invalid { message: String::from(self.too_few) }),
        }
    }

    fn pieces<'a>(&self, grammar: &Grammar<'_>, id: &'a str) -> Option<Captures<'a>>
    where
        'g: 'a,
    {
        let mut parts = Captures::default();
        let mut fields = id;
        let mut tail = None;
        if let Some(names) = self.tail.last_if {
            let head = id.split_once(self.tail.separator).map_or(id, |(head, _)| head);
            let (before, name) = head.rsplit_once(self.separator).unwrap_or((head, ""));
            fields = head;
            if names.has(grammar, name) {
                fields = before;
                tail = id.get(head.len().saturating_sub(name.len())..);
            } else if head.len() < id.len() {
                parts.add(self.tail.features, id.get(head.len()..).unwrap_or(""));
            }
        }
        let texts: Vec<&str> = fields.splitn(self.into.len(), self.separator).collect();
        if texts.len() < self.at_least {
            return None;
        }
        for (part, text) in self.into.iter().zip(&texts) {
            if *part == self.tail.name {
                tail = Some(text);
            } else {
                parts.add(part, text);
            }
        }
        if let Some(tail) = tail {
            let at = tail.find(self.tail.separator).unwrap_or(tail.len());
            let (name, features) = tail.split_at_checked(at)?;
            parts.add(self.tail.name, name);
            parts.add(self.tail.features, features);
        }
        Some(parts)
    }
}

impl Condition<'_> {
    fn holds(&self, grammar: &Grammar<'_>, parts: &Captures<'_>) -> bool {
        let text = parts.get(self.part);
        let is_text = |names: Names<'_>| names.has(grammar, text.unwrap_or(""));
        let is_word = |names: Names<'_>| {
            let primary = grammar.primary(self.part, text.unwrap_or(""));
            is_text(names) || primary.is_some_and(|primary| names.has(grammar, primary))
        };
        match self.predicate {
            Predicate::Absent => text.is_none(),
            Predicate::In(names) => is_word(names),
            Predicate::NotIn(names) => !is_word(names),
            Predicate::TextIn(names) => is_text(names),
            Predicate::TextNotIn(names) => !is_text(names),
            Predicate::Listed(part) => text.is_some_and(|text| grammar.primary(part, text).is_some()),
        }
    }
}

impl Names<'_> {
    /// Returns whether `text` is one of the names.
    pub fn has(&self, grammar: &Grammar<'_>, text: &str) -> bool {
        match self {
            Self::Words(words) => words.contains(&text),
            Self::Processors(known) => known.also.contains(&text) || known.names(grammar).any(|name| name == text),
        }
    }
}

impl KnownProcessors<'_> {
    fn names<'g>(&self, grammar: &Grammar<'g>) -> impl Iterator<Item = &'g str> {
        let has_exception =
            |architectures: &[&str]| architectures.iter().any(|a| self.except_architectures.contains(a));
        let groups = grammar.processors.iter();
        let groups = groups.filter(move |group| !has_exception(group.architectures));
        groups
            .flat_map(|group| group.processors)
            .filter(|processor| processor.is_known_to(self.release) && !self.except.contains(&processor.name))
            .map(|processor| processor.name)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::Case;
    use super::super::tiny::TINY;
    use super::*;

    fn cut(id: &str) -> Result<String, String> {
        TINY.restyle(id, "cut")
            .map_err(|error| alloc::string::ToString::to_string(&error))
    }

    #[test]
    fn first_matching_case_decides() {
        assert_eq!(cut("home/sea/c1.fast+").as_deref(), Ok("home-sea-c1.fast+"));
        assert_eq!(cut("home//").as_deref(), Ok("home-nowhere-"));
        assert_eq!(cut("home/wood/c1"), Err("no trees: wood".into()));
        assert_eq!(cut("home"), Err("too few".into()));
        assert!(matches!(TINY.restyle("", "none"), Err(StyleError::Unknown { .. })));
    }

    #[test]
    fn release_processors_exclude_exceptions() {
        let names: Vec<&str> = match &TINY.styles[1].kind {
            StyleKind::Cut(Cut { cases: [Case { when: [condition], .. }, ..], .. }) => match condition.predicate {
                Predicate::TextNotIn(Names::Processors(known)) => known.names(&TINY).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        // `c3` belongs to another release, `call` and the architecture of `c2` are exceptions.
        assert_eq!(names, ["c1", "any"]);
        assert_eq!(
            cut("home/sea/c3"),
            Err("this ID style loses `c3` of home/sea/c3".into())
        );
        match TINY.restyle("home/sea/c3", "cut") {
            Err(StyleError::Loses { stored, .. }) => assert_eq!(stored.as_deref(), Some("home-home/sea/c3")),
            other => panic!("{other:?}"),
        }
    }
}
