//! Pruned, compressed and decompressed Windows libraries and programs: Wine loads them, and the stand-in for the runtime gets the same code
//! objects.

#![expect(clippy::disallowed_methods, reason = "Wine runs what was made")]

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use offload_bundle_testing::tools;

use super::{KEPT, compressed, is_pruned, pruned, reads_alike, run_tool, said, workshop};

const COMPILER: &str = "x86_64-w64-mingw32-gcc";
const STRIP: &str = "x86_64-w64-mingw32-strip";
const LINKER: &str = "lld-link-22";

pub(super) fn run(folder: &Path, words: &[&str]) -> String {
    // Files rather than pipes: Wine's services hold pipes open for seconds after each program.
    let put = |name: &str| File::create(folder.join(name)).unwrap();
    let status = wine(folder, "wine")
        .args(words)
        .stdout(put("said"))
        .stderr(put("errors"))
        .status();
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap().replace('\r', "");
    assert!(
        status.unwrap().success(),
        "{words:?}: {}{}",
        text("said"),
        text("errors")
    );
    text("said")
}

fn wine(folder: &Path, program: &str) -> Command {
    let mut wine = Command::new(program);
    wine.current_dir(folder).env("WINEPREFIX", folder.join("wine"));
    wine.env("WINEDEBUG", "-all").env("DISPLAY", "");
    wine
}

fn check(folder: &Path, name: &str, run: &dyn Fn(&str) -> String) {
    let (name_of, extension) = name.rsplit_once('.').unwrap();
    let [small, packed, plain, stripped] =
        ["small", "packed", "plain", "stripped"].map(|what| format!("{name_of}-{what}.{extension}"));
    let before = run(name);
    let report = pruned(folder, name, &small, KEPT).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(
        (report.resize_method, report.wrapper_count),
        (Some("shift"), Some(2)),
        "{name}"
    );
    assert!(report.size.0 + 100_000 < report.size_before.0, "{name}");
    is_pruned(2, &before, &run(&small));
    let again = pruned(folder, &small, "again", KEPT).unwrap();
    assert_eq!(again.resize_method, None);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(read(&small) == read("again"), "{name}: once more changes it");
    compressed::compressed(folder, name, &packed);
    let told = run(&packed);
    assert_eq!(
        told.lines().filter(|line| line.starts_with("packed ")).count(),
        2,
        "{name}: {told}"
    );
    compressed::decompressed(folder, &packed, &plain).unwrap();
    assert_eq!(run(&plain), before, "{name}");
    for (tool, words) in
        [("llvm-readobj-22", "-SshdrA"), ("llvm-objdump-22", "-p"), ("x86_64-w64-mingw32-objdump", "-p")]
    {
        if tools::optional(tool) {
            reads_alike(folder, tool, &[words], name, &small);
        }
    }
    for tool in [STRIP, "llvm-strip-22"] {
        if tools::optional(tool) && run_tool(folder, tool, &["-o", &stripped, name]).status.success() {
            said(folder, tool, &["-o", &stripped, &small]);
            is_pruned(2, &before, &run(&stripped));
        }
    }
}

pub(super) fn with_runtime(folder: &Path) -> Option<()> {
    let needed = ["wine", "wineserver", COMPILER];
    if !needed.into_iter().all(tools::optional) {
        return None;
    }
    let runtime = ["-shared", "-DLIBRARY", "runtime.c", "-o", "runtime.dll", "-Wl,--out-implib,runtime.lib"];
    said(folder, COMPILER, &runtime);
    said(folder, COMPILER, &["runtime.c", "-o", "loader.exe"]);
    Some(())
}

#[test]
fn windows_files_run_after_pruning() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    if with_runtime(folder).is_none() {
        return;
    }
    let loaded = |name: &str| run(folder, &["loader.exe", name]);
    let bundles = ["-O1", "-DFIRST=first.hipfb", "-DSECOND=second.hipfb"];
    let gcc = |name: &str, more: &[&str]| {
        said(
            folder,
            COMPILER,
            &[&bundles[..], &["unit.c", "-o", name], more].concat(),
        );
    };
    gcc("gnu.dll", &["-shared", "runtime.lib"]);
    check(folder, "gnu.dll", &loaded);
    gcc("gnu-stripped.dll", &["-shared", "runtime.lib", "-s"]);
    check(folder, "gnu-stripped.dll", &loaded);
    gcc("gnu-debug.dll", &["-shared", "runtime.lib", "-g"]);
    check(folder, "gnu-debug.dll", &loaded);
    gcc("gnu.exe", &["-DPROGRAM", "runtime.c"]);
    check(folder, "gnu.exe", &|name| run(folder, &[name]));
    if !tools::optional(LINKER) {
        return;
    }
    let object = ["--target=x86_64-pc-windows-msvc", "-DENTRY", "-c", "unit.c", "-o", "unit.obj"];
    said(folder, super::COMPILER, &[&bundles[..], &object].concat());
    for (name, options) in [
        ("lld.dll", ""),
        ("lld-aligned.dll", "/filealign:4096"),
        ("lld-release.dll", "/release /debug"),
        ("lld-fixed.dll", "/fixed"),
    ] {
        let fixed = ["/dll", "/entry:entry", "/nodefaultlib", "unit.obj", "runtime.lib"];
        let out = format!("/out:{name}");
        let words: Vec<&str> = fixed
            .into_iter()
            .chain([out.as_str()])
            .chain(options.split_whitespace())
            .collect();
        said(folder, LINKER, &words);
        check(folder, name, &loaded);
    }
    let merged = [
        "/dll",
        "/entry:entry",
        "/nodefaultlib",
        "unit.obj",
        "runtime.lib",
        "/out:merged.dll",
        "/merge:.hip_fatbin=.rdata",
    ];
    said(folder, LINKER, &merged);
    let error = pruned(folder, "merged.dll", "out.dll", KEPT).unwrap_err().to_string();
    assert!(error.contains("with other content, which cannot move"), "{error}");
    // No process writes to the folder while it is removed.
    assert!(wine(folder, "wineserver").arg("-k").status().unwrap().success());
}
