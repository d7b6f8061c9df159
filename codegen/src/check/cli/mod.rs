//! What is wrong with a schema of the command line, beyond its shape: exit codes; what is larger has a file of its own.

mod arguments;
mod commands;
mod drop_in;

use crate::model::cli::{ExitCode, Spec};
use crate::names::snake;
use crate::problem::Problems;

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    commands::check(&spec.program, problems);
    exit_codes(&spec.program.exit_codes, problems);
    drop_in::check_common(&spec.common_options, problems);
    for tool in &spec.drop_ins {
        drop_in::check(tool, &spec.common_options, problems);
        exit_codes(&tool.exit_codes, problems);
    }
}

fn exit_codes(codes: &[ExitCode], problems: &mut Problems) {
    for code in codes {
        problems.identifier(&code.outcome.with(snake(&code.outcome)), &[]);
        if code.code.value > 255 {
            let found = format!("the number {}", code.code.value);
            problems.add(&code.code, "an exit code from 0 to 255", found, "choose a smaller one");
        }
    }
}
