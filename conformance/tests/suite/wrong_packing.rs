//! Faults in writing offload binaries.

use offload_bundle_conformance::case::{NewImage, Question};

use crate::fault::{Fault, as_answered};

fn packed(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<NewImage<Vec<u8>>>)) -> Question<Vec<u8>> {
    match question.clone() {
        Question::Pack { mut images, version } => {
            change(&mut images);
            Question::Pack { images, version }
        }
        other => other,
    }
}

pub(crate) const FAULTS: &[Fault] = &[Fault {
    violator: "images/packs_no_other_keys",
    question: |question| {
        packed(question, |images| {
            let known = |key: &String| key == "triple" || key == "arch";
            images
                .iter_mut()
                .for_each(|image| image.strings.retain(|(key, _)| known(key)));
        })
    },
    answer: as_answered,
}];
