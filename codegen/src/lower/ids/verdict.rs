//! Composition and compatibility rules.

use offload_bundle_core::ids::tables as core;

use super::spelling::one_of;
use super::text;
use crate::arena::Arena;
use crate::model::ids::Spec;
use crate::model::ids::verdict as model;
use crate::reading::OneOrMore;
use crate::spanned::Spanned;

/// One composition rule.
pub fn composition<'a>(rule: &'a model::Composition, arena: &'a Arena) -> core::CompositionRule<'a> {
    core::CompositionRule {
        id: &rule.id,
        finds: match rule.finds {
            model::Finds::Equal => core::Finds::Equal,
            model::Finds::OpenFeature => core::Finds::OpenFeature(arena.texts(&rule.same)),
            model::Finds::HostAmongOthers => core::Finds::HostAmongOthers,
        },
        level: rule.level,
        because: &rule.because,
        source: rule.doc_ref.as_deref(),
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
                missing: text(&rule.missing),
                unlisted: text(&rule.unlisted),
                by_group: rule.by_group,
                ignored: arena.list(rule.ignored_where.iter().map(|words| one_of(words, arena))),
                family: text(&rule.differs_in_family).unwrap_or_default(),
                selects_family: rule.selects_family,
            }),
        },
        agrees: text(&rule.agrees).unwrap_or_default(),
        equal: text(&rule.equal).unwrap_or_default(),
        differs: text(&rule.differs).unwrap_or_default(),
        nothing: arena.text(rule.nothing.as_deref().unwrap_or_default()),
        source: rule.doc_ref.as_deref(),
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
