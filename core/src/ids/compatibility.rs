//! Which stored entry serves which request.

use alloc::vec;
use alloc::vec::Vec;

use super::answers::{Reason, Verdict};
use super::captures::Captures;
use super::tables::{Compares, FeatureTable, Grammar, Rule, WordRule};
use super::template::fill;

/// A stored and an asked ID, read.
#[derive(Debug, Clone, Copy)]
struct Pair<'p, 'a> {
    stored: &'p Captures<'a>,
    asked: &'p Captures<'a>,
}

impl Grammar {
    /// Whether the entry stored as `stored` may serve the request `asked`.
    pub fn verdict(&self, stored: &str, asked: &str) -> Verdict {
        let mut reasons = Vec::new();
        let texts = |rule: &Rule, text: &str, why: &str| Reason {
            rule: rule.id,
            text: fill(text, |name| match name {
                "stored" => Some(stored),
                "asked" => Some(asked),
                "why" => Some(why),
                _ => None,
            }),
        };
        for rule in self.compatibility {
            match rule.compares {
                Compares::Text if stored == asked => {
                    return Verdict { compatible: true, rank: u32::MAX, reasons: vec![texts(rule, rule.agrees, "")] };
                }
                Compares::Readable => {
                    for id in [stored, asked] {
                        if let Err(error) = self.read(id) {
                            reasons.push(texts(rule, rule.differs, &alloc::format!("`{id}`: {error}")));
                        }
                    }
                }
                _ => {}
            }
        }
        match (self.read(stored), self.read(asked)) {
            (Ok(stored), Ok(asked)) => self.compare(&stored, &asked, &[]),
            _ => Verdict { compatible: false, rank: 0, reasons },
        }
    }

    /// Whether the parts `stored` may serve the parts `asked`, by the rules about `about` only; all rules if that is empty.
    pub fn compare(&self, stored: &Captures<'_>, asked: &Captures<'_>, about: &[&str]) -> Verdict {
        let pair = Pair { stored, asked };
        let mut agreed = Vec::new();
        let mut differed = Vec::new();
        for rule in self.compatibility {
            if !about.is_empty() && !about.contains(&rule.compares.about(self)) {
                continue;
            }
            let found = match &rule.compares {
                Compares::Text | Compares::Readable => continue,
                Compares::OwnFeatures => pair.foreign_feature(self, rule),
                Compares::Word(word) => pair.word(self, rule, word),
                Compares::Features(table) => pair.features(self, rule, table),
            };
            match found {
                Err(reason) => differed.push(reason),
                Ok(reason) => agreed.extend(Some(reason).filter(|reason| !reason.text.is_empty())),
            }
        }
        let compatible = differed.is_empty();
        let named = u32::try_from(stored.features(self).len()).unwrap_or(u32::MAX);
        Verdict {
            compatible,
            rank: if compatible {
                named.saturating_add(1).min(u32::MAX.saturating_sub(1))
            } else {
                0
            },
            reasons: if compatible { agreed } else { differed },
        }
    }
}

impl Rule {
    /// How the part `text` is shown.
    fn show<'t>(&self, text: Option<&'t str>) -> &'t str {
        text.filter(|text| !text.is_empty()).unwrap_or(self.nothing)
    }
}

impl Compares {
    /// The part that the rule is about.
    fn about(&self, grammar: &Grammar) -> &'static str {
        match self {
            Self::Word(word) => word.part,
            Self::OwnFeatures | Self::Features(_) => grammar.roles.feature,
            Self::Text | Self::Readable => "",
        }
    }
}

impl Pair<'_, '_> {
    fn foreign_feature(self, grammar: &Grammar, rule: &Rule) -> Result<Reason, Reason> {
        for parts in [self.stored, self.asked] {
            let name = parts.get(grammar.roles.processor).unwrap_or("");
            let Some(processor) = grammar.processor(name) else {
                continue;
            };
            if let Some((feature, _)) = parts.features(grammar).iter().find(|(f, _)| !processor.has_feature(f)) {
                return Err(say(rule, rule.differs, &[("processor", name), ("feature", feature)]));
            }
        }
        Ok(say(rule, rule.agrees, &[]))
    }

    fn word(self, grammar: &Grammar, rule: &Rule, word: &WordRule) -> Result<Reason, Reason> {
        let written = |parts: &Captures<'_>| parts.get(word.part).unwrap_or("").len();
        let (stored, asked) = (self.stored.get(word.part), self.asked.get(word.part));
        let values = [("stored", rule.show(stored)), ("asked", rule.show(asked))];
        let ignored = word
            .ignored
            .iter()
            .any(|one_of| one_of.holds(grammar, self.stored) && one_of.holds(grammar, self.asked));
        if ignored || word.counts_as(grammar, stored) == word.counts_as(grammar, asked) {
            let text = if written(self.stored) == 0 && written(self.asked) == 0 {
                ""
            } else {
                rule.agrees
            };
            return Ok(say(rule, text, &values));
        }
        let family = asked.and_then(|name| grammar.processor(name)).and_then(|p| p.family);
        let text = if family.is_some() && family == stored && !word.family.is_empty() {
            word.family
        } else {
            rule.differs
        };
        Err(say(rule, text, &values))
    }

    fn features(self, grammar: &Grammar, rule: &Rule, table: &FeatureTable) -> Result<Reason, Reason> {
        let (stored, asked) = (self.stored.features(grammar), self.asked.features(grammar));
        for (feature, _) in stored.iter().chain(&asked) {
            let kept = self.stored.sign(grammar, feature);
            let wanted = self.asked.sign(grammar, feature);
            let serves = table
                .serves
                .iter()
                .any(|(sign, signs)| *sign == kept && signs.contains(&wanted));
            if !serves {
                let values = [("feature", *feature), ("stored", rule.show(kept)), ("asked", rule.show(wanted))];
                return Err(say(rule, rule.differs, &values));
            }
        }
        let text = if stored.is_empty() && asked.is_empty() {
            ""
        } else {
            rule.agrees
        };
        Ok(say(rule, text, &[]))
    }
}

impl WordRule {
    /// What `text` counts as: two parts agree if they count as the same.
    fn counts_as<'t>(&self, grammar: &Grammar, text: Option<&'t str>) -> Option<&'t str>
    where
        'static: 't,
    {
        let text = text.filter(|text| !text.is_empty()).or(self.missing)?;
        if self.by_group
            && let Some(kind) = grammar.kind(text)
        {
            return Some(kind.group);
        }
        Some(grammar.primary(self.part, text).or(self.unlisted).unwrap_or(text))
    }
}

fn say(rule: &Rule, text: &str, values: &[(&str, &str)]) -> Reason {
    Reason {
        rule: rule.id,
        text: fill(text, |name| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
        }),
    }
}
