//! Runs properties on values that are drawn.

use alloc::string::ToString;

use proptest::test_runner::{Config, TestCaseError, TestRng, TestRunner};

/// How many of `cases` are tried: a few where Miri interprets them, a thousand times slower.
pub(super) fn tried(cases: u32) -> u32 {
    if cfg!(miri) { cases.min(2) } else { cases }
}

/// Draws the same values every time.
pub(super) fn runner(cases: u32) -> TestRunner {
    let config = Config { cases: tried(cases), failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(Default::default()))
}

/// The error of a test case.
pub(super) fn failed(error: impl ToString) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}
