//! The suite itself: our own implementation passes everything, in this process and through the pipe, and a wrong one does not.

use std::collections::BTreeMap;

use md5::{Digest, Md5};
use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::DecompressRequest;
use offload_bundle_conformance::case::{Case, Question, digest};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::{ask, run};
use offload_bundle_conformance::testee::{Answer, Breakdown, Limits, Ours, PipeTestee, Testee};
use offload_bundle_conformance::tools::optional;
use offload_bundle_conformance::verdict::Verdict;
use offload_bundle_formats::registry::REGISTRY;
use serde_json::{Value, json};

fn wrong(cases: &[&Case], new: &(dyn Fn() -> Box<dyn Testee> + Sync)) -> Vec<String> {
    let verdicts = run(cases, &embedded::fixture, 2, new, &|_, _| {});
    let wrong = verdicts.into_iter().filter(|(_, verdict)| !verdict.is_sound());
    wrong
        .map(|(case, verdict)| format!("{}: {}: {verdict}", case.id, verdict.word()))
        .collect()
}

#[test]
fn ours_passes_every_case_and_skips_none() {
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = collection.cases().collect();
    assert!(cases.len() >= 600, "{} cases", cases.len());
    let verdicts = run(&cases, &embedded::fixture, 2, &|| Box::new(Ours), &|_, _| {});
    let wrong: Vec<String> = verdicts
        .iter()
        .filter(|(_, verdict)| *verdict != Verdict::Pass)
        .map(|(case, verdict)| format!("{}: {}: {verdict}", case.id, verdict.word()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ours_passes_every_case_through_the_pipe() {
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = collection.cases().collect();
    let program = env!("CARGO_BIN_EXE_offload-bundle-conformance");
    let start = || -> Box<dyn Testee> {
        Box::new(PipeTestee::start(vec![program.into(), "serve".into()], Limits::default()).unwrap())
    };
    let wrong = wrong(&cases, &start);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_example_in_python_is_asked_what_it_has_and_passes() {
    if !optional("python3") {
        return;
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/testee.py");
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = collection.cases().collect();
    let start = || PipeTestee::start(vec!["python3".into(), program.into()], Limits::default()).unwrap();
    let verdicts = run(&cases, &embedded::fixture, 1, &|| Box::new(start()), &|_, _| {});
    let passed = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Pass).count();
    assert!(passed >= 10, "{passed} cases passed");
    let wrong = verdicts.iter().find(|(_, verdict)| !verdict.is_sound());
    assert!(wrong.is_none(), "{wrong:?}");
}

/// A fault that is planted in our own implementation.
struct Fault {
    name: &'static str,
    /// Changes the question before it is asked.
    question: fn(&Question<Vec<u8>>) -> Question<Vec<u8>>,
    /// Changes the answer.
    answer: fn(&Question<Vec<u8>>, Answer) -> Answer,
    /// A case that finds it.
    found_by: &'static str,
}

struct Faulty<'f>(&'f Fault);

impl Testee for Faulty<'_> {
    fn name(&self) -> &str {
        self.0.name
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let asked = (self.0.question)(question);
        (self.0.answer)(question, Ours.answer(&asked))
    }
}

fn same(question: &Question<Vec<u8>>) -> Question<Vec<u8>> {
    question.clone()
}

fn as_answered(_: &Question<Vec<u8>>, answer: Answer) -> Answer {
    answer
}

/// The question with its input changed.
fn with_input(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<u8>)) -> Question<Vec<u8>> {
    let changed = question.try_map(|bytes| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        Ok::<_, std::convert::Infallible>(bytes)
    });
    changed.unwrap_or_else(|never| match never {})
}

/// The answer with its contents changed.
fn with_contents(answer: Answer, change: impl Fn(&mut Vec<Vec<u8>>)) -> Answer {
    let Answer::Value { value, mut contents } = answer else {
        return answer;
    };
    change(&mut contents);
    let mut left = contents.iter();
    let value = redigested(&value, &mut left);
    Answer::Value { value, contents }
}

fn redigested(value: &Value, contents: &mut dyn Iterator<Item = &Vec<u8>>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| redigested(item, contents)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| match key.as_str() {
                "content" | "bytes" => (key.clone(), contents.next().map_or(Value::Null, |bytes| digest(bytes))),
                _ => (key.clone(), redigested(value, contents)),
            })
            .collect::<serde_json::Map<_, _>>()
            .into(),
        value => value.clone(),
    }
}

fn with_value(answer: Answer, key: &str, change: impl Fn(&mut Value)) -> Answer {
    let Answer::Value { mut value, contents } = answer else {
        return answer;
    };
    if let Some(part) = value.get_mut(key) {
        change(part);
    }
    Answer::Value { value, contents }
}

/// Refusals become this.
fn instead_of_refusing(answer: Answer, value: Value) -> Answer {
    match answer {
        Answer::Rejected(_) => Answer::value(value),
        other => other,
    }
}

const FAULTS: &[Fault] = &[
    Fault {
        name: "drops the last byte of every content",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                contents.iter_mut().for_each(|content| drop(content.pop()))
            })
        },
        found_by: "binary_bundle/entries/in_order",
    },
    Fault {
        name: "swaps the first two contents",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                if contents.len() > 1 {
                    contents.swap(0, 1);
                }
            })
        },
        found_by: "binary_bundle/entries/asked_in_another_order",
    },
    Fault {
        name: "gives the first content for every request",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                if let Some(first) = contents.first().cloned() {
                    contents.iter_mut().for_each(|content| content.clone_from(&first));
                }
            })
        },
        found_by: "binary_bundle/entries/in_order",
    },
    Fault {
        name: "adds a NUL to every content",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                contents.iter_mut().for_each(|content| content.push(0))
            })
        },
        found_by: "text_bundle/contents/no_line_break_at_the_end",
    },
    Fault {
        name: "takes a line break from the end of texts",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    if content.last() == Some(&b'\n') {
                        content.pop();
                    }
                }
            })
        },
        found_by: "text_bundle/contents/line_breaks_only",
    },
    Fault {
        name: "makes one line break of a carriage return and a line feed",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    let text = String::from_utf8_lossy(content).replace("\r\n", "\n");
                    *content = text.into_bytes();
                }
            })
        },
        found_by: "text_bundle/contents/carriage_returns",
    },
    Fault {
        name: "takes texts for UTF-8",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    *content = String::from_utf8_lossy(content).into_owned().into_bytes();
                }
            })
        },
        found_by: "text_bundle/contents/bytes_that_are_no_text",
    },
    Fault {
        name: "loses the last ID of a list",
        question: same,
        answer: |_, answer| with_value(answer, "ids", |ids| drop(ids.as_array_mut().and_then(Vec::pop))),
        found_by: "binary_bundle/header/two_entries",
    },
    Fault {
        name: "lists an ID without its features",
        question: same,
        answer: |_, answer| {
            with_value(answer, "ids", |ids| {
                for id in ids.as_array_mut().into_iter().flatten() {
                    let plain = id.as_str().and_then(|id| id.split(':').next()).unwrap_or_default();
                    *id = plain.into();
                }
            })
        },
        found_by: "fixtures/compressed/compressed_device_level9_19_hipfb",
    },
    Fault {
        name: "says yes to every question of compatibility",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { .. } => Answer::value(json!({ "compatible": true })),
            _ => answer,
        },
        found_by: "target_id/compatible/features/hip_amd_gfx90a_xnack_on__hip_amd_gfx90a",
    },
    Fault {
        name: "says no to every question of compatibility",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { .. } => Answer::value(json!({ "compatible": false })),
            _ => answer,
        },
        found_by: "target_id/compatible/features/hip_amd_gfx90a__hip_amd_gfx90a",
    },
    Fault {
        name: "lets any entries stand in one bundle",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { .. } => Answer::value(json!({ "together": true })),
            _ => answer,
        },
        found_by: "target_id/composition/open_and_on",
    },
    Fault {
        name: "lets no two entries of one processor stand in one bundle",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } if ids.iter().filter(|id| id.contains("gfx906")).count() > 1 => {
                Answer::Rejected("one processor twice".into())
            }
            _ => answer,
        },
        found_by: "target_id/composition/on_and_off",
    },
    Fault {
        name: "keeps features in the order given",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => with_value(answer, "canonical", |canonical| *canonical = text.clone().into()),
            _ => answer,
        },
        found_by: "target_id/parts/features_in_order",
    },
    Fault {
        name: "does not know alternative names",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => {
                let processor = text.rsplit('-').next().unwrap_or_default().to_string();
                with_value(answer, "processor", |known| {
                    if known
                        .as_str()
                        .is_some_and(|known| known.starts_with("gfx7") || known.starts_with("gfx8"))
                    {
                        *known = processor.clone().into();
                    }
                })
            }
            _ => answer,
        },
        found_by: "target_id/parts/alternative_fiji",
    },
    Fault {
        name: "takes any text for an ID",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { .. } => instead_of_refusing(answer, json!({})),
            _ => answer,
        },
        found_by: "target_id/parts/feature_twice",
    },
    Fault {
        name: "ends as if all were well on an error",
        question: same,
        answer: |_, answer| match answer {
            Answer::Rejected(_) => Answer::Broken(Breakdown::Silent),
            other => other,
        },
        found_by: "binary_bundle/entries/not_there",
    },
    Fault {
        name: "writes an empty file for what is missing",
        question: |question| match question {
            Question::Unbundle { file_type, input, targets, .. } => Question::Unbundle {
                file_type: file_type.clone(),
                input: input.clone(),
                targets: targets.clone(),
                allow_missing: true,
            },
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "binary_bundle/entries/not_there",
    },
    Fault {
        name: "does not know the option for what is missing",
        question: |question| match question {
            Question::Unbundle { file_type, input, targets, .. } => Question::Unbundle {
                file_type: file_type.clone(),
                input: input.clone(),
                targets: targets.clone(),
                allow_missing: false,
            },
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "binary_bundle/entries/not_there_allowed",
    },
    Fault {
        name: "ignores the alignment",
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
        question: |question| match question {
            Question::Decompress { .. } => with_input(question, mend_the_hash),
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "ccob/promises/hash_2",
    },
    Fault {
        name: "trusts a size that is too large and fills up with zeros",
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
        question: |question| match question {
            Question::Decompress { .. } => with_input(question, |bytes| set(bytes, 4, 3)),
            other => other.clone(),
        },
        answer: as_answered,
        found_by: "ccob/versions/version_2_zstd",
    },
    Fault {
        name: "compresses everything into version 2",
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
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Read { .. }, Answer::Rejected(_)) => Answer::Broken(Breakdown::Hang),
            (_, answer) => answer,
        },
        found_by: "binary_bundle/header/more_entries_than_bytes",
    },
    Fault {
        name: "asks for as much memory as a file says",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Decompress { .. }, Answer::Rejected(_)) => Answer::Broken(Breakdown::OutOfMemory),
            (_, answer) => answer,
        },
        found_by: "ccob/promises/size_huge_3",
    },
    Fault {
        name: "writes beside its folder",
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
        question: same,
        answer: |_, answer| {
            let answer = with_value(answer, "images", |images| {
                if let Some(images) = images.as_array_mut() {
                    images.truncate(1);
                }
            });
            answer
        },
        found_by: "offload_binary/reading/two_of_version_1",
    },
    Fault {
        name: "does not know versions 2 and 3 of offload binaries",
        question: same,
        answer: |question, answer| match question {
            Question::Images { input } if matches!(input.get(4), Some(2 | 3)) => Answer::Rejected("version".into()),
            _ => answer,
        },
        found_by: "offload_binary/reading/version_2",
    },
    Fault {
        name: "makes zeros of numbers it does not know",
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

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn set(bytes: &mut [u8], at: usize, value: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte = value;
    }
}

/// The hash in the header becomes that of what comes out, so that it is never wrong.
fn mend_the_hash(bytes: &mut Vec<u8>) {
    let place = match bytes.get(4) {
        Some(1) => 12..20,
        Some(2) => 16..24,
        _ => 24..32,
    };
    let mut request = DecompressRequest::default();
    request.input = Input::from_bytes("input", bytes.clone()).into();
    request.scan.no_verify = true;
    request.output = "-".into();
    let mut out = Vec::new();
    let mut context = Context { stdout: Some(&mut out), ..Context::default() };
    if ops::decompress(&REGISTRY, &request, &mut context).is_ok()
        && let (Some(field), Some(hash)) = (bytes.get_mut(place), Md5::digest(&out).get(..8))
    {
        field.copy_from_slice(hash);
    }
}

#[test]
fn every_planted_fault_is_found() {
    let collection = embedded::cases().unwrap();
    let by_id: BTreeMap<&str, &Case> = collection.cases().map(|case| (case.id.as_str(), case)).collect();
    assert!(FAULTS.len() >= 30);
    let mut missed = Vec::new();
    for fault in FAULTS {
        let finds = |case: &Case| !ask(&mut Faulty(fault), case, &embedded::fixture).is_sound();
        let found = match by_id.get(fault.found_by) {
            Some(case) => finds(case),
            None => false,
        };
        if !found {
            let others: Vec<&str> = collection
                .cases()
                .filter(|case| finds(case))
                .map(|case| &*case.id)
                .take(3)
                .collect();
            missed.push(format!("{}: not by {:?}; by {others:?}", fault.name, fault.found_by));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
