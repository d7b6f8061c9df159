//! Faults in how files and requests are dealt with: what is missing, damaged, compressed, packed.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Breakdown};
use serde_json::{Value, json};

use crate::fault::{Fault, as_answered, contains, same, set, with_input, with_value};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "manners/ends_as_if_all_were_well_on_an_error",
        question: same,
        answer: |_, answer| match answer {
            Answer::Rejected(_) => Answer::Broken(Breakdown::Silent),
            other => other,
        },
    },
    Fault {
        violator: "manners/writes_an_empty_file_for_what_is_missing",
        question: |question| match question {
            Question::Unbundle { file_type, input, targets, interchangeable_kinds, .. } => Question::Unbundle {
                file_type: file_type.clone(),
                input: input.clone(),
                targets: targets.clone(),
                allow_missing: true,
                interchangeable_kinds: *interchangeable_kinds,
            },
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/does_not_know_the_option_for_what_is_missing",
        question: |question| match question {
            Question::Unbundle { file_type, input, targets, interchangeable_kinds, .. } => Question::Unbundle {
                file_type: file_type.clone(),
                input: input.clone(),
                targets: targets.clone(),
                allow_missing: false,
                interchangeable_kinds: *interchangeable_kinds,
            },
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/lets_kinds_stand_for_each_other_that_nobody_asked_for",
        question: |question| match question.clone() {
            Question::Unbundle { file_type, input, targets, allow_missing, .. } => {
                Question::Unbundle { file_type, input, targets, allow_missing, interchangeable_kinds: true }
            }
            other => other,
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/does_not_check_the_members_of_an_archive",
        question: |question| match question.clone() {
            Question::SplitArchive { input, targets, allow_missing, interchangeable_kinds, .. } => {
                Question::SplitArchive {
                    input,
                    targets,
                    allow_missing,
                    interchangeable_kinds,
                    check_members: false,
                    whole: false,
                }
            }
            other => other,
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/ignores_the_alignment",
        question: |question| match question {
            Question::Bundle { file_type, entries, .. } => Question::Bundle {
                file_type: file_type.clone(),
                entries: entries.clone(),
                alignment: None,
                compress: false,
                level: None,
            },
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/aligns_every_bundle",
        question: |question| match question {
            Question::Bundle { file_type, entries, .. } => Question::Bundle {
                file_type: file_type.clone(),
                entries: entries.clone(),
                alignment: Some(4096),
                compress: false,
                level: None,
            },
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/writes_entries_in_the_order_of_their_ids",
        question: |question| match question {
            Question::Bundle { file_type, entries, alignment, compress, level } => {
                let mut entries = entries.clone();
                entries.sort_by(|one, other| one.id.cmp(&other.id));
                Question::Bundle {
                    file_type: file_type.clone(),
                    entries,
                    alignment: *alignment,
                    compress: *compress,
                    level: *level,
                }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/trusts_a_size_that_is_too_large_and_fills_up_with_zeros",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Decompress { input }, Answer::Rejected(_)) if input.starts_with(b"CCOB") => {
                Answer::value(json!({ "bytes": digest(&[0; 100]) }))
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "manners/takes_the_version_for_3_whatever_it_is",
        question: |question| match question {
            Question::Decompress { .. } => with_input(question, |bytes| set(bytes, 4, 3)),
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/compresses_everything_into_version_2",
        question: |question| match question {
            Question::Compress { input, method, .. } => {
                Question::Compress { input: input.clone(), version: 2, method: method.clone(), level: None }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/gives_out_what_stands_behind_the_file",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Unbundle { .. }, Answer::Rejected(_)) => Answer::Value {
                value: json!({ "outputs": [{ "content": digest(b"secret") }] }),
                contents: vec![b"secret".to_vec()],
            },
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "manners/crashes_on_a_damaged_file",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Read { .. } | Question::Images { .. }, Answer::Rejected(_)) => {
                Answer::Broken(Breakdown::Crash("segmentation fault".into()))
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "manners/hangs_on_a_damaged_file",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Read { .. }, Answer::Rejected(_)) => Answer::Broken(Breakdown::Hang),
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "manners/asks_for_as_much_memory_as_a_file_says",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Decompress { .. }, Answer::Rejected(_)) => Answer::Broken(Breakdown::OutOfMemory),
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "manners/writes_beside_its_folder",
        question: same,
        answer: |question, answer| match question {
            Question::Images { input } if contains(input, b"../../evil") => {
                Answer::Broken(Breakdown::WroteElsewhere(vec!["../../evil.o".into()]))
            }
            _ => answer,
        },
    },
    Fault {
        violator: "manners/sees_only_the_first_of_several_offload_binaries",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                if let Some(images) = images.as_array_mut() {
                    images.truncate(1);
                }
            })
        },
    },
    Fault {
        violator: "manners/does_not_know_versions_2_and_3_of_offload_binaries",
        question: same,
        answer: |question, answer| match question {
            Question::Images { input } if matches!(input.get(4), Some(2 | 3)) => Answer::Rejected("version".into()),
            _ => answer,
        },
    },
    Fault {
        violator: "manners/makes_zeros_of_numbers_it_does_not_know",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                for image in images.as_array_mut().into_iter().flatten() {
                    for key in ["image_kind", "offload_kind"] {
                        if let Some(number) = image.get_mut(key).filter(|number| number.as_u64() > Some(8)) {
                            *number = 0.into();
                        }
                    }
                }
            })
        },
    },
    Fault {
        violator: "manners/forgets_keys_that_are_neither_triple_nor_arch",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                for image in images.as_array_mut().into_iter().flatten() {
                    if let Some(strings) = image.get_mut("strings").and_then(Value::as_object_mut) {
                        strings.retain(|key, _| key == "triple" || key == "arch");
                    }
                }
            })
        },
    },
    Fault {
        violator: "manners/packs_the_last_image_only",
        question: |question| match question {
            Question::Pack { images, version } => {
                Question::Pack { images: images.iter().rev().take(1).cloned().collect(), version: *version }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "manners/loses_a_member_of_an_archive",
        question: same,
        answer: |_, answer| {
            with_value(answer, "archives", |archives| {
                for archive in archives.as_array_mut().into_iter().flatten() {
                    drop(
                        archive
                            .get_mut("members")
                            .and_then(Value::as_array_mut)
                            .and_then(Vec::pop),
                    );
                }
            })
        },
    },
    Fault {
        violator: "manners/passes_over_a_damaged_member",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::SplitArchive { input, .. }, Answer::Rejected(_)) if contains(input, b"f2.bc") => {
                Answer::value(json!({ "archives": [{ "members": [] }] }))
            }
            (_, answer) => answer,
        },
    },
];
