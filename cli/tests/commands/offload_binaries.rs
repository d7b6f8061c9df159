//! Offload binaries of real tools are found in every container, with all attributes of their images.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use crate::support::program::{run, told};
use offload_bundle_testing::tools;
use serde_json::Value;
use tempfile::TempDir;

/// The packager of each release, and its number for the offload kind HIP.
const PACKAGERS: [(&str, u64); 3] =
    [("clang-offload-packager-16", 3), ("clang-offload-packager-19", 3), ("llvm-offload-binary-22", 4)];
const FIRST: &str = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+";
const SECOND: &str = "openmp-nvptx64-nvidia-cuda--sm_70";

fn tool(folder: &Path, name: &str, words: &[&str]) {
    let output = tools::run(folder, name, words);
    assert!(output.status.success(), "{name} {words:?}: {}", told(&output));
}

fn packed(packager: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.o"), b"\x7fELF, and the rest of it").unwrap();
    fs::write(folder.path().join("two.bc"), b"BC\xc0\xde").unwrap();
    let one = "--image=file=one.o,triple=amdgcn-amd-amdhsa,arch=gfx90a:xnack+,kind=hip,more=said";
    let two = "--image=file=two.bc,triple=nvptx64-nvidia-cuda,arch=sm_70,kind=openmp";
    tool(folder.path(), packager, &["-o", "p.bin", one, two]);
    folder
}

fn listed(folder: &Path, file: &str) -> Value {
    let output = run(folder, &["list", "--json", file]);
    assert_eq!(output.status.code(), Some(0), "{file}: {}", told(&output));
    let mut json: Value = serde_json::from_slice(&output.stdout).unwrap();
    json["files"][0].take()
}

fn ids(file: &Value) -> Vec<&str> {
    let bundles = file["bundles"].as_array().unwrap().iter();
    let entries = bundles.flat_map(|bundle| bundle["entries"].as_array().unwrap());
    entries.map(|entry| entry["id"].as_str().unwrap()).collect()
}

#[test]
fn image_attributes_are_listed() {
    for (packager, hip) in PACKAGERS {
        let folder = packed(packager);
        let file = listed(folder.path(), "p.bin");
        assert_eq!(ids(&file), [FIRST, SECOND], "{packager}");
        let bundle = &file["bundles"][0];
        assert_eq!(
            (bundle["format"].as_str(), bundle["version"].as_u64()),
            (Some("offload_binary"), Some(1))
        );
        let attributes = &bundle["entries"][0]["attributes"];
        let numbers = attributes["numbers"].as_array().unwrap().iter();
        let numbers: Vec<_> = numbers
            .map(|number| {
                (
                    number["name"].as_str().unwrap(),
                    number["number"].as_u64(),
                    number["word"].as_str(),
                )
            })
            .collect();
        let expected = [
            ("image_kind", Some(1), Some("object")),
            ("offload_kind", Some(hip), Some("hip")),
            ("flags", Some(0), None),
        ];
        assert_eq!(numbers, expected, "{packager}");
        let texts = attributes["texts"].as_array().unwrap().iter();
        let mut texts: Vec<_> = texts
            .map(|text| (text["key"].as_str().unwrap(), text["value"].as_str().unwrap()))
            .collect();
        texts.sort_unstable();
        assert_eq!(
            texts,
            [("arch", "gfx90a:xnack+"), ("more", "said"), ("triple", "amdgcn-amd-amdhsa")]
        );

        let table = run(folder.path(), &["list", "p.bin"]);
        let table = String::from_utf8(table.stdout).unwrap();
        assert!(
            table.contains("offload_binary v1") && table.contains("image_kind=object more=said"),
            "{table}"
        );
        let taken = run(folder.path(), &["extract", "--kind", "hip", "-d", "out", "p.bin"]);
        assert_eq!(taken.status.code(), Some(0), "{}", told(&taken));
        let name = "out/p.bin.0.hip-amdgcn-amd-amdhsa--gfx90a%3Axnack+";
        assert_eq!(
            fs::read(folder.path().join(name)).unwrap(),
            fs::read(folder.path().join("one.o")).unwrap()
        );
        assert_eq!(fs::read_dir(folder.path().join("out")).unwrap().count(), 1);
    }
}

#[test]
fn offload_binaries_found_in_every_container() {
    let folder = packed("llvm-offload-binary-22");
    let folder = folder.path();
    fs::write(folder.join("a.c"), "int a(void) { return 1; }\n").unwrap();
    let embed = ["-Xclang", "-fembed-offload-object=p.bin", "-c", "a.c", "-o"];
    let linux = "--target=x86_64-unknown-linux-gnu";
    for release in ["16", "19", "22"] {
        let clang = format!("clang-{release}");
        let make = |target: &str, out: &str, more: &[&str]| {
            tool(folder, &clang, &[&[target], embed.as_slice(), &[out], more].concat());
        };
        make(linux, "elf.o", &[]);
        make("--target=powerpc64-linux-gnu", "big.o", &[]);
        make("--target=x86_64-pc-windows-msvc", "coff.obj", &[]);
        make(linux, "code.bc", &["-emit-llvm"]);
        make(linux, "lto.bc", &["-flto=thin"]);
        for file in ["elf.o", "big.o", "coff.obj", "code.bc", "lto.bc"] {
            let json = listed(folder, file);
            assert_eq!(ids(&json), [FIRST, SECOND], "{file} of {clang}");
            assert_eq!(json["bundles"][0]["section"], ".llvm.offloading", "{file} of {clang}");
            let verified = run(folder, &["verify", "--allow", "bad-elf", file]);
            assert_eq!(verified.status.code(), Some(0), "{file}: {}", told(&verified));
            let shown = run(folder, &["inspect", file]);
            assert_eq!(shown.status.code(), Some(0), "{file}: {}", told(&shown));
            let taken = run(folder, &["extract", "--arch", "sm_70", "--force", "-d", "out", file]);
            assert_eq!(taken.status.code(), Some(0), "{file}: {}", told(&taken));
            let path = String::from_utf8(taken.stdout).unwrap();
            assert_eq!(
                fs::read(folder.join(path.trim_end())).unwrap(),
                b"BC\xc0\xde",
                "{file} of {clang}"
            );
        }
        let ar = format!("llvm-ar-{release}");
        for how in ["rc", "rcT"] {
            let archive = format!("{how}.a");
            let _ = fs::remove_file(folder.join(&archive));
            tool(folder, &ar, &[how, &archive, "elf.o", "coff.obj", "code.bc", "p.bin"]);
            assert_eq!(ids(&listed(folder, &archive)), [FIRST, SECOND].repeat(4), "{ar} {how}");
        }
    }
}

#[test]
fn sections_are_recognised_by_name_and_type() {
    let folder = packed("llvm-offload-binary-22");
    let folder = folder.path();
    fs::write(folder.join("a.c"), "").unwrap();
    let linux = "--target=x86_64-unknown-linux-gnu";
    tool(folder, "clang-22", &[linux, "-c", "a.c", "-o", "plain.o"]);
    // Real tools ignore a section with this name and another type.
    tool(
        folder,
        "llvm-objcopy-22",
        &["--add-section=.llvm.offloading=p.bin", "plain.o", "named.o"],
    );
    let embed = ["-Xclang", "-fembed-offload-object=p.bin", "-c", "a.c", "-o", "typed.o"];
    tool(folder, "clang-22", &[&[linux], embed.as_slice()].concat());
    tool(
        folder,
        "llvm-objcopy-22",
        &["--rename-section=.llvm.offloading=.other", "typed.o", "renamed.o"],
    );
    for (file, section) in [("named.o", ".llvm.offloading"), ("renamed.o", ".other")] {
        let json = listed(folder, file);
        assert_eq!(
            (ids(&json), json["bundles"][0]["section"].as_str()),
            (vec![FIRST, SECOND], Some(section)),
            "{file}"
        );
    }
    // Linkers concatenate the sections of several objects.
    fs::copy(folder.join("typed.o"), folder.join("again.o")).unwrap();
    tool(folder, "ld.lld-22", &["-r", "typed.o", "again.o", "-o", "both.o"]);
    assert_eq!(ids(&listed(folder, "both.o")), [FIRST, SECOND].repeat(2));
}

#[test]
fn odd_images_give_findings() {
    let folder = packed("clang-offload-packager-16");
    let folder = folder.path();
    let found = |image: &str, packager: &str| {
        tool(folder, packager, &["-o", "odd.bin", &format!("--image={image}")]);
        let output = run(folder, &["verify", "--json", "odd.bin"]);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = json["files"][0]["findings"].as_array().unwrap().iter();
        findings
            .map(|finding| finding["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let old = "clang-offload-packager-16";
    let image = "file=two.bc,triple=amdgcn-amd-amdhsa";
    assert_eq!(found(&format!("{image},arch=gfx906,kind=hip"), old), ["other-release"]);
    assert_eq!(found(&format!("{image},kind=openmp"), old), ["missing-text"]);
    fs::copy(folder.join("one.o"), folder.join("no.bc")).unwrap();
    fs::write(folder.join("no.cubin"), b"BC\xc0\xde").unwrap();
    assert_eq!(
        found("file=no.cubin,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=openmp", old),
        Vec::<String>::new()
    );
    let new = "llvm-offload-binary-22";
    assert_eq!(
        found("file=two.bc,arch=gfx906,kind=sycl", new),
        ["unknown-name", "missing-text"]
    );
}

#[test]
fn known_only_flag_has_name() {
    let folder = packed("llvm-offload-binary-22");
    let folder = folder.path();
    let mut bytes = fs::read(folder.join("p.bin")).unwrap();
    // Unknown flags give a note.
    for (flags, word, findings) in
        [(0, None, 0), (1, Some("metadata"), 0), (3, Some("metadata|0x2"), 1), (4, Some("0x4"), 1)]
    {
        // The flags of the first entry.
        bytes[36] = flags;
        fs::write(folder.join("flags.bin"), &bytes).unwrap();
        let file = listed(folder, "flags.bin");
        let said = &file["bundles"][0]["entries"][0]["attributes"]["numbers"][2];
        assert_eq!((said["name"].as_str(), said["word"].as_str()), (Some("flags"), word));
        let shown = word.map_or_else(|| format!("{flags}"), |word| format!("{flags} ({word})"));
        let inspected = run(folder, &["inspect", "flags.bin"]);
        assert!(String::from_utf8_lossy(&inspected.stdout).contains(&shown), "{shown}");
        let output = run(folder, &["verify", "--json", "flags.bin"]);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = json["files"][0]["findings"].as_array().unwrap().iter();
        assert_eq!(
            found.filter(|finding| finding["code"] == "unknown-number").count(),
            findings,
            "{flags}"
        );
    }
}
