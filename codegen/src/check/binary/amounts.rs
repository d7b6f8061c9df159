//! Files of the format can be written: lengths and offsets fit their fields, whatever the numbers are that they are computed with.

use crate::amounts::Amounts;
use crate::model::binary::Spec;
use crate::problem::Problems;

/// The schema has passed all other checks.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for impossible in Amounts::of(spec).err().into_iter().flatten() {
        problems.add(&impossible.span, impossible.expected, impossible.found, impossible.hint);
    }
}
