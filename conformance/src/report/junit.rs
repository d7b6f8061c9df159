//! Renders a run as JUnit XML for CI services.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::document::{Document, Results};
use crate::case::{Case, Expectation};
use crate::verdict::Verdict;

/// Returns the run as JUnit XML: a suite for each implementation, a class for each group, a test for each case. Known
/// failures are skipped.
///
/// # Errors
///
/// Returns the error of the XML writer.
pub fn junit(document: &Document) -> Result<String, String> {
    let mut report = Report::new("offload-bundle-conformance");
    for testee in &document.testees {
        let mut suite = TestSuite::new(&*testee.name);
        for case in &document.cases {
            if let Some(verdict) = testee.verdicts.get(&case.id) {
                suite.add_test_case(test(testee, case, verdict));
            }
        }
        // `quick_junit` counts skipped tests as disabled; most readers look for `skipped`.
        suite.extra.insert("skipped".into(), suite.disabled.to_string().into());
        report.add_test_suite(suite);
    }
    let xml = report.to_string().map_err(|error| error.to_string())?;
    // XML forbids these two characters; `quick_junit` removes the control characters only.
    Ok(xml.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"))
}

fn test(testee: &Results, case: &Case, verdict: &Verdict) -> TestCase {
    let known = testee.known.get(&case.id);
    let mut status = match (verdict, known) {
        (Verdict::Pass, _) => TestCaseStatus::success(),
        (Verdict::Skipped(_) | Verdict::Inconclusive(_), _) | (_, Some(_)) => TestCaseStatus::skipped(),
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
