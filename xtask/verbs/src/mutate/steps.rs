//! The calls of cargo that notice changes of what is compiled, the quick ones first.

use std::path::Path;
use std::process::Output;

use super::list::Tests;
use crate::files;

/// The package of the tests that need core and formats alone. It is beside the copy, so that nothing else is compiled for it.
pub const ALONE: &str = "target/alone";

/// The test program that they are.
const LAYOUTS: &str = "layouts";
/// The test programs of the suite's package; the others are the tool's.
const OF_THE_SUITE: [&str; 3] = ["facts", LAYOUTS, "suite"];

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
    const LAWS: &str = "test --no-fail-fast --package offload-bundle-formats --lib";
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let in_all = |words| Step { folder: "", words };
    let mut steps = Vec::new();
    if !tests.alone.is_empty() {
        let modules = tests.alone.iter().map(|module| format!("{module}::"));
        let words = ["test", "--test", LAYOUTS, "--"]
            .map(str::to_owned)
            .into_iter()
            .chain(modules)
            .collect();
        steps.push(Step { folder: ALONE, words });
    }
    steps.push(in_all(words(SUITE)));
    steps.extend(tests.with_all.iter().map(|test| in_all(slow(test))));
    steps.push(in_all(words(LAWS)));
    steps
}

/// How cargo is told to run `test`: a test program, perhaps with a module of it.
fn slow(test: &str) -> Vec<String> {
    let (program, module) = test.split_once("::").unwrap_or((test, ""));
    let package = match OF_THE_SUITE.contains(&program) {
        true => "offload-bundle-conformance",
        false => "offload-bundle-cli",
    };
    let words = ["test", "--package", package, "--test", program].map(str::to_owned);
    let filter = (!module.is_empty()).then(|| ["--".to_owned(), format!("{module}::")]);
    words.into_iter().chain(filter.into_iter().flatten()).collect()
}

/// Writes the package of the tests that need little.
pub fn write_alone(root: &Path) -> Result<(), String> {
    let manifest = format!(
        "[package]\nname = \"alone\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n\n\
         [dev-dependencies]\noffload-bundle-core = {{ path = {:?} }}\noffload-bundle-formats = {{ path = {:?} }}\n\n\
         [[test]]\nname = {LAYOUTS:?}\npath = {:?}\n",
        root.join("core"),
        root.join("generated/formats"),
        root.join(format!("conformance/tests/{LAYOUTS}/main.rs")),
    );
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
