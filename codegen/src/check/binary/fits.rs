//! Common checks of references from keys.

use crate::model::binary::Record;
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) fn is_judged(record: &Record, id: &str, doubts: &Doubts) -> bool {
    record.find(id).map_or(doubts.whole(record), |attr| doubts.clear(attr))
}

pub(super) fn wrong(said: &Spanned<String>, expected: &str, problems: &mut Problems) {
    problems.add_word(said, expected, "name a part that fits");
}
