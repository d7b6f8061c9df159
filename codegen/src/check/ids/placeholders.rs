//! Every placeholder of a template is one that gets a value there.

use crate::model::ids::Spec;
use crate::model::ids::style::{Outcome, StyleKind};
use crate::names::placeholders;
use crate::problem::Problems;
use crate::spanned::plain;

/// Checks every template and every message.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let roles = &spec.roles;
    let parts = plain(spec.parts.iter().map(|part| &part.id).chain([&roles.target]));
    placeholders(&spec.canonical.template, &parts, problems);
    placeholders(&spec.triple.template, &parts, problems);
    placeholders(&roles.feature_template, &plain([&roles.feature, &roles.sign]), problems);
    for rule in &spec.composition {
        placeholders(&rule.because, &["first", "second"], problems);
    }
    for rule in &spec.compatibility {
        for text in [&rule.agrees, &rule.differs, &rule.differs_in_family]
            .into_iter()
            .flatten()
        {
            placeholders(text, values(&rule.compares), problems);
        }
    }
    for style in &spec.styles {
        let StyleKind::Cut(cut, _, cases) = &style.kind else {
            continue;
        };
        let pieces = plain(cut.into.iter().chain([&cut.tail.name, &cut.tail.features]));
        for case in cases {
            match &case.outcome {
                Outcome::Writes(text) => placeholders(text, &pieces, problems),
                Outcome::Invalid(text) | Outcome::Loses(text) => {
                    placeholders(text, &[pieces.as_slice(), &["id"]].concat(), problems);
                }
            }
        }
    }
}

/// The placeholders of the reasons of a rule, by what it compares.
fn values(compares: &str) -> &'static [&'static str] {
    match compares {
        "text" => &["stored", "asked"],
        "readability" => &["stored", "asked", "why"],
        "own-features" => &["processor", "feature"],
        "features" => &["feature", "stored", "asked"],
        _ => &["stored", "asked"],
    }
}
