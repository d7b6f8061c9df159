//! The commit of a release: its time, its files, and copies of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug, Clone)]
pub struct Checkout {
    pub root: PathBuf,
    /// Time of the commit in seconds since 1970, used for all files.
    pub time: u64,
}

impl Checkout {
    /// Opens the checkout at `root`. Fails if files differ from the commit, unless `dirty`.
    pub fn open(root: &Path, dirty: bool) -> Result<Self, String> {
        let changed = git(root, &["status", "--porcelain"])?;
        if !dirty && !changed.is_empty() {
            return Err(format!(
                "{}\nA release is built from a commit: commit these changes, or allow them with --dirty",
                changed.trim_end()
            ));
        }
        let time = git(root, &["log", "-1", "--format=%ct"])?;
        let time = time.trim().parse().map_err(|error| format!("git log: {error}"))?;
        Ok(Self { root: root.to_path_buf(), time })
    }

    /// Copies tracked and unignored files to a new folder at `place`.
    pub fn copy(&self, place: &Path) -> Result<Self, String> {
        let _ = fs::remove_dir_all(place);
        for path in git(
            &self.root,
            &["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        )?
        .split_terminator('\0')
        {
            let (from, to) = (self.root.join(path), place.join(path));
            // Deleted, but not committed.
            if !from.exists() {
                continue;
            }
            let at = |error: std::io::Error| format!("{path}: {error}");
            fs::create_dir_all(to.parent().unwrap_or(place)).map_err(at)?;
            fs::copy(&from, &to).map_err(at)?;
        }
        Ok(Self { root: place.to_path_buf(), time: self.time })
    }
}

fn git(root: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(words).current_dir(root).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| format!("git: {error}")),
        false => Err(format!(
            "git {}: {}",
            words.join(" "),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "one").unwrap();
        fs::write(folder.path().join(".gitignore"), "/target\n").unwrap();
        let committer = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
        git(folder.path(), &["init", "--quiet"]).unwrap();
        git(folder.path(), &["add", "."]).unwrap();
        let commit = ["commit", "--quiet", "--message=one", "--date=2020-01-01T00:00:00Z"];
        git(folder.path(), &[committer.as_slice(), commit.as_slice()].concat()).unwrap();
        folder
    }

    #[test]
    fn uncommitted_changes_are_refused() {
        let folder = repository();
        fs::create_dir(folder.path().join("target")).unwrap();
        fs::write(folder.path().join("target/built"), "").unwrap();
        assert!(Checkout::open(folder.path(), false).is_ok());
        fs::write(folder.path().join("file"), "two").unwrap();
        let refused = Checkout::open(folder.path(), false).unwrap_err();
        assert!(refused.contains("M file") && refused.contains("--dirty"), "{refused}");
        assert!(Checkout::open(folder.path(), true).is_ok());
    }

    #[test]
    fn copy_has_current_unignored_files() {
        let (folder, place) = (repository(), tempfile::tempdir().unwrap());
        fs::create_dir(folder.path().join("target")).unwrap();
        fs::write(folder.path().join("target/built"), "").unwrap();
        fs::write(folder.path().join("file"), "two").unwrap();
        fs::write(folder.path().join("new"), "new").unwrap();
        let checkout = Checkout::open(folder.path(), true).unwrap();
        let copy = checkout.copy(&place.path().join("copy")).unwrap();
        assert_eq!(crate::files::below(&copy.root).unwrap(), [".gitignore", "file", "new"]);
        assert_eq!(fs::read(copy.root.join("file")).unwrap(), b"two");
        assert_eq!(copy.time, checkout.time);
    }
}
