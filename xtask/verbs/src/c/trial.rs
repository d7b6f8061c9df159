//! Tests the installed C library: programs in C and C++, found by CMake and `pkg-config`, under the sanitizers and Valgrind; and the
//! README's code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::readme;
use super::toolchain::{Compilers, capture, is_there, run};
use super::{ABI, CRATE, abi};
use crate::files;

/// Damaged files in the C program, and under slow Valgrind.
const ROUNDS: &str = "2000";
const FEW_ROUNDS: &str = "40";
/// The GPU, and the offset and length of its code.
const LOADED: (&str, usize, usize) = ("gfx906", 8192, 3544);

struct Places<'p> {
    root: &'p Path,
    prefix: &'p Path,
    work: PathBuf,
}

/// Tests the installation at `prefix`, with temporary files in `work`. Returns skipped tests with reasons.
pub fn try_out(root: &Path, prefix: &Path, work: &Path) -> Result<Vec<String>, String> {
    abi::compare(&prefix.join("lib/liboffload_bundle.so"), &files::read(&root.join(ABI))?)?;
    let mut skipped = Vec::new();
    let compilers = Compilers::find();
    if compilers.is_empty() {
        skipped.push("all tests except the exported names: a C and C++ compiler is missing".to_owned());
    }
    for compilers in &compilers {
        eprintln!("{}", compilers.c);
        let places = Places { root, prefix, work: work.join(&compilers.c) };
        match is_there("cmake") {
            true => by_cmake(&places, compilers, &mut skipped)?,
            false => skipped.push("finding the library by CMake: it is not installed".to_owned()),
        }
        match is_there("pkg-config") {
            true => by_pkg_config(&places, compilers, &mut skipped)?,
            false => skipped.push("finding the library by pkg-config: it is not installed".to_owned()),
        }
    }
    Ok(skipped)
}

impl Places<'_> {
    fn fixtures(&self) -> PathBuf {
        self.root.join("conformance/fixtures")
    }

    fn fresh(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.work.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }

    fn program(&self, path: &Path) -> Command {
        let mut program = Command::new(path);
        program.env("LD_LIBRARY_PATH", self.prefix.join("lib"));
        program
    }
}

fn by_cmake(places: &Places<'_>, compilers: &Compilers, skipped: &mut Vec<String>) -> Result<(), String> {
    let sanitized = compilers.has_sanitizers(&places.fresh("probe")?);
    if !sanitized {
        skipped.push(format!("the sanitizers of {}: they are not installed", compilers.c));
    }
    let build = places.fresh("cmake")?;
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(places.root.join(CRATE).join("tests"))
        .arg("-B")
        .arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", places.prefix.display()));
    configure.args([format!("-DCMAKE_C_COMPILER={}", compilers.c), format!("-DCMAKE_CXX_COMPILER={}", compilers.cpp)]);
    configure.arg(format!("-DSANITIZE={}", if sanitized { "ON" } else { "OFF" }));
    capture(&mut configure)?;
    capture(Command::new("cmake").arg("--build").arg(&build))?;
    for name in ["program_c", "program_c_static"] {
        let mut program = places.program(&build.join(name));
        run(program.arg(places.fixtures()).arg(ROUNDS))?;
    }
    for name in ["program_cpp", "program_cpp20"] {
        let mut program = places.program(&build.join(name));
        run(program.arg(places.fixtures()))?;
    }
    loader(places, &build.join("loader"))
}

fn loader(places: &Places<'_>, program: &Path) -> Result<(), String> {
    let (gpu, start, len) = LOADED;
    let library = places.fixtures().join("objects/hip.22.so");
    let output = places.fresh("loader")?.join("code");
    run(places.program(program).arg(&library).arg(gpu).arg(&output))?;
    let bytes = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let (found, library) = (bytes(&output)?, bytes(&library)?);
    match library.get(start..start + len) == Some(found.as_slice()) {
        true => Ok(()),
        false => Err(format!(
            "the loader has found {} bytes that are not the code for {gpu}",
            found.len()
        )),
    }
}

fn by_pkg_config(places: &Places<'_>, compilers: &Compilers, skipped: &mut Vec<String>) -> Result<(), String> {
    let mut pkg_config = Command::new("pkg-config");
    pkg_config.args(["--cflags", "--libs", "offload_bundle"]);
    let said = capture(pkg_config.env("PKG_CONFIG_PATH", places.prefix.join("lib/pkgconfig")))?;
    let flags: Vec<&str> = said.split_whitespace().collect();
    let build = places.fresh("pkg-config")?;
    let valgrind = is_there("valgrind");
    if !valgrind {
        skipped.push("running under Valgrind: it is not installed".to_owned());
    }
    let tests = places.root.join(CRATE).join("tests");
    for (compiler, standard, source) in
        [(&compilers.c, "-std=c11", "program.c"), (&compilers.cpp, "-std=c++17", "program.cpp")]
    {
        let program = build.join(source.replace('.', "_"));
        let mut compile = Command::new(compiler);
        // Valgrind 3.19 reads no newer debug format.
        compile
            .args([standard, "-g", "-gdwarf-4"])
            .arg(tests.join(source))
            .args(&flags)
            .arg("-o")
            .arg(&program);
        run(&mut compile)?;
        let mut call = match valgrind {
            true => {
                let mut call = places.program(Path::new("valgrind"));
                call.args([
                    "--quiet",
                    "--leak-check=full",
                    "--errors-for-leak-kinds=definite,possible",
                    "--error-exitcode=9",
                ]);
                call.arg(&program);
                call
            }
            false => places.program(&program),
        };
        call.arg(places.fixtures());
        if source == "program.c" {
            call.arg(FEW_ROUNDS);
        }
        run(&mut call)?;
    }
    readme::try_out(places.root, &places.fresh("readme")?, |source, program| {
        let (compiler, standard) = match source.extension().is_some_and(|ext| ext == "c") {
            true => (&compilers.c, "-std=c11"),
            false => (&compilers.cpp, "-std=c++17"),
        };
        let mut compile = Command::new(compiler);
        compile
            .args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror"])
            .arg(source)
            .args(&flags);
        run(compile.arg("-o").arg(program))?;
        Ok(places.program(program))
    })
}
