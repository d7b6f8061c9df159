//! Reads files with our reader and with Kaitai's.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::foreign::Foreign;
use serde_json::Value;

use super::same::{Agreement, agree};
use super::tools::Tools;

/// An accepted schema, and files of its format.
pub struct Subject<'s> {
    pub schema: &'s Path,
    pub foreign: &'s Foreign,
    pub files: &'s [PathBuf],
}

pub struct Found {
    pub agreement: Agreement,
    /// The value or the error's code.
    pub ours: Result<Value, &'static str>,
    pub theirs: Value,
}

impl Found {
    pub fn is_sound(&self) -> bool {
        self.theirs.get("value").is_some()
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.ours {
            Ok(value) => writeln!(f, "  ours:   {value}")?,
            Err(code) => writeln!(f, "  ours:   refused: {code}")?,
        }
        write!(f, "  kaitai: {}", self.theirs)
    }
}

/// Reads all files of all subjects, with imports from below `root`. Calls `see` with subject, file and results. Returns for each subject
/// why the compiler refused its schema, if it did.
pub fn compare(
    tools: &Tools,
    root: &Path,
    subjects: &[Subject<'_>],
    see: &mut dyn FnMut(usize, &Path, Found),
) -> Result<Vec<Option<String>>, String> {
    let schemas: Vec<PathBuf> = subjects.iter().map(|subject| subject.schema.to_owned()).collect();
    let (mut jobs, mut lines, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (subject, reader)) in subjects.iter().zip(tools.compile_foreign(&schemas, root)?).enumerate() {
        if let Ok((module, class)) = &reader {
            jobs.extend(subject.files.iter().map(|path| (number, subject.foreign, path)));
            let of = |path: &PathBuf| format!("{module}\t{class}\t{}", path.display());
            lines.extend(subject.files.iter().map(of));
        }
        refused.push(reader.err());
    }
    for ((number, foreign, path), theirs) in jobs.into_iter().zip(tools.read_foreign(&lines)?) {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let ours = foreign.value(&bytes).map_err(|error| error.problem.code());
        let agreement = agree(&ours, &theirs);
        see(number, path, Found { agreement, ours, theirs });
    }
    Ok(refused)
}
