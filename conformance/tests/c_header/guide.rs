//! The loader in `docs/guides/write-a-loader.md` compiles as C and C++ and agrees with the library.

use std::path::Path;
use std::process::Command;

use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::container::Container;
use offload_bundle_formats::binary_bundle::CONTAINER;
use offload_bundle_formats::target_id::GRAMMAR;
use offload_bundle_testing::{fixtures, tools};

/// The first C example of the guide.
fn example() -> &'static str {
    let guide = include_str!("../../../docs/guides/write-a-loader.md");
    let example = guide.split_once("```c\n").and_then(|(_, rest)| rest.split_once("```"));
    example.expect("the guide has an example").0
}

/// The expected output of the loader; empty if no entry matches.
fn expected(bytes: &[u8], asked: &str) -> String {
    let bundle = CONTAINER.read(Bytes::new(bytes)).unwrap();
    let entries = bundle
        .entries
        .iter()
        .map(|entry| (entry, GRAMMAR.verdict(entry.id.as_ref().unwrap(), asked)));
    let serving = entries.filter(|(_, verdict)| verdict.compatible);
    // The first of equally good entries wins.
    let best = serving.rev().max_by_key(|(_, verdict)| verdict.rank);
    best.map_or_else(String::new, |(entry, _)| {
        let place = entry.place.as_ref().unwrap();
        format!("{} bytes at {}\n", place.len, place.ofs)
    })
}

#[test]
fn guide_loader_agrees_with_library() {
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../generated/c");
    let path = fixtures().join("hip/device.22.hipfb");
    let bytes = std::fs::read(&path).unwrap();
    for (compiler, standard, file) in [("cc", "-std=c99", "loader.c"), ("c++", "-std=c++11", "loader.cc")] {
        if !tools::needed(compiler) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(file), example()).unwrap();
        let words = [standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", include, "-o", "loader", file];
        let compiled = tools::ask(folder.path(), compiler, &words);
        assert!(
            compiled.status.success(),
            "{}",
            String::from_utf8_lossy(&compiled.stderr)
        );
        let loader = folder.path().join("loader");
        let ask = |path: &Path, asked: &str| Command::new(&loader).arg(path).arg(asked).output().unwrap();
        let mut found = 0;
        for asked in [
            "hip-amdgcn-amd-amdhsa--gfx906",
            "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+",
            "hip-amdgcn-amd-amdhsa--gfx1100",
            "x",
        ] {
            let output = ask(&path, asked);
            let expected = expected(&bytes, asked);
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{asked}");
            assert_eq!(output.status.success(), !expected.is_empty());
            found += usize::from(output.status.success());
        }
        assert_eq!(found, 2);
        let damaged = folder.path().join("damaged");
        let with = |at: usize, byte: u8| {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            damaged
        };
        std::fs::write(&damaged, with(44, 0x7f)).unwrap();
        let output = ask(&damaged, "hip-amdgcn-amd-amdhsa--gfx906");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.starts_with("at byte 40 (entries[0].len_code_object): out-of-bounds: expected 0 to "),
            "{said}"
        );
    }
}
