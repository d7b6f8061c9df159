//! What is wrong with a schema of the command line, beyond its shape: one rule a file.

mod arguments;
mod commands;
mod drop_in;
mod exit_codes;

use crate::model::cli::Spec;
use crate::problem::Problems;

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    commands::check(&spec.program, problems);
    exit_codes::check(spec, problems);
    drop_in::check_common(&spec.common_options, problems);
    for tool in &spec.drop_ins {
        drop_in::check(tool, &spec.common_options, problems);
    }
}
