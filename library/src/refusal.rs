//! Why something is refused: plain data, made where the reason is known.

use std::borrow::Cow;

/// Why a file is refused, or a change to it. Nothing has been written then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
#[non_exhaustive]
pub struct Refusal {
    /// A stable word for the kind of refusal.
    pub code: &'static str,
    /// The reason, as a sentence without the name of the file.
    pub why: Cow<'static, str>,
    /// How to get on, if there is a way.
    pub hint: Option<&'static str>,
}

impl Refusal {
    /// A refusal with this code and reason.
    #[doc(hidden)]
    pub fn new(code: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self { code, why: why.into(), hint: None }
    }

    /// The same with a hint.
    #[doc(hidden)]
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }
}

/// The bundles cannot be replaced, because of `why`.
pub fn not_repackable(why: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::new("not-repackable", why)
}

/// The section of the bundles has no bytes in the file, or a pointer to it says that they were moved.
pub fn no_bits(section: &str) -> Refusal {
    not_repackable(format!(
        "expected device code in the section {section}, found none: it was moved to another file, or this is only the debug information of a file"
    ))
    .hint("give the library or program that has the code; debug information needs no change")
}
