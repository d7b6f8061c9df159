//! Spellings and styles of an ID grammar, with lists by name resolved.

use super::plain;
use crate::ir::ids as ir;
use crate::model::ids::style as model;
use crate::spanned::Spanned;

/// A template with its fills.
pub fn spelling(template: &Spanned<String>, fills: &[model::Fill]) -> ir::Spelling {
    let fills = fills.iter().map(|fill| ir::Fill {
        part: fill.part.value.clone(),
        gives: fill.gives.clone(),
        only_empty: fill.only_empty,
        only: fill.only.iter().map(one_of).collect(),
    });
    ir::Spelling { template: template.value.clone(), fills: fills.collect() }
}

/// A part with its words.
pub fn one_of((part, words): &model::OneOf) -> ir::Among {
    ir::Among { part: part.value.clone(), words: words.clone() }
}

/// One style.
pub fn style(style: &model::Style, lists: &[model::List]) -> ir::Style {
    let how = match &style.how {
        model::StyleKind::AsGiven => ir::How::AsGiven,
        model::StyleKind::Canonical => ir::How::Canonical,
        model::StyleKind::Cut(cut, fills, cases) => ir::How::Cut(Box::new(ir::Cut {
            separator: cut.separator.clone(),
            into: plain(&cut.into),
            at_least: cut.at_least,
            too_few: cut.too_few.clone(),
            mark: cut.tail.mark.clone(),
            name: cut.tail.name.value.clone(),
            features: cut.tail.features.value.clone(),
            last_if: cut.tail.last_if.as_ref().map(|name| list(name, lists)),
            cases: cases.iter().map(|case| self::case(case, fills, lists)).collect(),
        })),
    };
    ir::Style { name: style.id.value.clone(), doc: style.doc.clone(), how }
}

fn case(case: &model::Case, fills: &[model::Fill], lists: &[model::List]) -> ir::Case {
    let words = |words: &model::WordList| match words {
        model::WordList::Words(words) => words.clone(),
        model::WordList::Named(name) => list(name, lists),
    };
    let is = |predicate: &model::Predicate| match predicate {
        model::Predicate::Absent => ir::Is::Absent,
        model::Predicate::In(list) => ir::Is::In(words(list)),
        model::Predicate::NotIn(list) => ir::Is::NotIn(words(list)),
        model::Predicate::TextIn(list) => ir::Is::TextIn(words(list)),
        model::Predicate::TextNotIn(list) => ir::Is::TextNotIn(words(list)),
        model::Predicate::ListedAs(part) => ir::Is::ListedAs(part.value.clone()),
    };
    ir::Case {
        when: case
            .when
            .iter()
            .map(|(part, predicate)| (part.value.clone(), is(predicate)))
            .collect(),
        outcome: match &case.outcome {
            model::Outcome::Writes(template) => ir::Outcome::Writes(spelling(template, fills)),
            model::Outcome::Invalid(text) => ir::Outcome::Invalid(text.value.clone()),
            model::Outcome::Loses(text) => ir::Outcome::Loses(text.value.clone()),
        },
    }
}

/// The words of the list `name`.
fn list(name: &Spanned<String>, lists: &[model::List]) -> Vec<String> {
    let list = lists.iter().find(|(id, _)| id.value == name.value);
    list.map(|(_, words)| words.to_vec()).unwrap_or_default()
}
