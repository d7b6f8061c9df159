//! What the rule about processors finds: loaders run more than what names say.

use super::pair::{Finding, Pair};
use crate::ids::answers::Loading;
use crate::ids::tables::{CompatibilityRule, Grammar, WordRule};

impl Pair<'_, '_> {
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
            let of_family = told.is_err() && self.is_of_family(grammar, word);
            let compiled = told.is_err() && self.is_compiled_from(grammar);
            let found = Finding::from(told);
            let loads = found.loads.or(of_family.then_some(Loading::Generic));
            let loads = loads.or(compiled.then_some(Loading::Compiled));
            return Finding { loads, ..found };
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

    /// Whether what is stored is for no processor in particular, and drivers compile it for the asked one.
    fn is_compiled_from(self, grammar: &Grammar<'_>) -> bool {
        let roles = &grammar.roles;
        let of_processor = |processor| grammar.processor_group(processor);
        let group = self.asked.get(roles.processor).and_then(of_processor);
        let architecture = self.stored.get(roles.architecture).unwrap_or("");
        let is_from = |from: &&str| grammar.primary(roles.architecture, architecture) == Some(*from);
        self.stored.get(roles.processor).is_none_or(str::is_empty)
            && group.is_some_and(|group| group.compiled_from.iter().any(is_from))
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
