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

/// A line from the suite to a program in the pipe protocol.
#[derive(JsonSchema, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its JSON schema is used")]
enum Line {
    /// Asks for a description.
    Describe(Describe),
    /// A question: `op`, its inputs, and an `id`. Byte strings are hexadecimal.
    Ask(Ask),
}

#[derive(JsonSchema, Deserialize)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Describe {
    /// The word `describe`.
    #[schemars(extend("const" = "describe"))]
    op: String,
    /// Version of the protocol.
    protocol: u32,
    /// Version of the suite.
    suite: String,
}

#[derive(JsonSchema, Deserialize)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Ask {
    /// The answer repeats it.
    id: String,
    #[serde(flatten)]
    question: Question<String>,
}

/// A line from a program: its description, or an answer with one of `value`, `part`, `taken`, `rejected`, `skipped` and
/// `broken`.
#[derive(JsonSchema, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its JSON schema is used")]
enum Reply {
    Description(Description),
    /// The answer.
    Value {
        /// Id of the question.
        id: String,
        /// The value, as `values.json` describes it for the operation. Bytes are hexadecimal.
        value: serde_json::Value,
    },
    /// The visible part of the answer.
    Part {
        /// Id of the question.
        id: String,
        /// Part of the value. Missing keys and `null` are not judged; at least one other value is required.
        part: serde_json::Value,
    },
    /// The program accepts the input without further information.
    Taken {
        /// Id of the question.
        id: String,
        /// Always `true`.
        taken: bool,
    },
    /// The program refuses the input or the request.
    Rejected {
        /// Id of the question.
        id: String,
        /// Explanation.
        rejected: String,
    },
    /// The program lacks the operation or this form.
    Skipped {
        /// Id of the question.
        id: String,
        /// Explanation.
        skipped: String,
    },
    /// A failure unrelated to the input.
    Broken {
        /// Id of the question.
        id: String,
        /// Explanation of the failure.
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
