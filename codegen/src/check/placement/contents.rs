//! Rule: contents are told by their first bytes, and none is hidden by an earlier one.

use crate::model::placement::Spec;
use crate::problem::Problems;

/// Checks what the contents begin with.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for (index, content) in spec.contents.iter().enumerate() {
        let begins = &content.begins;
        if begins.is_empty() {
            problems.add_missing(
                begins,
                "bytes that it begins with",
                "none",
                "a content is recognised by them",
            );
        }
        let mut earlier = spec.contents.iter().take(index);
        let hiding = earlier.find(|other| !other.begins.is_empty() && begins.starts_with(&other.begins));
        if let Some(other) = hiding {
            let found = format!("what `{}` begins with", other.id.value);
            problems.add(begins, "a beginning of its own", found, "put the longer one first");
        }
    }
}
