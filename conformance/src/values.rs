//! Types of the answers to each operation, for their JSON Schema.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// The `value` of an answer, by operation.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
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
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Entries {
    /// In file order.
    entries: Vec<Entry>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Entry {
    /// Stored bundle entry ID.
    id: String,
    /// Its bytes.
    content: Hex,
}

/// The IDs of a file.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Ids {
    /// Distinct IDs in any order.
    ids: Vec<String>,
}

/// Contents that match the targets or the filter.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Outputs {
    /// A content for each target, in order; for `extract`, the contents of the matching images.
    outputs: Vec<Content>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Content {
    /// Its bytes.
    content: Hex,
}

/// A file.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct File {
    /// Its bytes.
    bytes: Hex,
}

/// An archive for each target.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Archives {
    /// In the order of the targets.
    archives: Vec<Archive>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
enum Archive {
    /// Its members.
    Members {
        /// In any order, without symbol and name tables.
        members: Vec<Member>,
    },
    /// The whole file, if the question sets `whole`.
    Whole {
        /// Its bytes.
        bytes: Hex,
    },
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Member {
    /// Its name.
    name: String,
    /// Its bytes.
    content: Hex,
}

/// The images of a file.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Images {
    /// In file order.
    images: Vec<Image>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Image {
    /// Number of the image kind.
    image_kind: u16,
    /// Number of the offload kind.
    offload_kind: u16,
    /// Flags as a number.
    flags: u32,
    /// Strings by key, such as `triple` and `arch`.
    strings: BTreeMap<String, String>,
    /// Its bytes.
    content: Hex,
}

/// The parts of a bundle entry ID.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Parts {
    /// Offload kind, in its original spelling.
    kind: String,
    /// Triple without trailing dashes.
    triple: String,
    /// Processor; may be empty.
    processor: String,
    /// Named features, `true` if enabled.
    features: BTreeMap<String, bool>,
    /// The ID in its canonical form.
    canonical: String,
}

/// Whether a code object serves a request.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Compatible {
    /// The result.
    compatible: bool,
}

/// Entries that may be in one bundle.
#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Together {
    /// Always `true`; other answers are `rejected`.
    #[schemars(extend("const" = true))]
    together: bool,
}

/// Hexadecimal digits, two for each byte.
#[derive(JsonSchema, Deserialize)]
#[serde(transparent)]
#[expect(dead_code, reason = "only its JSON schema is used")]
struct Hex(#[schemars(regex(pattern = r"^([0-9a-fA-F]{2})*$"))] String);
