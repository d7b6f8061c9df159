//! The grammar of a text is a schema of the same project.

use super::attrs;
use crate::mapping::nearest;
use crate::model::Schema;
use crate::model::binary::Spec;
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, schemas: &[Schema], problems: &mut Problems) {
    let known: Vec<&str> = schemas
        .iter()
        .filter_map(|schema| match schema {
            Schema::Ids(grammar) => Some(grammar.id.text.as_str()),
            _ => None,
        })
        .collect();
    for grammar in attrs(spec).filter_map(|(_, attr)| attr.grammar.as_ref()) {
        if !known.contains(&grammar.value.as_str()) {
            let hint = match nearest(&grammar.value, &known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "name the `id` of a schema of the dialect `ids`".to_owned(),
            };
            grammar.problem(
                problems,
                "a grammar of this project",
                format!("`{}`", grammar.value),
                hint,
            );
        }
    }
}
