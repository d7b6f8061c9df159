//! What is wrong with schemas, beyond their shape: one rule a file, every problem reported.

mod binary;
mod cli;
mod ids;
mod modules;
mod placement;
mod text;

use crate::model::Schema;
use crate::problem::Problem;

/// The problems of all schemas, each seen by itself and beside the others.
pub fn all(schemas: &[Schema]) -> Vec<Problem> {
    let mut found = Vec::new();
    for schema in schemas {
        match schema {
            Schema::Binary(spec) => found.extend(binary::check(spec, schemas)),
            Schema::Cli(spec) => found.extend(cli::check(spec)),
            Schema::Ids(spec) => found.extend(ids::all(spec)),
            Schema::Placement(spec) => found.extend(placement::check(spec, schemas)),
            Schema::Text(spec) => found.extend(text::check(spec)),
        }
    }
    found.extend(modules::check(schemas));
    found
}
