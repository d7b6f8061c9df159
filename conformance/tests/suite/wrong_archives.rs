//! Faults in reading archives.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::Value;

use crate::fault::{Fault, as_answered, contains, same, with_value};

fn asked_for(question: &Question<Vec<u8>>, change: impl Fn(&str) -> String) -> Question<Vec<u8>> {
    match question.clone() {
        Question::SplitArchive { input, targets, allow_missing, interchangeable_kinds, check_members, whole } => {
            let targets = targets.iter().map(|id| change(id)).collect();
            Question::SplitArchive { input, targets, allow_missing, interchangeable_kinds, check_members, whole }
        }
        other => other,
    }
}

/// Repeats a refused question with other targets.
fn again(question: &Question<Vec<u8>>, answer: Answer, change: impl Fn(&str) -> String) -> Answer {
    match (question, &answer) {
        (Question::SplitArchive { .. }, Answer::Rejected(_)) => Ours.answer(&asked_for(question, change)),
        _ => answer,
    }
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

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "archives/serves_a_request_that_leaves_a_feature_open_with_code_that_fixes_it",
        question: same,
        answer: |question, answer| {
            again(question, answer, |id| match id.contains(':') {
                true => id.into(),
                false => format!("{id}:xnack+"),
            })
        },
    },
    Fault {
        violator: "archives/wants_the_very_features_that_are_asked_for",
        question: same,
        answer: |question, answer| {
            unless(question, answer, |file, targets| {
                targets
                    .iter()
                    .any(|id| id.contains(':') && !contains(file, id.as_bytes()))
            })
        },
    },
    Fault {
        violator: "archives/fills_an_archive_with_what_is_compatible_with_no_target",
        question: same,
        answer: |question, answer| {
            let Question::SplitArchive { input, targets, .. } = question else {
                return answer;
            };
            let others = ["gfx900", "gfx906", "gfx908", "gfx90a"].map(|one| format!("hip-amdgcn-amd-amdhsa--{one}"));
            let others: Vec<String> = others.into_iter().filter(|id| !targets.contains(id)).collect();
            let all = Ours.answer(&Question::SplitArchive {
                input: input.clone(),
                targets: others,
                allow_missing: true,
                interchangeable_kinds: false,
                check_members: false,
                whole: false,
            });
            let Answer::Value { value: more, .. } = all else {
                return answer;
            };
            let more = more["archives"].as_array().into_iter().flatten();
            let more: Vec<Value> = more
                .flat_map(|one| one["members"].as_array().cloned().unwrap_or_default())
                .collect();
            each(answer, |number, members| {
                if number == 0 {
                    members.extend(more.clone());
                }
            })
        },
    },
    Fault {
        violator: "archives/puts_a_device_binary_into_one_archive_alone",
        question: same,
        answer: |_, answer| {
            each(answer, |number, members| {
                if number > 0 {
                    members.clear();
                }
            })
        },
    },
    Fault {
        violator: "archives/takes_bundles_of_a_host_and_one_target",
        question: same,
        answer: |question, answer| unless(question, answer, |_, targets| targets.len() > 1),
    },
    Fault {
        violator: "archives/wants_members_in_order_of_their_targets",
        question: same,
        answer: |question, answer| {
            unless(question, answer, |file, _| {
                let places = [&b"gfx90a"[..], b"gfx906:xnack+", b"f2.bc"]
                    .map(|part| file.windows(part.len()).position(|window| window == part));
                places.iter().flatten().count() > 1
            })
        },
    },
    Fault {
        violator: "archives/puts_bundles_into_archives",
        question: same,
        answer: |question, answer| {
            let Question::SplitArchive { input, .. } = question else {
                return answer;
            };
            let bundle = digest(input.get(68..).unwrap_or_default());
            each(answer, |_, members| {
                for content in members.iter_mut().filter_map(|member| member.get_mut("content")) {
                    *content = bundle.clone();
                }
            })
        },
    },
    Fault {
        violator: "archives/gives_code_of_devices_to_the_host",
        question: |question| {
            asked_for(question, |id| match id.starts_with("host-") {
                true => "hip-amdgcn-amd-amdhsa--gfx906".into(),
                false => id.into(),
            })
        },
        answer: as_answered,
    },
];
