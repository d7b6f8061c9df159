//! `cargo xtask record --check` runs these tests.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

use serde::{Deserialize, Serialize};

use super::lines;
use crate::running;

const NAME: &str = "tests";

/// By full name.
#[derive(Serialize, Deserialize)]
struct Test {
    key: String,
}

/// Threads started by a test have no name, so tests must ask on their own thread.
pub(super) fn note() {
    static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let Some(key) = running::test() else { return };
    let mut noted = NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if noted.insert(key.clone()) {
        lines::append(NAME, &Test { key });
    }
}

/// Without cargo, which names the package, every test counts as listed.
pub(super) fn is_listed() -> bool {
    static LISTED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let tests = lines::read(NAME).into_iter();
        tests.map(|Test { key }| key).collect()
    });
    std::env::var_os("CARGO_PKG_NAME").is_none() || running::test().is_some_and(|test| LISTED.contains(&test))
}
