//! Faults in member names and archive layout.

use std::collections::BTreeSet;

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Value, json};

use crate::fault::{Fault, same, with_value};

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// Names and contents of the members, read from their headers.
fn members(archive: &[u8]) -> Vec<(String, &[u8])> {
    let mut found = Vec::new();
    let mut at = 8;
    while let Some(header) = archive.get(at..at + 60) {
        let text = |place: std::ops::Range<usize>| String::from_utf8_lossy(&header[place]).trim().to_owned();
        let size = text(48..58).parse::<usize>().unwrap_or(usize::MAX >> 1);
        let Some(content) = archive.get(at + 60..at + 60 + size) else {
            break;
        };
        found.push((text(0..16), content));
        at += 60 + size.next_multiple_of(2);
    }
    found
}

fn ids_of(bundle: &[u8]) -> Vec<String> {
    let number = |at: usize| {
        let bytes = bundle.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
        usize::try_from(bytes.map_or(0, u64::from_le_bytes)).unwrap_or(0)
    };
    let mut at = 32;
    let ids = (0..number(24).min(100)).filter(|_| bundle.starts_with(MAGIC)).map(|_| {
        let id = at + 24..at + 24 + number(at + 16).min(1 << 20);
        at = id.end;
        String::from_utf8_lossy(bundle.get(id).unwrap_or_default()).into_owned()
    });
    ids.collect()
}

fn unless(question: &Question<Vec<u8>>, answer: Answer, refused: impl Fn(&[u8], &[String]) -> bool) -> Answer {
    match question {
        Question::SplitArchive { input, targets, .. } if refused(input, targets) => {
            Answer::Rejected("not known".into())
        }
        _ => answer,
    }
}

/// Changes the members of each archive.
fn each(answer: Answer, change: impl Fn(usize, &mut Vec<Value>)) -> Answer {
    with_value(answer, "archives", |archives| {
        for (number, archive) in archives.as_array_mut().into_iter().flatten().enumerate() {
            if let Some(members) = archive.get_mut("members").and_then(Value::as_array_mut) {
                change(number, members);
            }
        }
    })
}

fn renamed(answer: Answer, change: impl Fn(&str) -> String) -> Answer {
    each(answer, |_, members| {
        for name in members.iter_mut().filter_map(|member| member.get_mut("name")) {
            *name = change(name.as_str().unwrap_or_default()).into();
        }
    })
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "archives/keeps_the_ending_of_the_parent",
        question: same,
        answer: |_, answer| {
            renamed(answer, |name| {
                let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
                format!("{stem}.o")
            })
        },
    },
    Fault {
        violator: "archives/names_members_after_their_parents_alone",
        question: same,
        answer: |_, answer| {
            renamed(answer, |name| {
                name.split("-hip")
                    .next()
                    .unwrap_or_default()
                    .split("-openmp")
                    .next()
                    .unwrap_or_default()
                    .into()
            })
        },
    },
    Fault {
        violator: "archives/keeps_colons_in_names",
        question: same,
        answer: |_, answer| renamed(answer, |name| name.replace("_xnack", ":xnack")),
    },
    Fault {
        violator: "archives/passes_over_what_is_no_archive",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::SplitArchive { input, .. }, Answer::Rejected(_)) if !input.starts_with(b"!<") => {
                Answer::value(json!({ "archives": [] }))
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "archives/wants_every_member_to_be_a_bundle",
        question: same,
        answer: |question, answer| {
            unless(question, answer, |file, _| {
                members(file)
                    .iter()
                    .any(|(name, content)| !name.starts_with('/') && !content.starts_with(MAGIC))
            })
        },
    },
    Fault {
        violator: "archives/takes_the_symbol_table_for_a_member",
        question: same,
        answer: |question, answer| unless(question, answer, |file, _| file.get(8..10) == Some(b"/ ")),
    },
    Fault {
        violator: "archives/takes_the_padding_of_odd_sizes_for_content",
        question: same,
        answer: |question, answer| {
            unless(question, answer, |file, _| {
                let size = file.get(56..66).map(String::from_utf8_lossy);
                let size = size.and_then(|size| size.trim().parse::<usize>().ok()).unwrap_or(0);
                size % 2 == 1 && file.len() > 8 + 60 + size + 1
            })
        },
    },
    Fault {
        violator: "archives/compares_entries_of_several_members",
        question: same,
        answer: |question, answer| match question {
            Question::SplitArchive { input, check_members: true, .. } => {
                let ids: BTreeSet<String> = members(input).iter().flat_map(|(_, content)| ids_of(content)).collect();
                let together = Ours.answer(&Question::Compose { ids: ids.into_iter().collect() });
                unless(question, answer, |_, _| matches!(together, Answer::Rejected(_)))
            }
            _ => answer,
        },
    },
    Fault {
        violator: "archives/keeps_one_of_two_members_of_one_name",
        question: same,
        answer: |_, answer| {
            each(answer, |_, members| {
                let mut names = Vec::new();
                members.retain(|member| {
                    let name = member.get("name").cloned();
                    let new = !names.contains(&name);
                    names.push(name);
                    new
                });
            })
        },
    },
];
