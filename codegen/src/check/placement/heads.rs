//! Rule: heads are bytes, no one of them covered by another, and every head is used and every one used is there.

use crate::model::placement::Spec;
use crate::problem::Problems;

/// The word that stands for all input.
pub const ALWAYS: &str = "always";
/// What can be done with a form.
const TO: &[&str] = &["read", "write"];

/// Checks heads and the `not-yet` that name them.
pub fn check(spec: &Spec, problems: &mut Problems) {
    for head in &spec.heads {
        for (index, magic) in head.magics.iter().enumerate() {
            let covers = |(other, known): (usize, &crate::model::placement::Magic)| {
                let before = other < index || known.bytes.len() < magic.bytes.len();
                other != index && before && magic.bytes.starts_with(&known.bytes)
            };
            let at = magic.at.get("bytes").unwrap_or(&magic.at);
            if magic.bytes.is_empty() {
                problems.add(at, "at least one byte", "none", "every file would begin with it");
            } else if head.magics.iter().enumerate().any(covers) {
                let hint = "another item of the same head is the start of these bytes: remove one of the two";
                problems.add(at, "bytes that no other item covers", at.describe(), hint);
            }
        }
        let mut used = spec.file_types.iter().flat_map(|file_type| &file_type.not_yet);
        if !used.any(|not_yet| not_yet.when.text == head.id.text) {
            problems.add(
                &head.id.at,
                "a head that some `not-yet` names",
                head.id.at.describe(),
                "remove it: it has no effect",
            );
        }
    }
    for not_yet in spec.file_types.iter().flat_map(|file_type| &file_type.not_yet) {
        if let Some(to) = not_yet.to.as_ref().filter(|to| !to.text.is_empty())
            && !TO.contains(&to.text.as_str())
        {
            let hint = "leave it out where neither can be done";
            problems.add(&to.at, format!("one of {}", TO.join(", ")), to.at.describe(), hint);
        }
        let when = &not_yet.when;
        let known = spec.heads.iter().any(|head| head.id.text == when.text);
        if !when.text.is_empty() && when.text != ALWAYS && !known {
            let names: Vec<&str> = spec.heads.iter().map(|head| head.id.text.as_str()).collect();
            problems.add(
                &when.at,
                format!("`{ALWAYS}` or the name of a head"),
                when.at.describe(),
                format!("the heads are: {}", names.join(", ")),
            );
        }
    }
}
