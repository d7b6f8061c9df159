//! Systems with wheels, and linker settings.

use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug)]
pub struct System {
    pub triple: &'static str,
    /// As a Python tag.
    compatibility: Option<&'static str>,
    /// The licence file of the linked C library, below Zig's folder.
    pub c_library: Option<&'static str>,
}

/// The oldest glibc that Rust supports.
const GLIBC: Option<&str> = Some("manylinux2014");
/// The musl that Rust supports.
const MUSL: Option<&str> = Some("musllinux_1_2");

pub const SYSTEMS: [System; 7] = [
    System { triple: "x86_64-unknown-linux-gnu", compatibility: GLIBC, c_library: None },
    System { triple: "aarch64-unknown-linux-gnu", compatibility: GLIBC, c_library: None },
    System { triple: "x86_64-unknown-linux-musl", compatibility: MUSL, c_library: None },
    System { triple: "aarch64-unknown-linux-musl", compatibility: MUSL, c_library: None },
    System { triple: WINDOWS, compatibility: None, c_library: Some("mingw/COPYING") },
    System { triple: "x86_64-apple-darwin", compatibility: None, c_library: None },
    System { triple: "aarch64-apple-darwin", compatibility: None, c_library: None },
];

pub const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// Zig ignores Rust's list and exports everything.
const SHOWN: &str = "EXPORTS\n    PyInit__native\n";

impl System {
    pub fn named(triple: &str) -> Result<&'static Self, String> {
        let found = SYSTEMS.iter().find(|system| system.triple == triple);
        found.ok_or_else(|| {
            let known: Vec<&str> = SYSTEMS.iter().map(|system| system.triple).collect();
            format!("{triple}: no wheel is built for it; there are {}", known.join(", "))
        })
    }

    /// Makes maturin, from `programs`, build for this system; linker files go to `work`.
    pub fn tell(&self, maturin: &mut Command, programs: &Path, work: &Path) -> Result<(), String> {
        maturin.args(["--target", self.triple]);
        if self.triple == WINDOWS {
            return by_scripts(maturin, programs, work);
        }
        maturin.arg("--zig");
        if let Some(compatibility) = self.compatibility {
            maturin.args(["--compatibility", compatibility]);
        }
        Ok(())
    }
}

/// With `--zig`, maturin 1.16 exports `PyInit_` with the full module name, which no module has.
fn by_scripts(maturin: &mut Command, programs: &Path, work: &Path) -> Result<(), String> {
    let list = work.join("windows.def");
    crate::files::write_if_different(&list, SHOWN)?;
    let zig = format!("exec '{}' zig", programs.join("maturin").display());
    let compiler = format!("{zig} cc -- -g -fno-sanitize=all -target x86_64-windows-gnu \"$@\"");
    let linker = format!("{compiler} '{}'", list.display());
    let variable = WINDOWS.replace('-', "_");
    for (variable, name, call) in [
        (format!("CC_{variable}"), "windows-cc", compiler),
        (format!("AR_{variable}"), "windows-ar", format!("{zig} ar \"$@\"")),
        (
            format!("CARGO_TARGET_{}_LINKER", variable.to_uppercase()),
            "windows-link",
            linker,
        ),
    ] {
        maturin.env(variable, script(&work.join(name), &call)?);
    }
    // cargo-zigbuild sets this for Zig's wrapper.
    maturin.env("CARGO_ZIGBUILD_TARGET", "x86_64-windows-gnu");
    Ok(())
}

fn script(path: &Path, call: &str) -> Result<PathBuf, String> {
    crate::files::write_if_different(path, &format!("#!/bin/sh\n{call}\n"))?;
    executable(path)?;
    Ok(path.to_path_buf())
}

#[cfg(unix)]
fn executable(path: &Path) -> Result<(), String> {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, mode).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(not(unix))]
fn executable(path: &Path) -> Result<(), String> {
    Err(format!(
        "{}: this system runs no scripts: build the wheel for Windows without --target",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(triple: &str, work: &Path) -> Command {
        let mut maturin = Command::new("maturin");
        let system = System::named(triple).unwrap();
        system.tell(&mut maturin, Path::new("/programs"), work).unwrap();
        maturin
    }

    #[test]
    fn libcs_have_tags() {
        let work = tempfile::tempdir().unwrap();
        for (triple, tag) in
            [("aarch64-unknown-linux-gnu", "manylinux2014"), ("x86_64-unknown-linux-musl", "musllinux_1_2")]
        {
            let maturin = told(triple, work.path());
            let words: Vec<_> = maturin.get_args().collect();
            assert_eq!(words, ["--target", triple, "--zig", "--compatibility", tag]);
        }
        assert!(
            System::named("sparc-sun-solaris")
                .unwrap_err()
                .contains("aarch64-apple-darwin")
        );
    }

    #[test]
    #[cfg(unix)]
    fn windows_module_is_linked_with_exports() {
        let work = tempfile::tempdir().unwrap();
        let maturin = told(WINDOWS, work.path());
        let value = |name: &str| {
            let mut variables = maturin.get_envs();
            let (_, value) = variables.find(|(other, _)| *other == name).unwrap();
            crate::files::read(Path::new(value.unwrap())).unwrap()
        };
        let list = work.path().join("windows.def");
        let linker = value("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER");
        assert!(linker.ends_with(&format!("\"$@\" '{}'\n", list.display())), "{linker}");
        assert!(value("CC_x86_64_pc_windows_gnu").ends_with("\"$@\"\n"));
        assert_eq!(crate::files::read(&list).unwrap(), SHOWN);
    }
}
