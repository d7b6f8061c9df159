//! Builds the tool for any system, independent of folder and date.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::checkout::Checkout;
use super::release::Stop;
use super::target::Target;
use crate::python::environment::{environment, run};
use crate::python::wheel::{self, MATURIN, ZIG};

const ZIGBUILD: &str = "cargo-zigbuild==0.24.1";

#[derive(Debug)]
pub struct Builder {
    programs: PathBuf,
}

impl Builder {
    pub fn install(work: &Path) -> Result<Self, Stop> {
        let place = work.join("tools");
        let installed = environment(Path::new("python3"), &place, &[ZIG, ZIGBUILD, MATURIN]);
        installed
            .map_err(|error| Stop::Skipped(format!("{ZIG}, {ZIGBUILD} and {MATURIN} cannot be installed: {error}")))?;
        Ok(Self { programs: place.join("bin") })
    }

    pub fn zig(&self) -> Result<PathBuf, String> {
        wheel::zig(&self.programs)
    }

    pub fn tool(&self, checkout: &Checkout, target: &Target, work: &Path) -> Result<PathBuf, Stop> {
        add_rust_for(target.triple, checkout)?;
        let mut cargo = self.call("cargo", checkout)?;
        cargo.args(["zigbuild", "--locked", "--quiet", "--release", "--target", target.triple]);
        cargo.args(["--package", "offload-bundle-cli", "--bin", "offload-bundle"]);
        cargo.arg("--target-dir").arg(work);
        cargo.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        run(&mut cargo)?;
        Ok(work.join(target.triple).join("release").join(target.program()))
    }

    /// A call of a program in a checkout, with a reproducible environment.
    pub fn call(&self, program: &str, checkout: &Checkout) -> Result<Command, String> {
        let mut call = Command::new(program);
        call.current_dir(&checkout.root).env("PATH", self.path()?);
        in_no_place(&mut call, checkout)?;
        Ok(call)
    }

    pub fn programs(&self) -> &Path {
        &self.programs
    }

    fn path(&self) -> Result<OsString, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(self.programs.clone()).chain(std::env::split_paths(&path));
        std::env::join_paths(path).map_err(|error| error.to_string())
    }
}

pub fn add_rust_for(triple: &str, checkout: &Checkout) -> Result<(), Stop> {
    let mut rustup = Command::new("rustup");
    // It may be installed already.
    rustup
        .args(["--quiet", "target", "add", triple])
        .current_dir(&checkout.root);
    run(&mut rustup).map_err(|error| Stop::Skipped(format!("Rust for {triple} cannot be installed: {error}")))
}

fn in_no_place(cargo: &mut Command, checkout: &Checkout) -> Result<(), String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.ok_or("the home folder is unknown")?.join("registry/src");
    let mut renamed = vec![(checkout.root.clone(), "offload-bundle")];
    // Each registry has a folder there, named after its address.
    let registries = fs::read_dir(&sources).into_iter().flatten().flatten();
    renamed.extend(registries.map(|registry| (registry.path(), "registry")));
    let mut flags = Vec::new();
    for (from, to) in renamed {
        let from = from
            .to_str()
            .ok_or_else(|| format!("{}: not a path of Unicode", from.display()))?;
        flags.push(format!("--remap-path-prefix={from}={to}"));
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    cargo.env("SOURCE_DATE_EPOCH", checkout.time.to_string());
    // Incremental builds order the program differently.
    cargo.env("CARGO_INCREMENTAL", "0").env_remove("RUSTFLAGS");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_contain_no_machine_paths() {
        let checkout = Checkout { root: "/some/where".into(), time: 1_700_000_000 };
        let mut cargo = Command::new("cargo");
        in_no_place(&mut cargo, &checkout).unwrap();
        let variables: Vec<(String, String)> = cargo
            .get_envs()
            .filter_map(|(name, value)| Some((name.to_str()?.to_owned(), value?.to_str()?.to_owned())))
            .collect();
        let value = |name: &str| {
            variables
                .iter()
                .find(|(other, _)| other == name)
                .map(|(_, value)| value.as_str())
        };
        let flags = value("CARGO_ENCODED_RUSTFLAGS").unwrap();
        assert!(
            flags
                .split('\u{1f}')
                .any(|flag| flag == "--remap-path-prefix=/some/where=offload-bundle"),
            "{flags}"
        );
        assert!(flags.contains("=registry"), "{flags}");
        assert_eq!(value("SOURCE_DATE_EPOCH"), Some("1700000000"));
    }
}
