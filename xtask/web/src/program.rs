//! The program for the browser, and the JavaScript that calls it.

use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use super::{Stop, cargo, succeed};

const TARGET: &str = "wasm32-unknown-unknown";
/// For Zstandard. Any clang with all back ends works.
const COMPILERS: [&str; 7] = ["clang", "clang-22", "clang-19", "clang-18", "clang-17", "clang-16", "clang-14"];

const NO_CLANG: &str =
    "clang, which compiles Zstandard for the browser, is missing: install it, or name it in CC_wasm32_unknown_unknown";

/// The program and its JavaScript.
pub struct Program {
    pub wasm: Vec<u8>,
    pub script: String,
}

/// Builds both with a profile of Cargo.
pub fn build(root: &Path, profile: &str) -> Result<Program, Stop> {
    let mut build = cargo(root);
    build.args(["build", "--locked", "--quiet", "--profile", profile, "--target", TARGET]);
    build.args(["--package", "offload-bundle-web", "--lib"]);
    let compiler = format!("CC_{}", TARGET.replace('-', "_"));
    if std::env::var_os(&compiler).is_none() {
        let found = COMPILERS.iter().find(|name| runs(name));
        let found = found.ok_or_else(|| Stop::Lacks(NO_CLANG.to_owned()))?;
        build.env(&compiler, found);
        build.env(compiler.replace("CC", "AR"), found.replace("clang", "llvm-ar"));
    }
    // The page must not contain this machine's source paths.
    let mut flags = format!("--remap-path-prefix={}=.", root.display());
    if let Some(home) = home() {
        flags += &format!("\u{1f}--remap-path-prefix={home}=cargo");
    }
    succeed(build.env("CARGO_ENCODED_RUSTFLAGS", flags))
        .map_err(|error| format!("{error}\nif the target is missing: rustup target add {TARGET}"))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let built = root
        .join("target")
        .join(TARGET)
        .join(folder)
        .join("offload_bundle_web.wasm");
    let mut bindgen = Bindgen::new();
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", built.display());
    bindgen.input_path(&built).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.no_modules(true).map_err(|error| failed(&error))?;
    let mut output = bindgen.generate_output().map_err(|error| failed(&error))?;
    Ok(Program { script: output.js().to_owned(), wasm: output.wasm_mut().emit_wasm() })
}

/// Whether it is installed.
fn runs(name: &str) -> bool {
    Command::new(name)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Contains dependencies.
fn home() -> Option<String> {
    let home = std::env::var("CARGO_HOME").ok();
    home.or_else(|| Some(format!("{}/.cargo", std::env::var("HOME").ok()?)))
}
