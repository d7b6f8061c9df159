//! Every placeholder of a template is one that gets a value there.

use crate::model::ids::Spec;
use crate::model::ids::style::{Outcome, StyleKind};
use crate::problem::Problems;
use crate::spanned::plain;

/// Checks every template and every message.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let roles = &spec.roles;
    let parts = plain(spec.parts.iter().map(|part| &part.id).chain([&roles.target]));
    problems.placeholders(&spec.canonical.template, &parts);
    problems.placeholders(&spec.triple.template, &parts);
    problems.placeholders(&roles.feature_template, &plain([&roles.feature, &roles.sign]));
    for rule in &spec.composition {
        problems.placeholders(&rule.because, &["first", "second"]);
    }
    for rule in &spec.compatibility {
        for text in [&rule.agrees, &rule.equal, &rule.differs, &rule.differs_in_family]
            .into_iter()
            .flatten()
        {
            problems.placeholders(text, values(&rule.compares));
        }
    }
    for row in &spec.generations {
        for text in [&row.earlier, &row.compiles, &row.refuses] {
            problems.placeholders(text, &["stored", "asked", "image"]);
        }
    }
    for property in spec.variants.iter().flat_map(|variants| &variants.properties) {
        for text in [Some(&property.value), property.compiled.as_ref()]
            .into_iter()
            .flatten()
        {
            problems.placeholders(text, &["processor", "number"]);
        }
    }
    for style in &spec.styles {
        let StyleKind::Cut(cut, _, cases) = &style.kind else {
            continue;
        };
        let pieces = plain(cut.into.iter().chain([&cut.tail.name, &cut.tail.features]));
        let with_id = [pieces.as_slice(), &["id"]].concat();
        for case in cases {
            match &case.outcome {
                Outcome::Writes(text) => problems.placeholders(text, &pieces),
                Outcome::Invalid(text) => problems.placeholders(text, &with_id),
                Outcome::Loses { what, stores } => {
                    let texts = std::iter::once(what).chain(stores);
                    texts.for_each(|text| problems.placeholders(text, &with_id));
                }
            }
        }
    }
}

/// The placeholders of the reasons of a rule, by what it compares.
fn values(compares: &str) -> &'static [&'static str] {
    match compares {
        "readability" => &["stored", "asked", "why"],
        "own-features" => &["processor", "feature"],
        "features" => &["feature", "stored", "asked"],
        _ => &["stored", "asked"],
    }
}
