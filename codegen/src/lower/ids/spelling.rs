//! Spellings and styles of an ID grammar, with lists by name resolved.

use super::plain;
use crate::ir::ids as ir;
use crate::model::ids::Text;
use crate::model::ids::style as model;

/// A template with its fills.
pub fn spelling(template: &Text, fills: &[model::Fill]) -> ir::Spelling {
    ir::Spelling {
        template: template.text.clone(),
        fills: fills
            .iter()
            .map(|fill| ir::Fill {
                part: fill.part.text.clone(),
                gives: fill.gives.clone(),
                only_empty: fill.only_empty,
                only: fill.only.iter().map(among).collect(),
            })
            .collect(),
    }
}

/// A part with its words.
pub fn among(among: &model::Among) -> ir::Among {
    ir::Among { part: among.part.text.clone(), words: among.words.clone() }
}

/// One style.
pub fn style(style: &model::Style, lists: &[model::List]) -> ir::Style {
    ir::Style {
        name: style.id.text.clone(),
        doc: style.doc.clone(),
        how: match &style.how {
            model::How::AsGiven => ir::How::AsGiven,
            model::How::Canonical => ir::How::Canonical,
            model::How::Cut(cut) => ir::How::Cut(Box::new(self::cut(cut, lists))),
        },
    }
}

fn cut(cut: &model::Cut, lists: &[model::List]) -> ir::Cut {
    ir::Cut {
        separator: cut.separator.text.clone(),
        into: plain(&cut.into),
        at_least: cut.at_least,
        too_few: cut.too_few.clone(),
        mark: cut.mark.text.clone(),
        name: cut.name.text.clone(),
        features: cut.features.text.clone(),
        last_if: cut.last_if.as_ref().map(|name| list(name, lists)),
        cases: cut.cases.iter().map(|case| self::case(case, cut, lists)).collect(),
    }
}

fn case(case: &model::Case, cut: &model::Cut, lists: &[model::List]) -> ir::Case {
    let words = |words: &model::WordList| match words {
        model::WordList::Words(words) => words.clone(),
        model::WordList::Named(name) => list(name, lists),
    };
    let is = |is: &model::Is| match is {
        model::Is::Absent => ir::Is::Absent,
        model::Is::In(list) => ir::Is::In(words(list)),
        model::Is::NotIn(list) => ir::Is::NotIn(words(list)),
        model::Is::TextIn(list) => ir::Is::TextIn(words(list)),
        model::Is::TextNotIn(list) => ir::Is::TextNotIn(words(list)),
        model::Is::ListedAs(part) => ir::Is::ListedAs(part.text.clone()),
    };
    ir::Case {
        when: case
            .when
            .iter()
            .map(|(part, holds)| (part.text.clone(), is(holds)))
            .collect(),
        outcome: match &case.outcome {
            model::Outcome::Writes(template) => ir::Outcome::Writes(spelling(template, &cut.fills)),
            model::Outcome::Invalid(text) => ir::Outcome::Invalid(text.text.clone()),
            model::Outcome::Loses(text) => ir::Outcome::Loses(text.text.clone()),
        },
    }
}

/// The words of the list `name`.
fn list(name: &Text, lists: &[model::List]) -> Vec<String> {
    let list = lists.iter().find(|list| list.id.text == name.text);
    list.map(|list| plain(&list.words)).unwrap_or_default()
}
