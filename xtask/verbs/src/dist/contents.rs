//! Files of a release apart from the program: pages, licences, completions, manual.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::archive::{File, Files};
use crate::files;
use crate::python::environment::run;

const PAGES: [&str; 2] = ["README.md", "CHANGELOG.md"];
pub const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// With completions: command-line names and file names.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "offload-bundle.bash"),
    ("elvish", "offload-bundle.elv"),
    ("fish", "offload-bundle.fish"),
    ("powershell", "_offload-bundle.ps1"),
    ("zsh", "_offload-bundle"),
];

/// The files for all systems: `completions/`, `man/`, and the top of the archive.
pub fn collect_shared(root: &Path, work: &Path) -> Result<Files, String> {
    of_tool(root, &tool_of_this_machine(root)?, work)
}

fn of_tool(root: &Path, tool: &Path, work: &Path) -> Result<Files, String> {
    let mut shared = Files::new();
    for page in PAGES.into_iter().chain(LICENCES) {
        shared.insert(page.to_owned(), File::text(files::read(&root.join(page))?));
    }
    for (shell, name) in SHELLS {
        let output = Command::new(tool).args(["completions", shell]).output();
        let output = output.map_err(|error| format!("{}: {error}", tool.display()))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        shared.insert(format!("completions/{name}"), File::text(output.stdout));
    }
    let pages = work.join("man");
    let _ = fs::remove_dir_all(&pages);
    fs::create_dir_all(&pages).map_err(|error| format!("{}: {error}", pages.display()))?;
    run(Command::new(tool).args(["--quiet", "man", "--dir"]).arg(&pages))?;
    for page in files::below(&pages)? {
        shared.insert(format!("man/{page}"), File::text(files::read(&pages.join(&page))?));
    }
    Ok(shared)
}

/// It prints completions and manual, equal on every system.
fn tool_of_this_machine(root: &Path) -> Result<PathBuf, String> {
    run(Command::new("cargo")
        .args(["build", "--locked", "--quiet", "--package", "offload-bundle-cli"])
        .current_dir(root))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let name = format!("offload-bundle{}", std::env::consts::EXE_SUFFIX);
    Ok(target.join("debug").join(name))
}

pub fn in_folder(folder: &str, shared: &Files, licences: &Files, program: (&str, Vec<u8>)) -> Files {
    let licences = licences
        .iter()
        .map(|(name, file)| (format!("licences/{name}"), file.clone()));
    let shared = shared.iter().map(|(path, file)| (path.clone(), file.clone()));
    let (name, bytes) = program;
    let all = shared.chain(licences).chain([(name.to_owned(), File::program(bytes))]);
    all.map(|(path, file)| (format!("{folder}/{path}"), file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOL: &str = "#!/bin/sh
case $1 in
  completions) echo \"for $2\" ;;
  --quiet) for page in offload-bundle offload-bundle-list; do echo \"$page\" > \"$4/$page.1\"; done ;;
esac
";

    #[test]
    #[cfg(unix)]
    fn archive_has_one_complete_folder() {
        let (root, work) = (files::root(), tempfile::tempdir().unwrap());
        let tool = work.path().join("tool");
        fs::write(&tool, TOOL).unwrap();
        fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let shared = of_tool(&root, &tool, work.path()).unwrap();
        let licences = Files::from([("packages.txt".to_owned(), File::text("MIT"))]);
        let files = in_folder("tool-1", &shared, &licences, ("tool", vec![1]));
        assert_eq!(files.get("tool-1/tool"), Some(&File::program(vec![1])));
        for path in [
            "README.md",
            "LICENSE-MIT",
            "licences/packages.txt",
            "completions/_offload-bundle",
            "man/offload-bundle.1",
            "man/offload-bundle-list.1",
        ] {
            assert!(
                files.contains_key(&format!("tool-1/{path}")),
                "{path}: {:?}",
                files.keys()
            );
        }
        assert_eq!(files["tool-1/completions/_offload-bundle"].bytes, b"for zsh\n");
        assert!(files.keys().all(|path| path.starts_with("tool-1/")));
        assert!(files.values().all(|file| !file.bytes.is_empty()));
    }
}
