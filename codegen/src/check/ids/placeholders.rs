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
    for style in &spec.styles {
        let StyleKind::Cut(cut, _, cases) = &style.kind else {
            continue;
        };
        let pieces = plain(cut.into.iter().chain([&cut.tail.name, &cut.tail.features]));
        for case in cases {
            match &case.outcome {
                Outcome::Writes(text) => problems.placeholders(text, &pieces),
                Outcome::Invalid(text) | Outcome::Loses(text) => {
                    problems.placeholders(text, &[pieces.as_slice(), &["id"]].concat());
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
