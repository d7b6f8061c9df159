//! The stable code, the outcome and the JSON of each kind of error.

use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::refusal::Advice;
use crate::report::Outcome;

impl Error {
    /// Returns a stable word for the kind of error.
    ///
    /// ```
    /// use offload_bundle::Error;
    ///
    /// let error = offload_bundle::OffloadFile::from_bytes(*b"text").unwrap_err();
    /// assert!(matches!(error, Error::NotABundle { .. }));
    /// println!("{}: {error}", error.code());
    /// # assert_eq!(error.code(), "not-a-bundle");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            Self::Read { error, .. } => error.problem.code(),
            Self::Malformed { finding, .. } => finding.code(),
            Self::Package { refusal, .. } | Self::Refused { refusal, .. } => refusal.code,
            Self::AmbiguousProduct(_) => "bad-id",
            other => other.into(),
        }
    }

    /// Returns what the user can do, as a clause without a period. Hints that need options of the command line are not
    /// among them.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Package { refusal, .. } | Self::Refused { refusal, .. } => refusal.hint,
            Self::NotABundle { kind: Some(kind), .. } | Self::NotAnArchive { kind: Some(kind), .. } => {
                match kind.advice? {
                    Advice::OfKind(advice) | Advice::OfPackage(advice) => Some(advice),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns [`Outcome::Negative`] if the answer is no, or [`Outcome::Failed`] if there is no answer.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::NotABundle { .. }
            | Self::NotAnArchive { .. }
            | Self::NotFound { .. }
            | Self::NothingFits { .. }
            | Self::NoImageFits { .. }
            | Self::NotPacked { .. }
            | Self::NoBundle { .. } => Outcome::Negative,
            _ => Outcome::Failed,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Error"))]
struct ErrorObject<'e> {
    /// A stable word for the kind of error.
    code: &'e str,
    /// The message.
    message: &'e str,
}

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
