//! Objects of clang without device code, linked with a bundle that `embed` put into an object: the stand-in for the runtime gets its code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use offload_bundle::ops::{self, Context};
use offload_bundle::request::EmbedRequest;
use offload_bundle::{Error, REGISTRY};
use offload_bundle_testing::tools;

use super::compiled::with_runtime;
use super::{COMPILER, TARGETS, run_tool, said, windows, workshop};

const MODES: [&str; 2] = ["", "-fgpu-rdc"];

fn linkers() -> impl Iterator<Item = &'static str> {
    let all = ["bfd", "lld", "mold"].into_iter();
    all.filter(|linker| *linker != "mold" || tools::optional("mold"))
}

/// Compiles the units of `kernel.hip` for the host.
fn hosts(folder: &Path, options: &str) {
    for (unit, defined) in
        [("first.o", "-DFIRST -DTABLE=a -DKERNEL=ka -DNUMBER=1"), ("second.o", "-DTABLE=b -DKERNEL=kb -DNUMBER=2")]
    {
        let fixed = "-x hip --cuda-host-only -nogpuinc -nogpulib --no-offload-new-driver -fPIC -O1 -c kernel.hip -o";
        let words: Vec<&str> = fixed.split(' ').chain([unit]).chain(defined.split(' ')).collect();
        said(
            folder,
            COMPILER,
            &[words, options.split_whitespace().collect()].concat(),
        );
    }
}

fn embed(folder: &Path, bundle: &str, hosts: &[&str], to: &str) -> Result<(), Error> {
    let mut request = EmbedRequest::default();
    request.input = folder.join(bundle).into();
    request.hosts = hosts.iter().map(|host| folder.join(host).into()).collect();
    request.output = Some(folder.join(to));
    ops::embed(&REGISTRY, &request, &mut Context::default()).map(|_| ())
}

/// What the runtime says of the `bundle`, once for each unit that registers it.
fn registered(told: &str, units: usize, target: &str) {
    let lines: Vec<&str> = told.lines().filter(|line| line.contains(target)).collect();
    assert_eq!((lines.len(), told.contains("answer 42")), (units, true), "{told}");
    assert!(lines.iter().all(|line| *line == lines[0]), "{told}");
}

#[test]
fn host_objects_register_the_embedded_bundle() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    with_runtime(folder);
    for options in MODES {
        hosts(folder, options);
        for (bundle, target) in [("first.hipfb", TARGETS[3]), ("packed.ccob", "packed ")] {
            embed(folder, bundle, &["first.o", "second.o"], "fatbin.o").unwrap();
            for linker in linkers() {
                let linker = format!("-fuse-ld={linker}");
                let linked =
                    ["first.o", "second.o", "fatbin.o", "-L.", "-Wl,-rpath,.", "-lamdhip64", "-lstdc++", &linker];
                said(
                    folder,
                    COMPILER,
                    &[&linked[..], &["-shared", "-Wl,-z,defs", "-o", "lib.so"]].concat(),
                );
                registered(&said(folder, "./loader", &["./lib.so"]), 2, target);
                said(
                    folder,
                    COMPILER,
                    &[&linked[..], &["main.o", "-Wl,--fatal-warnings", "-o", "program"]].concat(),
                );
                registered(&said(folder, "./program", &[]), 2, target);
                // The second constructor finds the handle that the first one sets.
                let names = said(folder, "nm", &["lib.so"]);
                let handles = names.lines().filter(|line| line.contains("__hip_gpubin_handle"));
                let places: BTreeSet<&str> = handles.filter_map(|line| line.split(' ').next()).collect();
                assert_eq!(places.len(), if options.is_empty() { 2 } else { 1 }, "{names}");
                let dynamic = said(folder, "readelf", &["-W", "--dyn-syms", "lib.so"]);
                assert!(!dynamic.contains("__hip_fatbin"), "{dynamic}");
            }
        }
    }
}

#[test]
fn windows_objects_register_the_embedded_bundle() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    if windows::with_runtime(folder).is_none() {
        return;
    }
    fs::write(folder.join("kernel.hip"), include_str!("kernel.hip")).unwrap();
    fs::write(
        folder.join("answer.cpp"),
        "extern \"C\" int second(void);\nextern \"C\" int answer(void) { return 40 + second(); }\n",
    )
    .unwrap();
    for options in ["", "-fgpu-rdc"] {
        let target = "--target=x86_64-w64-mingw32";
        let unit =
            ["-x", "hip", target, "--cuda-host-only", "-nogpuinc", "-nogpulib", "--no-offload-new-driver", "-O1"];
        let unit =
            [&unit[..], &["-DTABLE=b", "-DKERNEL=kb", "-DNUMBER=2", "-c", "kernel.hip", "-o", "unit.obj"]].concat();
        said(folder, COMPILER, &[unit, options.split_whitespace().collect()].concat());
        said(folder, COMPILER, &[target, "-c", "answer.cpp", "-o", "answer.obj"]);
        embed(folder, "first.hipfb", &["unit.obj"], "fatbin.obj").unwrap();
        let linked = ["-DPROGRAM", "runtime.c", "unit.obj", "answer.obj", "fatbin.obj", "-o", "program.exe"];
        said(folder, "x86_64-w64-mingw32-gcc", &linked);
        registered(&windows::run(folder, &["program.exe"]), 1, TARGETS[3]);
    }
}

#[test]
fn objects_of_new_driver_are_refused() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    fs::write(folder.join("kernel.hip"), include_str!("kernel.hip")).unwrap();
    let unit = ["-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "--offload-new-driver", "-fgpu-rdc"];
    let unit = [&unit[..], &["-DTABLE=b", "-DKERNEL=kb", "-DNUMBER=2", "-c", "kernel.hip", "-o", "new.o"]].concat();
    said(folder, COMPILER, &unit);
    let refused = embed(folder, "first.hipfb", &["new.o"], "fatbin.o").unwrap_err();
    let hint = refused.hint().unwrap_or_default();
    assert!(
        refused.code() == "offload-entries" && hint.contains("llvm-offload-wrapper"),
        "{hint}"
    );
}

#[test]
fn offload_binaries_are_linked_by_clang() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    let tool = env!("CARGO_BIN_EXE_offload-bundle");
    fs::write(folder.join("code.c"), "int code(void) { return 7; }\n").unwrap();
    let device =
        ["--target=amdgcn-amd-amdhsa", "-mcpu=gfx906", "-nogpulib", "-c", "-emit-llvm", "code.c", "-o", "code.bc"];
    said(folder, COMPILER, &device);
    let image = "file=code.bc,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip";
    said(folder, tool, &["pack", "-o", "app.bin", "--image", image]);
    said(folder, tool, &["embed", "--offload-binary", "app.bin", "-o", "image.o"]);
    let told = said(folder, "llvm-objdump-22", &["--offloading", "image.o"]);
    assert!(told.contains("gfx906") && told.contains("hip"), "{told}");
    // Other linkers drop the section.
    said(folder, COMPILER, &["-c", "-fPIC", "code.c", "-o", "code.o"]);
    for linker in linkers() {
        said(
            folder,
            COMPILER,
            &["-shared", &format!("-fuse-ld={linker}"), "code.o", "image.o", "-o", "plain.so"],
        );
        assert!(
            !said(folder, "readelf", &["-SW", "plain.so"]).contains(".llvm.offloading"),
            "{linker}"
        );
    }
    let wrapper = "clang-linker-wrapper-22";
    if !tools::needed(wrapper) {
        return;
    }
    let output = run_tool(
        folder,
        wrapper,
        &[
            "--dry-run",
            "--host-triple=x86_64-unknown-linux-gnu",
            "--linker-path=/usr/bin/ld",
            "--",
            "code.o",
            "image.o",
            "-o",
            "a",
        ],
    );
    let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(told.contains("-mcpu=gfx906"), "{told}");
}
