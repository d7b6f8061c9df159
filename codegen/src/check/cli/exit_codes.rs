//! Exit codes are given for the outcomes there are, and the program's are those that its operations give.

use crate::model::cli::{ExitCode, Spec};
use crate::names::one_of;
use crate::problem::Problems;
use crate::vocabulary::{BUNDLER_OUTCOMES, PROGRAM_OUTCOMES};

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let codes = &spec.program.exit_codes;
    known(codes, PROGRAM_OUTCOMES.iter().map(|(outcome, _)| *outcome), problems);
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
        known(&tool.exit_codes, BUNDLER_OUTCOMES.iter().copied(), problems);
        for outcome in BUNDLER_OUTCOMES {
            if !tool.exit_codes.iter().any(|code| code.outcome.value == *outcome) {
                let expected = format!("an exit code for `{outcome}`");
                problems.add_missing(
                    &tool.name,
                    expected,
                    "none",
                    format!("add `{outcome}:` to `exit-codes:`"),
                );
            }
        }
    }
}

fn known<'o>(codes: &[ExitCode], outcomes: impl Iterator<Item = &'o str> + Clone, problems: &mut Problems) {
    for code in codes {
        one_of(&code.outcome, "an outcome", outcomes.clone(), problems);
        if code.code.value > 255 {
            let found = format!("the number {}", code.code.value);
            problems.add(&code.code, "an exit code from 0 to 255", found, "choose a smaller one");
        }
    }
}
