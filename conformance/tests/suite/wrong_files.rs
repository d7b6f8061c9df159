//! Faults in how bundles are read: their records, their lines of text, the files that they lie in.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;
use serde_json::Value;

use crate::fault::{Fault, as_answered, contains, same, set, with_input, with_value};

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// Adds `more` to every offset of a binary bundle.
fn moved(question: &Question<Vec<u8>>, more: i64) -> Question<Vec<u8>> {
    with_input(question, |file| {
        let number = |file: &[u8], at: usize| {
            let bytes = file.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u64::from_le_bytes)
        };
        if !file.starts_with(MAGIC) {
            return;
        }
        let mut at = 32;
        for _ in 0..number(file, 24).min(100) {
            let offset = number(file, at).saturating_add_signed(more);
            if let Some(field) = file.get_mut(at..at + 8) {
                field.copy_from_slice(&offset.to_le_bytes());
            }
            at += 24 + usize::try_from(number(file, at + 16)).unwrap_or(0).min(1 << 20);
        }
    })
}

fn unless(refused: bool, answer: Answer) -> Answer {
    match refused {
        true => Answer::Rejected("not known".into()),
        false => answer,
    }
}

/// The bytes of the file that is listed, read or taken apart.
fn input(question: &Question<Vec<u8>>) -> &[u8] {
    match question {
        Question::Read { input, .. }
        | Question::List { input, .. }
        | Question::Unbundle { input, .. }
        | Question::Images { input } => input,
        _ => &[],
    }
}

fn each_id(answer: Answer, change: impl Fn(&str) -> String) -> Answer {
    with_value(answer, "ids", |ids| {
        for id in ids.as_array_mut().into_iter().flatten() {
            *id = change(id.as_str().unwrap_or_default()).into();
        }
    })
}

fn is_object(file: &[u8]) -> bool {
    file.starts_with(b"\x7fELF") || file.starts_with(&[0x64, 0x86])
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "files/wants_an_entry_of_the_host",
        question: same,
        answer: |question, answer| {
            let file = input(question);
            unless(contains(file, MAGIC) && !contains(file, b"host-"), answer)
        },
    },
    Fault {
        violator: "files/counts_offsets_from_behind_the_magic",
        question: |question| moved(question, 24),
        answer: as_answered,
    },
    Fault {
        violator: "files/counts_offsets_from_behind_the_number",
        question: |question| moved(question, 32),
        answer: as_answered,
    },
    Fault {
        violator: "files/ends_ids_with_a_nul",
        question: same,
        answer: |_, answer| each_id(answer, |id| format!("{id}\0")),
    },
    Fault {
        violator: "files/counts_a_nul_of_ids",
        question: same,
        answer: |_, answer| {
            each_id(answer, |id| {
                id.get(..id.len().saturating_sub(1)).unwrap_or_default().into()
            })
        },
    },
    Fault {
        violator: "files/lists_ids_without_their_processors",
        question: same,
        answer: |_, answer| each_id(answer, |id| id.split("--").next().unwrap_or_default().into()),
    },
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
        violator: "files/reads_entries_in_the_order_of_their_ids",
        question: same,
        answer: |_, answer| {
            let Answer::Value { mut value, contents } = answer else {
                return answer;
            };
            if let Some(entries) = value.get_mut("entries").and_then(Value::as_array_mut) {
                entries.sort_by_key(|entry| entry.get("id").and_then(Value::as_str).map(String::from));
            }
            Answer::Value { value, contents }
        },
    },
    Fault {
        violator: "files/reads_two_entries_at_most",
        question: same,
        answer: |_, answer| {
            with_value(answer, "entries", |entries| {
                entries
                    .as_array_mut()
                    .into_iter()
                    .for_each(|entries| entries.truncate(2));
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
        violator: "files/looks_into_no_objects",
        question: same,
        answer: |question, answer| unless(is_object(input(question)), answer),
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
        violator: "files/wants_an_entry",
        question: same,
        answer: |question, answer| {
            let file = input(question);
            unless(file.starts_with(MAGIC) && file.get(24..32) == Some(&[0; 8][..]), answer)
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
