//! Rule: the field's encoding is known, what it refuses is text, and the next bundle is told by that field.

use crate::model::text::Spec;
use crate::problem::Problems;

/// Checks `field` and `next-bundle`.
pub fn check(spec: &Spec, problems: &mut Problems) {
    let field = &spec.field;
    if !matches!(field.encoding.text.as_str(), "" | "UTF-8") {
        let at = &field.encoding.at;
        problems.add(at, "`UTF-8`", at.describe(), "no other encoding is supported");
    }
    for (index, (text, _)) in field.refuse.iter().enumerate() {
        let before = field
            .refuse
            .iter()
            .take(index)
            .any(|(known, _)| known.text == text.text);
        if text.text.is_empty() || before {
            problems.add(
                &text.at,
                "text that is not empty and not refused already",
                text.at.describe(),
                "remove this item",
            );
        }
    }
    let wanted = format!("again({})", field.id.text);
    if let Some(next) = &spec.next_bundle
        && !next.text.is_empty()
        && next.text != wanted
    {
        problems.add(
            &next.at,
            format!("`{wanted}`"),
            next.at.describe(),
            "leave `next-bundle` out if a file holds one bundle only",
        );
    }
}
