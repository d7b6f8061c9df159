//! Why bundles within an object file cannot be replaced, where several places find the same.

use crate::refusal::Refusal;

/// The bundles cannot be replaced, because of `why`.
pub fn not_repackable(why: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new("not-repackable", why)
}

/// The section of the bundles has no bytes in the file, or a pointer to it says that they were moved.
pub fn no_bits(section: &str) -> Refusal {
    not_repackable(format!(
        "expected device code in the section {section}, found none: it was moved to another file, or this is only the debug information of a file"
    ))
    .hint("give the library or program that has the code; debug information needs no change")
}
