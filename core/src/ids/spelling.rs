//! Spellings of an ID, made of its parts.

use alloc::string::String;

use super::captures::Captures;
use super::tables::{Grammar, OneOf, Spelling};
use super::template::fill;

impl OneOf {
    /// Whether `parts` has one of the words there, by primary name or as it stands.
    pub fn holds(&self, grammar: &Grammar, parts: &Captures<'_>) -> bool {
        let text = parts.get(self.part).unwrap_or("");
        let primary = grammar.primary(self.part, text).unwrap_or(text);
        self.words.contains(&text) || self.words.contains(&primary)
    }
}

impl Spelling {
    /// `parts` in this spelling: processors by primary name, features by name.
    pub fn write(&self, grammar: &Grammar, parts: &Captures<'_>) -> String {
        let target = grammar.target(parts);
        fill(self.template, |name| {
            if name == grammar.roles.target {
                return Some(target.as_str());
            }
            let written = parts.get(name).unwrap_or("");
            let mut fills = self.fills.iter().filter(|fill| fill.part == name);
            let given = fills.find(|fill| {
                (written.is_empty() || !fill.only_empty) && fill.only.iter().all(|one_of| one_of.holds(grammar, parts))
            });
            Some(given.map_or(written, |fill| fill.gives))
        })
    }
}

impl Grammar {
    /// The processor by its primary name, with its features in order of their names; empty without a processor.
    pub fn target(&self, parts: &Captures<'_>) -> String {
        let roles = &self.roles;
        let Some(written) = parts.get(roles.processor) else {
            return String::new();
        };
        let mut text = String::from(self.processor(written).map_or(written, |processor| processor.name));
        for (feature, sign) in parts.features(self) {
            text.push_str(&fill(roles.feature_template, |name| {
                if name == roles.feature {
                    Some(feature)
                } else {
                    Some(sign)
                }
            }));
        }
        text
    }
}
