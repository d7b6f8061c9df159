//! JSON Schemas of input files, reports and protocol lines.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;

use crate::case::{CaseFile, Question};
use crate::export::{Export, Manifest};
use crate::protocol::Description;
use crate::report::Document;
use crate::requirements::Requirements;
use crate::values::Values;
use crate::violators::ViolatorFile;

/// A line that the suite writes to a program, as the pipe protocol has it.
#[derive(JsonSchema, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is there for its schema")]
enum Line {
    /// What are you?
    Describe(Describe),
    /// A question: the `op`, what belongs to it, and an `id`. Byte strings are hexadecimal digits.
    Ask(Ask),
}

#[derive(JsonSchema, Deserialize)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Describe {
    /// The word `describe`.
    #[schemars(extend("const" = "describe"))]
    op: String,
    /// The version of the protocol that is spoken.
    protocol: u32,
    /// The version of the suite that asks.
    suite: String,
}

#[derive(JsonSchema, Deserialize)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Ask {
    /// The answer has the same.
    id: String,
    #[serde(flatten)]
    question: Question<String>,
}

/// A line that a program answers with: what it is, or to a question one of `value`, `part`, `taken`, `rejected`, `skipped` and `broken`.
#[derive(JsonSchema, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is there for its schema")]
enum Reply {
    Description(Description),
    /// The answer.
    Value {
        /// That of the question.
        id: String,
        /// In the form of the operation, which `values.json` describes; bytes are hexadecimal digits.
        value: serde_json::Value,
    },
    /// What can be told of the answer.
    Part {
        /// That of the question.
        id: String,
        /// In the form of the answer; keys that are missing, and `null`, are not judged, and something must be there.
        part: serde_json::Value,
    },
    /// The input is taken, and no more can be told.
    Taken {
        /// That of the question.
        id: String,
        /// Always `true`.
        taken: bool,
    },
    /// The input or the request is refused.
    Rejected {
        /// That of the question.
        id: String,
        /// Why, for people.
        rejected: String,
    },
    /// There is no such operation, or not this form of it.
    Skipped {
        /// That of the question.
        id: String,
        /// Why, for people.
        skipped: String,
    },
    /// Something went wrong that is not the fault of the input.
    Broken {
        /// That of the question.
        id: String,
        /// What, for people.
        broken: String,
    },
}

/// Returns every schema by its file name without the extension.
pub fn json_schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("cases", schema_for!(CaseFile)),
        ("requirements", schema_for!(Requirements)),
        ("violators", schema_for!(ViolatorFile)),
        ("report", schema_for!(Document)),
        ("exported-cases", schema_for!(Export)),
        ("exported-manifest", schema_for!(Manifest)),
        ("question", schema_for!(Line)),
        ("answer", schema_for!(Reply)),
        ("values", schema_for!(Values)),
    ])
}
