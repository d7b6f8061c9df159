//! Runners of property tests.

use alloc::string::ToString;
use alloc::vec::Vec;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// Miri is a thousand times slower.
pub(super) fn case_count(cases: u32) -> u32 {
    if cfg!(miri) { cases.min(2) } else { cases }
}

/// All, or a few under Miri, including the first and the last.
pub(super) fn cuts(len: usize) -> impl Iterator<Item = usize> {
    const FEW: usize = 4;
    let step = if cfg!(miri) { len.div_ceil(FEW).max(1) } else { 1 };
    let last = len.checked_sub(1).filter(|last| last.checked_rem(step) != Some(0));
    (0..len).step_by(step).chain(last)
}

pub(super) fn some<T>(all: Vec<T>) -> impl Iterator<Item = T> {
    const FEW: usize = 4;
    let step = if cfg!(miri) { all.len().div_ceil(FEW).max(1) } else { 1 };
    all.into_iter().step_by(step)
}

pub(super) fn runner(cases: u32) -> TestRunner {
    TestRunner::new_with_rng(config(cases), TestRng::deterministic_rng(Default::default()))
}

pub(super) fn seeded_runner(seed: u64) -> TestRunner {
    let bytes: Vec<u8> = seed.to_le_bytes().into_iter().cycle().take(32).collect();
    TestRunner::new_with_rng(config(1), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// The bytes are a seed: a finite source would run out, and endless zeros never produce some ranges.
pub(super) fn driven(bytes: &[u8]) -> TestRunner {
    let mut seed = [0_u8; 32];
    for (position, byte) in bytes.iter().enumerate() {
        if let Some(part) = seed.get_mut(position % 32) {
            *part = part.rotate_left(1) ^ byte;
        }
    }
    let config = Config { max_local_rejects: 16, ..config(1) };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}

fn config(cases: u32) -> Config {
    Config { cases: case_count(cases), failure_persistence: None, ..Config::default() }
}

pub(super) fn failed(error: impl ToString) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}
