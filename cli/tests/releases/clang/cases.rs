//! Command lines, run with a release's own bundler and packager and with ours: files that two runs with the original make alike are equal
//! byte for byte, the others contain the same code.

use std::collections::BTreeMap;
use std::fs;

use crate::support::program::{run, told};

use super::is_asked;
use super::workshop::{Bundler, Files, Workshop};

struct Case {
    lines: &'static [&'static str],
    releases: &'static [&'static str],
    compressed: bool,
}

const ALL: &[&str] = &["14", "16", "19", "22"];
const OLD: &[&str] = &["14", "16"];
const NEW: &[&str] = &["19", "22"];
const PACKING: &[&str] = &["16", "19", "22"];

const SECTION: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

const fn plain(releases: &'static [&'static str], lines: &'static [&'static str]) -> Case {
    Case { lines, releases, compressed: false }
}

const fn compressed(lines: &'static [&'static str]) -> Case {
    Case { lines, releases: NEW, compressed: true }
}

const LINKED: &[&str] = &[
    "clang {hip} -fgpu-rdc -c a.hip -o a.o",
    "clang {hip} -fgpu-rdc -cuid=2 -c m.hip -o m.o",
    "clang {link} a.o m.o -o l.so",
];

const LINKED_BY_STEPS: &[&str] = &[
    "clang {hip} -fgpu-rdc -c a.hip -o a.o",
    "clang {hip} -fgpu-rdc -cuid=2 -c m.hip -o m.o",
    "clang {link} a.o m.o -o l.so -save-temps",
];

/// The same with a library. Release 14 takes no HIP code from libraries.
const LINKED_WITH_A_LIBRARY: &[&str] = &[
    "clang {hip} -fgpu-rdc -c a.hip -o a.o",
    "clang {hip} -fgpu-rdc -cuid=2 -c m.hip -o m.o",
    "llvm-ar rcs liba.a a.o",
    "clang {link} m.o -L. -la -o l.so",
];

const LINKED_COMPRESSED: &[&str] = &[
    "clang {hip} -fgpu-rdc --offload-compress -c a.hip -o a.o",
    "clang {hip} -fgpu-rdc --offload-compress -cuid=2 -c m.hip -o m.o",
    "clang {link} --offload-compress a.o m.o -o l.so",
];

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
    plain(ALL, &["clang {hip} -fgpu-rdc -c a.hip -o a.o"]),
    plain(ALL, &["clang {hip} -fgpu-rdc -c a.hip -o a.o -save-temps"]),
    plain(ALL, &["clang {hip} -fgpu-rdc --emit-static-lib a.hip -o liba.a"]),
    plain(ALL, LINKED),
    plain(ALL, LINKED_BY_STEPS),
    plain(&["16", "19", "22"], LINKED_WITH_A_LIBRARY),
    plain(&["14"], &["clang {openmp} -c t.c -o t.o"]),
    // The new driver of release 16 packs offload binaries; without -fgpu-rdc it bundles, up to release 19.
    plain(PACKING, &["clang {new} -fgpu-rdc -c a.hip -o a.o"]),
    plain(PACKING, &["clang {new} -c a.hip -o a.o"]),
    plain(PACKING, &["clang {openmp} -c t.c -o t.o"]),
    plain(PACKING, &["clang {openmp} -c -emit-llvm t.c -o t.bc"]),
    compressed(&["clang {hip} --offload-compress -c a.hip -o a.o"]),
    compressed(LINKED_COMPRESSED),
    compressed(&["clang {hip} --offload-compress -c a.hip -o a.hipfb --cuda-device-only --gpu-bundle-output"]),
];

fn check(release: &str) {
    if !is_asked(release) {
        return;
    }
    let name = format!("clang-offload-bundler-{release}");
    let mut faults = Vec::new();
    for case in CASES.iter().filter(|case| case.releases.contains(&release)) {
        let workshop = Workshop::new();
        let real = workshop.made(release, Bundler::Real, case.lines);
        let ours = workshop.made(release, Bundler::Ours(&name), case.lines);
        assert!(!real.is_empty(), "{release}: {:?} makes nothing", case.lines);
        if real != ours {
            // Differences between two runs are ignored.
            let again = workshop.made(release, Bundler::Real, case.lines);
            let found = different(release, case, [&real, &again, &ours]);
            faults.extend(found.into_iter().map(|fault| format!("{:?}: {fault}", case.lines)));
        }
    }
    assert!(faults.is_empty(), "release {release}:\n{}", faults.join("\n"));
}

fn different(release: &str, case: &Case, [real, again, ours]: [&Files; 3]) -> Vec<String> {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    if names(real) != names(ours) {
        return vec![format!("{:?} are made, not {:?}", names(ours), names(real))];
    }
    let mut faults = Vec::new();
    for (name, theirs) in real {
        let mine = &ours[name];
        let lasting = again.get(name) == Some(theirs) && !case.compressed;
        if mine == theirs || (OLD.contains(&release) && differs_as_said(theirs, mine)) {
            continue;
        }
        if lasting {
            faults.push(format!("{name}: {} bytes, not the same {}", mine.len(), theirs.len()));
            continue;
        }
        // Archive members are named after temporary files.
        let [theirs, mine] = [theirs, mine].map(|bytes| code(name, bytes));
        if theirs.is_empty() || !theirs.values().eq(mine.values()) {
            faults.push(format!(
                "{name} holds other code: {:?}, not {:?}",
                mine.keys(),
                theirs.keys()
            ));
        }
    }
    faults
}

/// A fault of releases 14 and 16 with object files: the address-significance table loses the number of its symbol table (four bytes), and
/// the unbundled host still contains the bundled sections.
fn differs_as_said(theirs: &[u8], mine: &[u8]) -> bool {
    let holds_bundle = |bytes: &[u8]| bytes.windows(SECTION.len()).any(|window| window == SECTION);
    let differing = theirs.iter().zip(mine).filter(|(theirs, mine)| theirs != mine).count();
    holds_bundle(theirs)
        && match theirs.len() == mine.len() {
            true => differing <= 4,
            false => mine.starts_with(b"\x7fELF") && !holds_bundle(mine),
        }
}

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
