//! Every bundle in HIP objects and libraries is found, and nothing more.

use std::fs;
use std::path::Path;

use crate::support::program::{run, told};
use offload_bundle_testing::tools;
use serde_json::Value;
use tempfile::TempDir;

const SOURCE: &str = "__attribute__((device)) int v = 7;\n__attribute__((device, used)) int f(void) { return v; }\n";
/// Targets of the objects; the last is COFF.
const TRIPLES: [&str; 3] = ["x86_64-unknown-linux-gnu", "powerpc64-linux-gnu", "x86_64-pc-windows-msvc"];
/// The IDs of the devices without their kind.
const DEVICES: [&str; 2] = ["-amdgcn-amd-amdhsa--gfx906", "-amdgcn-amd-amdhsa--gfx90a:xnack+"];

fn tool(folder: &Path, name: &str, words: &[&str]) {
    let tool = format!("{name}-22");
    let output = tools::run(folder, &tool, words);
    assert!(output.status.success(), "{name}-22 {words:?}: {}", told(&output));
}

fn object(triple: &str, more: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("k.hip"), SOURCE).unwrap();
    let target = format!("--target={triple}");
    let how = if triple.ends_with("msvc") { "-fno-PIC" } else { "-fPIC" };
    let mut words = vec!["-x", "hip", &target, how, "-nogpuinc", "-nogpulib", "--no-offload-new-driver"];
    words.extend(["--offload-arch=gfx906", "--offload-arch=gfx90a:xnack+", "-c", "k.hip", "-o", "k.o"]);
    words.extend(more);
    tool(folder.path(), "clang", &words);
    folder
}

fn listed(folder: &Path, file: &str, code: i32) -> Value {
    let output = run(folder, &["list", "--json", file]);
    assert_eq!(output.status.code(), Some(code), "{}", told(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn ids(bundle: &Value) -> Vec<&str> {
    let entries = bundle["entries"].as_array().unwrap().iter();
    entries.map(|entry| entry["id"].as_str().unwrap()).collect()
}

#[test]
fn bundles_in_own_section() {
    for triple in TRIPLES {
        for more in [&[][..], &["--offload-compress"]] {
            let folder = object(triple, more);
            let json = listed(folder.path(), "k.o", 0);
            let bundles = json["files"][0]["bundles"].as_array().unwrap();
            assert_eq!(
                (bundles.len(), &json["files"][0]["warnings"]),
                (1, &Value::Array(Vec::new())),
                "{triple}"
            );
            let devices = DEVICES.map(|device| format!("hipv4{device}"));
            assert_eq!(ids(&bundles[0])[1..], devices, "{triple}");
        }
    }
}

#[test]
fn bundles_as_sections() {
    for triple in TRIPLES {
        let folder = object(triple, &["-fgpu-rdc"]);
        let json = listed(folder.path(), "k.o", 0);
        let bundles = json["files"][0]["bundles"].as_array().unwrap();
        assert_eq!(bundles.len(), 1, "{triple}");
        let devices = DEVICES.map(|device| format!("hip{device}"));
        assert_eq!(ids(&bundles[0])[..2], devices, "{triple}");
        for (number, device) in devices.iter().enumerate() {
            let wanted = format!("{device}=taken");
            let output = run(folder.path(), &["unbundle", "k.o", &wanted]);
            assert!(output.status.success(), "{}", told(&output));
            let size = bundles[0]["entries"][number]["size"].as_u64();
            let taken = fs::read(folder.path().join("taken")).unwrap();
            assert_eq!(
                (u64::try_from(taken.len()).ok(), &taken[..2]),
                (size, &b"BC"[..]),
                "{triple} {device}"
            );
        }
    }
}

#[test]
fn libraries_before_and_after_stripping() {
    let folder = object(TRIPLES[0], &[]);
    let at = folder.path();
    let compressed = object(TRIPLES[0], &["--offload-compress"]);
    fs::copy(compressed.path().join("k.o"), at.join("c.o")).unwrap();
    let link = ["-shared", "-o", "lib.so", "k.o", "c.o", "k2.o", "--unresolved-symbols=ignore-all"];
    fs::copy(at.join("k.o"), at.join("k2.o")).unwrap();
    // Each object defines the same symbols.
    let link = [&link[..], &["-z", "muldefs"]].concat();
    tool(at, "ld.lld", &link);
    let json = listed(at, "lib.so", 0);
    let bundles = json["files"][0]["bundles"].as_array().unwrap();
    assert_eq!(bundles.len(), 3);
    for bundle in bundles {
        assert_eq!(ids(bundle)[1..], DEVICES.map(|device| format!("hipv4{device}")));
    }
    tool(at, "llvm-objcopy", &["--only-keep-debug", "lib.so", "lib.debug"]);
    let json = listed(at, "lib.debug", 1);
    assert_eq!(json["files"][0]["external_code"][0]["section"], ".hip_fatbin");
    let output = run(at, &["list", "lib.debug"]);
    assert!(told(&output).contains("device code is elsewhere"), "{}", told(&output));
}

#[test]
fn bundles_without_references() {
    let folder = object(TRIPLES[0], &[]);
    let at = folder.path();
    let rename = ["--rename-section", ".hip_fatbin=.rodata.device", "k.o", "hidden.o"];
    tool(at, "llvm-objcopy", &rename);
    let json = listed(at, "hidden.o", 0);
    let bundle = &json["files"][0]["bundles"][0];
    assert_eq!(
        (&bundle["section"], &bundle["section_offset"]),
        (&".rodata.device".into(), &0.into())
    );
    let image = [b"MAGIC WORDS: __CLANG_OFFLOAD_BUNDLE__ CCOB ".to_vec(), fs::read(at.join("hidden.o")).unwrap()];
    fs::write(at.join("image"), image.concat()).unwrap();
    let output = run(at, &["list", "image"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    for file in ["hidden.o", "image"] {
        let output = run(at, &["list", "--json", "--carve", file]);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let bundles = json["files"][0]["bundles"].as_array().unwrap();
        assert_eq!((bundles.len(), output.status.code()), (1, Some(0)), "{file}");
        assert_eq!(ids(&bundles[0])[1..], DEVICES.map(|device| format!("hipv4{device}")));
    }
}
