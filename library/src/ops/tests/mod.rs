//! The operations on made-up formats, a made-up envelope and a made-up ID grammar.

mod archives;
mod bundling;
mod compressing;
mod damaged;
mod extracting;
mod formats;
mod imaged;
mod listing;
mod loaded;
mod moved;
mod objects;
mod packing;
mod plain;
mod scanning;

use std::fs;
use std::path::PathBuf;

use offload_bundle_core::placement::{ContentKind, ContentSign, MemberRule, ObjectFormat};
use offload_bundle_core::registry::{FileType, Registry};

use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::input::InputFile;
use crate::ops::{self, Context};
use crate::report::Outcome;
use crate::request::{InspectRequest, ListRequest, VerifyRequest};

pub(super) static REGISTRY: Registry = Registry {
    containers: &[&formats::Packed, &formats::Written],
    envelopes: &[&formats::Wrap],
    plain: &[plain::CASE, plain::NEST],
    hosts: &[],
    sections: objects::SECTIONS,
    images: &[],
    runtimes: &[],
    embeddings: &[],
    machines: &[],
    contents: &[
        ContentKind {
            name: "object",
            doc: "an object file of a form that is not read",
            sign: ContentSign::Bytes { at: 0, bytes: b"OBJ" },
            machine: None,
            section_table: None,
            archive: false,
            package: None,
            advice: None,
            code_object: None,
            code: false,
            object: Some(ObjectFormat::Xcoff),
        },
        ContentKind {
            name: "empty",
            doc: "the file is empty",
            sign: ContentSign::Empty,
            object: None,
            machine: None,
            section_table: None,
            archive: false,
            package: None,
            advice: None,
            code_object: None,
            code: false,
        },
    ],
    file_types: &[
        FileType {
            name: "packed",
            title: "packed",
            container: &formats::Packed,
            text: false,
            default_alignment: 1,
            archive: false,
            members: None,
            suffix: ".p",
            since: None,
        },
        FileType {
            name: "written",
            title: "written",
            container: &formats::Written,
            text: true,
            default_alignment: 1,
            archive: false,
            members: None,
            suffix: ".w",
            since: None,
        },
        FileType {
            name: "archive",
            title: "archive",
            container: &formats::Packed,
            text: false,
            default_alignment: 1,
            archive: true,
            members: Some(MEMBERS),
            suffix: "",
            since: None,
        },
    ],
    ids: &plain::GRAMMAR,
};

const MEMBERS: MemberRule<'_> =
    MemberRule { name: "{stem}-{id}{extension}", replace: &[("+", "_")], extensions: &[("b", ".away")] };

fn file_type(name: &str) -> &'static FileType {
    REGISTRY.file_type(name).unwrap()
}

#[derive(Debug)]
struct Run {
    result: Result<Outcome, Error>,
    /// The report as JSON.
    report: Value,
    said: String,
    stdout: Vec<u8>,
}

impl Run {
    fn from_result<R: Serialize>(result: Result<R, Error>, outcome: impl Fn(&R) -> Outcome) -> Self {
        let report = result.as_ref().map(|report| serde_json::to_value(report).unwrap());
        let report = report.unwrap_or_default();
        let result = result.map(|report| outcome(&report));
        Self { said: said(&report), result, report, stdout: Vec::new() }
    }

    fn error(self) -> String {
        self.result.unwrap_err().to_string()
    }

    fn done(self) -> Value {
        self.result.unwrap();
        self.report
    }
}

fn list(request: &ListRequest) -> Run {
    Run::from_result(ops::list(&REGISTRY, request), |report| report.summary.outcome)
}

fn inspect(request: &InspectRequest) -> Run {
    Run::from_result(ops::inspect(&REGISTRY, request), |report| report.summary.outcome)
}

fn verify(request: &VerifyRequest) -> Run {
    Run::from_result(ops::verify(&REGISTRY, request), |report| report.summary.outcome)
}

fn listing(input: impl Into<InputFile>) -> ListRequest {
    ListRequest { inputs: vec![input.into()], ..ListRequest::default() }
}

fn verifying(input: impl Into<InputFile>) -> VerifyRequest {
    VerifyRequest { inputs: vec![input.into()], ..VerifyRequest::default() }
}

fn written<R: Serialize>(operation: impl FnOnce(&mut Context<'_>) -> Result<R, Error>) -> Run {
    let mut stdout = Vec::new();
    let result = operation(&mut Context { stdout: Some(&mut stdout), ..Context::default() });
    Run { stdout, ..Run::from_result(result, |_| Outcome::Done) }
}

fn said(report: &Value) -> String {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut files = list(report, "files");
    files.push(report.clone());
    let mut said = String::new();
    for file in files {
        let name = file["file"].as_str().unwrap_or_default();
        for warning in list(&file, "warnings") {
            let input = warning["file"].as_str().unwrap_or(name);
            let text = |key: &str| warning[key].as_str().unwrap_or_default().to_owned();
            let offset = warning["offset"].as_u64().unwrap_or_default();
            said.push_str(&format!(
                "{input}: {offset:#x} ({}): {}\n",
                text("path"),
                text("message")
            ));
        }
        said.extend(file["error"]["message"].as_str().map(|error| format!("{error}\n")));
    }
    said
}

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

    fn names(&self) -> Vec<String> {
        self.names_in("")
    }

    fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn stripped(&self, report: &Value) -> Value {
        serde_json::from_str(&self.strip(&report.to_string())).unwrap()
    }

    fn strip(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.path().to_str().unwrap()), "")
    }
}

#[track_caller]
fn begins(text: &str, start: &str) {
    assert!(text.starts_with(start), "{text}");
}
