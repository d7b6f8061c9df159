//! How a release of a tool spells IDs: it cuts the argument at separators, and ordered cases say what comes of it.

use alloc::string::String;
use alloc::vec::Vec;

use super::template::fill;
use super::{Captures, Grammar, Spelling};
use crate::ids::StyleError;

/// A style of spelling.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub how: How,
}

/// What a style does with an argument.
#[derive(Debug, Clone, Copy)]
pub enum How {
    /// Nothing.
    AsGiven,
    /// The canonical spelling.
    Canonical,
    /// Cuts it and writes the pieces.
    Cut(Cut),
}

/// How an argument is cut, and what comes of the pieces.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// Where it is cut.
    pub separator: &'static str,
    /// The parts that the pieces become, in order. The last one keeps its separators.
    pub into: &'static [&'static str],
    /// How the target ID is found.
    pub tail: Tail,
    /// Fewer pieces than this are refused.
    pub at_least: usize,
    /// The words of the refusal.
    pub too_few: &'static str,
    /// What comes of the pieces; the first case that fits counts.
    pub cases: &'static [Case],
}

/// How a target ID is found in an argument.
#[derive(Debug, Clone, Copy)]
pub struct Tail {
    /// What ends the processor's name and begins the features.
    pub mark: &'static str,
    /// The part that takes the processor's name.
    pub name: &'static str,
    /// The part that takes the features, with the mark.
    pub features: &'static str,
    /// If so, the name is the text after the last separator, where it is one of these words; otherwise it is the last piece.
    pub last_if: Option<&'static [&'static str]>,
}

/// What comes of some arguments.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// All must hold.
    pub when: &'static [Condition],
    /// What comes of it.
    pub outcome: Outcome,
}

/// Something about one part.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    /// The part.
    pub part: &'static str,
    /// What holds.
    pub is: Is,
}

/// What can hold of a part.
#[derive(Debug, Clone, Copy)]
pub enum Is {
    /// The argument has no such piece.
    Absent,
    /// It is one of these words, by primary name or as it stands.
    In(&'static [&'static str]),
    /// It is none of them.
    NotIn(&'static [&'static str]),
    /// It is one of these texts.
    TextIn(&'static [&'static str]),
    /// It is none of them.
    TextNotIn(&'static [&'static str]),
    /// It is a listed word of that part.
    Listed(&'static str),
}

/// What a style makes of an argument.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// This spelling.
    Writes(Spelling),
    /// A refusal.
    Invalid(&'static str),
    /// A silent loss, which is refused here.
    Loses(&'static str),
}

impl Style {
    /// The spelling of `id`. Errors: as [`crate::ids::IdGrammar::restyle`].
    pub fn write(&self, grammar: &Grammar, id: &str) -> Result<String, StyleError> {
        match &self.how {
            How::AsGiven => Ok(String::from(id)),
            How::Canonical => match grammar.read(id) {
                Ok(parts) => Ok(grammar.canonical.write(grammar, &parts)),
                Err(error) => Err(StyleError::Invalid { message: alloc::format!("`{id}`: {error}") }),
            },
            How::Cut(cut) => cut.write(grammar, id),
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
            Some(Outcome::Writes(spelling)) => Ok(spelling.write(grammar, &parts)),
            Some(Outcome::Invalid(text)) => Err(StyleError::Invalid { message: say(text) }),
            Some(Outcome::Loses(text)) => Err(StyleError::Loses { what: say(text) }),
            None => Err(StyleError::Invalid { message: String::from(self.too_few) }),
        }
    }

    /// The pieces of `id` as parts; nothing if there are too few.
    fn pieces<'a>(&self, id: &'a str) -> Option<Captures<'a>> {
        let mut parts = Captures::default();
        let mut fields = id;
        let mut tail = None;
        if let Some(words) = self.tail.last_if {
            let head = id.split_once(self.tail.mark).map_or(id, |(head, _)| head);
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
            let at = tail.find(self.tail.mark).unwrap_or(tail.len());
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
        let among = |words: &[&str]| {
            let text = text.unwrap_or("");
            words.contains(&text)
                || grammar
                    .primary(self.part, text)
                    .is_some_and(|primary| words.contains(&primary))
        };
        match &self.is {
            Is::Absent => text.is_none(),
            Is::In(words) => among(words),
            Is::NotIn(words) => !among(words),
            Is::TextIn(words) => words.contains(&text.unwrap_or("")),
            Is::TextNotIn(words) => !words.contains(&text.unwrap_or("")),
            Is::Listed(part) => text.is_some_and(|text| grammar.primary(part, text).is_some()),
        }
    }
}
