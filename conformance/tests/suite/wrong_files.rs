//! Faults in reading bundles: records, text lines, containing files.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;
use serde_json::Value;

use crate::fault::{Fault, as_answered, contains, same, set, with_input, with_value};

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

fn unless(refused: bool, answer: Answer) -> Answer {
    match refused {
        true => Answer::Rejected("not known".into()),
        false => answer,
    }
}

fn input(question: &Question<Vec<u8>>) -> &[u8] {
    match question {
        Question::Read { input, .. }
        | Question::List { input, .. }
        | Question::Unbundle { input, .. }
        | Question::Images { input } => input,
        _ => &[],
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "files/does_not_list_openmp",
        question: same,
        answer: |_, answer| {
            with_value(answer, "ids", |ids| {
                let other = |id: &Value| !id.as_str().is_some_and(|id| id.starts_with("openmp"));
                ids.as_array_mut().into_iter().for_each(|ids| ids.retain(other));
            })
        },
    },
    Fault {
        violator: "files/takes_no_empty_content",
        question: same,
        answer: |_, answer| match &answer {
            Answer::Value { contents, .. } if contents.iter().any(Vec::is_empty) => Answer::Rejected("empty".into()),
            _ => answer,
        },
    },
    Fault {
        violator: "files/compares_requests_letter_by_letter",
        question: same,
        answer: |question, answer| match question {
            Question::Unbundle { input, targets, .. } => {
                unless(targets.iter().any(|id| !contains(input, id.as_bytes())), answer)
            }
            _ => answer,
        },
    },
    Fault {
        violator: "files/ends_ids_at_a_nul",
        question: |question| {
            with_input(question, |file| {
                let at = file.windows(8).position(|window| window == b"amdhsa\0-");
                if let Some(at) = at.filter(|_| file.starts_with(MAGIC)) {
                    set(file, at + 6, b'-');
                }
            })
        },
        answer: |question, answer| match contains(input(question), b"amdhsa\0-") {
            true => with_value(answer, "entries", |entries| {
                for id in entries
                    .as_array_mut()
                    .into_iter()
                    .flatten()
                    .filter_map(|entry| entry.get_mut("id"))
                {
                    *id = id.as_str().unwrap_or_default().split("--").next().into();
                }
            }),
            false => answer,
        },
    },
    Fault {
        violator: "files/takes_the_first_of_two_entries_of_one_id",
        question: |question| {
            with_input(question, |file| {
                let id = b"hip-amdgcn-amd-amdhsa--gfx906";
                let places = file.windows(id.len()).enumerate().filter(|(_, window)| window == id);
                let second = places.map(|(at, _)| at).nth(1);
                if let Some(at) = second.filter(|_| file.starts_with(MAGIC)) {
                    set(file, at + id.len() - 1, b'0');
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "files/wants_contents_in_the_order_of_the_records",
        question: same,
        answer: |question, answer| {
            let file = input(question);
            let first = file
                .get(32..40)
                .and_then(|bytes| bytes.try_into().ok())
                .map_or(0, u64::from_le_bytes);
            let last = file
                .get(86..94)
                .and_then(|bytes| bytes.try_into().ok())
                .map_or(0, u64::from_le_bytes);
            unless(
                file.starts_with(MAGIC) && file.get(24) == Some(&2) && (1..first).contains(&last),
                answer,
            )
        },
    },
];
