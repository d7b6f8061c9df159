//! What is wrong with schemas, beyond their shape: one rule a file, every problem reported.

mod cli;

use crate::model::Schema;
use crate::problem::Problem;

/// The problems of all schemas, each seen by itself and beside the others.
pub fn all(schemas: &[Schema]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for schema in schemas {
        match schema {
            Schema::Cli(spec) => problems.extend(cli::check(spec)),
        }
    }
    problems
}
