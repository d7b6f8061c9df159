//! Composition and compatibility rules of an ID grammar, resolved.

use super::spelling::one_of;
use super::{plain, text};
use crate::ir::ids as ir;
use crate::model::ids::Spec;
use crate::model::ids::verdict as model;
use crate::spanned::Spanned;

/// One composition rule.
pub fn composition(rule: &model::Composition) -> ir::Composition {
    ir::Composition {
        id: rule.id.value.clone(),
        finds: match rule.finds.value.as_str() {
            "open-feature" => ir::Finds::OpenFeature(plain(&rule.same)),
            "host-after-others" => ir::Finds::HostAfterOthers,
            _ => ir::Finds::Equal,
        },
        level: rule.level.value.clone(),
        because: rule.because.value.clone(),
        source: rule.doc_ref.clone(),
    }
}

/// One compatibility rule.
pub fn comparison(rule: &model::Comparison, spec: &Spec) -> ir::Comparison {
    ir::Comparison {
        id: rule.id.value.clone(),
        compares: match rule.compares.value.as_str() {
            "text" => ir::Compares::Text,
            "readability" => ir::Compares::Readable,
            "own-features" => ir::Compares::OwnFeatures,
            "features" => ir::Compares::Features(serves(rule, spec)),
            part => ir::Compares::Word(ir::WordRule {
                part: part.to_owned(),
                missing: text(&rule.missing),
                unlisted: text(&rule.unlisted),
                by_group: rule.by_group,
                ignored: rule.ignored_where.iter().map(one_of).collect(),
                family: text(&rule.differs_in_family).unwrap_or_default(),
            }),
        },
        agrees: text(&rule.agrees).unwrap_or_default(),
        differs: text(&rule.differs).unwrap_or_default(),
        nothing: rule.nothing.clone().unwrap_or_default(),
        source: rule.doc_ref.clone(),
    }
}

/// Names of signs as signs: `any` is none.
fn serves(rule: &model::Comparison, spec: &Spec) -> Vec<(Option<String>, Vec<Option<String>>)> {
    let sign = |name: &Spanned<String>| match name.as_str() {
        "on" => Some(spec.roles.signs.on.clone()),
        "off" => Some(spec.roles.signs.off.clone()),
        _ => None,
    };
    rule.serves
        .iter()
        .map(|(stored, asked)| (sign(stored), asked.iter().map(sign).collect()))
        .collect()
}
