//! Composition and compatibility rules.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::model::ids::Spec;
use crate::model::ids::verdict as model;
use crate::reading::Fill;
use crate::reading::OneOrMore;
use crate::spanned::Spanned;

/// One composition rule.
pub fn composition<'a>(rule: &'a model::Composition, arena: &'a Arena) -> core::CompositionRule<'a> {
    core::CompositionRule {
        id: &rule.id,
        finds: match rule.finds {
            model::Finds::Equal => core::Finds::Equal,
            model::Finds::OpenFeature => core::Finds::OpenFeature(rule.same.fill(arena)),
            model::Finds::HostAmongOthers => core::Finds::HostAmongOthers,
        },
        level: rule.level,
        because: &rule.because,
        source: rule.doc_ref.fill(arena),
    }
}

/// One compatibility rule.
pub fn compatibility<'a>(rule: &'a model::Comparison, spec: &'a Spec, arena: &'a Arena) -> core::CompatibilityRule<'a> {
    core::CompatibilityRule {
        id: &rule.id,
        compares: match rule.compares.as_str() {
            "text" => core::Compares::Text,
            "readability" => core::Compares::Readable,
            "own-features" => core::Compares::OwnFeatures,
            "features" => core::Compares::Features(core::FeatureRule {
                serves: signs(&rule.serves, spec, arena),
                selects: signs(&rule.selects, spec, arena),
            }),
            part => core::Compares::Word(core::WordRule {
                part,
                missing: rule.missing.fill(arena),
                unlisted: rule.unlisted.fill(arena),
                by_group: rule.by_group,
                ignored: rule.ignored_where.fill(arena),
                family: rule.differs_in_family.fill(arena),
                selects_family: rule.selects_family,
            }),
        },
        agrees: rule.agrees.fill(arena),
        equal: rule.equal.fill(arena),
        differs: rule.differs.fill(arena),
        nothing: rule.nothing.fill(arena),
        source: rule.doc_ref.fill(arena),
    }
}

/// Names of signs as signs: `any` is none.
fn signs<'a>(
    rows: &'a [(Spanned<String>, OneOrMore<Spanned<String>>)],
    spec: &'a Spec,
    arena: &'a Arena,
) -> &'a [core::SignRow<'a>] {
    let sign = |name: &str| match name {
        "on" => Some(spec.roles.signs.on.as_str()),
        "off" => Some(spec.roles.signs.off.as_str()),
        _ => None,
    };
    arena.list(rows.iter().map(|(stored, asked)| core::SignRow {
        stored: sign(stored),
        serves: arena.list(asked.iter().map(|name| sign(name))),
    }))
}
