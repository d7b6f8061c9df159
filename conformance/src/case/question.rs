//! Questions: an operation and its inputs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bytes::Bytes;

/// An operation and its inputs. `B` is the type of byte strings. `file_type` is a value of the bundler's `-type`
/// option, such as `bc`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question<B = Bytes> {
    /// Read the structure of a file: ID, position and content of every entry. `format` is its name in the schema.
    Read {
        /// The format.
        format: String,
        /// The file.
        input: B,
    },
    /// List the IDs of a file, in any order.
    List {
        /// Its type.
        file_type: String,
        /// The file.
        input: B,
    },
    /// The matching content for each target.
    Unbundle {
        /// The file's type.
        file_type: String,
        /// The file.
        input: B,
        /// Bundle entry IDs.
        targets: Vec<String>,
        /// Whether a target without a match gets empty content.
        #[serde(default)]
        allow_missing: bool,
        /// Whether an entry of an interchangeable kind, such as `openmp` for `hip`, also matches.
        #[serde(default, skip_serializing_if = "is_false")]
        interchangeable_kinds: bool,
    },
    /// A file that holds `entries`, in this order.
    Bundle {
        /// The type of the file.
        file_type: String,
        /// The contents.
        entries: Vec<NewObject<B>>,
        /// Alignment of every content, in bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alignment: Option<u32>,
        /// Whether the whole file is compressed, with any version and method.
        #[serde(default, skip_serializing_if = "is_false")]
        compress: bool,
        /// Compression level; the implementation's default if absent.
        #[serde(rename = "compression_level", default, skip_serializing_if = "Option::is_none")]
        level: Option<i32>,
    },
    /// A compressed file of `input`, which is a bundle.
    Compress {
        /// The bundle.
        input: B,
        /// The version of the compressed file.
        version: u32,
        /// `zlib` or `zstd`.
        method: String,
        /// Compression level; the implementation's default if absent.
        #[serde(rename = "compression_level", default, skip_serializing_if = "Option::is_none")]
        level: Option<i32>,
    },
    /// The contents of a compressed file.
    Decompress {
        /// The compressed file.
        input: B,
    },
    /// For each target, an archive of the matching contents from all members of the archive `input`.
    SplitArchive {
        /// The archive.
        input: B,
        /// Bundle entry IDs.
        targets: Vec<String>,
        /// Whether a target without a match gets an empty archive.
        #[serde(default)]
        allow_missing: bool,
        /// Whether an entry of an interchangeable kind, such as `openmp` for `hip`, also matches.
        #[serde(default, skip_serializing_if = "is_false")]
        interchangeable_kinds: bool,
        /// Whether the archive is refused if a member contains entries that cannot be in one bundle.
        #[serde(default, skip_serializing_if = "is_false")]
        check_members: bool,
        /// Whether the answer contains whole archive files instead of members.
        #[serde(default, skip_serializing_if = "is_false")]
        whole: bool,
    },
    /// The images and metadata of an offload binary, or of a file that contains offload binaries.
    Images {
        /// The file.
        input: B,
    },
    /// The contents of the exactly matching images, in file order.
    Extract {
        /// The file.
        input: B,
        /// Required strings of an image: keys and values.
        strings: Vec<(String, String)>,
        /// Required offload kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offload_kind: Option<u16>,
        /// Whether all matching images go to one output with a given name, instead of an output for each image.
        #[serde(default, skip_serializing_if = "is_false")]
        one_output: bool,
    },
    /// One or more offload binaries with `images`, in this order.
    Pack {
        /// The contents.
        images: Vec<NewImage<B>>,
        /// The version of the format.
        version: u32,
    },
    /// The parts of a bundle entry ID.
    ParseId {
        /// The ID.
        text: String,
    },
    /// Whether the code object stored under one ID may serve a request for another.
    Compatible {
        /// The ID of the code object.
        stored: String,
        /// The requested ID.
        asked: String,
    },
    /// Whether entries of these IDs may be in one bundle.
    Compose {
        /// The IDs.
        ids: Vec<String>,
    },
}

/// Omits unset options.
fn is_false(asked: &bool) -> bool {
    !asked
}

/// A code object to bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewObject<B = Bytes> {
    /// Its bundle entry ID.
    pub id: String,
    /// Its bytes.
    pub content: B,
}

/// An image to pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewImage<B = Bytes> {
    /// Number of the image kind.
    pub image_kind: u16,
    /// Number of the offload kind.
    pub offload_kind: u16,
    /// Its flags.
    #[serde(default)]
    pub flags: u32,
    /// Strings: keys and values.
    pub strings: Vec<(String, String)>,
    /// Its bytes.
    pub content: B,
}

/// Names of all operations.
pub const OPERATIONS: [&str; 13] = [
    "read",
    "list",
    "unbundle",
    "bundle",
    "compress",
    "decompress",
    "split_archive",
    "images",
    "extract",
    "pack",
    "parse_id",
    "compatible",
    "compose",
];

impl<B> Question<B> {
    /// The name of the operation.
    pub fn op(&self) -> &'static str {
        match self {
            Self::Read { .. } => "read",
            Self::List { .. } => "list",
            Self::Unbundle { .. } => "unbundle",
            Self::Bundle { .. } => "bundle",
            Self::Compress { .. } => "compress",
            Self::Decompress { .. } => "decompress",
            Self::SplitArchive { .. } => "split_archive",
            Self::Images { .. } => "images",
            Self::Extract { .. } => "extract",
            Self::Pack { .. } => "pack",
            Self::ParseId { .. } => "parse_id",
            Self::Compatible { .. } => "compatible",
            Self::Compose { .. } => "compose",
        }
    }

    /// Keys of the options that the question sets.
    pub fn options(&self) -> Vec<&'static str> {
        let options = match self {
            Self::Unbundle { allow_missing, interchangeable_kinds, .. } => {
                [("allow_missing", *allow_missing), ("interchangeable_kinds", *interchangeable_kinds)].to_vec()
            }
            Self::SplitArchive { allow_missing, interchangeable_kinds, check_members, .. } => [
                ("allow_missing", *allow_missing),
                ("interchangeable_kinds", *interchangeable_kinds),
                ("check_members", *check_members),
            ]
            .to_vec(),
            Self::Bundle { compress, level, .. } => {
                [("compress", *compress), ("compression_level", level.is_some())].to_vec()
            }
            Self::Compress { level, .. } => [("compression_level", level.is_some())].to_vec(),
            _ => Vec::new(),
        };
        let asked = options.into_iter().filter(|(_, asked)| *asked);
        asked.map(|(key, _)| key).collect()
    }

    /// Maps every byte string through `change`.
    ///
    /// # Errors
    ///
    /// Returns the first error of `change`.
    pub fn try_map<C, E>(&self, mut change: impl FnMut(&B) -> Result<C, E>) -> Result<Question<C>, E> {
        Ok(match self {
            Self::Read { format, input } => Question::Read { format: format.clone(), input: change(input)? },
            Self::List { file_type, input } => Question::List { file_type: file_type.clone(), input: change(input)? },
            Self::Unbundle { file_type, input, targets, allow_missing, interchangeable_kinds } => Question::Unbundle {
                file_type: file_type.clone(),
                input: change(input)?,
                targets: targets.clone(),
                allow_missing: *allow_missing,
                interchangeable_kinds: *interchangeable_kinds,
            },
            Self::Bundle { file_type, entries, alignment, compress, level } => {
                let entries = entries
                    .iter()
                    .map(|entry| Ok(NewObject { id: entry.id.clone(), content: change(&entry.content)? }));
                Question::Bundle {
                    file_type: file_type.clone(),
                    entries: entries.collect::<Result<_, E>>()?,
                    alignment: *alignment,
                    compress: *compress,
                    level: *level,
                }
            }
            Self::Compress { input, version, method, level } => {
                Question::Compress { input: change(input)?, version: *version, method: method.clone(), level: *level }
            }
            Self::Decompress { input } => Question::Decompress { input: change(input)? },
            Self::SplitArchive { input, targets, allow_missing, interchangeable_kinds, check_members, whole } => {
                Question::SplitArchive {
                    input: change(input)?,
                    targets: targets.clone(),
                    allow_missing: *allow_missing,
                    interchangeable_kinds: *interchangeable_kinds,
                    check_members: *check_members,
                    whole: *whole,
                }
            }
            Self::Images { input } => Question::Images { input: change(input)? },
            Self::Extract { input, strings, offload_kind, one_output } => Question::Extract {
                input: change(input)?,
                strings: strings.clone(),
                offload_kind: *offload_kind,
                one_output: *one_output,
            },
            Self::Pack { images, version } => {
                let images = images.iter().map(|image| {
                    Ok(NewImage {
                        image_kind: image.image_kind,
                        offload_kind: image.offload_kind,
                        flags: image.flags,
                        strings: image.strings.clone(),
                        content: change(&image.content)?,
                    })
                });
                Question::Pack { images: images.collect::<Result<_, E>>()?, version: *version }
            }
            Self::ParseId { text } => Question::ParseId { text: text.clone() },
            Self::Compatible { stored, asked } => Question::Compatible { stored: stored.clone(), asked: asked.clone() },
            Self::Compose { ids } => Question::Compose { ids: ids.clone() },
        })
    }
}
