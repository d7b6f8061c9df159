//! Every command that reads identifies files without bundles by content, and suggests what to do.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::program::{run, told};
use offload_bundle_core::placement::ContentSign;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_testing::fixtures;
use offload_bundle_testing::manifest::Manifest;
use offload_bundle_testing::tools::{self, optional};
use serde_json::Value;

fn told_of(folder: &Path, bytes: &[u8]) -> String {
    fs::write(folder.join("in"), bytes).unwrap();
    let output = run(folder, &["unbundle", "in", "--all", "-d", "out"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let said = String::from_utf8(output.stderr).unwrap();
    let said = said
        .strip_prefix("error: in: not an offload bundle")
        .unwrap_or_else(|| panic!("{said}"));
    said.trim_end().trim_start_matches(": ").replace("\nhint: ", ": ")
}

#[test]
fn magic_decides_file_kind() {
    let folder = tempfile::tempdir().unwrap();
    let mut tar = vec![b'x'; 512];
    tar[257..262].copy_from_slice(b"ustar");
    let mut pe = [0_u8; 128];
    pe[..2].copy_from_slice(b"MZ");
    pe[60] = 64;
    pe[64..70].copy_from_slice(b"PE\0\0\x64\xaa");
    for (bytes, what) in [
        (
            b"BC\xc0\xde....".as_slice(),
            "LLVM bitcode: use `bundle -t bc` to put it into a bundle",
        ),
        (b"\xde\xc0\x17\x0b....", "LLVM bitcode in a wrapper: "),
        (b"\x03\x02\x23\x07....", "SPIR-V, little-endian: "),
        (b"\x07\x23\x02\x03....", "SPIR-V, big-endian: "),
        (b"CPCH....", "a Clang precompiled header or AST: "),
        (b"!<arch>\n", "an archive of 0 members"),
        (b"<bigaf>\n", "an AIX archive: AIX archives are not supported"),
        (
            b"PK\x03\x04....",
            "a zip archive: name a file in it: `ARCHIVE!FILE`; `list`, `verify` and `extract` search packages",
        ),
        (b"PK\x05\x06....", "a zip archive without files"),
        (
            b"\x1f\x8b\x08....",
            "a file compressed with gzip: decompress it first: `gzip -dc FILE`; `list`",
        ),
        (
            b"\xfd7zXZ\0....",
            "a file compressed with xz: decompress it first: `xz -dc FILE`; `list`",
        ),
        (
            b"\x28\xb5\x2f\xfd....",
            "a file compressed with zstd: decompress it first: `zstd -dc FILE`; `list`",
        ),
        (
            b"BZh91AY&SY....",
            "a file compressed with bzip2: decompress it first: `bzip2 -dc FILE`; `list`",
        ),
        (
            b"\x04\x22\x4d\x18....",
            "a file compressed with lz4: decompress it first",
        ),
        (&tar, "a tar archive: name a file in it: `ARCHIVE!FILE`; `list`"),
        (
            b"!<arch>\ndebian-binary   0           0     0     644     0         `\n",
            "a Debian package: name a file in it: `PACKAGE!data.tar.xz!FILE`; `list`",
        ),
        (
            b"\xed\xab\xee\xdb....",
            "an RPM package: name a file in it: `PACKAGE!FILE`; `list`",
        ),
        (
            b"070701....",
            "a cpio archive: name a file in it: `ARCHIVE!FILE`; `list`",
        ),
        (b"070702....", "a cpio archive with checksums"),
        (b"\xca\xfe\xba\xbe....", "a universal Mach-O file or a Java class: "),
        (b"", "the file is empty"),
        (b"abc", "the file is smaller than 4 bytes"),
        (
            "caf\u{e9}, with\ttabs\r\n".as_bytes(),
            "text without the comment lines of a text bundle",
        ),
        (b"\x01\x02\x03\x04nothing that is known", ""),
        // gzip defines a single method, and the prefix BZh alone is not enough.
        (b"\x1f\x8b\x07....", ""),
        (b"BZh9....", "text without the comment lines of a text bundle"),
    ] {
        let said = told_of(folder.path(), bytes);
        assert!(said.starts_with(what), "{}: {said}", bytes.escape_ascii());
        assert_eq!(what.is_empty(), said.is_empty(), "{said}");
    }
}

#[test]
fn unsupported_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let macho = [b"\xcf\xfa\xed\xfe\x0c\0\0\x01".as_slice(), &[0; 64]].concat();
    fs::write(folder.path().join("in"), macho).unwrap();
    let output = run(folder.path(), &["list", "in"]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    let what = "in: a 64-bit little-endian Mach-O file for AArch64: not supported";
    assert!(said.contains(what), "{}", told(&output));
}

fn is_of_llvm(tool: &str) -> bool {
    tool.starts_with("clang") || tool.starts_with("llvm")
}

fn made(folder: &Path, tool: &str, words: &[&str]) -> bool {
    let output = match is_of_llvm(tool) {
        true => tools::run(folder, tool, words),
        false if optional(tool) => tools::ask(folder, tool, words),
        _ => return false,
    };
    assert!(output.status.success(), "{tool} {words:?}: {}", told(&output));
    true
}

#[test]
fn files_of_real_tools_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.c"), "int f(void) { return 1; }\n").unwrap();
    let clang = "clang-22";
    let windows = "--target=x86_64-pc-windows-msvc";
    let device = ["--target=amdgcn-amd-amdhsa", "-mcpu=gfx90a:xnack+", "-nogpulib", "-c", "a.c", "-o", "dev.o"];
    let rows: &[(&str, &[&str], &str, &str)] = &[
        (
            clang,
            &["--target=x86_64-unknown-linux-gnu", "-c", "a.c", "-o", "a.o"],
            "a.o",
            "an ELF file for x86-64 without bundles in any",
        ),
        (
            clang,
            &["--target=aarch64-unknown-linux-gnu", "-c", "a.c", "-o", "arm.o"],
            "arm.o",
            "an ELF file for AArch64 without bundles in any",
        ),
        (
            clang,
            &["-c", "-emit-llvm", "a.c", "-o", "a.bc"],
            "a.bc",
            "LLVM bitcode: ",
        ),
        (
            clang,
            &[windows, "-c", "a.c", "-o", "a.obj"],
            "a.obj",
            "a COFF object for x86-64 without bundles in any",
        ),
        (
            clang,
            &device,
            "dev.o",
            "an ELF code object for gfx90a:xnack+ (AMDGPU): use `bundle` to put it into a bundle",
        ),
        (
            "llvm-ar-22",
            &["rc", "a.a", "a.o", "a.bc", "dev.o"],
            "a.a",
            "an archive of 3 members; not looked into: a.bc (LLVM bitcode)",
        ),
        (
            "llvm-ar-22",
            &["rcT", "thin.a", "a.o"],
            "thin.a",
            "a thin archive of 1 member",
        ),
        ("gzip", &["-k", "a.c"], "a.c.gz", "a file compressed with gzip: "),
        ("xz", &["-k", "a.c"], "a.c.xz", "a file compressed with xz: "),
        ("bzip2", &["-k", "a.c"], "a.c.bz2", "a file compressed with bzip2: "),
        ("zstd", &["-q", "-k", "a.c"], "a.c.zst", "a file compressed with zstd: "),
        ("tar", &["cf", "a.tar", "a.c"], "a.tar", "a tar archive: "),
        ("zip", &["-q", "a.zip", "a.c"], "a.zip", "a zip archive: "),
    ];
    let check = |rows: &[&(&str, &[&str], &str, &str)]| {
        for (tool, words, file, what) in rows {
            if made(folder, tool, words) {
                let said = told_of(folder, &fs::read(folder.join(file)).unwrap());
                // Members of a thin archive are files in its folder.
                assert!(said.starts_with(what), "{file}: {said}");
            }
        }
    };
    // Outputs of other tools change daily, and LLVM's tools look at neighbouring files: so these come last.
    let (of_llvm, others): (Vec<_>, Vec<_>) = rows.iter().partition(|(tool, ..)| is_of_llvm(tool));
    check(&of_llvm);
    // Newer toolchains embed another format in its own section.
    let embed =
        ["--target=x86_64-unknown-linux-gnu", "-Xclang", "-fembed-offload-object=p.bin", "-c", "a.c", "-o", "new.o"];
    let pack = ["-o", "p.bin", "--image=file=dev.o,triple=amdgcn-amd-amdhsa,arch=gfx90a"];
    if made(folder, "clang-offload-packager-19", &pack) && made(folder, clang, &embed) {
        // It is read as such.
        let listed = run(folder, &["list", "new.o"]);
        assert_eq!(listed.status.code(), Some(0), "{}", told(&listed));
    }
    check(&others);
}

#[test]
fn commands_agree_on_file_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("in"), b"\x04\x22\x4d\x18....").unwrap();
    for words in [
        ["list", "in"].as_slice(),
        &["extract", "in"],
        &["unbundle", "in", "hip-amdgcn-amd-amdhsa--gfx906=out"],
        &["verify", "in"],
        &["inspect", "in"],
        &["compress", "in", "-o", "out"],
        &["decompress", "in", "-o", "out"],
    ] {
        let output = run(folder, words);
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        let what = "error: in: not an offload bundle: a file compressed with lz4\nhint: decompress it first";
        assert!(said.starts_with(what), "{words:?}: {}", told(&output));
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 2), "{words:?}");
    }
    assert!(!folder.join("out").exists());
}

#[test]
fn kinds_have_files_by_real_tools() {
    let manifest = Manifest::read().unwrap();
    let mut made = BTreeSet::new();
    for fixture in &manifest.kinds {
        let bytes = fs::read(fixtures().join(&fixture.path)).unwrap();
        let kind = REGISTRY.content(&bytes).unwrap_or_else(|| panic!("{}", fixture.path));
        assert_eq!(kind.name, fixture.kind, "{}", fixture.path);
        made.insert(fixture.kind.as_str());
    }
    let without = |what: &str| {
        manifest
            .without
            .iter()
            .any(|known| known.what == what && !known.reason.is_empty())
    };
    for kind in REGISTRY
        .contents
        .iter()
        .filter(|kind| matches!(kind.sign, ContentSign::Bytes { .. }))
    {
        // One or the other.
        assert_ne!(made.contains(kind.name), without(kind.name), "{}", kind.name);
    }
}

fn formats_in(path: &str) -> BTreeSet<String> {
    let output = run(&fixtures(), &["list", "--json", path]);
    let listed: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", told(&output)));
    let bundles = listed["files"].as_array().into_iter().flatten();
    let bundles = bundles.flat_map(|file| file["bundles"].as_array().into_iter().flatten());
    let mut found = BTreeSet::new();
    for bundle in bundles {
        for format in [bundle, &bundle["compression"]] {
            if let Some(name) = format["format"].as_str() {
                let version = format["version"].as_u64();
                found.insert(version.map_or(name.to_owned(), |version| format!("{name} version {version}")));
            }
        }
    }
    found
}

#[test]
fn format_versions_have_real_files() {
    let manifest = Manifest::read().unwrap();
    let by_tools = manifest
        .fixtures
        .iter()
        .filter(|fixture| fixture.made_by.iter().any(|made| made.release.is_some()));
    let paths = by_tools
        .map(|fixture| &fixture.path)
        .chain(manifest.kinds.iter().map(|kind| &kind.path));
    let made: BTreeSet<String> = paths.flat_map(|path| formats_in(path)).collect();
    // Read-only formats do not concern these tools; NVIDIA's tools made the files in `library/tests/cuda/`.
    let containers = REGISTRY
        .containers
        .iter()
        .filter(|container| container.is_written())
        .map(|container| (container.name(), container.versions()));
    let envelopes = REGISTRY
        .envelopes
        .iter()
        .map(|envelope| (envelope.name(), envelope.versions()));
    let mut known: BTreeSet<String> = containers
        .chain(envelopes)
        .flat_map(|(name, versions)| match versions {
            [] => vec![name.to_owned()],
            versions => versions
                .iter()
                .map(|version| format!("{name} version {version}"))
                .collect(),
        })
        .collect();
    for what in &known {
        let without = manifest.without.iter().any(|known| known.what == *what);
        assert_ne!(made.contains(what), without, "{what}: made: {made:?}");
    }
    // Nothing else is excused.
    known.extend(REGISTRY.contents.iter().map(|kind| kind.name.to_owned()));
    for without in &manifest.without {
        assert!(known.contains(&without.what), "{}", without.what);
    }
}

#[test]
fn device_code_is_found_in_every_container() {
    let image = fs::read(fixtures().join("sources/one.bin")).unwrap();
    let manifest = Manifest::read().unwrap();
    let mut found = 0;
    for fixture in &manifest.kinds {
        let bytes = fs::read(fixtures().join(&fixture.path)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("in"), &bytes).unwrap();
        let holds = bytes.windows(4).any(|four| four == b"\x10\xff\x10\xad");
        // In bitcode it begins at any bit.
        if holds || fixture.kind.starts_with("bitcode") {
            let output = run(folder.path(), &["extract", "in", "-d", "out"]);
            assert!(output.status.success(), "{}: {}", fixture.path, told(&output));
            let out: Vec<_> = fs::read_dir(folder.path().join("out")).unwrap().collect();
            assert_eq!(out.len(), 1, "{}", fixture.path);
            assert_eq!(
                fs::read(out[0].as_ref().unwrap().path()).unwrap(),
                image,
                "{}",
                fixture.path
            );
            found += 1;
        }
    }
    assert!(found >= 12, "{found}");
}
