//! Runs the repository's own checks on a copy with additional schemas.

use std::fs;
use std::path::Path;

use crate::scratch::{Scratch, repository};

const GENERATED: [&str; 2] = ["offload-bundle-formats", "offload-bundle-cli-definitions"];

#[test]
fn repository_with_more_schemas_passes_checks() {
    // The other copy's builds have the same names, so it goes first.
    crate::scratch();
    let copy = Scratch::copy("one_format");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proof/toc_archive.ksy");
    fs::copy(schema, copy.root.join("schemas/toc_archive.ksy")).expect("the scratch copy can be written");
    crate::made_up::add_to(&copy);
    copy.verb(&["codegen"]);
    copy.verb(&["codegen", "--check"]);
    copy.verb(&["tidy"]);
    let packages = GENERATED.map(|package| ["--package", package]).concat();
    let clippy =
        [&["clippy", "--quiet", "--locked", "--all-targets"], &packages[..], &["--", "-D", "warnings"]].concat();
    copy.cargo(&clippy);
    let tested =
        copy.cargo(&["test", "--quiet", "--locked", "--package", "offload-bundle-formats", "--lib", "samples"]);
    assert!(tested.contains("test result: ok"), "{tested}");

    // The Kaitai compiler is not in the repository; without it, the comparison is skipped, or fails if it is required.
    let modules = "conformance/kaitai/node_modules";
    let installed = repository().join(modules);
    if installed.is_dir() {
        std::os::unix::fs::symlink(installed, copy.root.join(modules)).expect("a link can be made");
    }
    let compared = copy.verb(&["kaitai", "toc_archive"]);
    assert!(
        compared.contains("toc_archive.ksy: ") || compared.contains("skipped: "),
        "{compared}"
    );
    eprint!("{compared}");
    if compared.contains("skipped: ") {
        offload_bundle_testing::skip("the official Kaitai compiler is not installed");
    }
    let made_up = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proof/made_up");
    let compared = copy.verb(&["kaitai", "--foreign", made_up, "--all"]);
    assert!(
        compared.contains("5 of 5 that both read equal") || compared.contains("skipped: "),
        "{compared}"
    );
}
