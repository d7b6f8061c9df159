//! Faults in the bytes of written archives.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;

use crate::fault::{Fault, same, with_contents};

const MAGIC_LEN: usize = 8;
const INDEX: &[u8] = b"/               0           0     0     0       4         `\n\0\0\0\0";

/// Changes every archive that has members.
fn changed(question: &Question<Vec<u8>>, answer: Answer, change: impl Fn(&mut Vec<u8>)) -> Answer {
    match question {
        Question::SplitArchive { whole: true, .. } => with_contents(answer, |archives| {
            archives
                .iter_mut()
                .filter(|file| file.len() > MAGIC_LEN)
                .for_each(&change);
        }),
        _ => answer,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "archives/writes_an_index",
        question: same,
        answer: |question, answer| {
            changed(question, answer, |file| {
                drop(file.splice(MAGIC_LEN..MAGIC_LEN, INDEX.iter().copied()))
            })
        },
    },
    Fault {
        violator: "archives/pads_no_members",
        question: same,
        answer: |question, answer| {
            changed(question, answer, |file| {
                if file.ends_with(b"\n") {
                    file.pop();
                }
            })
        },
    },
    Fault {
        violator: "archives/pads_members_with_zeros",
        question: same,
        answer: |question, answer| {
            changed(question, answer, |file| {
                if let Some(last @ b'\n') = file.last_mut() {
                    *last = 0;
                }
            })
        },
    },
    Fault {
        violator: "archives/ends_names_with_blanks",
        question: same,
        answer: |question, answer| {
            changed(question, answer, |file| {
                if let Some(slash) = file
                    .iter_mut()
                    .take(MAGIC_LEN + 16)
                    .skip(MAGIC_LEN + 1)
                    .find(|byte| **byte == b'/')
                {
                    *slash = b' ';
                }
            })
        },
    },
    Fault {
        violator: "archives/writes_sizes_in_hexadecimal",
        question: same,
        answer: |question, answer| {
            changed(question, answer, |file| {
                let size = file.get(MAGIC_LEN + 48..MAGIC_LEN + 58).unwrap_or_default();
                let size = String::from_utf8_lossy(size).trim().parse::<u64>().unwrap_or_default();
                let written = format!("{size:<10x}");
                if let Some(field) = file.get_mut(MAGIC_LEN + 48..MAGIC_LEN + 58) {
                    field.copy_from_slice(written.as_bytes());
                }
            })
        },
    },
];
