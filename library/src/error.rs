//! Why an operation could not be carried out. Each is one line for people and one stable word.

use std::{fmt, io};

use offload_bundle_core::error::{ReadError, WriteError};
use offload_bundle_core::ids::{Invalid, ParseError, StyleError};
use serde_json::{Value, json};

use crate::file_error::{Cause, FileError};
use crate::finding::{Finding, faults};
use crate::listed::listed;
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
        /// The sections that were looked for, if it is an object file.
        sections: Vec<String>,
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
    Unsupported {
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
    /// An ID has no spelling in the style that it is to be stored in.
    Unspellable {
        /// The ID.
        id: String,
        /// Why not.
        error: StyleError,
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
    /// No entry of the inputs fits what is asked for.
    NothingFits {
        /// The inputs.
        files: Vec<String>,
        /// The IDs stored, in file order.
        stored: Vec<String>,
        /// How many entries fit but have no content.
        left_out: u64,
    },
    /// Something stands in the place of an output that is no regular file, so that it cannot be replaced.
    NotAFile {
        /// The output.
        file: String,
    },
    /// The bundles of an input do not stand by themselves, so that none can be replaced by another.
    Inside {
        /// The input.
        file: String,
    },
    /// Text bundles beside others cannot follow one another: nobody could tell where one ends.
    NotTogether {
        /// The output.
        file: String,
    },
    /// Bundles of this form cannot stand at multiples of a number, because nothing may stand between them.
    NoPadding {
        /// The output.
        file: String,
        /// The title of the format.
        format: &'static str,
    },
    /// No format that holds code objects is known.
    NoContainer,
    /// No format of compressed files is known.
    NoCompression,
    /// A format of compressed files has no such version.
    NoVersion {
        /// The title of the format.
        format: &'static str,
        /// The version.
        version: u64,
        /// The versions that there are.
        known: &'static [u64],
    },
    /// A method of compression has no such level.
    BadLevel {
        /// The method.
        method: &'static str,
        /// What levels there are.
        why: String,
    },
    /// A size does not fit its field in the version of a format that was asked for.
    NoRoom {
        /// The output.
        file: String,
        /// The title of the format.
        format: &'static str,
        /// The version.
        version: u64,
        /// Which field, and how much fits.
        error: WriteError,
        /// The versions that have room.
        fitting: Vec<u64>,
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
            Self::Unsupported { .. } => "not-yet",
            Self::BadId { .. } => "bad-id",
            Self::Unspellable { .. } => "bad-id",
            Self::Unsound { .. } => "unsound",
            Self::NothingFits { .. } => "nothing-fits",
            Self::NotAFile { .. } => "not-a-file",
            Self::Inside { .. } => "inside",
            Self::NotTogether { .. } => "not-together",
            Self::NoPadding { .. } => "no-padding",
            Self::NoContainer => "no-container",
            Self::NoCompression => "no-compression",
            Self::NoVersion { .. } => "no-version",
            Self::BadLevel { .. } => "bad-level",
            Self::NoRoom { .. } => "no-room",
        }
    }

    /// The text `id` leaves the grammar of IDs.
    pub(crate) fn malformed_id(id: &str, error: ParseError) -> Self {
        Self::BadId { id: id.into(), invalid: Invalid { malformed: Some(error), ..Invalid::default() } }
    }

    /// As JSON: `code` and `message`.
    pub fn as_json(&self) -> Value {
        json!({ "code": self.code(), "message": format!("{self}") })
    }

    /// 1 where the answer is no, 2 where there is none.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NotABundle { .. } | Self::NotFound { .. } | Self::NothingFits { .. } => 1,
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
            Self::NotABundle { file, empty: true, .. } => {
                write!(f, "not an offload bundle: {file}: the file is empty")
            }
            Self::NotABundle { file, sections, .. } if sections.is_empty() => {
                write!(f, "not an offload bundle: {file}")
            }
            Self::NotABundle { file, sections, .. } => write!(
                f,
                "not an offload bundle: {file}: an object file without bundles in any of the sections {}",
                sections.join(", ")
            ),
            Self::NotFound { file, ids, stored } if stored.is_empty() => {
                write!(f, "{file}: no entry for {}; there are no entries", listed(ids))
            }
            Self::NotFound { file, ids, stored } => {
                write!(f, "{file}: no entry for {}; there is {}", listed(ids), listed(stored))
            }
            Self::Duplicate { first, second } if first == second => write!(f, "{first:?} is given twice"),
            Self::Duplicate { first, second } => write!(f, "{first:?} and {second:?} are the same target"),
            Self::Conflict { first, second, text, .. } => {
                write!(f, "{first:?} and {second:?} cannot stand in one bundle: {text}")
            }
            Self::NoHost { found } => write!(f, "expected exactly one host target, found {found}"),
            Self::StandardInputTwice => f.write_str("standard input is given twice, but can be read only once"),
            Self::OutputIsInput { file } => write!(f, "{file}: the output is one of the inputs"),
            Self::SameOutput { file } => write!(f, "{file}: two outputs are this file"),
            Self::Exists { file } => write!(
                f,
                "{file}: exists already: choose another folder, or ask for files to be overwritten"
            ),
            Self::Unsupported { file, file_type, why } => {
                write!(f, "{file}: not yet supported as file type {file_type:?}: {why}")
            }
            Self::BadId { id, invalid } => write!(f, "{id:?}: {}", faults(invalid)),
            Self::Unspellable { id, error } => write!(f, "{id:?}: {error}"),
            Self::Unsound { file, offset, what } => write!(
                f,
                "{file}: at byte {offset:#x}: expected content that can be read back, found {what}"
            ),
            Self::NothingFits { files, stored, left_out } => {
                let (first, others) = match files.as_slice() {
                    [] => ("", 0),
                    [first, others @ ..] => (first.as_str(), others.len()),
                };
                f.write_str(first)?;
                if others > 0 {
                    write!(f, " and {others} more")?;
                }
                f.write_str(": no entry fits")?;
                match (stored.is_empty(), left_out) {
                    (true, _) => f.write_str("; there are no entries"),
                    (false, 0) => write!(f, "; there is {}", listed(stored)),
                    (false, _) => write!(f, ", but for {left_out} without content; there is {}", listed(stored)),
                }
            }
            Self::NotAFile { file } => write!(f, "{file}: what stands there is no regular file, and is not replaced"),
            Self::Inside { file } => write!(
                f,
                "{file}: its bundles lie within an object file, which would have to be rebuilt around others; extract takes out what \
                 they hold"
            ),
            Self::NotTogether { file } => write!(
                f,
                "{file}: text bundles cannot follow other bundles, because nobody could tell where one ends; extract takes out what \
                 they hold"
            ),
            Self::NoPadding { file, format } => write!(
                f,
                "{file}: nothing may stand between one {format} and the next, so they cannot be aligned"
            ),
            Self::NoContainer => f.write_str("no format that holds code objects is known"),
            Self::NoCompression => f.write_str("no format of compressed files is known"),
            Self::NoVersion { format, version, known } => {
                let known: Vec<String> = known.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "there is no version {version} of a {format}; there is {}",
                    known.join(", ")
                )
            }
            Self::BadLevel { method, why } => write!(f, "compression with {method}: {why}"),
            Self::NoRoom { file, format, version, error, fitting } => {
                write!(f, "{file}: too large for version {version} of a {format}: {error}; ")?;
                match fitting.first() {
                    Some(other) => write!(f, "version {other} has room for it"),
                    None => f.write_str("no version has room for it"),
                }
            }
        }
    }
}

impl std::error::Error for OpError {}

#[cfg(test)]
mod tests {
    use super::*;
    use offload_bundle_core::error::Problem;

    #[test]
    fn damage_met_while_decompressing_is_that_of_the_file_that_holds_it() {
        let error = ReadError::new(24, Problem::HoldsMore { found: 7 }).in_field("len");
        let error = OpError::from(FileError::damaged("a.bin", error));
        assert_eq!((error.code(), error.exit_code()), ("holds-more", 2));
        assert_eq!(
            format!("{error}"),
            "a.bin: at byte 0x18 (len): expected a larger number, found 7: the compressed bytes hold more"
        );
        let error = OpError::from(FileError::new("b.bin", io::ErrorKind::NotFound.into()));
        assert_eq!(error.code(), "io");
    }
}
