//! The word for each kind of error, whether it is an answer, and what it is in JSON.

use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::report::Outcome;

impl Error {
    /// A stable word for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Read { error, .. } => error.problem.code(),
            Self::Malformed { finding, .. } => finding.code(),
            Self::Write { .. } => "unwritable",
            Self::Io { .. } | Self::Output { .. } => "io",
            Self::NotABundle { .. } => "not-a-bundle",
            Self::NotAnArchive { .. } => "not-an-archive",
            Self::NotFound { .. } => "not-found",
            Self::AmbiguousTarget { .. } => "ambiguous-target",
            Self::Duplicate { .. } => "duplicate",
            Self::Conflict { .. } => "conflict",
            Self::NoHost { .. } => "no-host",
            Self::StandardInputTwice => "standard-input-twice",
            Self::OutputIsInput { .. } => "output-is-input",
            Self::SameOutput { .. } => "same-output",
            Self::Exists { .. } => "exists",
            Self::Unsupported { .. } => "not-yet",
            Self::NotCompressible { .. } => "not-compressible",
            Self::BadId { .. } | Self::Unprintable { .. } => "bad-id",
            Self::Unspellable { .. } => "bad-id",
            Self::Unsound { .. } => "unsound",
            Self::NothingFits { .. } => "nothing-fits",
            Self::NotAFile { .. } => "not-a-file",
            Self::Inside { .. } => "inside",
            Self::NotTogether { .. } => "not-together",
            Self::NotAlignable { .. } => "not-alignable",
            Self::NoPadding { .. } => "no-padding",
            Self::NoContainer => "no-container",
            Self::NoCompression => "no-compression",
            Self::NoImages => "no-images",
            Self::NoImageFits { .. } => "no-image-fits",
            Self::SeveralImages { .. } => "several-images",
            Self::NotPacked { .. } => "not-packed",
            Self::NoArchiveName { .. } => "no-archive-name",
            Self::Lossy { .. } => "lossy",
            Self::NoNumber { .. } => "no-number",
            Self::NoVersion { .. } => "no-version",
            Self::BadLevel { .. } => "bad-level",
            Self::NoRoom { .. } => "no-room",
        }
    }

    /// Whether it is an answer: [`Outcome::Negative`] where it is no, [`Outcome::Failed`] where there is none.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::NotABundle { .. }
            | Self::NotAnArchive { .. }
            | Self::NotFound { .. }
            | Self::NothingFits { .. }
            | Self::NoImageFits { .. }
            | Self::NotPacked { .. } => Outcome::Negative,
            _ => Outcome::Failed,
        }
    }
}

/// What an error is in JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Error"))]
struct ErrorObject<'e> {
    /// A stable word for the kind of error.
    code: &'e str,
    /// What is wrong, for people.
    message: &'e str,
}

/// As an object with `code` and `message`.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let message = self.to_string();
        ErrorObject { code: self.code(), message: &message }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Error {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        ErrorObject::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ErrorObject::json_schema(generator)
    }
}
