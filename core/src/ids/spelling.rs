//! Spellings of an ID.

use alloc::string::String;

use super::captures::Captures;
use super::tables::{Grammar, OneOf, Spelling};
use crate::template::fill_with;

impl OneOf<'_> {
    /// Returns whether the part is one of the words, by primary name or exact text.
    pub fn holds(&self, grammar: &Grammar<'_>, parts: &Captures<'_>) -> bool {
        let text = parts.get(self.part).unwrap_or("");
        self.words.contains(&text)
            || grammar
                .primary(self.part, text)
                .is_some_and(|primary| self.words.contains(&primary))
    }
}

impl Spelling<'_> {
    /// Writes `parts` in this spelling: processors by primary name, features by name.
    pub fn write(&self, grammar: &Grammar<'_>, parts: &Captures<'_>) -> String {
        fill_with(self.template, |name, text| {
            if name == grammar.roles.target {
                grammar.write_target(parts, text);
                return true;
            }
            let written = parts.get(name).unwrap_or("");
            let mut fills = self.fills.iter().filter(|fill| fill.part == name);
            let given = fills.find(|fill| {
                (written.is_empty() || !fill.only_empty) && fill.only.iter().all(|one_of| one_of.holds(grammar, parts))
            });
            text.push_str(given.map_or(written, |fill| fill.gives));
            true
        })
    }
}

impl Grammar<'_> {
    /// Returns the processor by its primary name, followed by its features sorted by name; empty if there is no
    /// processor.
    pub fn target(&self, parts: &Captures<'_>) -> String {
        let mut text = String::new();
        self.write_target(parts, &mut text);
        text
    }

    /// Returns the canonical spelling of a triple.
    pub fn canonical_triple(&self, parts: &Captures<'_>) -> String {
        Spelling { template: self.triple.template, fills: self.canonical.fills }.write(self, parts)
    }

    fn write_target(&self, parts: &Captures<'_>, text: &mut String) {
        let roles = &self.roles;
        let Some(written) = parts.get(roles.processor) else {
            return;
        };
        text.push_str(self.processor(written).map_or(written, |processor| processor.name));
        for (feature, sign) in parts.features(roles) {
            text.push_str(&fill_with(roles.feature_template, |name, text| {
                text.push_str(if name == roles.feature { feature } else { sign });
                true
            }));
        }
    }
}
