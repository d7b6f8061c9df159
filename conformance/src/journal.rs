//! Records each verdict as a JSON line, so that an interrupted run can continue.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::embedded::Suite;
use crate::verdict::Verdict;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    known: BTreeMap<(String, String), Verdict>,
    file: Mutex<Result<File, String>>,
}

/// With a verdict; the first line describes the suite.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    testee: String,
    case: String,
    #[serde(flatten)]
    verdict: Verdict,
}

impl Journal {
    /// Opens or creates the journal `path` of `suite`. Deletes an incomplete last line of an interrupted run.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written, is not a journal, or belongs to another suite.
    pub fn open(path: &Path, suite: &Suite) -> Result<Self, String> {
        let fail = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(|error| fail(&error))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| fail(&error))?;
        let whole = text.rfind('\n').map_or(0, |end| end.saturating_add(1));
        text.truncate(whole);
        let mut lines = text.lines();
        let mut known = BTreeMap::new();
        match lines.next() {
            Some(first) => {
                let of: Suite =
                    serde_json::from_str(first).map_err(|error| fail(&format!("not a journal: {error}")))?;
                if of != *suite {
                    return Err(fail(&format!(
                        "expected a journal of suite version {suite}, found {of}; choose another file"
                    )));
                }
            }
            None if whole == 0 => {}
            None => return Err(fail(&"not a journal")),
        }
        for (number, line) in (2..).zip(lines) {
            let line: Line = serde_json::from_str(line).map_err(|error| fail(&format!("line {number}: {error}")))?;
            known.insert((line.testee, line.case), line.verdict);
        }
        let end = u64::try_from(whole).map_err(|error| fail(&error))?;
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(|error| fail(&error))?;
        if whole == 0 {
            write(&mut file, suite).map_err(|error| fail(&error))?;
        }
        Ok(Self { known, file: Mutex::new(Ok(file)) })
    }

    /// Returns the recorded verdict of `testee` on `case`.
    pub fn verdict(&self, testee: &str, case: &str) -> Option<&Verdict> {
        self.known.get(&(testee.to_string(), case.to_string()))
    }

    /// Adds a verdict. [`close`](Self::close) returns its errors.
    pub fn add(&self, testee: &str, case: &str, verdict: &Verdict) {
        let line = Line { testee: testee.into(), case: case.into(), verdict: verdict.clone() };
        if let Ok(mut held) = self.file.lock()
            && let Ok(file) = held.as_mut()
            && let Err(error) = write(file, &line)
        {
            *held = Err(format!("the journal: {error}"));
        }
    }

    /// Closes the journal.
    ///
    /// # Errors
    ///
    /// Returns the first error of [`add`](Self::add).
    pub fn close(self) -> Result<(), String> {
        self.file.into_inner().map_err(|error| error.to_string())?.map(drop)
    }
}

fn write(file: &mut File, line: &impl Serialize) -> std::io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(version: &str) -> Suite {
        Suite { version: version.into(), digest: "00".into() }
    }

    #[test]
    fn reopened_journal_drops_partial_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let journal = Journal::open(&path, &suite("1")).unwrap();
        journal.add("t", "g/a", &Verdict::Pass);
        journal.add("t", "g/b", &Verdict::Fail("f\n".into()));
        journal.close().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{{\"testee\": \"t\", \"ca")).unwrap();
        let journal = Journal::open(&path, &suite("1")).unwrap();
        assert_eq!(journal.verdict("t", "g/a"), Some(&Verdict::Pass));
        assert_eq!(journal.verdict("t", "g/b"), Some(&Verdict::Fail("f\n".into())));
        assert_eq!(journal.verdict("u", "g/a"), None);
        journal.add("t", "g/c", &Verdict::Pass);
        journal.close().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4);
    }

    #[test]
    fn foreign_journal_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        Journal::open(&path, &suite("1")).unwrap().close().unwrap();
        let refused = Journal::open(&path, &suite("2")).unwrap_err();
        assert!(
            refused.contains("found 1 (00)") && refused.contains("version 2 (00)"),
            "{refused}"
        );
        std::fs::write(&path, "hello\n").unwrap();
        assert!(Journal::open(&path, &suite("1")).unwrap_err().contains("not a journal"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "hello\n");
    }
}
