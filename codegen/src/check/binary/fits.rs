//! Whether what a key names is certain, and what is said where it does not fit.

use crate::model::binary::Type;
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

/// Whether it is certain what `id` is in `record`, if anything.
pub(super) fn is_judged(record: &Type, id: &str, doubts: &Doubts) -> bool {
    record.find(id).map_or(doubts.whole(record), |attr| doubts.clear(attr))
}

/// What is named does not fit.
pub(super) fn wrong(said: &Spanned<String>, expected: &str, problems: &mut Problems) {
    problems.add_word(said, expected, "name a part that fits");
}
