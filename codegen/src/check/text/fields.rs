//! Rule: the field's encoding is known, what it refuses is text, and the next bundle is told by that field.

use crate::model::text::Spec;
use crate::problem::{Problems, quoted};

/// Checks `field` and `next-bundle`.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let field = &spec.field;
    if !["UTF-8", "ASCII"].contains(&field.encoding.as_str()) {
        problems.add_word(&field.encoding, "`UTF-8` or `ASCII`", "no other encoding is supported");
    }
    for (index, refusal) in field.refuse.iter().enumerate() {
        let text = &refusal.text;
        let before = field
            .refuse
            .iter()
            .take(index)
            .any(|known| known.text.value == text.value);
        if text.is_empty() || before {
            let expected = "text that is not empty and not refused already";
            problems.add_word(text, expected, "remove this item");
        }
    }
    let wanted = format!("again({})", field.id.value);
    if let Some(next) = spec.next_bundle.as_ref().filter(|next| next.value != wanted) {
        let hint = "leave `next-bundle` out if a file holds one bundle only";
        problems.add_word(next, quoted(&wanted), hint);
    }
}
