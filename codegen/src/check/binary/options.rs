//! Options and alignments can be used as they stand.

use super::attrs;
use crate::model::binary::{Align, Spec};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for option in &spec.options {
        if !(option.min..=option.max).contains(&option.default.value) {
            let expected = format!("a default from {} to {}", option.min, option.max);
            option.default.problem(
                problems,
                expected,
                format!("{}", option.default.value),
                "correct one of the three",
            );
        }
    }
    for (_, attr) in attrs(spec) {
        let Some(align) = &attr.align else { continue };
        let least = match &align.value {
            Align::To(number) => Some(*number),
            Align::Option(id) => spec
                .options
                .iter()
                .find(|option| option.id.value == *id)
                .map(|option| option.min),
        };
        if least == Some(0) {
            align.problem(
                problems,
                "an alignment of at least 1",
                "0",
                "1 means no alignment; an option needs `min: 1`",
            );
        }
    }
}
