//! Offload binaries in objects, bitcode and archives of the releases are unpacked as by the release's tool.

use std::fs;

use offload_bundle_testing::tools;

use super::files::packed;
use super::{TOOLS, tool};
use crate::scene::Tool;

const IMAGES: &[&str] = &[
    "--image=file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx900,kind=openmp",
    "--image=file=b.bc,triple=t,arch=x,kind=cuda",
];

const MADE: &[(&str, &str)] = &[
    ("clang -c -Xclang -fembed-offload-object=in.ob x.c -o elf.o", "elf.o"),
    (
        "clang --target=x86_64-pc-windows-msvc -c -Xclang -fembed-offload-object=in.ob x.c -o coff.obj",
        "coff.obj",
    ),
    (
        "clang -c -emit-llvm -Xclang -fembed-offload-object=in.ob x.c -o code.bc",
        "code.bc",
    ),
    ("llvm-ar rcD all.a elf.o coff.obj code.bc in.ob", "all.a"),
];

fn made(tool: Tool) -> Vec<(&'static str, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.ob"), packed(tool, IMAGES)).unwrap();
    fs::write(folder.path().join("x.c"), "int x;\n").unwrap();
    let each = MADE.iter().map(|(line, name)| {
        let words: Vec<&str> = line.split(' ').collect();
        let program = format!("{}-{}", words[0], tool.release);
        let output = tools::run(folder.path(), &program, &words[1..]);
        assert!(
            output.status.success(),
            "{program}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        (*name, fs::read(folder.path().join(name)).unwrap())
    });
    each.collect()
}

#[test]
fn objects_bitcode_and_archives_are_looked_into() {
    for tool in TOOLS {
        let files = made(tool);
        let given: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
        for (name, _) in &files {
            for filter in ["--image=arch=x", "--image=", "--image=kind=openmp"] {
                let words = [name, filter];
                let [theirs, ours] = [tool.theirs(&given, &words), tool.ours(&given, &words)];
                assert!(
                    theirs.code == Some(0) && theirs.files.len() > given.len() + 9,
                    "{tool:?}: {theirs:?}"
                );
                assert!(
                    theirs.files == ours.files && ours.code == Some(0),
                    "{tool:?}: {words:?}: {ours:?}\n{theirs:?}"
                );
            }
        }
    }
}

#[test]
fn thin_archives_are_looked_into() {
    let tool = tool("19");
    let folder = tempfile::tempdir().unwrap();
    let bytes = packed(tool, IMAGES);
    fs::write(folder.path().join("in.ob"), &bytes).unwrap();
    assert!(
        tools::run(folder.path(), "llvm-ar-19", &["rcTD", "thin.a", "in.ob"])
            .status
            .success()
    );
    let archive = fs::read(folder.path().join("thin.a")).unwrap();
    let given = [("thin.a", archive.as_slice()), ("in.ob", bytes.as_slice())];
    let words = ["thin.a", "--image=arch=x"];
    let [theirs, ours] = [tool.theirs(&given, &words), tool.ours(&given, &words)];
    assert_eq!(theirs, ours);
    assert!(ours.files.keys().any(|name| name.starts_with("thin-t-x")), "{ours:?}");
}

#[test]
fn extracted_members_are_named_after_parents() {
    let names = ["one.ob", "fourteen-l.obx", "of-15-letter.ob", "of-16-letters.ob", "longer-than-any-header.ob"];
    for tool in [tool("19"), tool("22")] {
        let archiver = format!("llvm-ar-{}", tool.release);
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(folder.path().join(name), packed(tool, IMAGES)).unwrap();
        }
        let words = [&["rcD", "lib.a"], names.as_slice()].concat();
        assert!(tools::run(folder.path(), &archiver, &words).status.success());
        let archive = fs::read(folder.path().join("lib.a")).unwrap();
        let given = [("lib.a", archive.as_slice())];
        for filter in ["arch=x", "kind=openmp", "triple=t,kind=cuda"] {
            let image = format!("--image=file=out.a,{filter}");
            let words = ["lib.a", "--archive", &image];
            let [theirs, ours] = [tool.theirs(&given, &words), tool.ours(&given, &words)];
            assert_eq!(theirs, ours, "{tool:?}: {filter}");
        }
        fs::write(
            folder.path().join("out.a"),
            &tool
                .ours(&given, &["lib.a", "--archive", "--image=file=out.a,arch=x"])
                .files["out.a"],
        )
        .unwrap();
        let listed = tools::run(folder.path(), &archiver, &["t", "out.a"]);
        assert_eq!(
            String::from_utf8_lossy(&listed.stdout).lines().collect::<Vec<_>>(),
            names,
            "{tool:?}"
        );
    }
}
