//! The operations on two made-up formats, a made-up envelope and a made-up grammar of IDs: no real format is needed to see that they are right.

mod bundling;
mod carving;
mod converting;
mod damaged_objects;
mod envelope;
mod extracting;
mod grammar;
mod listing;
mod objects;
mod packed;
mod scanning;
mod section_headers;
mod targets;
mod unbundling;
mod written;

use std::fs;
use std::path::PathBuf;

use offload_bundle_core::registry::{Direction, FileType, Matcher, Registry, Unsupported};

use crate::error::OpError;
use crate::ops::{Outcome, Session};

/// Everything the tests know.
static REGISTRY: Registry = Registry {
    containers: &[&packed::Packed, &written::Written],
    envelopes: &[&envelope::Wrap],
    sections: objects::SECTIONS,
    file_types: &[
        FileType {
            name: "packed",
            title: "packed",
            container: &packed::Packed,
            text: false,
            default_alignment: 1,
            unsupported: &[Unsupported {
                why: "it is an object",
                when: Matcher::StartsWith(&[b"OBJ"]),
                direction: Direction::Both,
            }],
            suffix: ".p",
            since: None,
        },
        FileType {
            name: "written",
            title: "written",
            container: &written::Written,
            text: true,
            default_alignment: 1,
            unsupported: &[],
            suffix: ".w",
            since: None,
        },
        FileType {
            name: "never",
            title: "never",
            container: &packed::Packed,
            text: false,
            default_alignment: 1,
            unsupported: &[Unsupported { why: "it is an archive", when: Matcher::Always, direction: Direction::Both }],
            suffix: "",
            since: None,
        },
    ],
    ids: &grammar::Grammar,
};

fn file_type(name: &str) -> &'static FileType {
    REGISTRY.file_type(name).unwrap()
}

/// What one run did.
#[derive(Debug)]
struct Run {
    result: Result<Outcome, OpError>,
    out: String,
    err: String,
}

impl Run {
    fn error(self) -> String {
        self.result.unwrap_err().to_string()
    }
}

fn run(json: bool, operation: impl FnOnce(&mut Session<'_>) -> Result<Outcome, OpError>) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut session =
        Session { registry: &REGISTRY, program: "tool", out: &mut out, err: &mut err, json, progress: &mut () };
    let result = operation(&mut session);
    Run { result, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

/// A folder for one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        PathBuf::from(self.0.path()).join(name).to_str().unwrap().to_string()
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of everything in the folder, hidden files too.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// A message without the folder's name.
    fn strip(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.path().to_str().unwrap()), "")
    }
}
