//! A run as JUnit XML, which services for continuous integration read.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::document::{Document, Results};
use crate::case::{Case, Expectation};
use crate::verdict::Verdict;

/// The run as JUnit XML: a suite an implementation, a test a case, in a class a group. What is known to fail is skipped.
///
/// # Errors
///
/// The XML cannot be written.
pub fn junit(document: &Document) -> Result<String, String> {
    let mut report = Report::new("offload-bundle-conformance");
    for testee in &document.testees {
        let mut suite = TestSuite::new(&*testee.name);
        for case in &document.cases {
            if let Some(verdict) = testee.verdicts.get(&case.id) {
                suite.add_test_case(test(testee, case, verdict));
            }
        }
        report.add_test_suite(suite);
    }
    let xml = report.to_string().map_err(|error| error.to_string())?;
    // The two characters above the controls that XML cannot have.
    Ok(xml.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"))
}

fn test(testee: &Results, case: &Case, verdict: &Verdict) -> TestCase {
    let known = testee.known.get(&case.id);
    let mut status = match (verdict, known) {
        (Verdict::Pass, _) => TestCaseStatus::success(),
        (Verdict::Skipped(_) | Verdict::Vacuous(_), _) | (_, Some(_)) => TestCaseStatus::skipped(),
        (_, None) => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    if *verdict != Verdict::Pass {
        let text = verdict.to_string();
        status.set_type(verdict.word());
        status.set_message(format!(
            "{}: {}",
            verdict.word(),
            text.lines().next().unwrap_or_default()
        ));
        status.set_description(text);
    }
    let mut test = TestCase::new(&*case.id, status);
    test.set_classname(case.group().replace('/', "."));
    test.extra
        .insert("file".into(), format!("cases/{}.json", case.group()).into());
    if let Some(time) = testee.milliseconds.get(&case.id) {
        test.set_time(Duration::from_millis(*time));
    }
    if verdict.is_judged() && *verdict != Verdict::Pass {
        test.set_system_out(output(testee, case));
    }
    test
}

/// What a person wants to know of a failure: why it is asked, what is expected, and how to ask again.
fn output(testee: &Results, case: &Case) -> String {
    let mut text = format!("{} ({})\n", case.why, case.level.word());
    text += &match &case.expect {
        Expectation::Reject(why) => format!("expected: a refusal: {why}\n"),
        Expectation::Accept(value) => format!("expected: {value}\n"),
        Expectation::Either { because, accept } => format!("expected: {accept}, or a refusal: {because}\n"),
    };
    if let Some(known) = testee.known.get(&case.id) {
        text += &format!("known: {known}\n");
    }
    text + &format!("again: {}\n", testee.again(&case.id))
}
