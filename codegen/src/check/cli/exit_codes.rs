//! Exit codes are numbers that a process can end with, and have names.

use crate::model::cli::{ExitCode, Spec};
use crate::names::{identifier, snake};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    bounds(&spec.program.exit_codes, problems);
    for tool in &spec.drop_ins {
        bounds(&tool.exit_codes, problems);
    }
}

fn bounds(codes: &[ExitCode], problems: &mut Problems) {
    for code in codes {
        identifier(&code.outcome.with(snake(&code.outcome)), &[], problems);
        if code.code.value > 255 {
            let found = format!("the number {}", code.code.value);
            problems.add(&code.code, "an exit code from 0 to 255", found, "choose a smaller one");
        }
    }
}
