//! `README.md` and `docs/guides/test-a-bundler.md` show the actual output of the suite.

use std::path::Path;

use offload_bundle_testing::pages::{Needs, Page};
use offload_bundle_testing::tools;

use crate::program::PROGRAM;

#[cfg(unix)]
fn run(page: &str) {
    let folder = tempfile::tempdir().unwrap();
    Page::link_folders(folder.path());
    let program = Path::new(PROGRAM).parent().unwrap();
    // A test of the tool runs the tool's own commands.
    Page::read(page).run(&[Needs::Suite, Needs::Shell], Page::shell(folder.path(), &[program]));
}

#[test]
#[cfg(unix)]
fn guide_shows_what_the_suite_prints() {
    if tools::needed("cc") {
        run("docs/guides/test-a-bundler.md");
    }
}

#[test]
#[cfg(unix)]
fn readme_shows_what_the_suite_prints() {
    if tools::needed("python3") {
        run("conformance/README.md");
    }
}
