//! Wrong implementations that test the suite: `violators/`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A file of violators on one subject.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViolatorFile {
    /// What they have in common, as a sentence.
    pub about: String,
    /// The violators.
    pub violators: Vec<Violator>,
}

/// An implementation that is wrong in one way. Without `does`, `reads`, `hash` and `magic` its fault is written in Rust, under its id.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Violator {
    /// The name of its file, `/`, and a few words.
    pub id: String,
    /// What it does, as a sentence.
    pub about: String,
    /// The requirements that it violates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violates: Vec<String>,
    /// Cases that notice it, each of them.
    pub noticed_by: Vec<String>,
    /// Words with which the first of these cases tells people of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// Changes of questions and answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub does: Option<Change>,
    /// A number of which it reads a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<ShortNumber>,
    /// The hash of compressed bundles, of which it compares a part or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<ShortHash>,
    /// A magic of which it compares a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub magic: Option<ShortMagic>,
}

/// Changes of a question before our implementation answers it, and of its answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Change {
    /// The questions that are changed, or whose answers are; all without it.
    pub when: When,
    /// Keys of the question, with another value.
    pub asks: Map<String, Value>,
    /// A text in IDs of the question, and the text that replaces it.
    pub replaces: Option<[String; 2]>,
    /// Changes of lists in the question.
    pub items: BTreeMap<String, ListChange>,
    /// Bytes of the input that are overwritten.
    pub puts: Option<PutBytes>,
    /// A number of the input that is overwritten, wherever the format has it.
    pub sets: Option<SetNumber>,
    /// What it does instead of answering.
    pub ends: Option<End>,
    /// The value that it answers instead.
    pub value: Option<Value>,
    /// Keys of the value of the answer, with another value.
    pub tells: Map<String, Value>,
    /// Changes of lists in the value of the answer.
    pub lists: BTreeMap<String, ListChange>,
    /// Changes of each content of the answer.
    pub contents: Option<TextChange>,
}

/// Which questions are changed: those that fit all of it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct When {
    /// Their operations; all without it.
    pub op: Vec<String>,
    /// Their keys; of a list, one of its values.
    pub is: Map<String, Value>,
    /// Keys that they have.
    pub has: Vec<String>,
    /// How the input begins, in hexadecimal digits: in one of these ways.
    pub begins: Vec<String>,
    /// A byte of the input.
    pub byte: Option<ByteAt>,
    /// A text in the input; in an ID, if there is no input.
    pub holds: Option<String>,
    /// A text that is in none.
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
    /// The values that it does not have.
    #[serde(default)]
    pub not: Vec<u8>,
}

/// Bytes that are overwritten.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PutBytes {
    /// The offset of the first.
    pub at: usize,
    /// The new ones, in hexadecimal digits.
    pub bytes: String,
}

/// A number that is overwritten.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetNumber {
    /// The format.
    pub format: String,
    /// The number, by the words that cases call it.
    pub number: String,
    /// In files of these versions alone; in all without it.
    #[serde(default)]
    pub versions: Vec<u8>,
    /// The new value.
    #[serde(default)]
    pub to: Option<u64>,
    /// What is added to the value.
    #[serde(default)]
    pub by: u64,
}

/// What comes instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A refusal.
    Refusal,
    /// Success, and nothing done.
    Silence,
    /// A signal.
    Crash,
    /// Nothing, in all the time there is.
    Hang,
    /// No memory.
    OutOfMemory,
    /// A file outside of the outputs.
    Escape,
}

/// Changes of a list in the value of an answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ListChange {
    /// How many of its items are kept.
    pub keep: Option<usize>,
    /// How many of its last items are lost.
    pub lose: usize,
    /// Keys of each item, with another value.
    pub tells: Map<String, Value>,
    /// Keys of the items that are left out, with their values.
    pub without: Map<String, Value>,
    /// The key of the pairs that are left out.
    pub without_key: Option<String>,
    /// Numbers of each item, and what is added to them.
    pub raises: BTreeMap<String, u64>,
    /// The key that the items are sorted by.
    pub sorts: Option<String>,
    /// Whether the items come in reverse order.
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
    /// How many of its last bytes are lost.
    pub lose: usize,
    /// A text that it loses if it ends with it.
    pub trims: String,
    /// A text that ends it: it is lost, and what follows.
    pub until: Option<String>,
    /// A text that is added.
    pub add: String,
    /// A text, and the text that replaces it.
    pub replaces: Option<[String; 2]>,
    /// A byte that becomes another number.
    pub raises: Option<RaisedByte>,
    /// Whether its bytes come in reverse order.
    pub reverses: bool,
}

/// A byte that becomes another number.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaisedByte {
    /// Its offset.
    pub at: usize,
    /// What is added to it.
    pub by: i8,
}

/// A number that is read in less than its width.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortNumber {
    /// The format.
    pub format: String,
    /// The number, by the words that cases call it.
    pub number: String,
    /// In files of this version alone; in all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u8>,
    /// So many of its bytes are read, the lowest ones.
    pub bytes: usize,
}

/// Bytes of the hash that are not compared.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortHash {
    /// The first of them.
    #[serde(default)]
    pub from: usize,
    /// How many they are; all 8 without it.
    #[serde(default = "whole_hash")]
    pub bytes: usize,
    /// Of what this method compressed; of every method without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<u8>,
    /// In this version; in all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u8>,
}

fn whole_hash() -> usize {
    8
}

/// A magic of which some bytes are not compared.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortMagic {
    /// The whole of it, in hexadecimal digits.
    pub magic: String,
    /// The first byte that is compared.
    pub from: usize,
    /// How many bytes are.
    pub bytes: usize,
}

/// What no violator shows, and why: `violators/open.yaml`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Requirements without a violator that a case of theirs notices.
    pub requirements: BTreeMap<String, String>,
    /// Violators that no case notices.
    pub survivors: BTreeMap<String, String>,
}
