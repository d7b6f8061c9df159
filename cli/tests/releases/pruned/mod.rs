//! Pruned and compressed libraries and programs still run: a stand-in for the runtime hashes its code objects. Common linkers make them, in
//! all their layouts.

#![expect(clippy::disallowed_methods, reason = "compilers, linkers and what they make are run")]

mod compiled;
mod compressed;
mod embedded;
mod grown;
mod linked;
mod refused;
mod windows;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use offload_bundle::ops::Context;
use offload_bundle::request::{CompressionRequest, RequestedTarget};
use offload_bundle::{BundleBuilder, Error, REGISTRY};
use offload_bundle_rewrite::{PruneReport, PruneRequest};
use offload_bundle_testing::{scratch, tools};

const COMPILER: &str = "clang-22";
const KEPT: &str = "gfx90a";
const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const TARGETS: [&str; 4] = ["gfx1030", "gfx906", "gfx90a:xnack+", "gfx90a:xnack-"];

const LAST: &str = "SECTIONS { .hip_fatbin : { *(.hip_fatbin) } } INSERT AFTER .bss;\n";

/// A bundle with code that depends on target and `seed`.
fn bundle(seed: u64) -> BundleBuilder {
    let mut builder = BundleBuilder::new().alignment(4096).entry(HOST, b"");
    for (number, target) in (1..).zip(TARGETS) {
        let mut state = seed * 100 + number;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        let code: Vec<u8> = (0..30_000 + number * 1000).map(|_| next()).collect();
        builder = builder.entry(format!("hipv4-amdgcn-amd-amdhsa--{target}"), code);
    }
    builder
}

fn run_tool(folder: &Path, program: &str, words: &[&str]) -> Output {
    // A process that another test forks meanwhile holds the file open until it executes its program.
    for _ in 0..100_000 {
        match Command::new(program).current_dir(folder).args(words).output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::yield_now(),
            output => return output.unwrap_or_else(|error| panic!("{program}: {error}")),
        }
    }
    panic!("{program} is still open for writing")
}

fn said(folder: &Path, program: &str, words: &[&str]) -> String {
    let output = run_tool(folder, program, words);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{program} {words:?}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn pruned(folder: &Path, from: &str, to: &str, target: &str) -> Result<PruneReport, Error> {
    let mut request = PruneRequest::default();
    request.input = folder.join(from).into();
    request.output = Some(folder.join(to));
    request.keep = vec![RequestedTarget::parse(&REGISTRY, target).unwrap()];
    offload_bundle_rewrite::prune(&REGISTRY, &request, &mut Context::default())
}

fn workshop() -> Option<tempfile::TempDir> {
    if !tools::living(COMPILER) {
        return None;
    }
    let folder = scratch();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    put("unit.c", include_bytes!("unit.c"));
    put("runtime.c", include_bytes!("runtime.c"));
    put("last.ld", LAST.as_bytes());
    put("first.hipfb", &bundle(1).to_bytes().unwrap());
    put("second.hipfb", &bundle(2).to_bytes().unwrap());
    put(
        "packed.ccob",
        &bundle(3).compressed(&CompressionRequest::default()).to_bytes().unwrap(),
    );
    said(
        folder.path(),
        COMPILER,
        &["-rdynamic", "runtime.c", "-o", "loader", "-ldl"],
    );
    Some(folder)
}

fn build(folder: &Path, name: &str, options: &str, sources: &[&str]) {
    build_by(folder, COMPILER, name, options, sources);
}

fn build_by(folder: &Path, compiler: &str, name: &str, options: &str, sources: &[&str]) {
    let mut words = vec!["-O1", "-DFIRST=first.hipfb", "-DSECOND=second.hipfb", "-o", name];
    words.extend(options.split(' '));
    words.extend(sources);
    said(folder, compiler, &words);
}

fn is_pruned(wrappers: usize, before: &str, after: &str) {
    let is_kept = |line: &&str| line.contains(KEPT) || line.starts_with("host") || line.starts_with("answer");
    let kept: Vec<&str> = before.lines().filter(is_kept).collect();
    assert_eq!(kept, after.lines().collect::<Vec<_>>());
    assert_eq!(
        (kept.len(), before.lines().count()),
        (1 + wrappers * 3, 1 + wrappers * 5),
        "{before}"
    );
    assert!(kept.contains(&"answer 42"), "{before}");
}

fn reads_alike(folder: &Path, tool: &str, words: &[&str], before: &str, after: &str) {
    let warnings = |name: &str| {
        let output = run_tool(folder, tool, &[words, &[name]].concat());
        let text = String::from_utf8_lossy(&output.stderr).replace(name, "FILE");
        (output.status.code(), text.lines().count())
    };
    assert_eq!(warnings(before), warnings(after), "{tool} {after}");
}

fn lints(folder: &Path, name: &str) -> BTreeSet<String> {
    let output = run_tool(folder, "eu-elflint", &["--gnu-ld", name]);
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).replace(name, "FILE");
    let without = |line: &str| line.replace(|letter: char| letter.is_ascii_hexdigit(), "");
    text.lines().map(without).collect()
}

fn first_page_id(folder: &Path, name: &str) -> Option<String> {
    let notes = said(folder, "readelf", &["-nW", name]);
    let id = notes.lines().find_map(|line| line.trim().strip_prefix("Build ID: "))?;
    let bytes: Vec<u8> = (0..id.len() / 2)
        .map(|at| u8::from_str_radix(&id[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    let file = fs::read(folder.join(name)).unwrap();
    let mut pages = file[..4096].windows(bytes.len());
    pages.any(|window| window == bytes).then(|| id.to_owned())
}

/// Whether the tool writes a program that runs. LLVM's tools reject some files of GNU ld, patchelf rejects static ones.
fn is_taken(folder: &Path, (tool, words): (&str, &[&str]), made: &str, run: &dyn Fn(&str) -> String) -> bool {
    tools::optional(tool)
        && run_tool(folder, tool, words).status.success()
        && catch_unwind(AssertUnwindSafe(|| run(made))).is_ok()
}

fn tools_read_alike(folder: &Path, name: &str, made: &str) {
    for (tool, words) in [("readelf", &["-aW"][..]), ("llvm-readelf-22", &["-a"])] {
        if tools::optional(tool) {
            reads_alike(folder, tool, words, name, made);
        }
    }
}

fn stands_tools(folder: &Path, (name, made): (&str, &str), run: &dyn Fn(&str) -> String, is_expected: &dyn Fn(&str)) {
    tools_read_alike(folder, name, made);
    if tools::optional("eu-elflint") {
        let (lints, known) = (lints(folder, made), lints(folder, name));
        assert!(lints.is_subset(&known), "{made}: {:?}", lints.difference(&known));
    }
    let changed = format!("{name}.changed");
    for (tool, words) in [
        ("strip", &["-o"][..]),
        ("llvm-strip-22", &["-o"]),
        (
            "patchelf",
            &["--set-rpath", "$ORIGIN/a/folder/whose/name/needs/room", "--output"],
        ),
    ] {
        let words = |name| [words, &[&changed, name]].concat();
        if is_taken(folder, (tool, &words(name)), &changed, run) {
            said(folder, tool, &words(made));
            is_expected(&run(&changed));
        }
    }
}

fn check(folder: &Path, (name, wrappers, way): (&str, usize, &str), run: &dyn Fn(&str) -> String) {
    let (small, again) = (format!("{name}.small"), format!("{name}.again"));
    let before = run(name);
    let report = pruned(folder, name, &small, KEPT).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(report.resize_method, Some(way), "{name}");
    let len = |name: &str| fs::metadata(folder.join(name)).unwrap().len();
    assert_eq!(report.size, len(&small));
    match way {
        "zero" => assert_eq!(len(&small), len(name), "{name}"),
        _ => assert!(len(&small) + 50_000 < len(name), "{name}: {}", len(&small)),
    }
    is_pruned(wrappers, &before, &run(&small));
    assert_eq!(first_page_id(folder, name), first_page_id(folder, &small), "{name}");
    let report = pruned(folder, &small, &again, KEPT).unwrap();
    assert_eq!(report.resize_method, None);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(read(&small) == read(&again), "{name}: once more changes it");
    stands_tools(folder, (name, &small), run, &|told| is_pruned(wrappers, &before, told));
    compressed::check(folder, (name, wrappers, way), &before, run);
    grown::check(folder, (name, way), &before, run);
    // A pruned file can be pruned again.
    let report = pruned(folder, &small, &again, "gfx90a:xnack+").unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(report.resize_method.is_some());
    assert_eq!(
        run(&again).lines().filter(|line| line.contains("xnack+")).count(),
        wrappers,
        "{name}"
    );
}
