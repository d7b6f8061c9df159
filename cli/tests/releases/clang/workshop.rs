//! A folder with sources for a compiler with its own bundler or ours, and the results.

#![expect(clippy::disallowed_methods, reason = "clang itself is asked")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::program::{clean, offload_bundle, told};
use tempfile::TempDir;

const SOURCES: [(&str, &str); 3] = [
    (
        "a.hip",
        "__attribute__((device)) int table[256] = {1, 2, 3};\n\
         __attribute__((device)) int twice(int x) { return 2 * x + table[1]; }\n\
         int host_a(void) { return 3; }\n",
    ),
    (
        "m.hip",
        "extern __attribute__((device)) int twice(int x);\n\
         __attribute__((device, used)) int use(int x) { return twice(x) + 1; }\n\
         int host_m(void) { return 4; }\n",
    ),
    (
        "t.c",
        "void f(int *x) {\n#pragma omp target map(tofrom : x[0 : 1])\n  { x[0] = 1; }\n}\n",
    ),
];

/// The name that clang looks for.
const LOOKED_FOR: &str = "clang-offload-bundler";

/// The names of the packager before and since release 22.
const FOR_BINARIES: [&str; 2] = ["clang-offload-packager", "llvm-offload-binary"];

const HIP: &str = "-x hip -nogpulib -nogpuinc -cuid=1 -fPIC --offload-arch=gfx906 --offload-arch=gfx90a:xnack+";
const LINK: &str =
    "--hip-link -fgpu-rdc -shared -nostdlib -nogpulib -Wl,-w --offload-arch=gfx906 --offload-arch=gfx90a:xnack+";
const OPENMP: &str = "-fopenmp -fopenmp-targets=amdgcn-amd-amdhsa -Xopenmp-target -march=gfx906 -nogpulib -fPIC";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bundler<'n> {
    Real,
    Ours(&'n str),
}

pub type Files = BTreeMap<String, Vec<u8>>;

pub struct Workshop {
    folder: TempDir,
}

impl Workshop {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in SOURCES {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Self { folder }
    }

    pub fn with_tools(name: &str) -> Self {
        let workshop = Self::new();
        let tools = workshop.path().join("tools");
        fs::create_dir(&tools).unwrap();
        symlink(offload_bundle(), tools.join(name)).unwrap();
        if let Some(release) = name.strip_prefix(LOOKED_FOR).filter(|release| !release.is_empty()) {
            symlink(name, tools.join(LOOKED_FOR)).unwrap();
            for tool in FOR_BINARIES {
                let with_release = format!("{tool}{release}");
                symlink(offload_bundle(), tools.join(&with_release)).unwrap();
                symlink(&with_release, tools.join(tool)).unwrap();
            }
        }
        workshop
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn made(&self, release: &str, bundler: Bundler<'_>, lines: &[&str]) -> Files {
        let tools = match bundler {
            Bundler::Real => None,
            Bundler::Ours(name) => Some(Self::with_tools(name)),
        };
        for line in lines {
            let (program, words) = words(release, line);
            let mut command = Command::new(&program);
            clean(&mut command).args(&words).current_dir(self.path());
            let compiles = program.starts_with("clang");
            if compiles {
                // Prints the called programs, and changes nothing else.
                command.arg("-v");
            }
            let tools = tools
                .as_ref()
                .filter(|_| compiles)
                .map(|tools| tools.path().join("tools"));
            if let Some(tools) = &tools {
                command.arg("-B").arg(tools);
            }
            let output = command.output().unwrap();
            assert!(
                output.status.success(),
                "{release}: {bundler:?}: {line}: {}",
                cut(&output)
            );
            if let Some(tools) = tools {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                let mut looked_for = FOR_BINARIES.iter().chain([&LOOKED_FOR]);
                assert!(
                    looked_for.any(|tool| said.contains(&format!("\"{}\"", tools.join(tool).display()))),
                    "{release}: {line}: ours is not called: {}",
                    cut(&output)
                );
            }
        }
        self.take()
    }

    pub fn take(&self) -> Files {
        let mut files = Files::new();
        for entry in fs::read_dir(self.path()).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type().unwrap().is_file() && SOURCES.iter().all(|(source, _)| *source != name) {
                files.insert(name, fs::read(entry.path()).unwrap());
                fs::remove_file(entry.path()).unwrap();
            }
        }
        files
    }
}

pub fn words(release: &str, line: &str) -> (String, Vec<String>) {
    // Release 14 has a single driver, and links the HIP runtime unless libraries are disabled.
    let (driver, runtime) = match release {
        "14" => ("", ""),
        _ => ("--no-offload-new-driver", "-no-hip-rt"),
    };
    let line = line
        .replace("{hip}", &format!("{HIP} {driver}"))
        .replace("{new}", &format!("{HIP} --offload-new-driver"))
        .replace("{link}", &format!("{LINK} {driver} {runtime}"))
        .replace("{openmp}", OPENMP);
    let mut words = line.split_whitespace().map(str::to_owned);
    let program = words.next().unwrap_or_default();
    (format!("{program}-{release}"), words.collect())
}

fn cut(output: &Output) -> String {
    let said = told(output);
    let from = said.len().saturating_sub(2000);
    said.char_indices()
        .filter(|(at, _)| *at >= from)
        .map(|(_, c)| c)
        .collect()
}
