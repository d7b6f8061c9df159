//! The result of a tool: exit code, output and changed files.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output};

use serde::{Deserialize, Serialize};

use super::contents;
use super::folder::{Entry, Snapshot, make_program};

const FOLDER: &str = "{folder}";
const PROGRAM: &str = "{program}";
const TEMPORARY: &str = "/clang-offload-bundler-000000.tmp";
/// In bytes.
const SHORT: usize = 8 << 10;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// `None` after a signal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<i32>,
    /// The signal that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    stdout: Text,
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    stderr: Text,
    /// `None` for deleted paths.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, Option<Entry>>,
}

/// Output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Text {
    Text(String),
    /// Long or invalid UTF-8, by digest.
    Content {
        digest: String,
    },
}

impl Default for Text {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Text {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn from_bytes(bytes: Vec<u8>, places: &[(&str, &str)]) -> Result<Self, String> {
        let text = String::from_utf8(bytes).map_err(|error| error.into_bytes());
        let text = text.map(|text| {
            places
                .iter()
                .fold(text, |text, (place, name)| text.replace(place, name))
        });
        let bytes = match text {
            Ok(text) if text.len() <= SHORT => return Ok(Self::Text(text)),
            Ok(text) => text.into_bytes(),
            Err(bytes) => bytes,
        };
        Ok(Self::Content { digest: contents::note(&bytes)? })
    }

    fn repeat(&self, places: &[(&str, &str)]) -> Vec<u8> {
        let text = match self {
            Self::Text(text) => Ok(text.clone()),
            Self::Content { digest } => String::from_utf8(contents::content(digest)),
        };
        let text = text.map(|text| {
            places
                .iter()
                .fold(text, |text, (place, name)| text.replace(name, place))
        });
        text.map_or_else(|error| error.into_bytes(), String::into_bytes)
    }
}

impl Answer {
    /// `folder` contained `before`.
    pub(super) fn take(output: &Output, folder: &Path, before: &Snapshot, asked: &Asked) -> Result<Self, String> {
        let files = before.changes(&Snapshot::take(folder));
        for (path, entry) in &files {
            let digest = entry.as_ref().and_then(Entry::digest);
            if digest.is_some_and(|digest| before.with(digest).is_none()) {
                let content = fs::read(folder.join(path)).map_err(|error| format!("{path}: {error}"))?;
                contents::note(&content).map_err(|why| format!("{path}: {why}"))?;
            }
        }
        let (here, program) = (
            folder.canonicalize().unwrap_or_default(),
            asked.program.to_string_lossy(),
        );
        let mut places = vec![(here.to_str().unwrap_or(FOLDER), FOLDER)];
        if program.contains('/') {
            places.push((&program, PROGRAM));
        }
        let text = |bytes: &[u8]| Text::from_bytes(without_temporary_names(bytes, &asked.temporary), &places);
        // A crash prints random addresses.
        let said = signal(output.status).map_or(output.stderr.as_slice(), |_| &[]);
        Ok(Self {
            code: output.status.code(),
            signal: signal(output.status),
            stdout: text(&output.stdout)?,
            stderr: text(said)?,
            files,
        })
    }

    /// `folder` contains `before`.
    pub(super) fn repeat(&self, folder: &Path, before: &Snapshot, program: &Path) -> Output {
        // Copies are read before any change.
        let contents: BTreeMap<&str, Vec<u8>> = self
            .files
            .iter()
            .filter_map(|(path, entry)| Some((path.as_str(), entry.as_ref()?.digest()?)))
            .map(|(path, digest)| match before.with(digest) {
                Some(same) => (path, fs::read(folder.join(same)).unwrap_or_default()),
                None => (path, contents::content(digest)),
            })
            .collect();
        for (path, entry) in &self.files {
            let content = contents.get(path.as_str()).map(Vec::as_slice);
            let done = change(&folder.join(path), entry.as_ref(), content.unwrap_or_default());
            done.unwrap_or_else(|error| panic!("{path}: {error}"));
        }
        let (here, program) = (folder.canonicalize().unwrap_or_default(), program.to_string_lossy());
        let places = [(here.to_str().unwrap_or(FOLDER), FOLDER), (&*program, PROGRAM)];
        Output {
            status: status(self.code, self.signal),
            stdout: self.stdout.repeat(&places),
            stderr: self.stderr.repeat(&places),
        }
    }
}

pub(super) struct Asked {
    pub(super) program: PathBuf,
    pub(super) temporary: PathBuf,
}

/// A fixed name for each file in the folder `temporary`.
fn without_temporary_names(bytes: &[u8], temporary: &Path) -> Vec<u8> {
    let (Ok(text), Some(temporary)) = (std::str::from_utf8(bytes), temporary.to_str()) else {
        return bytes.to_vec();
    };
    let mut parts = text.split(temporary);
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_of_name = |c: char| !c.is_whitespace() && c != '"' && c != '\'';
        without.push_str(TEMPORARY);
        without.push_str(part.trim_start_matches(is_of_name));
    }
    without.into_bytes()
}

/// Or deletes it.
fn change(path: &Path, entry: Option<&Entry>, content: &[u8]) -> io::Result<()> {
    match entry {
        None if path.is_dir() && !path.is_symlink() => fs::remove_dir_all(path),
        // Its folder may be deleted already.
        None => fs::remove_file(path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        }),
        Some(Entry::Folder) => fs::create_dir_all(path),
        Some(Entry::Link(target)) => link(target, path),
        Some(Entry::File(_)) => fs::write(path, content),
        Some(Entry::Program(_)) => fs::write(path, content).and_then(|()| make_program(path)),
    }
}

#[cfg(unix)]
fn link(target: &str, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn link(_target: &str, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

#[cfg(unix)]
fn status(code: Option<i32>, signal: Option<i32>) -> ExitStatus {
    std::os::unix::process::ExitStatusExt::from_raw(code.map_or(signal.unwrap_or(1), |code| code << 8))
}

#[cfg(windows)]
fn status(code: Option<i32>, _signal: Option<i32>) -> ExitStatus {
    std::os::windows::process::ExitStatusExt::from_raw(code.unwrap_or(1).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(content: &[u8]) -> Result<Answer, String> {
        let folder = tempfile::tempdir().unwrap();
        let before = Snapshot::take(folder.path());
        fs::write(folder.path().join("out"), content).unwrap();
        let output = Output { status: status(Some(0), None), stdout: Vec::new(), stderr: Vec::new() };
        let asked = Asked { program: "tool".into(), temporary: folder.path().join("temporary") };
        Answer::take(&output, folder.path(), &before, &asked)
    }

    #[test]
    fn too_long_answer_names_file() {
        assert_eq!(written(&vec![0; 2 << 20]).unwrap().files.len(), 1);
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_le_bytes()[7]
        };
        let noise: Vec<u8> = (0..300 << 10).map(|_| next()).collect();
        let refused = written(&noise).unwrap_err();
        assert!(refused.starts_with("out: 307200 bytes, compressed 30"), "{refused}");
    }
}
