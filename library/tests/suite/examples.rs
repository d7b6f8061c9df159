//! The examples work on files of real compilers.

use std::fs;

use offload_bundle::{BundleBuilder, OffloadFile};

use crate::support::{fixtures, folder_with};

#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/build_tool.rs"]
mod build_tool;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/in_memory.rs"]
mod in_memory;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/loader.rs"]
mod loader;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/package_check.rs"]
mod package_check;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/recompress.rs"]
mod recompress;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/sizes.rs"]
mod sizes;

#[test]
fn examples_have_at_most_fifteen_lines() {
    for program in [
        include_str!("../../examples/loader.rs"),
        include_str!("../../examples/recompress.rs"),
        include_str!("../../examples/sizes.rs"),
    ] {
        let lines = program.lines().map(str::trim_start);
        let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
        assert!(code.count() <= 15, "{program}");
    }
}

#[test]
fn loader_example_loads_from_a_library() {
    for library in ["objects/hip.22.so", "objects/hip-compressed.22.so", "objects/hip.22.dll"] {
        let path = fixtures().join(library).display().to_string();
        let code_objects = loader::load(&path, "gfx90a:sramecc+:xnack+").unwrap();
        assert_eq!(loader::load(&path, "gfx942").unwrap(), Vec::<Vec<u8>>::new());
        assert_eq!(
            code_objects.len(),
            OffloadFile::open(fixtures().join(library)).unwrap().bundles().count()
        );
        assert!(
            code_objects.iter().all(|code| code.starts_with(b"\x7fELF")),
            "{library}"
        );
    }
    let library = fixtures().join("objects/hip.22.so").display().to_string();
    let error = loader::load(&library, "no GPU").unwrap_err();
    assert!(error.to_string().contains("no GPU"), "{error}");
}

#[test]
fn memory_example_returns_matching_code_object() {
    for (library, target, length) in [
        ("objects/hip.22.so", "gfx90a:sramecc+:xnack+", Some(4616)),
        ("objects/hip-compressed.22.so", "gfx906", Some(3544)),
        ("objects/hip.22.so", "gfx942", None),
    ] {
        let program = fs::read(fixtures().join(library)).unwrap();
        let found = in_memory::with_code_object(program.into(), target, <[u8]>::len).unwrap();
        assert_eq!(found, length, "{library} {target}");
    }
    assert!(in_memory::with_code_object(b"text".as_slice().into(), "gfx906", |_| ()).is_err());
}

#[test]
fn build_example_writes_a_loadable_bundle() {
    let folder = tempfile::tempdir().unwrap();
    for (name, code) in [("gfx90a.co", b"first".as_slice()), ("gfx1100.co", b"second"), ("notes.txt", b"")] {
        fs::write(folder.path().join(name), code).unwrap();
    }
    let output = folder.path().join("app.hipfb");
    assert_eq!(build_tool::build(folder.path(), &output).unwrap(), 2);
    let code_objects = loader::load(output.to_str().unwrap(), "gfx1100").unwrap();
    assert_eq!(code_objects, [b"second"]);
}

#[test]
fn packager_example_finds_missing_and_damaged_code() {
    let library = fixtures().join("objects/hip.22.so");
    assert_eq!(package_check::check(&library, &["gfx90a"]).unwrap(), [""; 0]);
    assert_eq!(
        package_check::check(&library, &["gfx90a", "gfx942"]).unwrap(),
        ["bundle 0: no code for gfx942"]
    );
    let (_folder, path) = folder_with("app.hipfb");
    let bundle = BundleBuilder::new()
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

#[test]
fn size_example_matches_code_objects() {
    let sizes = sizes::sizes(&fixtures().join("objects/hip.22.so").display().to_string()).unwrap();
    assert_eq!(
        sizes
            .into_iter()
            .map(|(processor, bytes)| (processor, bytes.0))
            .collect::<Vec<_>>(),
        [("gfx906".into(), 3544), ("gfx90a".into(), 4616)]
    );
}

#[test]
fn recompress_example_keeps_the_bundle() {
    let packed = fs::read(fixtures().join("compressed/device-level9.22.hipfb")).unwrap();
    let again = recompress::recompress(packed.clone()).unwrap();
    let file = OffloadFile::from_bytes(again.as_slice()).unwrap();
    assert!(
        file.bundles()
            .all(|bundle| bundle.compression().and_then(|found| found.method) == Some("zlib"))
    );
    assert_eq!(
        offload_bundle::decompress(again).unwrap(),
        offload_bundle::decompress(packed).unwrap()
    );
}
