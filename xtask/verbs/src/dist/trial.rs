//! Tests a built tool, if necessary in an emulator, with difficult folder and file names.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::build::Builder;
use super::target::Target;
use super::wine;

/// With the range of the code for a GPU.
const LIBRARY: &str = "conformance/fixtures/objects/hip.22.so";
const GPU: &str = "gfx906";
const CODE: std::ops::Range<usize> = 8192..8192 + 3544;
/// With spaces and non-ASCII letters.
const FOLDER: &str = "a folder of größe";
const NAME: &str = "ライブラリ 1.so";

/// Tests `program` below `work`. Returns the reason if it cannot run.
pub fn try_out(
    root: &Path,
    builder: &Builder,
    target: &Target,
    program: &Path,
    work: &Path,
) -> Result<Option<String>, String> {
    let runner = match (target.is_here(), target.emulator) {
        (true, _) => None,
        (false, Some(emulator)) if is_there(emulator) => Some(emulator),
        (false, Some(emulator)) => return Ok(Some(format!("{emulator} is not installed"))),
        (false, None) => return Ok(Some("this machine cannot run its programs".to_owned())),
    };
    let trial = Trial { runner, program, work: &work.join("trial") };
    fs::create_dir_all(trial.folder()).map_err(|error| format!("{}: {error}", trial.folder().display()))?;
    if runner == Some(wine::WINE) {
        wine::prepare(&builder.programs().join("python"), trial.work)?;
    }
    trial.says_its_version()?;
    trial.finds_what_is_there(&root.join(LIBRARY))?;
    Ok(None)
}

fn is_there(emulator: &str) -> bool {
    let output = Command::new(emulator).arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}

struct Trial<'t> {
    runner: Option<&'static str>,
    program: &'t Path,
    work: &'t Path,
}

impl Trial<'_> {
    fn capture(&self, words: &[OsString]) -> Result<String, String> {
        let mut call = match self.runner {
            Some(runner) => Command::new(runner),
            None => Command::new(self.program),
        };
        if self.runner.is_some() {
            call.arg(self.program);
        }
        if self.runner == Some(wine::WINE) {
            wine::tell(&mut call, self.work);
        }
        let output = call.args(words).current_dir(self.folder()).output();
        let Output { status, stdout, stderr } =
            output.map_err(|error| format!("{}: {error}", self.program.display()))?;
        let said = String::from_utf8_lossy(&stdout).replace("\r\n", "\n");
        match status.success() {
            true => Ok(said),
            false => Err(format!(
                "{call:?}: {status}\n{said}{}",
                String::from_utf8_lossy(&stderr)
            )),
        }
    }

    fn folder(&self) -> PathBuf {
        self.work.join(FOLDER)
    }

    fn says_its_version(&self) -> Result<(), String> {
        let _ = fs::remove_dir_all(self.folder());
        fs::create_dir_all(self.folder()).map_err(|error| format!("{}: {error}", self.folder().display()))?;
        let expected = format!("offload-bundle {}\n", env!("CARGO_PKG_VERSION"));
        let found = self.capture(&["--version".into()])?;
        equal(self.program, "--version", expected.as_bytes(), found.as_bytes())
    }

    fn finds_what_is_there(&self, library: &Path) -> Result<(), String> {
        let at = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let bytes = fs::read(library).map_err(|error| at(library, error))?;
        let copy = self.folder().join(NAME);
        fs::write(&copy, &bytes).map_err(|error| at(&copy, error))?;
        let listed = self.capture(&["list".into(), NAME.into()])?;
        if !listed.lines().any(|line| line.ends_with(GPU)) {
            return Err(format!("list: nothing for {GPU}:\n{listed}"));
        }
        let verified = self.capture(&["verify".into(), NAME.into()])?;
        if !verified.starts_with(&format!("{NAME}: sound: ")) {
            return Err(format!("verify: expected sound, found:\n{verified}"));
        }
        let parts = "the parts";
        self.capture(&["extract".into(), "--arch".into(), GPU.into(), "-d".into(), parts.into(), NAME.into()])?;
        let parts = self.folder().join(parts);
        let names = crate::files::below(&parts)?;
        let [name] = names.as_slice() else {
            return Err(format!("extract: expected one file, found {names:?}"));
        };
        let found = fs::read(parts.join(name)).map_err(|error| at(&parts, error))?;
        let expected = bytes.get(CODE).unwrap_or_default();
        equal(self.program, "extract", expected, &found)
    }
}

fn equal(program: &Path, what: &str, expected: &[u8], found: &[u8]) -> Result<(), String> {
    match expected == found {
        true => Ok(()),
        false => Err(format!(
            "{} {what}: expected {}, found {}",
            program.display(),
            excerpt(expected),
            excerpt(found)
        )),
    }
}

fn excerpt(bytes: &[u8]) -> String {
    let beginning = bytes.get(..40).unwrap_or(bytes);
    format!("{} bytes, {:?}", bytes.len(), String::from_utf8_lossy(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn wrong_version_is_refused() {
        let work = tempfile::tempdir().unwrap();
        let trial = |program: &str| {
            let trial = Trial { runner: None, program: Path::new(program), work: work.path() };
            trial.says_its_version()
        };
        let refused = trial("true").unwrap_err();
        assert!(refused.contains("expected 21 bytes"), "{refused}");
        assert!(trial("no-such-program").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn extracted_bytes_must_match() {
        let (root, work) = (crate::files::root(), tempfile::tempdir().unwrap());
        let tool = work.path().join("tool");
        let script = format!(
            "#!/bin/sh\ncase $1 in\n  list) echo {GPU} ;;\n  verify) echo \"$2: sound: 1\" ;;\n  extract) mkdir \"$5\"; \
             dd if=\"$6\" of=\"$5/part\" bs=1 skip=$SKIP count={} status=none ;;\nesac\n",
            CODE.len()
        );
        for (skip, is_right) in [(CODE.start, true), (CODE.start + 1, false)] {
            fs::write(&tool, script.replace("$SKIP", &skip.to_string())).unwrap();
            fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            let trial = Trial { runner: None, program: &tool, work: work.path() };
            let _ = trial.says_its_version();
            let found = trial.finds_what_is_there(&root.join(LIBRARY));
            assert_eq!(found.is_ok(), is_right, "{found:?}");
        }
    }
}
