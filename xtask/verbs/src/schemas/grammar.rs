//! Grammars for random schemas.
//!
//! A line is `RULE*WEIGHT = TEXT`. Texts contain `$(RULE)`; `$(a..b)`, a number below b; `$(:A B)`, a listed word; `$(?KIND)`, an existing
//! field with that kind; `$(id)`, the new field; and the places in `Schema::place`. If a text needs an unavailable name, the rule's last
//! text is used; a rule with `^` that is nested too deep uses its last text too. Statements are `seq ID KEYS` or `part ID KEYS`, with ` ->
//! KIND` if expressions can use the field, separated by ` ;; `.

use std::collections::BTreeMap;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Formats with readers and writers in Rust.
    #[default]
    Written,
    /// The whole Kaitai language, for read-only formats.
    ReadOnly,
}

/// The texts of each rule, repeated by weight; the last is the fallback.
pub type Grammar = BTreeMap<&'static str, Vec<&'static str>>;

impl Language {
    pub fn grammar(self) -> Grammar {
        parse(match self {
            Self::Written => include_str!("written.txt"),
            Self::ReadOnly => include_str!("read_only.txt"),
        })
    }
}

fn parse(text: &'static str) -> Grammar {
    let mut grammar = Grammar::new();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for (rule, text) in lines.filter_map(|line| line.split_once(" =")) {
        let (rule, weight) = rule.split_once('*').unwrap_or((rule, "1"));
        let texts = std::iter::repeat_n(text.trim_start(), weight.parse().unwrap_or(1));
        grammar.entry(rule).or_default().extend(texts);
    }
    grammar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammar_names_are_known() {
        let special = "id unique root in-fields no-parts type open-type later enum member option";
        for (name, text) in [("written", include_str!("written.txt")), ("read_only", include_str!("read_only.txt"))] {
            let grammar = parse(text);
            let placed = grammar.values().flatten().flat_map(|text| text.split("$(").skip(1));
            let names = placed.filter_map(|rest| rest.split_once(')')).map(|(name, _)| name);
            let names = names.filter(|name| !name.contains(".."));
            for place in names.filter(|name| !name.starts_with(['?', ':'])) {
                let is_rule = grammar.contains_key(place) || grammar.contains_key(format!("{place}^").as_str());
                assert!(
                    is_rule || special.split(' ').any(|known| known == place),
                    "{name}: {place}"
                );
            }
            assert!(
                grammar
                    .values()
                    .flatten()
                    .all(|text| !text.contains(" = ") || text.contains("==")),
                "{name}"
            );
        }
    }
}
