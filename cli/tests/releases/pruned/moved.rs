//! Code that was moved to archives and back: the runtime is handed what it was handed before.

use std::fs;
use std::path::Path;

use offload_bundle::ops::{self, Context};
use offload_bundle::report::{ConvertReport, Outcome};
use offload_bundle::request::{ConvertRequest, ConvertTarget, VerifyRequest};
use offload_bundle::{OffloadFile, REGISTRY};
use offload_bundle_testing::tools;

use super::{TARGETS, run_tool, said, tools_read_alike};

fn converted(folder: &Path, from: &str, to: &str, target: &str) -> Result<ConvertReport, offload_bundle::Error> {
    let mut request = ConvertRequest::default();
    request.to = ConvertTarget::named(&REGISTRY, target);
    request.input = folder.join(from).into();
    request.output = Some(folder.join(to));
    ops::convert(&REGISTRY, &request, &mut Context::default())
}

/// The ID of a code object as it comes back from archives, which have one kind for those that are interchangeable.
fn usual(id: &str) -> String {
    id.replacen("hip-amdgcn", "hipv4-amdgcn", 1)
}

/// What a file holds for devices, in any order.
fn code(folder: &Path, name: &str) -> Vec<(String, Vec<u8>)> {
    let file = OffloadFile::open(folder.join(name)).unwrap();
    let all = file
        .entries()
        .map(|entry| (usual(entry.id().unwrap()), entry.bytes().unwrap().to_vec()));
    sorted(all.filter(|(id, _)| !id.starts_with("host")))
}

/// What the runtime is told, in any order, without hosts: there are several spellings of them.
fn told_of_devices(told: &str) -> Vec<String> {
    let lines = told.lines().filter(|line| !line.starts_with("host"));
    sorted(lines.map(usual))
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort();
    all
}

/// Moves the code of `name`, which has so many wrappers and says `before` when it is run, to archives and back.
pub(super) fn check(
    folder: &Path,
    (name, wrappers, way): (&str, usize, &str),
    before: &str,
    run: &dyn Fn(&str) -> String,
) {
    let home = format!("{name}.moved");
    fs::create_dir(folder.join(&home)).unwrap();
    let (out, back, stripped) = (
        format!("{home}/{name}"),
        format!("{name}.back"),
        format!("{name}.moved-stripped"),
    );
    let report = converted(folder, name, &out, "kpack").unwrap_or_else(|error| panic!("{name}: {error}"));
    let moved = report.moved.unwrap();
    assert_eq!(
        (moved.files[0].way, moved.files[0].wrapper_count),
        (way, wrappers),
        "{name}"
    );
    let mut request = VerifyRequest::default();
    request.inputs = vec![folder.join(&out).into()];
    let found = ops::verify(&REGISTRY, &request).unwrap();
    // The code is noise.
    assert!(
        found.outcome != Outcome::Failed,
        "{name}: {:?}",
        found.files[0].findings
    );
    // Wrappers of one bundle have one unit.
    let bundles = moved.files[0].bundle_count;
    assert_eq!(found.files[0].summary.entry_count, bundles * TARGETS.len(), "{name}");
    let is_moved = |name: &str| {
        let told = run(name);
        let mut lines: Vec<&str> = told.lines().collect();
        lines.sort_unstable();
        let units = (0..wrappers).map(|unit| format!("moved {} 82", unit.min(bundles - 1)));
        let expected: Vec<String> = std::iter::once("answer 42".to_owned()).chain(units).collect();
        assert_eq!(lines, expected, "{name}");
    };
    is_moved(&out);
    tools_read_alike(folder, name, &out);
    for tool in ["strip", "llvm-strip-22"] {
        // Some files of GNU ld are none for the tools of LLVM.
        if tools::optional(tool) && run_tool(folder, tool, &["-o", &stripped, name]).status.success() {
            said(folder, tool, &["-o", &stripped, &out]);
            is_moved(&stripped);
        }
    }
    match converted(folder, &out, &back, "embedded") {
        Ok(_) => {
            let told = run(&back);
            let packed = told.lines().filter(|line| line.starts_with("packed")).count();
            // What made way for a program header left less room: then the code comes back compressed.
            match packed {
                0 => assert_eq!(told_of_devices(&told), told_of_devices(before), "{name}"),
                _ => assert!(packed == wrappers && told.contains("answer 42"), "{name}: {told}"),
            }
            assert!(code(folder, &back) == code(folder, name), "{name}");
        }
        Err(error) => {
            let in_one_segment = ["gold", "one-segment"].iter().any(|linked| name.contains(linked));
            assert!(way == "move" || in_one_segment, "{name}: {error}");
            assert_eq!(error.code(), "not-repackable");
        }
    }
}
