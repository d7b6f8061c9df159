//! Spellings and styles, with lists by name resolved.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::model::ids::Spec;
use crate::model::ids::style as model;
use crate::reading::Fill;

/// One style.
pub fn style<'a>(style: &'a model::Style, spec: &'a Spec, arena: &'a Arena) -> core::Style<'a> {
    core::Style {
        name: &style.id,
        doc: arena.text(style.doc.trim()),
        kind: match &style.kind {
            model::StyleKind::AsGiven => core::StyleKind::AsGiven,
            model::StyleKind::Canonical => core::StyleKind::Canonical,
            model::StyleKind::Cut(cut, fills, cases) => {
                core::StyleKind::Cut(arena.one(self::cut(cut, fills, cases, spec, arena)))
            }
        },
        unchecked: style.unchecked,
    }
}

fn cut<'a>(
    cut: &'a model::Cut,
    fills: &'a model::Fills,
    cases: &'a [model::Case],
    spec: &'a Spec,
    arena: &'a Arena,
) -> core::Cut<'a> {
    core::Cut {
        separator: &cut.separator,
        into: cut.into.fill(arena),
        tail: core::Tail {
            separator: &cut.tail.separator,
            name: &cut.tail.name,
            features: &cut.tail.features,
            last_if: cut.tail.last_if.as_ref().map(|name| list(name, spec, arena)),
        },
        at_least: cut.at_least.fill(arena),
        too_few: &cut.too_few,
        fills: match fills {
            model::Fills::Canonical => spec.canonical.fills.fill(arena),
            model::Fills::These(fills) => fills.fill(arena),
        },
        cases: arena.list(cases.iter().map(|case| core::Case {
            when: arena.list(
                case.when.iter().map(|(part, predicate)| core::Condition {
                    part,
                    predicate: self::predicate(predicate, spec, arena),
                }),
            ),
            outcome: match &case.outcome {
                model::Outcome::Writes(template) => core::CaseOutcome::Writes(template),
                model::Outcome::Invalid(text) => core::CaseOutcome::Invalid(text),
                model::Outcome::Loses { what, stores } => {
                    core::CaseOutcome::Loses { what, stores: stores.as_ref().map(|text| text.value.as_str()) }
                }
            },
        })),
    }
}

fn predicate<'a>(predicate: &'a model::Predicate, spec: &'a Spec, arena: &'a Arena) -> core::Predicate<'a> {
    let names = |words: &'a model::WordList| match words {
        model::WordList::Words(words) => core::Names::Words(words.fill(arena)),
        model::WordList::Named(name) => list(name, spec, arena),
    };
    match predicate {
        model::Predicate::Absent => core::Predicate::Absent,
        model::Predicate::In(words) => core::Predicate::In(names(words)),
        model::Predicate::NotIn(words) => core::Predicate::NotIn(names(words)),
        model::Predicate::TextIn(words) => core::Predicate::TextIn(names(words)),
        model::Predicate::TextNotIn(words) => core::Predicate::TextNotIn(names(words)),
        model::Predicate::ListedAs(part) => core::Predicate::Listed(part),
    }
}

/// The names in the list `name`.
fn list<'a>(name: &str, spec: &'a Spec, arena: &'a Arena) -> core::Names<'a> {
    match spec.lists.iter().find(|(id, _)| id.value == name) {
        Some((_, model::Words::Processors(known))) => core::Names::Processors(known.fill(arena)),
        Some((_, model::Words::These(words))) => core::Names::Words(words.fill(arena)),
        None => core::Names::Words(&[]),
    }
}

impl<'a> Fill<'a, core::OneOf<'a>> for model::OneOf {
    fn fill(&'a self, arena: &'a Arena) -> core::OneOf<'a> {
        let (part, words) = self;
        core::OneOf { part, words: words.fill(arena) }
    }
}
