//! Wrong implementations that test the suite: `violators/`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A file of violators on one subject.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViolatorFile {
    /// Common subject, as a sentence.
    pub about: String,
    /// The violators.
    pub violators: Vec<Violator>,
}

/// An implementation that is wrong in one way. Without `does`, `reads`, `hash` and `magic` its fault is written in Rust, under its id.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Violator {
    /// Name of the file, `/`, and a few words.
    pub id: String,
    /// Behaviour, as a sentence.
    pub about: String,
    /// The requirements that it violates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violates: Vec<String>,
    /// Cases that all detect it.
    pub noticed_by: Vec<String>,
    /// Words in the `why` of the first of these cases.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// Changes of questions and answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub does: Option<Change>,
    /// A partly read number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<ShortNumber>,
    /// The partly or not compared hash of compressed bundles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<ShortHash>,
    /// A partly compared magic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub magic: Option<ShortMagic>,
}

/// Changes of a question before our implementation answers it, and of its answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Change {
    /// Affected questions; all if absent.
    pub when: When,
    /// Keys of the question, with another value.
    pub asks: Map<String, Value>,
    /// A text in IDs of the question, and its replacement.
    pub replaces: Option<[String; 2]>,
    /// Changes of lists in the question.
    pub items: BTreeMap<String, ListChange>,
    /// Overwritten bytes of the input.
    pub puts: Option<PutBytes>,
    /// A number of the input that is overwritten everywhere.
    pub sets: Option<SetNumber>,
    /// Result instead of an answer.
    pub ends: Option<End>,
    /// Replacement for the value of the answer.
    pub value: Option<Value>,
    /// Keys of the value of the answer, with another value.
    pub tells: Map<String, Value>,
    /// Changes of lists in the value of the answer.
    pub lists: BTreeMap<String, ListChange>,
    /// Changes of each content of the answer.
    pub contents: Option<TextChange>,
}

/// Selects the questions that match every condition.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct When {
    /// Operations; all if absent.
    pub op: Vec<String>,
    /// Keys and their values. A list contains alternative values.
    pub is: Map<String, Value>,
    /// Required keys.
    pub has: Vec<String>,
    /// Alternative prefixes of the input, in hexadecimal.
    pub begins: Vec<String>,
    /// A byte of the input.
    pub byte: Option<ByteAt>,
    /// A text in the input, or in an ID if the question has no input.
    pub holds: Option<String>,
    /// A text that must be absent from the input, or from the IDs if the question has no input.
    pub lacks: Option<String>,
    /// Whether only a refusal is changed.
    pub refused: bool,
}

/// A byte and its value.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByteAt {
    /// Its offset.
    pub at: usize,
    /// Its values.
    #[serde(default)]
    pub is: Vec<u8>,
    /// Excluded values.
    #[serde(default)]
    pub not: Vec<u8>,
}

/// Bytes that are overwritten.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PutBytes {
    /// The offset of the first.
    pub at: usize,
    /// New bytes in hexadecimal.
    pub bytes: String,
}

/// A number that is overwritten.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetNumber {
    /// The format.
    pub format: String,
    /// Name of the number in cases.
    pub number: String,
    /// File versions; all if absent.
    #[serde(default)]
    pub versions: Vec<u8>,
    /// The new value.
    #[serde(default)]
    pub to: Option<u64>,
    /// Amount added to the value.
    #[serde(default)]
    pub by: u64,
}

/// A result instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A refusal.
    Refusal,
    /// Success without output.
    Silence,
    /// A signal.
    Crash,
    /// No answer within the time limit.
    Hang,
    /// Exhausted memory.
    OutOfMemory,
    /// A file outside of the outputs.
    Escape,
}

/// Changes of a list in the value of an answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ListChange {
    /// Number of kept items.
    pub keep: Option<usize>,
    /// Number of items removed from the end.
    pub lose: usize,
    /// Keys of each item, with another value.
    pub tells: Map<String, Value>,
    /// Keys and values of removed items.
    pub without: Map<String, Value>,
    /// Key of removed pairs.
    pub without_key: Option<String>,
    /// Amounts added to numbers of each item.
    pub raises: BTreeMap<String, u64>,
    /// Sort key of the items.
    pub sorts: Option<String>,
    /// Whether the items are reversed.
    pub reverses: bool,
    /// Changes of lists in each item.
    pub lists: BTreeMap<String, ListChange>,
    /// Changes of each item that is a text.
    pub texts: Option<TextChange>,
}

/// Changes of a text, or of each content of an answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TextChange {
    /// Number of bytes removed from the end.
    pub lose: usize,
    /// A removed suffix.
    pub trims: String,
    /// A text that is removed together with everything after it.
    pub until: Option<String>,
    /// A text that is added.
    pub add: String,
    /// A text and its replacement.
    pub replaces: Option<[String; 2]>,
    /// A byte with a changed value.
    pub raises: Option<RaisedByte>,
    /// Whether the bytes are reversed.
    pub reverses: bool,
}

/// A byte with a changed value.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaisedByte {
    /// Its offset.
    pub at: usize,
    /// Amount added to the byte.
    pub by: i8,
}

/// A number that is read with fewer bytes.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortNumber {
    /// The format.
    pub format: String,
    /// Name of the number in cases.
    pub number: String,
    /// File version; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u8>,
    /// Number of low bytes that are read.
    pub bytes: usize,
}

/// Bytes of the hash that are not compared.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortHash {
    /// Index of the first such byte.
    #[serde(default)]
    pub from: usize,
    /// Number of such bytes; all 8 if absent.
    #[serde(default = "whole_hash")]
    pub bytes: usize,
    /// Compression method; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<u8>,
    /// Version; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u8>,
}

fn whole_hash() -> usize {
    8
}

/// A magic that is compared only in part.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortMagic {
    /// The complete magic in hexadecimal.
    pub magic: String,
    /// The first byte that is compared.
    pub from: usize,
    /// Number of compared bytes.
    pub bytes: usize,
}

/// Requirements without violators and undetected violators, with reasons: `violators/open.yaml`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Requirements without a detected violator.
    pub requirements: BTreeMap<String, String>,
    /// Undetected violators.
    pub survivors: BTreeMap<String, String>,
}
