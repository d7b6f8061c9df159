//! IDs as a release of a tool spells them.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::StyleError;
use super::captures::Captures;
use super::tables::{CaseOutcome, Condition, Cut, Grammar, Predicate, Style, StyleKind};
use super::template::fill;

impl Grammar {
    /// The spelling of `id` in the style called `style`.
    ///
    /// # Errors
    ///
    /// As [`crate::ids::IdGrammar::restyle`].
    pub fn restyle(&self, id: &str, style: &str) -> Result<String, StyleError> {
        match self.styles.iter().find(|known| known.name == style) {
            Some(style) => style.write(self, id),
            None => Err(StyleError::Unknown { style: String::from(style) }),
        }
    }
}

impl Style {
    /// The spelling of `id`.
    ///
    /// # Errors
    ///
    /// As [`crate::ids::IdGrammar::restyle`].
    pub fn write(&self, grammar: &Grammar, id: &str) -> Result<String, StyleError> {
        match &self.kind {
            StyleKind::AsGiven => Ok(String::from(id)),
            StyleKind::Canonical => match grammar.read(id) {
                Ok(parts) => Ok(grammar.canonical.write(grammar, &parts)),
                Err(error) => Err(StyleError::Invalid { message: alloc::format!("`{id}`: {error}") }),
            },
            StyleKind::Cut(cut) => cut.write(grammar, id),
        }
    }
}

impl Cut {
    fn write(&self, grammar: &Grammar, id: &str) -> Result<String, StyleError> {
        let parts = self
            .pieces(id)
            .ok_or_else(|| StyleError::Invalid { message: String::from(self.too_few) })?;
        let case = self
            .cases
            .iter()
            .find(|case| case.when.iter().all(|condition| condition.holds(grammar, &parts)));
        let say = |text: &str| fill(text, |name| if name == "id" { Some(id) } else { parts.get(name) });
        match case.map(|case| &case.outcome) {
            Some(CaseOutcome::Writes(spelling)) => Ok(spelling.write(grammar, &parts)),
            Some(CaseOutcome::Invalid(text)) => Err(StyleError::Invalid { message: say(text) }),
            Some(CaseOutcome::Loses(text)) => Err(StyleError::Loses { what: say(text) }),
            None => Err(StyleError::Invalid { message: String::from(self.too_few) }),
        }
    }

    /// The pieces of `id` as parts; nothing if there are too few.
    fn pieces<'a>(&self, id: &'a str) -> Option<Captures<'a>> {
        let mut parts = Captures::default();
        let mut fields = id;
        let mut tail = None;
        if let Some(words) = self.tail.last_if {
            let head = id.split_once(self.tail.separator).map_or(id, |(head, _)| head);
            let (before, name) = head.rsplit_once(self.separator).unwrap_or((head, ""));
            fields = head;
            if words.contains(&name) {
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

impl Condition {
    fn holds(&self, grammar: &Grammar, parts: &Captures<'_>) -> bool {
        let text = parts.get(self.part);
        let one_of = |words: &[&str]| {
            let text = text.unwrap_or("");
            words.contains(&text)
                || grammar
                    .primary(self.part, text)
                    .is_some_and(|primary| words.contains(&primary))
        };
        match &self.predicate {
            Predicate::Absent => text.is_none(),
            Predicate::In(words) => one_of(words),
            Predicate::NotIn(words) => !one_of(words),
            Predicate::TextIn(words) => words.contains(&text.unwrap_or("")),
            Predicate::TextNotIn(words) => !words.contains(&text.unwrap_or("")),
            Predicate::Listed(part) => text.is_some_and(|text| grammar.primary(part, text).is_some()),
        }
    }
}
