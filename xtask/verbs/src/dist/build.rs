//! Builds the tool for a system, from any machine, so that its bytes depend neither on the folder nor on the day.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::checkout::Checkout;
use super::release::Stop;
use super::target::Target;
use crate::python::environment::{environment, run};
use crate::python::wheel::ZIG;

/// What has cargo use Zig, which compiles the C among the dependencies, and links, for every system.
const ZIGBUILD: &str = "cargo-zigbuild==0.24.1";

/// The programs that build for other systems.
#[derive(Debug)]
pub struct Builder {
    programs: PathBuf,
}

impl Builder {
    /// Installs these programs below `work`.
    pub fn install(work: &Path) -> Result<Self, Stop> {
        let place = work.join("tools");
        let installed = environment(Path::new("python3"), &place, &[ZIG, ZIGBUILD]);
        installed.map_err(|error| Stop::Skipped(format!("{ZIG} and {ZIGBUILD} cannot be installed: {error}")))?;
        Ok(Self { programs: place.join("bin") })
    }

    /// The folder of Zig, with what its libraries are.
    pub fn zig(&self) -> Result<PathBuf, String> {
        let mut python = Command::new(self.programs.join("python"));
        let output = python
            .args(["-c", "import ziglang; print(ziglang.__path__[0])"])
            .output();
        let output = output.map_err(|error| format!("python: {error}"))?;
        Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
    }

    /// The tool for `target`, built below `work`. If this machine can run it, it has said its version.
    pub fn tool(&self, checkout: &Checkout, target: &Target, work: &Path) -> Result<Vec<u8>, Stop> {
        let added = run(Command::new("rustup")
            .args(["target", "add", target.triple])
            .current_dir(&checkout.root));
        added.map_err(|error| Stop::Skipped(format!("Rust for {} cannot be installed: {error}", target.triple)))?;
        let mut cargo = Command::new("cargo");
        cargo.args(["zigbuild", "--locked", "--quiet", "--release", "--target", target.triple]);
        cargo.args(["--package", "offload-bundle-cli", "--bin", "offload-bundle"]);
        cargo.arg("--target-dir").arg(work).current_dir(&checkout.root);
        cargo.env("PATH", self.path()?);
        cargo.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        run(in_no_place(&mut cargo, checkout)?)?;
        let program = work.join(target.triple).join("release").join(target.program());
        if target.is_here() {
            says_its_version(&program)?;
        }
        let bytes = fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
        Ok(bytes)
    }

    /// The search path, with these programs first.
    fn path(&self) -> Result<OsString, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(self.programs.clone()).chain(std::env::split_paths(&path));
        std::env::join_paths(path).map_err(|error| error.to_string())
    }
}

/// Runs the tool; an error unless it prints its name and the version of the release.
fn says_its_version(program: &Path) -> Result<(), String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    let expected = format!("offload-bundle {}\n", env!("CARGO_PKG_VERSION"));
    match output.stdout == expected.as_bytes() {
        true => Ok(()),
        false => Err(format!(
            "{} --version: expected {expected:?}, found {:?}",
            program.display(),
            String::from_utf8_lossy(&output.stdout)
        )),
    }
}

/// Has cargo, and what it calls, write the time of the commit and paths below no folder of this machine.
pub fn in_no_place<'c>(cargo: &'c mut Command, checkout: &Checkout) -> Result<&'c mut Command, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.ok_or("there is no home folder")?.join("registry/src");
    let mut renamed = vec![(checkout.root.clone(), "offload-bundle")];
    // Each registry that crates come from has a folder there, which is called after its address.
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
    // What is built in parts lies in other places of the program.
    Ok(cargo.env("CARGO_INCREMENTAL", "0").env_remove("RUSTFLAGS"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_this_machine_is_in_paths_and_times_are_those_of_the_commit() {
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

    #[test]
    #[cfg(unix)]
    fn a_tool_that_does_not_say_its_version_is_no_release() {
        let refused = says_its_version(Path::new("true")).unwrap_err();
        assert!(refused.contains("found"), "{refused}");
        assert!(says_its_version(Path::new("no-such-program")).is_err());
    }
}
