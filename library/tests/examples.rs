//! The examples do what they say, on files that real compilers made.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::{OffloadFile, TargetId};

#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../examples/build_tool.rs"]
mod build_tool;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../examples/loader.rs"]
mod loader;

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
