//! Files of the format can be written: lengths and offsets fit their fields, whatever the numbers are that they are computed with.

use crate::amounts::Amounts;
use crate::model::binary::Spec;
use crate::problem::{Doubts, Problems};

/// `doubts`: where something is wrong that has to do with what is where. The lengths of everything depend on it.
pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    if doubts.of_layout(spec) {
        return;
    }
    for impossible in Amounts::of(spec).err().into_iter().flatten() {
        problems.add(&impossible.span, impossible.expected, impossible.found, impossible.hint);
    }
}
