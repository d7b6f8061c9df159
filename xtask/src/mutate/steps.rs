//! The calls of cargo that notice changes of what is compiled, the quick ones first.

use std::path::Path;
use std::process::Output;

use super::list::Tests;
use crate::files;

/// The package of the tests that need core and formats alone. It stands beside the copy, so that nothing else is compiled for it.
pub const ALONE: &str = "target/alone";

/// One call of cargo that notices changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// Where in the copy.
    pub folder: &'static str,
    /// What cargo is told.
    pub words: Vec<String>,
}

/// The quick ones first: tests that need little, the suite, the slow tests, the laws, which are made from the schema as well.
pub fn steps(tests: &Tests<'_>) -> Vec<Step> {
    const SUITE: &str = "run --package offload-bundle-conformance --bin offload-bundle-conformance -- --verbose --testee offload-bundle";
    const SLOW: &str = "test --package offload-bundle-conformance --test";
    const LAWS: &str = "test --no-fail-fast --package offload-bundle-formats --lib";
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let in_all = |words| Step { folder: "", words };
    let mut steps = Vec::new();
    if !tests.alone.is_empty() {
        let named = tests.alone.iter().flat_map(|test| ["--test", test]);
        let words = ["test"].into_iter().chain(named).map(str::to_owned).collect();
        steps.push(Step { folder: ALONE, words });
    }
    steps.push(in_all(words(SUITE)));
    steps.extend(
        tests
            .with_all
            .iter()
            .map(|test| in_all(words(&format!("{SLOW} {test}")))),
    );
    steps.push(in_all(words(LAWS)));
    steps
}

/// Writes the package of the tests that need little.
pub fn write_alone(root: &Path, tests: &Tests<'_>) -> Result<(), String> {
    let mut manifest = format!(
        "[package]\nname = \"alone\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n\n\
         [dev-dependencies]\noffload-bundle-core = {{ path = {:?} }}\noffload-bundle-formats = {{ path = {:?} }}\n",
        root.join("core"),
        root.join("generated/formats"),
    );
    for test in &tests.all_alone {
        let path = root.join(format!("conformance/tests/{test}.rs"));
        manifest.push_str(&format!("\n[[test]]\nname = {test:?}\npath = {path:?}\n"));
    }
    files::write_if_different(&root.join(ALONE).join("Cargo.toml"), &manifest)?;
    files::write_if_different(&root.join(ALONE).join("lib.rs"), "")?;
    let lock = root.join(ALONE).join("Cargo.lock");
    if !lock.exists() {
        files::write_if_different(&lock, &files::read(&root.join("Cargo.lock"))?)?;
    }
    Ok(())
}

/// What a run that fails says of it.
pub fn failing(done: &Output) -> Option<String> {
    if done.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    let telling = |line: &&str| line.starts_with("error") || line.ends_with("FAILED") || line.contains("panicked at");
    let case = |line: &&str| {
        ["fail", "leak", "silent", "crash", "broken", "hang"]
            .iter()
            .any(|word| line.starts_with(word))
    };
    let line = said.lines().find(telling).or(said.lines().find(case));
    Some(line.unwrap_or("it fails").trim().chars().take(160).collect())
}
