//! A copy of the repository in which one schema is changed at a time. It builds in a folder of its own.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use offload_bundle_codegen::{File, Source};

use crate::codegen::BY_HAND;
use crate::files;

/// What one process may use up, as the shell says it: seconds of processor time, and KiB of address space.
const LIMITS: &str = "ulimit -t 240 && ulimit -v 12000000 && exec \"$0\" \"$@\"";
/// What the schemas give is here, and nothing else but for some manifests and licences.
const GENERATED: &str = "generated/";
/// What cargo builds, and what is there beside the copy.
const TARGET: &str = "target/";

/// The copy. What it builds stays between runs, and between changes.
#[derive(Debug)]
pub struct Sandbox {
    /// Where it is.
    pub root: PathBuf,
}

impl Sandbox {
    /// Makes the copy, or freshens it: what git knows of or would, without what it ignores. What is gone here goes there.
    pub fn make() -> Result<Self, String> {
        let (from, root) = (files::root(), files::root().join("target/mutate"));
        refuse_another_run(&root.join("target/run"))?;
        let listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
        let listed = output(Command::new("git").args(listed).current_dir(&from))?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let kept = |path: &&str| path.strip_prefix(GENERATED).is_none_or(|path| BY_HAND.contains(&path));
        let wanted: BTreeSet<&str> = listed.lines().filter(kept).collect();
        for path in &wanted {
            copy_if_different(&from.join(path), &root.join(path))?;
        }
        let sandbox = Self { root };
        sandbox.remove(|path| !wanted.contains(path) && !path.starts_with(TARGET) && !path.starts_with(GENERATED))?;
        sandbox.forget_the_future()?;
        Ok(sandbox)
    }

    /// Writes the schemas, and what they give, into the copy. Not formatted: no person reads it.
    pub fn fill(&self, sources: &[Source], generated: &[File]) -> Result<(), String> {
        for source in sources {
            files::write_if_different(&self.root.join(&source.name), &source.text)?;
        }
        let mut wanted: BTreeSet<&str> = BY_HAND.iter().copied().collect();
        for File { path, text } in generated {
            files::write_if_different(&self.root.join(GENERATED).join(path), text)?;
            wanted.insert(path);
        }
        self.remove(|path| path.strip_prefix(GENERATED).is_some_and(|path| !wanted.contains(path)))
    }

    /// Removes the files of which this is so.
    fn remove(&self, goes: impl Fn(&str) -> bool) -> Result<(), String> {
        let mut folders: Vec<String> = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let at = self.root.join(&folder);
            let failed = |error: std::io::Error| format!("{}: {error}", at.display());
            for entry in fs::read_dir(&at).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let path = format!("{folder}{}", entry.file_name().to_string_lossy());
                if entry.file_type().map_err(failed)?.is_dir() {
                    let inside = format!("{path}/");
                    // What is built is much, and never goes.
                    folders.extend((inside != TARGET).then_some(inside));
                } else if goes(&path) {
                    fs::remove_file(entry.path()).map_err(failed)?;
                }
            }
        }
        Ok(())
    }

    /// Removes what is built where some of it is from the future: the clock was put back, and what is changed now would seem older than
    /// what was built of it before.
    fn forget_the_future(&self) -> Result<(), String> {
        let target = self.root.join(TARGET);
        let now = SystemTime::now();
        let built = target.join("debug/.fingerprint");
        let Ok(entries) = fs::read_dir(&built) else {
            return Ok(());
        };
        let newest = entries
            .filter_map(|entry| entry.ok()?.metadata().ok()?.modified().ok())
            .max();
        match newest {
            Some(newest) if newest > now => {
                fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))
            }
            _ => Ok(()),
        }
    }

    /// A call of cargo in `folder` of the copy.
    pub fn cargo<W: AsRef<OsStr>>(&self, folder: &str, words: &[W]) -> Command {
        let mut cargo = Command::new("sh");
        cargo
            .args(["-c", LIMITS])
            .arg(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(words)
            .env("CARGO_TERM_QUIET", "true")
            .current_dir(self.root.join(folder))
            .stdin(Stdio::null())
            .env("CARGO_TARGET_DIR", self.root.join(TARGET))
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        // What the outer cargo sets for this package must not reach the inner one.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                cargo.env_remove(&*name);
            }
        }
        cargo
    }
}

/// Two runs would change each other's schemas: the file `run` says which process has the copy.
fn refuse_another_run(run: &Path) -> Result<(), String> {
    let own = std::process::id().to_string();
    if let Ok(other) = fs::read_to_string(run)
        && other != own
        && Command::new("kill")
            .args(["-0", &other])
            .output()
            .is_ok_and(|done| done.status.success())
    {
        return Err(format!("{}: the process {other} uses the copy", run.display()));
    }
    files::write_if_different(run, &own).map(drop)
}

fn copy_if_different(from: &Path, to: &Path) -> Result<(), String> {
    // Listed, and not there: it is gone, and not committed so.
    let Ok(new) = fs::read(from) else { return Ok(()) };
    if fs::read(to).is_ok_and(|old| old == new) {
        return Ok(());
    }
    let failed = |error: std::io::Error| format!("{}: {error}", to.display());
    to.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    // Written, not copied: what is changed here must be younger than what was built before.
    fs::write(to, new).map_err(failed)?;
    let permissions = fs::metadata(from).map_err(failed)?.permissions();
    fs::set_permissions(to, permissions).map_err(failed)
}

/// What a command prints, however it ends.
pub fn output(command: &mut Command) -> Result<Output, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.output().map_err(|error| format!("{program}: {error}"))
}
