//! Why an operation could not be carried out. Each is one line for people and one stable word.

use serde_json::{Value, json};
use std::{fmt, format, io, string::String, vec::Vec};

use super::Finding;
use crate::error::{ReadError, WriteError};
use crate::files::{Cause, FileError};
use crate::ids::Invalid;
use crate::reason::reason;

/// Why an operation could not be carried out. Nothing has been written when this is returned.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpError {
    /// An input is a container, but a damaged one.
    Read {
        /// The input.
        file: String,
        /// What is wrong, and where.
        error: ReadError,
    },
    /// An input can be read, but is not sound.
    Malformed {
        /// The input.
        file: String,
        /// What is wrong, and where.
        finding: Finding,
    },
    /// The output would not be a container of its format.
    Write {
        /// The output.
        file: String,
        /// What is wrong.
        error: WriteError,
    },
    /// A file cannot be read or written.
    Io {
        /// The file.
        file: String,
        /// What the operating system says.
        error: io::Error,
    },
    /// An input is no container of any known format.
    NotABundle {
        /// The input.
        file: String,
        /// Whether that is because it is empty.
        empty: bool,
    },
    /// Nothing in the input serves these requests.
    NotFound {
        /// The input.
        file: String,
        /// The IDs asked for, in the order asked.
        ids: Vec<String>,
        /// The IDs stored, in file order.
        stored: Vec<String>,
    },
    /// An ID is given twice.
    Duplicate {
        /// The ID as given first.
        first: String,
        /// The ID as given again, perhaps in another spelling.
        second: String,
    },
    /// Two IDs must not stand in one bundle.
    Conflict {
        /// The first of them.
        first: String,
        /// The second.
        second: String,
        /// The rule's name in the schema.
        rule: &'static str,
        /// What is wrong.
        text: String,
    },
    /// Not exactly one entry for the host where there must be one, or several where there may be one.
    NoHost {
        /// How many there are.
        found: usize,
    },
    /// Standard input is to be read more than once.
    StandardInputTwice,
    /// The output would replace an input.
    OutputIsInput {
        /// The output.
        file: String,
    },
    /// Two outputs are one file.
    SameOutput {
        /// The output.
        file: String,
    },
    /// An output exists, and was not asked to be replaced.
    Exists {
        /// The output.
        file: String,
    },
    /// A form that is known but cannot be handled yet.
    NotYet {
        /// The input or output.
        file: String,
        /// The name of the file type.
        file_type: &'static str,
        /// Why.
        why: &'static str,
    },
    /// An ID that is asked for or to be stored cannot be used.
    BadId {
        /// The ID.
        id: String,
        /// What is wrong with it.
        invalid: Invalid,
    },
    /// A content could not be read back from the container.
    Unsound {
        /// The input that holds the content.
        file: String,
        /// Where, in bytes from the start of the input.
        offset: u64,
        /// What stands there.
        what: &'static str,
    },
}

impl OpError {
    /// A stable word for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Read { error, .. } => error.problem.code(),
            Self::Malformed { finding, .. } => finding.code(),
            Self::Write { .. } => "unwritable",
            Self::Io { .. } => "io",
            Self::NotABundle { .. } => "not-a-bundle",
            Self::NotFound { .. } => "not-found",
            Self::Duplicate { .. } => "duplicate",
            Self::Conflict { .. } => "conflict",
            Self::NoHost { .. } => "no-host",
            Self::StandardInputTwice => "standard-input-twice",
            Self::OutputIsInput { .. } => "output-is-input",
            Self::SameOutput { .. } => "same-output",
            Self::Exists { .. } => "exists",
            Self::NotYet { .. } => "not-yet",
            Self::BadId { .. } => "bad-id",
            Self::Unsound { .. } => "unsound",
        }
    }

    /// As JSON: `code` and `message`.
    pub fn as_json(&self) -> Value {
        json!({ "code": self.code(), "message": format!("{self}") })
    }

    /// 1 where the answer is no, 2 where there is none.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NotABundle { .. } | Self::NotFound { .. } => 1,
            _ => 2,
        }
    }
}

impl From<FileError> for OpError {
    fn from(error: FileError) -> Self {
        let FileError { file, cause } = error;
        match cause {
            Cause::System(error) => Self::Io { file, error },
            Cause::Damaged(error) => Self::Read { file, error },
        }
    }
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { file, error } => write!(f, "{file}: {error}"),
            Self::Malformed { file, finding } => write!(f, "{file}: {finding}"),
            Self::Write { file, error } => write!(f, "{file}: {error}"),
            Self::Io { file, error } => write!(f, "{file}: {}", reason(error)),
            Self::NotABundle { file, empty: false } => write!(f, "not an offload bundle: {file}"),
            Self::NotABundle { file, empty: true } => write!(f, "not an offload bundle: {file}: the file is empty"),
            Self::NotFound { file, ids, stored } if stored.is_empty() => {
                write!(f, "{file}: no entry for {}; there are no entries", listed(ids))
            }
            Self::NotFound { file, ids, stored } => {
                write!(f, "{file}: no entry for {}; there is {}", listed(ids), listed(stored))
            }
            Self::Duplicate { first, second } if first == second => write!(f, "{first:?} is given twice"),
            Self::Duplicate { first, second } => write!(f, "{first:?} and {second:?} are the same target"),
            Self::Conflict {
                first, second, text, ..
            } => write!(f, "{first:?} and {second:?} cannot stand in one bundle: {text}"),
            Self::NoHost { found } => write!(f, "expected exactly one host target, found {found}"),
            Self::StandardInputTwice => f.write_str("standard input is given twice, but can be read only once"),
            Self::OutputIsInput { file } => write!(f, "{file}: the output is one of the inputs"),
            Self::SameOutput { file } => write!(f, "{file}: two outputs are this file"),
            Self::Exists { file } => write!(f, "{file}: exists already, and replacing it was not asked for"),
            Self::NotYet { file, file_type, why } => {
                write!(f, "{file}: not yet supported as file type {file_type:?}: {why}")
            }
            Self::BadId { id, invalid } => write!(f, "{id:?}: {}", faults(invalid)),
            Self::Unsound { file, offset, what } => write!(
                f,
                "{file}: at byte {offset:#x}: expected content that can be read back, found {what}"
            ),
        }
    }
}

impl std::error::Error for OpError {}

/// IDs for people: quoted, so that one with a strange character still makes one line.
fn listed(ids: &[String]) -> String {
    ids.iter().map(|id| format!("{id:?}")).collect::<Vec<_>>().join(", ")
}

/// What is wrong with an ID, for people.
pub(super) fn faults(invalid: &Invalid) -> String {
    let malformed = invalid.malformed.iter().map(|error| format!("{error}"));
    let kind = invalid.unknown_kind.iter().map(|kind| format!("unknown kind {kind:?}"));
    let triple = invalid
        .unknown_triple
        .iter()
        .map(|triple| format!("unknown triple {triple:?}"));
    malformed.chain(kind).chain(triple).collect::<Vec<_>>().join(", ")
}
