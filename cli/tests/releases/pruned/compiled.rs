//! Compiled HIP libraries and programs with kernels, by each release, linker and mode.

use std::fs;
use std::path::Path;

use offload_bundle_testing::tools;

use super::{TARGETS, check, said, workshop};

pub(super) const COMPILERS: [&str; 4] = ["clang-14", "clang-16", "clang-19", "clang-22"];

type Mode = (&'static str, &'static str, usize);

const MODES: [Mode; 2] = [("alone", "", 2), ("rdc", "-fgpu-rdc", 2)];

type Link = (&'static str, &'static str, &'static str);

const LINKS: [Link; 4] = [
    ("gnu", "-fuse-ld=bfd -shared -Wl,--build-id", "move"),
    ("lld", "-fuse-ld=lld -shared -Wl,--build-id -s", "phdr"),
    ("gold", "-fuse-ld=gold -shared -Wl,-z,relro,-z,now", "phdr"),
    ("pie", "-fuse-ld=bfd -pie", "move"),
];

fn words(options: &str) -> Vec<String> {
    let targets = TARGETS.iter().map(|target| format!("--offload-arch={target}"));
    let fixed = ["-O1", "-nogpulib", "-nogpuinc", "-fPIC", "-Wno-unused-command-line-argument", "-L.", "-Wl,-rpath,."];
    let fixed = fixed.map(str::to_owned).into_iter();
    let options = options.split_whitespace().map(str::to_owned);
    fixed.chain(targets).chain(options).collect()
}

fn compiler(folder: &Path, compiler: &str, options: &str, more: &[&str]) {
    let mut words = words(options);
    words.extend(more.iter().map(|word| (*word).to_owned()));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    said(folder, compiler, &words);
}

pub(super) fn with_runtime(folder: &Path) {
    fs::write(folder.join("kernel.hip"), include_str!("kernel.hip")).unwrap();
    let runtime = ["-shared", "-fPIC", "-DLIBRARY", "runtime.c", "-o", "libamdhip64.so"];
    said(folder, super::COMPILER, &runtime);
    fs::write(
        folder.join("main.c"),
        "#include <stdio.h>\nint answer(void);\nint main(void) { printf(\"answer %d\\n\", answer()); return 0; }\n",
    )
    .unwrap();
    said(folder, super::COMPILER, &["-c", "-fPIC", "main.c", "-o", "main.o"]);
}

pub(super) fn units(folder: &Path, release: &str, options: &str) {
    for (unit, defined) in
        [("first.o", "-DFIRST -DTABLE=a -DKERNEL=ka -DNUMBER=1"), ("second.o", "-DTABLE=b -DKERNEL=kb -DNUMBER=2")]
    {
        let options = format!("-x hip {options} {defined} -c kernel.hip -o {unit}");
        compiler(folder, release, &options, &[]);
    }
}

fn in_each_link(folder: &Path, release: &str, (mode, options, wrappers): Mode, links: &[Link]) {
    units(folder, release, options);
    for (link, linked, way) in links {
        if linked.contains("=gold") && !tools::optional("ld.gold") {
            continue;
        }
        let name = format!("{release}-{mode}-{link}");
        let is_program = linked.contains("-pie");
        let main = if is_program { "main.o" } else { "" };
        let options = format!("--hip-link {options} {linked} first.o second.o {main} -lamdhip64 -lstdc++ -o {name}");
        compiler(folder, release, &options, &[]);
        check(folder, (&name, wrappers, way), &|name| match is_program {
            true => said(folder, &folder.join(name).to_string_lossy(), &[]),
            false => said(folder, "./loader", &[&format!("./{name}")]),
        });
    }
}

#[test]
fn compiled_hip_runs_after_pruning() {
    let Some(folder) = workshop() else { return };
    with_runtime(folder.path());
    for release in COMPILERS {
        if !tools::living(release) {
            continue;
        }
        for mode in MODES {
            // Linking device code takes seconds, and linkers differ less here.
            let links = if mode.1.is_empty() { &LINKS[..] } else { &LINKS[..2] };
            in_each_link(folder.path(), release, mode, links);
        }
    }
}

#[test]
fn new_driver_programs_run_after_pruning() {
    let Some(folder) = workshop() else { return };
    with_runtime(folder.path());
    for mode in [("new", "--offload-new-driver", 2), ("new-rdc", "--offload-new-driver -fgpu-rdc", 1)] {
        in_each_link(folder.path(), super::COMPILER, mode, &LINKS[..2]);
    }
}
