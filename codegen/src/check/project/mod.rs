//! What is wrong with schemas beside each other: the rules in order, one a file.

mod dialects;
mod formats;
mod grammars;
mod modules;

use crate::model::Schema;
use crate::problem::{Problem, Problems};

/// A rule for the schema at some place among all of a project.
type Rule = fn(schema: &Schema, all: &[Schema], problems: &mut Problems);

/// Every breach of every rule. `whole`: whether every file was understood.
pub(super) fn check(schemas: &[Schema], whole: bool) -> Vec<Problem> {
    let rules: [Rule; 4] = [dialects::check, modules::check, grammars::check, formats::check];
    let problems = schemas.iter().flat_map(|schema| {
        let mut problems = Problems::new(&schema.file, whole);
        rules.iter().for_each(|rule| rule(schema, schemas, &mut problems));
        problems.into_sorted()
    });
    problems.collect()
}
