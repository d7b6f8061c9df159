//! What is wrong with placement schemas, by themselves and beside the formats they name: the rules in order, one a file.

mod heads;
mod names;
mod parameters;
mod sections;

use crate::model::Schema;
use crate::model::placement::Spec;
use crate::problem::{Problem, Problems};

/// Every breach of every rule. `schemas` are all of the project.
pub fn check(spec: &Spec, schemas: &[Schema]) -> Vec<Problem> {
    let mut problems = Problems::new(&spec.file);
    let first = schemas.iter().find_map(|schema| match schema {
        Schema::Placement(first) => Some(first.file.as_str()),
        _ => None,
    });
    if let Some(first) = first.filter(|first| *first != spec.file) {
        let hint = format!("{first} is one: move its file types there");
        problems.add(&spec.at, "one placement schema in a project", "another", hint);
    }
    names::check(spec, &mut problems);
    heads::check(spec, &mut problems);
    parameters::check(spec, schemas, &mut problems);
    sections::check(spec, &mut problems);
    problems.into_sorted()
}
