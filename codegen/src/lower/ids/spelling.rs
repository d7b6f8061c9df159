//! Spellings and styles, with lists by name resolved.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::model::ids::Spec;
use crate::model::ids::style as model;

/// A template with its fills.
pub fn spelling<'a>(spelling: &model::Spelling, arena: &'a Arena) -> core::Spelling<'a> {
    core::Spelling { template: arena.text(&spelling.template), fills: fills(&spelling.fills, arena) }
}

/// A part with its words.
pub fn one_of<'a>((part, words): &model::OneOf, arena: &'a Arena) -> core::OneOf<'a> {
    core::OneOf { part: arena.text(part), words: arena.texts(words) }
}

/// One style.
pub fn style<'a>(style: &model::Style, spec: &Spec, arena: &'a Arena) -> core::Style<'a> {
    core::Style {
        name: arena.text(&style.id),
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
    cut: &model::Cut,
    fills: &model::Fills,
    cases: &[model::Case],
    spec: &Spec,
    arena: &'a Arena,
) -> core::Cut<'a> {
    core::Cut {
        separator: arena.text(&cut.separator),
        into: arena.texts(cut.into.iter()),
        tail: core::Tail {
            separator: arena.text(&cut.tail.separator),
            name: arena.text(&cut.tail.name),
            features: arena.text(&cut.tail.features),
            last_if: cut.tail.last_if.as_ref().map(|name| list(name, spec, arena)),
        },
        at_least: usize::try_from(cut.at_least).unwrap_or(usize::MAX),
        too_few: arena.text(&cut.too_few),
        fills: match fills {
            model::Fills::Canonical => self::fills(&spec.canonical.fills, arena),
            model::Fills::These(fills) => self::fills(fills, arena),
        },
        cases: arena.list(cases.iter().map(|case| core::Case {
            when: arena.list(case.when.iter().map(|(part, predicate)| core::Condition {
                part: arena.text(part),
                predicate: self::predicate(predicate, spec, arena),
            })),
            outcome: match &case.outcome {
                model::Outcome::Writes(template) => core::CaseOutcome::Writes(arena.text(template)),
                model::Outcome::Invalid(text) => core::CaseOutcome::Invalid(arena.text(text)),
                model::Outcome::Loses(text) => core::CaseOutcome::Loses(arena.text(text)),
            },
        })),
    }
}

fn fills<'a>(fills: &[model::Fill], arena: &'a Arena) -> &'a [core::Fill<'a>] {
    arena.list(fills.iter().map(|fill| core::Fill {
        part: arena.text(&fill.part),
        gives: arena.text(&fill.gives),
        only_empty: fill.only_empty,
        only: arena.list(fill.only.iter().map(|words| one_of(words, arena))),
    }))
}

fn predicate<'a>(predicate: &model::Predicate, spec: &Spec, arena: &'a Arena) -> core::Predicate<'a> {
    let names = |words: &model::WordList| match words {
        model::WordList::Words(words) => core::Names::Words(arena.texts(words)),
        model::WordList::Named(name) => list(name, spec, arena),
    };
    match predicate {
        model::Predicate::Absent => core::Predicate::Absent,
        model::Predicate::In(words) => core::Predicate::In(names(words)),
        model::Predicate::NotIn(words) => core::Predicate::NotIn(names(words)),
        model::Predicate::TextIn(words) => core::Predicate::TextIn(names(words)),
        model::Predicate::TextNotIn(words) => core::Predicate::TextNotIn(names(words)),
        model::Predicate::ListedAs(part) => core::Predicate::Listed(arena.text(part)),
    }
}

/// The names in the list `name`.
fn list<'a>(name: &str, spec: &Spec, arena: &'a Arena) -> core::Names<'a> {
    match spec.lists.iter().find(|(id, _)| id.value == name) {
        Some((_, model::Words::Processors(known))) => core::Names::Processors(core::KnownProcessors {
            release: arena.text(&known.release),
            except_architectures: arena.texts(&known.except_architectures),
            except: arena.texts(&known.except),
            also: arena.texts(&known.also),
        }),
        Some((_, model::Words::These(words))) => core::Names::Words(arena.texts(words)),
        None => core::Names::Words(&[]),
    }
}
