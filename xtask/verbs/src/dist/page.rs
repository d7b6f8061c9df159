//! The browser page, a single file.

use std::fs;
use std::process::Command;

use super::build::add_rust_for;
use super::release::{Made, Release, Stop};

const TARGET: &str = "wasm32-unknown-unknown";
const INDEX: &str = "index.html";
const NAME: &str = "offload-bundle.html";
/// For missing tools.
const LACKS: i32 = 2;

pub fn page(release: &Release) -> Result<Vec<Made>, Stop> {
    add_rust_for(TARGET, &release.checkout)?;
    // The repository's own builder, for any copy of the sources.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--locked", "--quiet", "--package", "xtask-web", "--features", "page", "--", "--folder"]);
    let folder = release.build.join("page");
    let _ = fs::remove_dir_all(&folder);
    cargo.arg(&folder).current_dir(crate::files::root());
    cargo.env("OFFLOAD_BUNDLE_ROOT", &release.checkout.root);
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => {}
        Some(LACKS) => return Err(Stop::Skipped(said.trim().to_owned())),
        _ => return Err(Stop::Failed(format!("{said}\ncargo xtask web: {}", output.status))),
    }
    let path = folder.join(INDEX);
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(vec![(NAME.to_owned(), bytes)])
}
