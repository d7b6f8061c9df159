//! Every placeholder of a template is one that gets a value there.

use super::names;
use crate::mapping::nearest;
use crate::model::ids::style::{How, Outcome};
use crate::model::ids::verdict::Comparison;
use crate::model::ids::{Spec, Text};
use crate::problem::Problems;

/// Checks every template and every message.
pub fn check(spec: &Spec, problems: &mut Problems) {
    let mut parts = names(spec.parts.iter().map(|part| &part.id));
    parts.push(&spec.roles.target.text);
    template(&spec.canonical.template, &parts, problems);
    template(&spec.triple.template, &parts, problems);
    let roles = &spec.roles;
    template(
        &roles.feature_template,
        &[&roles.feature.text, &roles.sign.text],
        problems,
    );
    for rule in &spec.composition {
        template(&rule.because, &["first", "second"], problems);
    }
    for rule in &spec.compatibility {
        for text in [&rule.agrees, &rule.differs, &rule.in_family].into_iter().flatten() {
            template(text, values(rule), problems);
        }
    }
    for style in &spec.styles {
        let How::Cut(cut) = &style.how else { continue };
        let mut pieces = names(cut.into.iter().chain([&cut.name, &cut.features]));
        for case in &cut.cases {
            match &case.outcome {
                Outcome::Writes(text) => template(text, &pieces, problems),
                Outcome::Invalid(text) | Outcome::Loses(text) => {
                    pieces.push("id");
                    template(text, &pieces, problems);
                    pieces.pop();
                }
            }
        }
    }
}

/// The placeholders of the reasons of `rule`.
fn values(rule: &Comparison) -> &'static [&'static str] {
    match rule.compares.text.as_str() {
        "text" => &["stored", "asked"],
        "readability" => &["stored", "asked", "why"],
        "own-features" => &["processor", "feature"],
        "features" => &["feature", "stored", "asked"],
        _ => &["stored", "asked"],
    }
}

fn template(text: &Text, known: &[&str], problems: &mut Problems) {
    let mut rest = text.text.as_str();
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, next)) = after.split_once('}') else {
            return;
        };
        if !known.contains(&name) {
            let hint = match nearest(name, known) {
                Some(near) => format!("did you mean `{{{near}}}`?"),
                None => format!("there are: {}", known.join(", ")),
            };
            let found = format!("`{{{name}}}`");
            problems.add_at(
                text.line,
                text.column,
                &text.path,
                "a placeholder that has a value here",
                found,
                hint,
            );
        }
        rest = next;
    }
}
