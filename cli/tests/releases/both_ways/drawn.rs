//! Random IDs of known words, contents and alignments.

use std::env;
use std::fmt::Debug;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::program::{run, told};
use offload_bundle_core::ids::tables::Processor;
use offload_bundle_formats::target_id::GRAMMAR;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

pub const HOST: &str = "host-x86_64-unknown-linux-gnu";

/// Default number of cases per property.
const CASES: u32 = 4;

pub fn check<S: Strategy>(values: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let number = |name: &str, otherwise| env::var(name).map_or(otherwise, |value| value.parse().unwrap());
    let cases = number("OFFLOAD_BUNDLE_CASES", CASES);
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number("OFFLOAD_BUNDLE_SEED", 1).to_le_bytes());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    if let Err(broken) = TestRunner::new_with_rng(config, rng).run(&values, test) {
        panic!("{broken}");
    }
}

pub fn same<T: PartialEq + Debug>(found: &T, wanted: &T, what: &str) -> Result<(), TestCaseError> {
    prop_assert!(found == wanted, "{}: found {:?}, wanted {:?}", what, found, wanted);
    Ok(())
}

pub fn ours<W: AsRef<std::ffi::OsStr> + Debug>(folder: &Path, words: &[W]) -> Result<Output, TestCaseError> {
    let done = run(folder, words);
    prop_assert!(done.status.success(), "{:?}: {}", words, told(&done));
    Ok(done)
}

pub fn get(folder: &Path, name: &str) -> Result<Vec<u8>, TestCaseError> {
    fs::read(folder.join(name)).map_err(|error| TestCaseError::fail(format!("{name}: {error}")))
}

pub fn put(folder: &Path, name: &str, bytes: &[u8]) {
    fs::write(folder.join(name), bytes).unwrap();
}

/// The newest releases. They lack processors of later ones.
const RELEASES: [&str; 2] = ["19", "22"];

pub fn targets(begins: &'static str, most: usize) -> impl Strategy<Value = Vec<String>> {
    let groups = GRAMMAR.processors.iter().flat_map(|group| group.processors);
    let is_asked = |processor: &&Processor<'_>| {
        processor.name.starts_with(begins) && RELEASES.iter().any(|release| processor.is_known_to(release))
    };
    let processors: Vec<_> = groups.filter(is_asked).collect();
    let signs = vec(select(vec!["", "+", "-"]), 3 * most);
    (subsequence(processors, 0..=most).prop_shuffle(), signs).prop_map(|(processors, signs)| {
        let mut signs = signs.into_iter();
        let target = |processor: &Processor<'_>| {
            let mut target = processor.name.to_owned();
            for feature in processor.features {
                if let Some(sign @ ("+" | "-")) = signs.next() {
                    target += &format!(":{feature}{sign}");
                }
            }
            target
        };
        processors.into_iter().map(target).collect()
    })
}

pub fn devices() -> impl Strategy<Value = Vec<String>> {
    let kinds = vec(select(vec!["hip", "openmp"]), 3);
    (targets("gfx", 3), targets("sm_", 1), kinds).prop_map(|(amd, nvidia, kinds)| {
        let amd = amd
            .iter()
            .zip(kinds)
            .map(|(target, kind)| format!("{kind}-amdgcn-amd-amdhsa--{target}"));
        let nvidia = nvidia
            .iter()
            .map(|target| format!("openmp-nvptx64-nvidia-cuda--{target}"));
        amd.chain(nvidia).collect()
    })
}

/// Whether `release` accepts the ID: an unknown processor changes the meaning of the ID.
pub fn is_known_to(release: &str, id: &str) -> bool {
    GRAMMAR.restyle(id, release).is_ok()
}

pub fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => Just(Vec::new()),
        3 => vec(any::<u8>(), 0..300),
        3 => "([ -~]{0,40}\\r?\\n){0,4}[ -~]{0,9}".prop_map(String::into_bytes),
    ]
}

pub fn entries() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    (devices(), vec(content(), 5)).prop_map(|(devices, contents)| {
        let ids = [HOST.to_owned()].into_iter().chain(devices);
        ids.zip(contents).collect()
    })
}

/// Powers of two, and other numbers.
pub fn alignment() -> impl Strategy<Value = u32> {
    prop_oneof![Just(1), (0..13_u32).prop_map(|power| 1 << power), 1..200_u32]
}
