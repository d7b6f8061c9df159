//! Unbundled archives equal the releases' byte for byte, for any archiver and any members.

use std::fs;
use std::path::Path;

use crate::support::program::told;
use offload_bundle_testing::releases::RELEASES;
use offload_bundle_testing::tools;

use crate::scene::{Done, HOST, ONE, ours_on, theirs_on};

const FEATURED: &str = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+";
const OTHER_KIND: &str = "openmp-nvptx64-nvidia-cuda--sm_70";

const SOURCES: [(&str, &str); 4] = [
    (
        "many",
        "int one(void) { return 1; } int var; extern int ext(void); int call(void) { return ext(); }\n\
         __attribute__((weak)) int weak(void) { return 2; } static int inner(void) { return 3; } int (*ptr)(void) = inner;\n\
         __attribute__((visibility(\"hidden\"))) int hidden; extern int renamed __attribute__((alias(\"var\")));\n",
    ),
    (
        "one",
        "static int inner(void) { return 3; } int outer(void) { return inner(); }\n",
    ),
    ("odd.name.of.more.than.fifteen", "int odd;\n"),
    ("none", "extern int nothing;\n"),
];

fn made(folder: &Path, tool: &str, words: &[&str]) {
    let output = tools::run(folder, tool, words);
    assert!(output.status.success(), "{tool} {words:?}: {}", told(&output));
}

/// Members by the compiler and bundler of `release`: objects with bitcode and device sections, bundles, compressed bundles if supported,
/// and other files.
fn members(release: &str, folder: &Path) -> Vec<String> {
    let clang = format!("clang-{release}");
    let bundler = format!("clang-offload-bundler-{release}");
    let targets = format!("-targets={HOST},{ONE},{FEATURED},{OTHER_KIND}");
    let mut members = Vec::new();
    for (name, source) in SOURCES {
        fs::write(folder.join("source.c"), source).unwrap();
        made(folder, &clang, &["-c", "source.c", "-o", "host.o"]);
        made(
            folder,
            &clang,
            &["-c", "-emit-llvm", "-O1", "-g", "source.c", "-o", "one.bc"],
        );
        let device = ["--target=amdgcn-amd-amdhsa", "-mcpu=gfx90a", "-nogpulib", "-c", "source.c", "-o", "two.o"];
        let two = if tools::run(folder, &clang, &device).status.success() {
            "two.o"
        } else {
            "one.bc"
        };
        fs::write(folder.join("three.cubin"), name).unwrap();
        let inputs = ["host.o", "one.bc", two, "three.cubin"];
        let mut bundled = |output: &str, words: &[&str]| {
            let mut all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            all.push(targets.clone());
            match release {
                "14" => all.extend([format!("-inputs={}", inputs.join(",")), format!("-outputs={output}")]),
                _ => {
                    all.extend(inputs.iter().map(|input| format!("-input={input}")));
                    all.push(format!("-output={output}"));
                }
            }
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            made(folder, &bundler, &all);
            members.push(output.to_owned());
        };
        bundled(&format!("{name}.o"), &["-type=o"]);
        bundled(&format!("{name}-plain"), &["-type=bc"]);
        if matches!(release, "19" | "22") {
            bundled(&format!("{name}-packed.bc"), &["-type=bc", "-compress"]);
        }
    }
    for (name, bytes) in [("text.txt", "text"), ("no bytes.o", "")] {
        fs::write(folder.join(name), bytes).unwrap();
        members.push(name.to_owned());
    }
    members.push("host.o".to_owned());
    members
}

const FORMS: [(&str, &[&str], &str); 6] = [
    ("ar", &["rcs"], "gnu-ar.a"),
    ("llvm-ar-22", &["--format=gnu", "rcs"], "gnu.a"),
    ("llvm-ar-22", &["--format=bsd", "rcs"], "bsd.a"),
    ("llvm-ar-22", &["--format=darwin", "rcs"], "darwin.a"),
    ("llvm-ar-22", &["--format=coff", "rcs"], "coff.a"),
    ("ar", &["rcsT"], "thin.a"),
];

fn unbundling(release: &str, input: &str, targets: &[&str], more: &[&str]) -> Vec<String> {
    let outputs: Vec<String> = (0..targets.len()).map(|number| format!("out{number}")).collect();
    let mut words: Vec<String> = more.iter().map(|word| (*word).to_owned()).collect();
    words.extend(["-type=a".to_owned(), "-unbundle".to_owned(), format!("-targets={}", targets.join(","))]);
    match release {
        "14" => words.extend([format!("-inputs={input}"), format!("-outputs={}", outputs.join(","))]),
        _ => {
            words.push(format!("-input={input}"));
            words.extend(outputs.iter().map(|output| format!("-output={output}")));
        }
    }
    words
}

fn both(release: &str, files: &[(&str, &[u8])], words: &[String]) -> (Done, Done) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let emulate = format!("--emulate={release}");
    let ours = ours_on(files, &[&[emulate.as_str()], words.as_slice()].concat());
    (ours, theirs_on(release, files, &words))
}

#[test]
fn unbundled_archives_equal_every_release() {
    for maker in RELEASES {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let members = members(maker, folder);
        let members: Vec<&str> = members.iter().map(String::as_str).collect();
        let mut contents: Vec<(String, Vec<u8>)> = Vec::new();
        for (tool, form, name) in FORMS {
            made(folder, tool, &[form, &[name], &members].concat());
            contents.push((name.to_owned(), fs::read(folder.join(name)).unwrap()));
        }
        let archives: Vec<String> = contents.iter().map(|(name, _)| name.clone()).collect();
        contents.extend(
            members
                .iter()
                .map(|name| ((*name).to_owned(), fs::read(folder.join(name)).unwrap())),
        );
        let files: Vec<(&str, &[u8])> = contents
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
            .collect();
        for archive in &archives {
            for (targets, more) in [
                ([ONE, FEATURED, OTHER_KIND].as_slice(), [].as_slice()),
                (&[HOST], &[]),
                (
                    &["hip-amdgcn-amd-amdhsa--gfx906:xnack-", "hip-amdgcn-amd-amdhsa--gfx906:xnack+"],
                    &[],
                ),
                (&["openmp-amdgcn-amd-amdhsa--gfx906"], &["-hip-openmp-compatible"]),
                (
                    &["hip-amdgcn-amd-amdhsa--gfx1100", ONE],
                    &["-allow-missing-bundles", "-check-input-archive"],
                ),
            ] {
                let words = unbundling("22", archive, targets, more);
                let (ours, theirs) = both("22", &files, &words);
                assert_eq!(
                    (ours.code, &ours.stderr),
                    (Some(0), &String::new()),
                    "{maker}: {words:?}"
                );
                match archive.as_str() {
                    // Release 22 reads the padding of its members as compressed bytes.
                    "darwin.a" if theirs.code == Some(1) && theirs.stderr.contains("Failed to decompress") => {
                        let (gnu, _) = both("22", &files, &unbundling("22", "gnu.a", targets, more));
                        assert_eq!(ours.files, gnu.files, "{maker}: {words:?}");
                    }
                    _ => assert_eq!(ours, theirs, "{maker}: {words:?}"),
                }
            }
        }
        // The older releases decide and call alike; those without compression ignore compressed bundles.
        for release in ["16", "19"] {
            if matches!((maker, release), ("14", "16") | ("16", "16") | (_, "19")) {
                let words = unbundling(release, "gnu.a", &[FEATURED, OTHER_KIND], &[]);
                let (ours, theirs) = both(release, &files, &words);
                if theirs.code == Some(0) {
                    assert_eq!(ours, theirs, "{maker} for {release}: {words:?}");
                }
            }
        }
        // Other tools read the results.
        let words = unbundling("22", "gnu.a", &[ONE], &[]);
        let (ours, _) = both("22", &files, &words);
        fs::write(folder.join("made.a"), &ours.files["out0"]).unwrap();
        let names = tools::run(folder, "ar", &["t", "made.a"]);
        assert_eq!(names.stdout, tools::run(folder, "llvm-ar-22", &["t", "made.a"]).stdout);
        let first = "many-hip-amdgcn-amd-amdhsa--gfx906many.bc";
        assert!(
            names.stdout.starts_with(first.as_bytes()) || maker != "22",
            "{}",
            told(&names)
        );
    }
}

#[test]
fn host_archives_link_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, source) in
        [("f", "int g(void); int f(void) { return g() - 1; }\n"), ("g", "int g(void) { return 1; }\n")]
    {
        fs::write(folder.join("source.c"), source).unwrap();
        made(folder, "clang-22", &["-c", "source.c", "-o", "host.o"]);
        let (targets, output) = (format!("-targets={HOST},{ONE}"), format!("-output={name}.o"));
        let words = ["-type=o", &targets, "-input=host.o", "-input=source.c", &output];
        made(folder, "clang-offload-bundler-22", &words);
    }
    made(folder, "ar", &["rc", "fat.a", "f.o", "g.o"]);
    let archive = fs::read(folder.join("fat.a")).unwrap();
    let words = unbundling("22", "fat.a", &[HOST], &[]);
    let (ours, _) = both("22", &[("fat.a", &archive)], &words);
    fs::write(folder.join("host.a"), &ours.files["out0"]).unwrap();
    fs::write(folder.join("main.c"), "int f(void); int main(void) { return f(); }\n").unwrap();
    for linker in ["bfd", "lld"] {
        let linker = format!("-fuse-ld={linker}");
        made(folder, "clang-22", &[&linker, "main.c", "host.a", "-o", "program"]);
        made(folder, "./program", &[]);
    }
}

#[test]
fn missing_and_conflicting_targets_print_release_22_messages() {
    // Later releases do not write such a bundle.
    let targets =
        "-targets=host-x86_64-unknown-linux-gnu-,hip-amdgcn-amd-amdhsa--gfx90a,hip-amdgcn-amd-amdhsa--gfx90a:xnack+";
    let bundling = ["-type=bc", targets, "-inputs=empty,one,two", "-outputs=conflict.o"];
    let bundle = theirs_on("14", &[], &bundling).files.remove("conflict.o").unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("conflict.o"), &bundle).unwrap();
    made(folder.path(), "ar", &["rc", "in.a", "conflict.o"]);
    let archive = fs::read(folder.path().join("in.a")).unwrap();
    let files: [(&str, &[u8]); 2] = [("in.a", &archive), ("none.a", b"!<arch>\n")];
    for (input, targets, more) in [
        (
            "in.a",
            ["hip-amdgcn-amd-amdhsa--gfx1100", "hip-amdgcn-amd-amdhsa--gfx1101"].as_slice(),
            [].as_slice(),
        ),
        ("in.a", &["hip-amdgcn-amd-amdhsa--gfx90a"], &["-check-input-archive"]),
        ("none.a", &[ONE], &[]),
        ("none.a", &[ONE], &["-check-input-archive"]),
        ("missing.a", &[ONE], &[]),
    ] {
        let words = unbundling("22", input, targets, more);
        let (ours, theirs) = both("22", &files, &words);
        assert_eq!((ours.code, &ours.stderr), (Some(1), &theirs.stderr), "{words:?}");
        assert_eq!(theirs.code, Some(1), "{words:?}");
        assert!(
            !ours.files.keys().any(|name| name.starts_with("out")),
            "{words:?}: {ours:?}"
        );
    }
    // No release lists archives.
    let done = ours_on(&files, &["-type=a", "-list", "-input=in.a"]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(0), ""));
    assert!(done.stderr.contains("archives are not listed"), "{done:?}");
    assert_eq!(theirs_on("22", &files, &["-type=a", "-list", "-input=in.a"]).stdout, "");
    let done = ours_on(
        &[("in.a", &bundle)],
        &["-type=a", "-unbundle", &format!("-targets={ONE}"), "-input=in.a", "-output=out"],
    );
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.contains("file too small to be an archive: in.a"),
        "{done:?}"
    );
}
