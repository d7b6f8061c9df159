//! Implementations that are wrong in one way each, which test the suite: `violators/`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A file of violators on one subject.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViolatorFile {
    /// What they have in common, as a sentence.
    pub about: String,
    /// The violators.
    pub violators: Vec<Violator>,
}

/// An implementation that is wrong in one way. Without `reads`, `hash` and `magic` its fault is written in Rust, under its id.
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
