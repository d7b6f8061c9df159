//! Types of the answers to each operation, for their JSON Schema.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// The `value` of an answer, by the operation that was asked.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) struct Values {
    read: Option<Entries>,
    list: Option<Ids>,
    unbundle: Option<Outputs>,
    bundle: Option<File>,
    compress: Option<File>,
    decompress: Option<File>,
    split_archive: Option<Archives>,
    images: Option<Images>,
    extract: Option<Outputs>,
    pack: Option<File>,
    parse_id: Option<Parts>,
    compatible: Option<Compatible>,
    compose: Option<Together>,
}

/// The entries of a bundle.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Entries {
    /// In the order of the file.
    entries: Vec<Entry>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Entry {
    /// The bundle entry ID, as it is stored.
    id: String,
    /// Its bytes.
    content: Hex,
}

/// The IDs of a file.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Ids {
    /// Each once, in any order.
    ids: Vec<String>,
}

/// What serves the targets, or fits what is asked for.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Outputs {
    /// One a target, in their order; of `extract`, those of the images that fit.
    outputs: Vec<Content>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Content {
    /// Its bytes.
    content: Hex,
}

/// A file.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct File {
    /// Its bytes.
    bytes: Hex,
}

/// An archive a target.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Archives {
    /// In the order of the targets.
    archives: Vec<Archive>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
enum Archive {
    /// Its members.
    Members {
        /// In any order; tables of symbols and of names are no members.
        members: Vec<Member>,
    },
    /// The whole of it, where `whole` is asked for.
    Whole {
        /// Its bytes.
        bytes: Hex,
    },
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Member {
    /// Its name.
    name: String,
    /// Its bytes.
    content: Hex,
}

/// The images of a file.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Images {
    /// In the order of the file.
    images: Vec<Image>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Image {
    /// The number of its kind of image.
    image_kind: u16,
    /// The number of its offload kind.
    offload_kind: u16,
    /// Its flags, as one number.
    flags: u32,
    /// Its texts by their keys, such as `triple` and `arch`.
    strings: BTreeMap<String, String>,
    /// Its bytes.
    content: Hex,
}

/// The parts of a bundle entry ID.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Parts {
    /// The offload kind, as it is written.
    kind: String,
    /// The triple, without the dashes that end it.
    triple: String,
    /// The processor; empty where there is none.
    processor: String,
    /// The features that are named: whether each is on.
    features: BTreeMap<String, bool>,
    /// The ID in its canonical form.
    canonical: String,
}

/// Whether a code object serves a request.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Compatible {
    /// Whether it does.
    compatible: bool,
}

/// Entries that may be in one bundle.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Together {
    /// Always `true`; what may not is `rejected`.
    #[schemars(extend("const" = true))]
    together: bool,
}

/// Hexadecimal digits, two a byte.
#[derive(JsonSchema, Deserialize)]
#[serde(transparent)]
#[expect(dead_code, reason = "it is there for its schema")]
struct Hex(#[schemars(regex(pattern = r"^([0-9a-fA-F]{2})*$"))] String);
