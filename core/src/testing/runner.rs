//! Runs properties on values that are drawn.

use alloc::string::ToString;
use alloc::vec::Vec;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// How many of `cases` are tried: a few where Miri interprets them, a thousand times slower.
pub(super) fn case_count(cases: u32) -> u32 {
    if cfg!(miri) { cases.min(2) } else { cases }
}

/// Where a file of `len` bytes is cut: at every byte, and at a few where Miri interprets it, the first and the last ones among them.
pub(super) fn cuts(len: usize) -> impl Iterator<Item = usize> {
    const FEW: usize = 4;
    let step = if cfg!(miri) { len.div_ceil(FEW).max(1) } else { 1 };
    let last = len.checked_sub(1).filter(|last| last.checked_rem(step) != Some(0));
    (0..len).step_by(step).chain(last)
}

/// Those of `all` that are tried: all, and a few from all over where Miri interprets what is done with them.
pub(super) fn some<T>(all: Vec<T>) -> impl Iterator<Item = T> {
    const FEW: usize = 4;
    let step = if cfg!(miri) { all.len().div_ceil(FEW).max(1) } else { 1 };
    all.into_iter().step_by(step)
}

/// Draws the same values every time.
pub(super) fn runner(cases: u32) -> TestRunner {
    TestRunner::new_with_rng(config(cases), TestRng::deterministic_rng(Default::default()))
}

/// Draws what the seed decides.
pub(super) fn seeded_runner(seed: u64) -> TestRunner {
    let bytes: Vec<u8> = seed.to_le_bytes().into_iter().cycle().take(32).collect();
    TestRunner::new_with_rng(config(1), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Draws what the bytes decide, and gives up soon where they decide on what cannot be. They are a seed: used one after the other, they would
/// come to an end, and from zeros without end a number in some ranges is never drawn.
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

/// The error of a test case.
pub(super) fn failed(error: impl ToString) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}
