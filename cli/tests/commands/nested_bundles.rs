//! Entries that contain bundles or packages are listed with their content.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use crate::support::program::{run, told};
use offload_bundle_testing::tools;
use serde_json::{Value, json};

const BUNDLER: &str = "clang-offload-bundler-22";
const PACKAGER: &str = "llvm-offload-binary-22";
const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx90a";
const OTHER: &str = "hip-amdgcn-amd-amdhsa--gfx906";

fn tool(folder: &Path, name: &str, words: &[&str]) {
    let output = tools::run(folder, name, words);
    assert!(output.status.success(), "{name} {words:?}: {}", told(&output));
}

fn image(file: &str, arch: &str) -> String {
    format!("--image=file={file},triple=amdgcn-amd-amdhsa,arch={arch},kind=hip")
}

fn bundle(folder: &Path, output: &str, more: &[&str]) {
    fs::write(folder.join("host.o"), b"\x7fELF of the host").unwrap();
    fs::write(folder.join("device.bc"), b"BC\xc0\xde").unwrap();
    let targets = "-targets=host-x86_64-unknown-linux-gnu,hip-amdgcn-amd-amdhsa--gfx90a";
    let output = format!("-output={output}");
    let words = ["-type=bc", targets, "-input=host.o", "-input=device.bc", &output];
    tool(folder, BUNDLER, &[&words, more].concat());
}

fn tree(bundles: &Value) -> Value {
    let bundles = bundles.as_array().into_iter().flatten();
    let entries = bundles.flat_map(|bundle| bundle["entries"].as_array().unwrap());
    entries
        .map(|entry| match &entry["contents"] {
            Value::Null => entry["id"].clone(),
            holds => json!([entry["id"], tree(holds)]),
        })
        .collect()
}

fn listed(folder: &Path, file: &str) -> Value {
    let output = run(folder, &["list", "--json", file]);
    assert_eq!(output.status.code(), Some(0), "{file}: {}", told(&output));
    let mut json: Value = serde_json::from_slice(&output.stdout).unwrap();
    json["files"][0].take()
}

#[test]
fn twice_packed_bundle_is_listed_fully() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    bundle(folder, "clang.bundle", &[]);
    bundle(folder, "small.bundle", &["-compress"]);
    let images = [image("clang.bundle", "gfx90a"), image("device.bc", "gfx906")];
    tool(folder, PACKAGER, &["-o", "one.bin", &images[0], &images[1]]);
    let images = [image("one.bin", "gfx90a"), image("small.bundle", "gfx906")];
    tool(folder, PACKAGER, &["-o", "two.bin", &images[0], &images[1]]);

    let held = json!([[DEVICE, [[DEVICE, [HOST, DEVICE]], OTHER]], [OTHER, [HOST, DEVICE]]]);
    let file = listed(folder, "two.bin");
    assert_eq!((tree(&file["bundles"]), &file["warnings"]), (held.clone(), &json!([])));

    let table = run(folder, &["list", "two.bin"]);
    let table = String::from_utf8(table.stdout).unwrap();
    let column = table.lines().next().unwrap().find("ID").unwrap();
    let expected = [
        DEVICE.to_owned(),
        format!("  {DEVICE}"),
        format!("    {HOST}"),
        format!("    {DEVICE}"),
        format!("  {OTHER}"),
        OTHER.to_owned(),
        format!("  {HOST}"),
        format!("  {DEVICE}"),
    ];
    let shown: Vec<&str> = table.lines().skip(1).map(|line| &line[column..]).collect();
    assert_eq!(shown.len(), expected.len(), "{table}");
    for (shown, id) in shown.iter().zip(expected) {
        assert!(shown.starts_with(&format!("{id} ")), "{id}: {table}");
    }

    // The extracted entry has one level less.
    let output = run(folder, &["extract", "two.bin", "--arch", "gfx90a", "-d", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let written = fs::read_dir(folder.join("out"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    assert_eq!(fs::read(&written).unwrap(), fs::read(folder.join("one.bin")).unwrap());
    assert_eq!(tree(&listed(folder, written.to_str().unwrap())["bundles"]), held[0][1]);
}

#[test]
fn objects_and_archives_in_entries_are_searched() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let fixtures = offload_bundle_testing::fixtures().join("objects");
    for name in ["hip.22.o", "rdc.22.obj"] {
        fs::copy(fixtures.join(name), folder.join(name)).unwrap();
    }
    tool(folder, "llvm-ar-22", &["rc", "lib.a", "hip.22.o"]);
    for name in ["hip.22.o", "rdc.22.obj", "lib.a"] {
        tool(folder, PACKAGER, &["-o", "packed.bin", &image(name, "gfx90a")]);
        let file = listed(folder, "packed.bin");
        let held = tree(&listed(folder, name)["bundles"]);
        assert_eq!(tree(&file["bundles"]), json!([[DEVICE, held]]), "{name}");
        assert_eq!(file["warnings"], json!([]), "{name}");
    }
}

#[test]
fn deep_nesting_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("core.o"), b"\x7fELF").unwrap();
    tool(folder, PACKAGER, &["-o", "0.bin", &image("core.o", "gfx90a")]);
    // Equals the packager's output for the previous file, with fewer runs.
    let mut package = fs::read(folder.join("0.bin")).unwrap();
    let image = |package: &[u8]| usize::try_from(u64::from_le_bytes(package[56..64].try_into().unwrap())).unwrap();
    let head = package[..image(&package)].to_vec();
    for _ in 0..2_000 {
        let mut outer = head.clone();
        outer[64..72].copy_from_slice(&(package.len() as u64).to_le_bytes());
        outer.extend(package);
        outer.resize(outer.len().next_multiple_of(8), 0);
        let len = (outer.len() as u64).to_le_bytes();
        outer[8..16].copy_from_slice(&len);
        package = outer;
    }
    fs::write(folder.join("deep.bin"), package).unwrap();
    let file = listed(folder, "deep.bin");
    let warnings = file["warnings"].as_array().unwrap();
    let codes: Vec<&Value> = warnings.iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, ["nested-too-deep"], "{}", warnings[0]);
}
