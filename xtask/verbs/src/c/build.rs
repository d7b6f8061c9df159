//! Builds the C libraries.

use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Built {
    pub shared: PathBuf,
    pub archive: PathBuf,
    /// Linker arguments of the static library, such as `-lc`.
    pub static_libs: Vec<String>,
}

pub fn build(root: &Path, release: bool) -> Result<Built, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).arg("rustc");
    if release {
        cargo.arg("--release");
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join(if release { "release" } else { "debug" });
    build_with(&mut cargo, release, &folder)
}

/// Builds both with a call of cargo or a wrapper, which writes to `folder`.
pub fn build_with(cargo: &mut Command, release: bool, folder: &Path) -> Result<Built, String> {
    cargo.args(["--locked", "--lib", "--package", "offload-bundle-c"]);
    cargo.args(["--", "--print", "native-static-libs"]);
    if release {
        cargo.args(["-C", "strip=symbols"]);
    }
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{said}\ncargo: {}", output.status));
    }
    let static_libs = said.lines().find_map(|line| line.split("native-static-libs: ").nth(1));
    let static_libs = static_libs.ok_or_else(|| format!("{said}\ncargo does not say what the static library needs"))?;
    Ok(Built {
        shared: folder.join("liboffload_bundle_c.so"),
        archive: folder.join("liboffload_bundle_c.a"),
        static_libs: static_libs.split_whitespace().map(str::to_owned).collect(),
    })
}
