//! The guide to the suite, `docs/guides/test-a-bundler.md`, shows what the suite prints.

use std::path::Path;

use offload_bundle_testing::pages::{Needs, Page};
use offload_bundle_testing::tools;

use crate::program::PROGRAM;

#[test]
#[cfg(unix)]
fn guide_shows_what_the_suite_prints() {
    if !tools::needed("cc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    Page::link_folders(folder.path());
    let program = Path::new(PROGRAM).parent().unwrap();
    // The commands of the tool are run by a test of the tool.
    let page = Page::read("docs/guides/test-a-bundler.md");
    page.run(&[Needs::Suite, Needs::Shell], Page::shell(folder.path(), &[program]));
}
