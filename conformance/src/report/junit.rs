//! A run as JUnit XML, which services for continuous integration read.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::document::Document;
use crate::verdict::Verdict;

/// The run as JUnit XML: a suite an implementation, a test a case. What is known to fail is skipped.
///
/// # Errors
///
/// The XML cannot be written.
pub fn junit(document: &Document) -> Result<String, String> {
    let mut report = Report::new("offload-bundle-conformance");
    for testee in &document.testees {
        let mut suite = TestSuite::new(&*testee.name);
        for case in &document.cases {
            let Some(verdict) = testee.verdicts.get(&case.id) else {
                continue;
            };
            let mut status = match (verdict, testee.known.get(&case.id)) {
                (Verdict::Pass, _) => TestCaseStatus::success(),
                (Verdict::Skipped(_) | Verdict::Vacuous(_), _) | (_, Some(_)) => TestCaseStatus::skipped(),
                (_, None) => TestCaseStatus::non_success(NonSuccessKind::Failure),
            };
            if *verdict != Verdict::Pass {
                status.set_message(format!("{}: {verdict}", verdict.word()));
            }
            suite.add_test_case(TestCase::new(&*case.id, status));
        }
        report.add_test_suite(suite);
    }
    report.to_string().map_err(|error| error.to_string())
}
