//! Exit codes are given for the outcomes there are, and the program's are those that its operations give.

use super::one_of;
use crate::ir::vocabulary::{BUNDLER_OUTCOMES, PROGRAM_OUTCOMES};
use crate::model::cli::{ExitCode, Spec};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let outcomes: Vec<&str> = PROGRAM_OUTCOMES.iter().map(|(outcome, _)| *outcome).collect();
    known(&spec.program.exit_codes, &outcomes, problems);
    for code in &spec.program.exit_codes {
        let given = PROGRAM_OUTCOMES
            .iter()
            .find(|(outcome, _)| *outcome == code.outcome.text);
        if let Some((_, number)) = given.filter(|(_, number)| *number != code.code) {
            let expected = format!("the exit code {number}, which the operations give");
            problems.add(
                &code.outcome.at,
                expected,
                format!("{}", code.code),
                "change the number",
            );
        }
    }
    for tool in &spec.drop_ins {
        known(&tool.exit_codes, BUNDLER_OUTCOMES, problems);
        for outcome in BUNDLER_OUTCOMES {
            if !tool.exit_codes.iter().any(|code| code.outcome.text == *outcome) {
                let expected = format!("an exit code for `{outcome}`");
                problems.add(
                    &tool.name.at,
                    expected,
                    "none",
                    format!("add `{outcome}:` to `exit-codes:`"),
                );
            }
        }
    }
}

fn known(codes: &[ExitCode], outcomes: &[&str], problems: &mut Problems) {
    for code in codes {
        one_of(&code.outcome, "an outcome", outcomes, problems);
    }
}
