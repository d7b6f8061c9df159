//! Command lines, run with the bundler of a release and with ours under its name: every file that two runs with the real one give alike is
//! the same with ours, byte for byte, and everything else holds the same code.

use std::collections::BTreeMap;
use std::fs;

use offload_bundle_conformance::program::{run, told};
use offload_bundle_conformance::releases::{compiler, installed};

use crate::workshop::{Bundler, Files, Workshop};

/// Command lines that are run one after the other.
struct Case {
    lines: &'static [&'static str],
    /// The releases whose compiler and bundler do this.
    releases: &'static [&'static str],
    /// Whether bundles are compressed: with the same method, but not to the same bytes.
    compressed: bool,
}

const ALL: &[&str] = &["14", "16", "19", "22"];
const NEW: &[&str] = &["19", "22"];

const fn plain(releases: &'static [&'static str], lines: &'static [&'static str]) -> Case {
    Case { lines, releases, compressed: false }
}

const fn compressed(lines: &'static [&'static str]) -> Case {
    Case { lines, releases: NEW, compressed: true }
}

const CASES: &[Case] = &[
    plain(ALL, &["clang {hip} -c a.hip -o a.o"]),
    plain(
        ALL,
        &["clang {hip} --offload-arch=gfx1030 --offload-arch=gfx908:sramecc+:xnack- -c a.hip -o a.o -MD"],
    ),
    plain(ALL, &["clang {hip} -c a.hip -o a.o -save-temps"]),
    plain(
        ALL,
        &["clang {hip} -c a.hip -o a.hipfb --cuda-device-only --gpu-bundle-output"],
    ),
    plain(ALL, &["clang {hip} -E a.hip -o a.hipi"]),
    plain(ALL, &["clang {hip} -S a.hip -o a.s"]),
    plain(ALL, &["clang {hip} -S -emit-llvm a.hip -o a.ll"]),
    plain(ALL, &["clang {hip} -c -emit-llvm a.hip -o a.bc"]),
    plain(ALL, &["clang {hip} -fgpu-rdc -E a.hip -o a.hipi"]),
    plain(ALL, &["clang {hip} -fgpu-rdc -S a.hip -o a.s"]),
    plain(&["14"], &["clang {openmp} -E t.c -o t.i"]),
    plain(&["14"], &["clang {openmp} -S t.c -o t.s"]),
    plain(&["14"], &["clang {openmp} -S -emit-llvm t.c -o t.ll"]),
    plain(&["14"], &["clang {openmp} -c -emit-llvm t.c -o t.bc"]),
    compressed(&["clang {hip} --offload-compress -c a.hip -o a.o"]),
    compressed(&["clang {hip} --offload-compress -c a.hip -o a.hipfb --cuda-device-only --gpu-bundle-output"]),
];

/// The cases of one release.
fn check(release: &str) {
    if compiler(release).is_none() || !installed().contains(&release) {
        return;
    }
    let name = format!("clang-offload-bundler-{release}");
    for case in CASES.iter().filter(|case| case.releases.contains(&release)) {
        let workshop = Workshop::new();
        let real = workshop.made(release, Bundler::Real, case.lines);
        let ours = workshop.made(release, Bundler::Ours(&name), case.lines);
        assert!(!real.is_empty(), "{release}: {:?} makes nothing", case.lines);
        if real == ours {
            continue;
        }
        // What differs from one run to the next says nothing.
        let again = workshop.made(release, Bundler::Real, case.lines);
        compare(release, case, [&real, &again, &ours]);
    }
}

fn compare(release: &str, case: &Case, [real, again, ours]: [&Files; 3]) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    let lines = case.lines;
    assert_eq!(names(real), names(ours), "{release}: {lines:?}");
    for (name, theirs) in real {
        let alike = again.get(name) == Some(theirs) && !case.compressed;
        let same = ours.get(name) == Some(theirs);
        assert!(same || !alike, "{release}: {lines:?}: {name} is not the same");
        if !same {
            let held = |files: &Files| code(name, files.get(name).map_or(&[], Vec::as_slice));
            let [theirs, mine] = [real, ours].map(held);
            assert!(
                !theirs.is_empty(),
                "{release}: {lines:?}: {name} holds nothing to compare"
            );
            assert!(theirs == mine, "{release}: {lines:?}: {name} holds other code");
        }
    }
}

/// All entries of a file, by the names that they are extracted to, without the names of temporary files.
pub fn code(name: &str, bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    let output = run(folder.path(), &["extract", "--empty", "--dir", "code", name]);
    assert!(output.status.success(), "{name}: {}", told(&output));
    let entries = fs::read_dir(folder.path().join("code")).unwrap().map(Result::unwrap);
    let held = entries.map(|entry| {
        let held = fs::read(entry.path()).unwrap();
        let lines = held.split_inclusive(|byte| *byte == b'\n');
        let lasting = lines.filter(|line| !line.starts_with(b"; ModuleID = '/"));
        (
            entry.file_name().to_string_lossy().into_owned(),
            lasting.flatten().copied().collect(),
        )
    });
    held.collect()
}

#[test]
fn release_14_makes_the_same_with_ours() {
    check("14");
}

#[test]
fn release_16_makes_the_same_with_ours() {
    check("16");
}

#[test]
fn release_19_makes_the_same_with_ours() {
    check("19");
}

#[test]
fn release_22_makes_the_same_with_ours() {
    check("22");
}
