//! What the rule about processors finds: loaders run more than what names say.

use super::pair::{Finding, Pair};
use crate::ids::answers::Loading;
use crate::ids::tables::{CompatibilityRule, Grammar, WordRule};

impl<'a> Pair<'_, 'a> {
    /// What the rule about processors finds: loaders also run what is for the generic processor of a family, and earlier code of a generation.
    pub(super) fn processor(
        self,
        grammar: &Grammar<'static>,
        rule: &CompatibilityRule<'static>,
        word: &WordRule<'_>,
    ) -> Finding {
        let told = self.word(grammar, rule, word);
        let [stored, asked] = [self.stored, self.asked].map(|parts| parts.get(word.part).unwrap_or(""));
        let Some(loaded) = grammar.load(self.image, stored, asked) else {
            let found = Finding::from(told);
            if found.told.is_ok() {
                return found;
            }
            if self.is_of_family(grammar, word) {
                return Finding { loads: Some(Loading::Generic), ..found };
            }
            if self.is_compiled_from(grammar) {
                let values = [("stored", self.stored_name(grammar)), ("asked", asked)];
                let told = match word.compiled {
                    "" => found.told,
                    compiled => Err(grammar.say(rule, compiled, &values)),
                };
                return Finding { told, loads: Some(Loading::Compiled), rank: None };
            }
            return found;
        };
        let image = self.image.unwrap_or(rule.nothing);
        let values = [("stored", stored), ("asked", asked), ("image", image)];
        let why = loaded.why.map(|why| grammar.say(rule, why, &values));
        match (told, loaded.loading) {
            // By names it may serve.
            (Ok(reason), Some(loading)) => Finding { told: Ok(reason), loads: Some(loading), rank: None },
            (Ok(reason) | Err(reason), loads) => {
                Finding { told: Err(why.unwrap_or(reason)), loads, rank: Some(loaded.number) }
            }
        }
    }

    /// Returns whether drivers compile the stored code for the requested processor: code for no processor in particular, and portable code.
    pub(super) fn is_compiled_from(self, grammar: &Grammar<'_>) -> bool {
        let roles = &grammar.roles;
        let Some(asked) = self
            .asked
            .get(roles.processor)
            .and_then(|name| grammar.group_like(name))
        else {
            return false;
        };
        match self.stored.get(roles.processor).filter(|name| !name.is_empty()) {
            Some(name) => {
                let group = grammar.processor_group(name);
                group.is_some_and(|group| group.compiled_for.iter().any(|one| asked.architectures.contains(one)))
            }
            None => {
                let architecture = self.stored.get(roles.architecture).unwrap_or("");
                let primary = grammar.primary(roles.architecture, architecture);
                primary.is_some_and(|primary| asked.compiled_from.contains(&primary))
            }
        }
    }

    /// Returns what the stored code is called: by its processor, or else by its architecture.
    fn stored_name(self, grammar: &Grammar<'_>) -> &'a str {
        let named = |part: &str| self.stored.get(part).filter(|name| !name.is_empty());
        named(grammar.roles.processor)
            .or_else(|| named(grammar.roles.architecture))
            .unwrap_or("")
    }

    /// Whether what is stored is for the generic processor of the family of the asked one.
    pub(super) fn is_of_family(self, grammar: &Grammar<'_>, word: &WordRule<'_>) -> bool {
        let family = self
            .asked
            .get(word.part)
            .and_then(|name| grammar.processor(name))
            .and_then(|processor| processor.family);
        family.is_some() && word.counts_as(grammar, family) == word.counts_as(grammar, self.stored.get(word.part))
    }
}
