//! Packages that are linked: without build scripts, macros and tests.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Names and versions of the packages linked into `package` for `target` (`all` for any).
pub fn find_linked(root: &Path, package: &str, target: &str) -> Result<BTreeSet<(String, String)>, String> {
    let tree = ["tree", "--locked", "--package", package, "--edges=normal,no-proc-macro", "--prefix=none"];
    let tree = capture(
        root,
        "cargo",
        &[tree.as_slice(), &["--format={p}", "--target", target]].concat(),
    )?;
    let packages = tree.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" v")?;
        let version = rest.split(' ').next().unwrap_or_default();
        Some((name.to_owned(), version.to_owned()))
    });
    Ok(packages.collect())
}

pub fn capture(root: &Path, program: &str, words: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(words).current_dir(root).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| format!("{program}: {error}")),
        false => Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    #[test]
    fn linked_packages_exclude_builds_and_tests() {
        let root = files::root();
        let names = |target: &str| -> Vec<String> {
            find_linked(&root, "offload-bundle-cli", target)
                .unwrap()
                .into_iter()
                .map(|(name, _)| name)
                .collect()
        };
        let linux = names("x86_64-unknown-linux-musl");
        for name in ["clap", "offload-bundle-core", "zstd-sys"] {
            assert!(linux.contains(&name.to_owned()), "{name}: {linux:?}");
        }
        // A macro, build script dependency, test dependency, and a dependency on Windows.
        for name in ["thiserror-impl", "cc", "proptest", "ctrlc"] {
            assert!(!linux.contains(&name.to_owned()), "{name}: {linux:?}");
        }
        assert!(names("all").contains(&"ctrlc".to_owned()));
    }
}
