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
