//! Options and alignments can be used as they stand.

use crate::model::binary::{Align, Spec};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for option in &spec.options {
        let (min, max) = (option.least(), option.most());
        if !(min..=max).contains(&option.default.value) {
            let expected = format!("a default from {min} to {max}");
            problems.add(
                &option.default,
                expected,
                option.default.to_string(),
                "correct one of the three",
            );
        }
    }
    for (_, attr) in spec.attrs() {
        let Some(align) = &attr.align else { continue };
        let least = match &align.value {
            Align::To(number) => Some(*number),
            Align::Option(id) => spec
                .options
                .iter()
                .find(|option| option.id.value == *id)
                .map(|option| option.least()),
        };
        if least == Some(0) {
            let hint = "1 means no alignment; an option needs `min: 1`";
            problems.add(align, "an alignment of at least 1", "0", hint);
        }
    }
}
