//! Exit codes are given for the outcomes there are, and the program's are those that its operations give.

use crate::model::cli::{ExitCode, Spec};
use crate::names::{identifier, one_of, snake};
use crate::problem::Problems;
use crate::vocabulary::PROGRAM_OUTCOMES;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let codes = &spec.program.exit_codes;
    for code in codes.iter() {
        let known = PROGRAM_OUTCOMES.iter().map(|(outcome, _)| *outcome);
        one_of(&code.outcome, "an outcome", known, problems);
    }
    bounds(codes, problems);
    for code in codes.iter() {
        let given = PROGRAM_OUTCOMES
            .iter()
            .find(|(outcome, _)| *outcome == code.outcome.value);
        if let Some((_, number)) =
            given.filter(|(_, number)| u64::from(*number) != code.code.value && code.code.value <= 255)
        {
            let expected = format!("the exit code {number}, which the operations give");
            problems.add(&code.code, expected, code.code.to_string(), "change the number");
        }
    }
    for tool in &spec.drop_ins {
        bounds(&tool.exit_codes, problems);
        for code in tool.exit_codes.iter() {
            identifier(&code.outcome.with(snake(&code.outcome)), &[], problems);
        }
    }
}

fn bounds(codes: &[ExitCode], problems: &mut Problems) {
    for code in codes.iter().filter(|code| code.code.value > 255) {
        let found = format!("the number {}", code.code.value);
        problems.add(&code.code, "an exit code from 0 to 255", found, "choose a smaller one");
    }
}
