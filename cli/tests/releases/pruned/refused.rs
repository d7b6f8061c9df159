//! Unsupported layouts are refused by name, and nothing is written.

use std::fs;
use std::path::Path;

use offload_bundle_testing::tools;

use super::{KEPT, build, pruned, said, workshop};

const LLD: &str = "-fuse-ld=lld -shared -fPIC";

fn refused(folder: &Path, name: &str) -> String {
    let error = pruned(folder, name, "out", KEPT).unwrap_err();
    assert!(!folder.join("out").exists(), "{name}");
    format!("{}: {error}", error.code())
}

#[track_caller]
fn is_refused(folder: &Path, name: &str, told: &str) {
    let text = refused(folder, name);
    assert!(
        text.starts_with("not-repackable: ") && text.contains(told),
        "{name}: {text}"
    );
}

fn with_assembly(folder: &Path, name: &str, assembly: &str, told: &str) {
    let lines: Vec<String> = assembly
        .split('\n')
        .map(|line| format!("    {line:?} \"\\n\"\n"))
        .collect();
    let source = format!("{name}.c");
    fs::write(folder.join(&source), format!("__asm__(\n{});\n", lines.concat())).unwrap();
    build(folder, name, LLD, &["unit.c", &source]);
    is_refused(folder, name, told);
}

#[test]
fn unfollowable_references_are_refused() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    let bundle = ".section .hip_fatbin,\"a\",@progbits\n.p2align 12\n.incbin \"first.hipfb\"";
    with_assembly(
        folder,
        "within",
        &format!("{bundle}\n.data\n.quad .hip_fatbin + 64"),
        "of the section `.hip_fatbin`",
    );
    with_assembly(folder, "alone", bundle, "no wrapper points to the bundle at byte");
    with_assembly(
        folder,
        "zeros",
        ".section .hipFatBinSegment,\"aw\"\n.p2align 3\n.long 0x48495046, 1\n.quad zeros\n.quad 0\n.bss\nzeros: .space 4096",
        "has no data",
    );
}

#[test]
fn bytes_between_bundles_are_kept() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    let other = "__asm__(\".section .hip_fatbin,\\\"a\\\",@progbits\\n.p2align 12\\n.ascii \\\"anything\\\"\\n.p2align 12\\n\");";
    fs::write(folder.join("other.c"), other).unwrap();
    build(folder, "other", LLD, &["unit.c", "other.c"]);
    let error = pruned(folder, "other", "out", KEPT).unwrap_err();
    assert!(!folder.join("out").exists());
    let text = error.to_string();
    assert!(error.code() == "other-bytes" && text.contains("byte 0x"), "{text}");
}

#[test]
fn unknown_relocations_are_refused() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    for (name, options, told) in [
        ("android", "--pack-dyn-relocs=android", "packed Android relocations"),
        (
            "android-relr",
            "--pack-dyn-relocs=android+relr,--use-android-relr-tags",
            "packed Android relocations",
        ),
        ("rel", "-z,rel", "SHT_REL"),
    ] {
        build(folder, name, &format!("{LLD} -Wl,{options}"), &["unit.c"]);
        is_refused(folder, name, told);
    }
}

#[test]
fn bundles_outside_single_section_are_refused() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    build(folder, "merged", &format!("{LLD} -DSECTION=.rodata"), &["unit.c"]);
    is_refused(
        folder,
        "merged",
        "bundles are in the section `.rodata` with other content",
    );
    build(folder, "sound", LLD, &["unit.c"]);
    if tools::optional("llvm-strip-22") {
        said(folder, "llvm-strip-22", &["--strip-sections", "-o", "without", "sound"]);
        is_refused(folder, "without", "the file has no section table");
    }
    if tools::optional("objcopy") {
        said(folder, "objcopy", &["--only-keep-debug", "sound", "debug"]);
        is_refused(folder, "debug", "the section `.hip_fatbin` has no data");
        let other = ".section .hip_other,\\\"a\\\",@progbits\\n.p2align 12\\n.incbin \\\"first.hipfb\\\"";
        let wrapper =
            ".section .hipFatBinSegment,\\\"aw\\\"\\n.p2align 3\\n.long 0x48495046, 1\\n.quad .hip_other\\n.quad 0";
        fs::write(folder.join("other.c"), format!("__asm__(\"{other}\\n{wrapper}\\n\");")).unwrap();
        build(folder, "two", LLD, &["unit.c", "other.c"]);
        said(
            folder,
            "objcopy",
            &["--rename-section", ".hip_other=.hip_fatbin", "two", "several"],
        );
        is_refused(
            folder,
            "several",
            "bundles are in several sections: .hip_fatbin, .hip_fatbin",
        );
    }
}
