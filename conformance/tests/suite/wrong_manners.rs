//! Faults in how files and requests are dealt with: what is missing, damaged, compressed, packed.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Breakdown};
use serde_json::{Value, json};

use crate::fault::{Fault, as_answered, contains, mend_the_hash, same, set, with_input, with_value};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "ends as if all were well on an error",
        names: "is an error",
        question: same,
        answer: |_, answer| match answer {
            Answer::Rejected(_) => Answer::Broken(Breakdown::Silent),
            other => other,
        },
        found_by: "binary_bundle/entries/not_there",
    },
    Fault {
        name: "writes an empty file for what is missing",
        names: "nothing is written in its place",
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
        found_by: "binary_bundle/entries/not_there",
    },
    Fault {
        name: "does not know the option for what is missing",
        names: "-allow-missing-bundles",
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
        found_by: "binary_bundle/entries/not_there_allowed",
    },
    Fault {
        name: "lets kinds stand for each other that nobody asked for",
        names: "Nobody asked for kinds that stand for each other",
        question: |question| match question.clone() {
            Question::Unbundle { file_type, input, targets, allow_missing, .. } => {
                Question::Unbundle { file_type, input, targets, allow_missing, interchangeable_kinds: true }
            }
            other => other,
        },
        answer: as_answered,
        found_by: "binary_bundle/interchangeable/not_asked_for",
    },
    Fault {
        name: "does not check the members of an archive",
        names: "With the check nothing is written",
        question: |question| match question.clone() {
            Question::SplitArchive { input, targets, allow_missing, interchangeable_kinds, .. } => {
                Question::SplitArchive { input, targets, allow_missing, interchangeable_kinds, check_members: false }
            }
            other => other,
        },
        answer: as_answered,
        found_by: "archive/checking/conflict",
    },
    Fault {
        name: "ignores the alignment",
        names: "multiple of 16",
        question: |question| match question {
            Question::Bundle { file_type, entries, .. } => {
                Question::Bundle { file_type: file_type.clone(), entries: entries.clone(), alignment: None }
            }
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "binary_bundle/writing/aligned_16",
    },
    Fault {
        name: "aligns every bundle",
        names: "without an alignment",
        question: |question| match question {
            Question::Bundle { file_type, entries, .. } => {
                Question::Bundle { file_type: file_type.clone(), entries: entries.clone(), alignment: Some(4096) }
            }
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "binary_bundle/writing/type_bc",
    },
    Fault {
        name: "writes entries in the order of their IDs",
        names: "in which they are given",
        question: |question| match question {
            Question::Bundle { file_type, entries, alignment } => {
                let mut entries = entries.clone();
                entries.sort_by(|one, other| one.id.cmp(&other.id));
                Question::Bundle { file_type: file_type.clone(), entries, alignment: *alignment }
            }
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "binary_bundle/writing/order_is_kept",
    },
    Fault {
        name: "ignores the hash",
        names: "hash",
        question: |question| match question {
            Question::Decompress { .. } => with_input(question, |bytes| mend_the_hash(bytes)),
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "ccob/promises/hash_2",
    },
    Fault {
        name: "trusts a size that is too large and fills up with zeros",
        names: "trusts it gives out memory",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Decompress { input }, Answer::Rejected(_)) if input.starts_with(b"CCOB") => {
                Answer::value(json!({ "bytes": digest(&[0; 100]) }))
            }
            (_, answer) => answer,
        },
        found_by: "ccob/promises/one_byte_more_3",
    },
    Fault {
        name: "takes the version for 3 whatever it is",
        names: "version 2",
        question: |question| match question {
            Question::Decompress { .. } => with_input(question, |bytes| set(bytes, 4, 3)),
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "ccob/versions/version_2_zstd",
    },
    Fault {
        name: "compresses everything into version 2",
        names: "another one in its place",
        question: |question| match question {
            Question::Compress { input, method, .. } => {
                Question::Compress { input: input.clone(), version: 2, method: method.clone() }
            }
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "ccob/writing/version_4",
    },
    Fault {
        name: "gives out what stands behind the file",
        names: "foreign memory",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Unbundle { .. }, Answer::Rejected(_)) => Answer::Value {
                value: json!({ "outputs": [{ "content": digest(b"secret") }] }),
                contents: vec![b"secret".to_vec()],
            },
            (_, answer) => answer,
        },
        found_by: "binary_bundle/entries/size_too_large",
    },
    Fault {
        name: "crashes on a damaged file",
        names: "crashes",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Read { .. } | Question::Images { .. }, Answer::Rejected(_)) => {
                Answer::Broken(Breakdown::Crash("segmentation fault".into()))
            }
            (_, answer) => answer,
        },
        found_by: "offload_binary/damage/num_strings_2_60",
    },
    Fault {
        name: "hangs on a damaged file",
        names: "without end",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Read { .. }, Answer::Rejected(_)) => Answer::Broken(Breakdown::Hang),
            (_, answer) => answer,
        },
        found_by: "binary_bundle/header/more_entries_than_bytes",
    },
    Fault {
        name: "asks for as much memory as a file says",
        names: "no memory left",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Decompress { .. }, Answer::Rejected(_)) => Answer::Broken(Breakdown::OutOfMemory),
            (_, answer) => answer,
        },
        found_by: "ccob/promises/size_huge_3",
    },
    Fault {
        name: "writes beside its folder",
        names: "names files after it",
        question: same,
        answer: |question, answer| match question {
            Question::Images { input } if contains(input, b"../../evil") => {
                Answer::Broken(Breakdown::WroteElsewhere(vec!["../../evil.o".into()]))
            }
            _ => answer,
        },
        found_by: "offload_binary/reading/path_as_a_triple",
    },
    Fault {
        name: "sees only the first of several offload binaries",
        names: "one after the other",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                if let Some(images) = images.as_array_mut() {
                    images.truncate(1);
                }
            })
        },
        found_by: "offload_binary/reading/two_of_version_1",
    },
    Fault {
        name: "does not know versions 2 and 3 of offload binaries",
        names: "version 2",
        question: same,
        answer: |question, answer| match question {
            Question::Images { input } if matches!(input.get(4), Some(2 | 3)) => Answer::Rejected("version".into()),
            _ => answer,
        },
        found_by: "offload_binary/reading/version_2",
    },
    Fault {
        name: "makes zeros of numbers it does not know",
        names: "numbers that nobody knows",
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
        found_by: "offload_binary/reading/unknown_numbers",
    },
    Fault {
        name: "forgets keys that are neither triple nor arch",
        names: "any key",
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
        found_by: "offload_binary/reading/another_key",
    },
    Fault {
        name: "packs the last image only",
        names: "several images",
        question: |question| match question {
            Question::Pack { images, version } => {
                Question::Pack { images: images.iter().rev().take(1).cloned().collect(), version: *version }
            }
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "offload_binary/packing/two_in_version_1",
    },
    Fault {
        name: "loses a member of an archive",
        names: "each of two members",
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
        found_by: "archive/splitting/two_members",
    },
    Fault {
        name: "passes over a damaged member",
        names: "nobody knows what it would have held",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::SplitArchive { input, .. }, Answer::Rejected(_)) if contains(input, b"f2.bc") => {
                Answer::value(json!({ "archives": [{ "members": [] }] }))
            }
            (_, answer) => answer,
        },
        found_by: "archive/splitting/damaged_member",
    },
];
