//! The examples do what they say, on files that real compilers made.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::{Bundle, OffloadFile, TargetId};

#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../examples/build_tool.rs"]
mod build_tool;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../examples/loader.rs"]
mod loader;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../examples/package_check.rs"]
mod package_check;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../conformance/fixtures")
        .join(name)
}

#[test]
fn the_loader_takes_the_code_object_of_a_gpu_from_a_library() {
    let target = TargetId::parse("gfx90a:sramecc+:xnack+").unwrap();
    for library in ["objects/hip.22.so", "objects/hip-compressed.22.so", "objects/hip.22.dll"] {
        let code_objects = loader::load(&fixture(library), &target).unwrap();
        assert_eq!(
            code_objects.len(),
            OffloadFile::open(fixture(library)).unwrap().bundles().count()
        );
        assert!(
            code_objects.iter().all(|code| code.starts_with(b"\x7fELF")),
            "{library}"
        );
    }
    let error = loader::load(&fixture("objects/hip.22.so"), &TargetId::parse("gfx942").unwrap()).unwrap_err();
    assert!(error.to_string().contains("gfx942"), "{error}");
}

#[test]
fn the_build_tool_makes_a_bundle_that_the_loader_reads() {
    let folder = tempfile::tempdir().unwrap();
    for (name, code) in [("gfx90a.co", b"first".as_slice()), ("gfx1100.co", b"second"), ("notes.txt", b"")] {
        fs::write(folder.path().join(name), code).unwrap();
    }
    let output = folder.path().join("app.hipfb");
    assert_eq!(build_tool::build(folder.path(), &output).unwrap(), 2);
    let code_objects = loader::load(&output, &TargetId::parse("gfx1100").unwrap()).unwrap();
    assert_eq!(code_objects, [b"second"]);
}

#[test]
fn the_packagers_check_finds_what_is_missing_and_what_is_wrong() {
    let library = fixture("objects/hip.22.so");
    assert_eq!(package_check::check(&library, &["gfx90a"]).unwrap(), [""; 0]);
    assert_eq!(
        package_check::check(&library, &["gfx90a", "gfx942"]).unwrap(),
        ["bundle 0: no code for gfx942"]
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app.hipfb");
    let bundle = Bundle::new()
        .entry("host-x86_64-unknown-linux-gnu-", b"")
        .entry("hip-amdgcn-amd-amdhsa--gfx90a", b"\x7fELF that is none")
        .to_bytes();
    fs::write(&path, bundle.unwrap()).unwrap();
    let faults = package_check::check(&path, &["gfx90a"]).unwrap();
    assert!(
        matches!(&*faults, [fault] if fault.starts_with("bad-elf: ")),
        "{faults:?}"
    );
}
