//! Faults in the entries of binary bundles, and in several bundles of a file.

use std::collections::BTreeSet;

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Value, json};

use super::{Derived, Faulty, answers, refusal};
use crate::fault::{with_contents, with_input};
use crate::violators::fields;

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) id: Vec<u8>,
    offset: usize,
    content: Vec<u8>,
}

pub(super) type Bundle = Vec<Entry>;

fn number(file: &[u8], at: &std::ops::Range<usize>) -> Option<usize> {
    let bytes: [u8; 8] = file.get(at.clone())?.try_into().ok()?;
    usize::try_from(u64::from_le_bytes(bytes)).ok()
}

/// The bundle at the start of `file`, without a check of IDs and overlaps, and the end of its records and contents.
pub(super) fn bundle(file: &[u8]) -> Option<(Bundle, usize)> {
    let places = fields("binary_bundle", file);
    let (count, records) = places.split_first()?;
    let (mut entries, mut end) = (Bundle::new(), 32);
    for record in records.chunks_exact(3) {
        let [offset, size, len] = [0, 1, 2].map(|field: usize| number(file, &record[field].1));
        let (from, offset) = (record[2].1.end, offset?);
        let (id_end, content_end) = (from.checked_add(len?)?, offset.checked_add(size?)?);
        entries.push(Entry {
            id: file.get(from..id_end)?.to_vec(),
            offset,
            content: file.get(offset..content_end)?.to_vec(),
        });
        end = end.max(id_end).max(content_end);
    }
    (number(file, &count.1) == Some(entries.len())).then_some((entries, end))
}

fn is_repeated(bundle: &Bundle) -> bool {
    let mut ids = BTreeSet::new();
    !bundle.iter().all(|entry| ids.insert(&entry.id))
}

fn overlap(a: &Entry, b: &Entry) -> bool {
    a.offset < b.offset + b.content.len() && b.offset < a.offset + a.content.len()
}

/// End offset of the records.
fn records_end(bundle: &Bundle) -> usize {
    32 + bundle.iter().map(|entry| 24 + entry.id.len()).sum::<usize>()
}

pub(super) fn is_sound(bundle: &Bundle) -> bool {
    let records = records_end(bundle);
    let overlaps = |(number, one): (usize, &Entry)| {
        !one.content.is_empty() && one.offset < records || bundle[..number].iter().any(|other| overlap(one, other))
    };
    !is_repeated(bundle) && !bundle.iter().enumerate().any(overlaps)
}

pub(super) fn written(bundle: &Bundle) -> Vec<u8> {
    let mut at = records_end(bundle);
    let mut file = [MAGIC, &(bundle.len() as u64).to_le_bytes()].concat();
    for entry in bundle {
        [at, entry.content.len(), entry.id.len()]
            .iter()
            .for_each(|one| file.extend((*one as u64).to_le_bytes()));
        file.extend(&entry.id);
        at += entry.content.len();
    }
    bundle.iter().for_each(|entry| file.extend(&entry.content));
    file
}

fn file(question: &Question<Vec<u8>>) -> Option<&[u8]> {
    match question {
        Question::Read { input, .. } | Question::List { input, .. } | Question::Unbundle { input, .. } => {
            Some(input).filter(|file| file.starts_with(MAGIC)).map(Vec::as_slice)
        }
        _ => None,
    }
}

/// The entries as a reader sees them; `None` for a refusal.
type Sees = fn(Bundle) -> Option<Bundle>;

fn sound(bundle: Bundle) -> Option<Bundle> {
    Some(bundle).filter(is_sound)
}

fn with_ids(mut bundle: Bundle, change: fn(&[u8]) -> Vec<u8>) -> Option<Bundle> {
    bundle.iter_mut().for_each(|entry| entry.id = change(&entry.id));
    sound(bundle)
}

/// Keeps one entry of each ID, if `is` selects both.
fn once(bundle: Bundle, keeps_last: bool, is: fn(&Entry) -> bool) -> Option<Bundle> {
    let mut kept = Bundle::new();
    for entry in bundle {
        match kept
            .iter()
            .position(|known| known.id == entry.id && is(known) && is(&entry))
        {
            Some(at) if keeps_last => kept[at] = entry,
            Some(_) => {}
            None => kept.push(entry),
        }
    }
    sound(kept)
}

/// Refuses contents that overlap with the records, or with each other in the pairs that `compares` names.
fn overlapping(mut bundle: Bundle, compares: fn(usize, usize, usize) -> bool) -> Option<Bundle> {
    let (count, records) = (bundle.len(), records_end(&bundle));
    for (b, other) in bundle.iter().enumerate() {
        if other.offset < records || (0..b).any(|a| compares(a, b, count) && overlap(&bundle[a], other)) {
            return None;
        }
    }
    let mut at = 1 << 40;
    for entry in &mut bundle {
        (entry.offset, at) = (at, at + entry.content.len());
    }
    sound(bundle)
}

const ENTRIES: &[(&str, Sees)] = &[
    ("orders entries by their offsets", |mut bundle| {
        bundle.sort_by_key(|entry| entry.offset);
        sound(bundle)
    }),
    ("orders entries by their IDs", |mut bundle| {
        bundle.sort_by_key(|entry| entry.id.clone());
        sound(bundle)
    }),
    ("ends IDs at a NUL", |bundle| {
        with_ids(bundle, |id| {
            id.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
        })
    }),
    ("drops a counted NUL", |bundle| {
        with_ids(bundle, |id| id.strip_suffix(b"\0").unwrap_or(id).to_vec())
    }),
    ("lists IDs in small letters", |bundle| {
        with_ids(bundle, <[u8]>::to_ascii_lowercase)
    }),
    ("lists IDs without their subarchitectures", |bundle| {
        with_ids(bundle, |id| {
            std::str::from_utf8(id).map_or(id.to_vec(), |id| super::values::without_subarchitecture(id).into())
        })
    }),
    ("drops dashes at the ends of IDs", |bundle| {
        with_ids(bundle, |id| id.strip_suffix(b"-").unwrap_or(id).to_vec())
    }),
    ("omits empty entries", |mut bundle| {
        bundle.retain(|entry| !entry.content.is_empty());
        sound(bundle)
    }),
    ("omits entries of hosts", |mut bundle| {
        bundle.retain(|entry| !entry.id.starts_with(b"host-"));
        sound(bundle)
    }),
    ("keeps the first entry of an ID", |bundle| once(bundle, false, |_| true)),
    ("keeps the last entry of an ID", |bundle| once(bundle, true, |_| true)),
    ("takes a host twice", |bundle| {
        once(bundle, false, |entry| entry.id.starts_with(b"host-"))
    }),
    ("takes an ID twice if the entries are empty", |bundle| {
        once(bundle, false, |entry| entry.content.is_empty())
    }),
    ("compares IDs with the next only", |bundle| {
        let is_next = bundle.windows(2).any(|pair| pair[0].id == pair[1].id);
        Some(bundle)
            .filter(|_| !is_next)
            .and_then(|bundle| once(bundle, false, |_| true))
    }),
    ("ends a content where another begins", |mut bundle| {
        let begins: Vec<usize> = bundle.iter().map(|entry| entry.offset).collect();
        for entry in &mut bundle {
            let inner = begins.iter().filter(|begin| **begin > entry.offset).min();
            let most = inner.map_or(usize::MAX, |begin| begin - entry.offset);
            entry.content.truncate(most);
        }
        overlapping(bundle, |_, _, _| false)
    }),
    ("compares no contents for an overlap", |bundle| {
        overlapping(bundle, |_, _, _| false)
    }),
    ("compares contents with the next only", |bundle| {
        overlapping(bundle, |a, b, _| b == a + 1)
    }),
    ("compares contents with the first only", |bundle| {
        overlapping(bundle, |a, _, _| a == 0)
    }),
    ("compares contents with the last only", |bundle| {
        overlapping(bundle, |_, b, count| b + 1 == count)
    }),
    ("refuses contents against the order of the records", |bundle| {
        let in_order = bundle.windows(2).all(|pair| pair[0].offset <= pair[1].offset);
        sound(bundle).filter(|_| in_order)
    }),
    ("refuses a gap between contents", |bundle| {
        let is_next = |pair: &[Entry]| pair[0].offset + pair[0].content.len() == pair[1].offset;
        let without_gap = bundle.windows(2).all(is_next);
        sound(bundle).filter(|_| without_gap)
    }),
];

fn seen(question: &Question<Vec<u8>>, sees: Sees) -> Option<Answer> {
    let (found, end) = bundle(file(question)?)?;
    let (expected, found) = (sound(found.clone()), sees(found));
    if expected == found {
        return None;
    }
    let Some(found) = found else { return Some(refusal()) };
    Some(Ours.answer(&with_input(question, |file| {
        *file = [&written(&found)[..], &file[end..]].concat()
    })))
}

/// Whether a reader finds the next bundle.
type Follows = fn(number: usize, gap: usize, at: usize) -> bool;

const IN_A_ROW: &[(&str, Follows)] = &[
    ("only the first bundle", |_, _, _| false),
    ("no more than two bundles", |number, _, _| number < 2),
    ("only bundles without bytes between", |_, gap, _| gap == 0),
    ("no bundles without bytes between", |_, gap, _| gap > 0),
    ("only bundles less than 8 bytes apart", |_, gap, _| gap < 8),
    ("only bundles less than 16 bytes apart", |_, gap, _| gap < 16),
    ("only bundles less than 4096 bytes apart", |_, gap, _| gap < 4096),
    ("only bundles at multiples of 4", |_, _, at| at.is_multiple_of(4)),
    ("only bundles at multiples of 8", |_, _, at| at.is_multiple_of(8)),
    ("only bundles at multiples of 16", |_, _, at| at.is_multiple_of(16)),
    ("only bundles at multiples of 4096", |_, _, at| at.is_multiple_of(4096)),
];

/// Cuts a file before the first bundle that the reader does not find.
fn in_a_row(question: &Question<Vec<u8>>, follows: Follows) -> Option<Answer> {
    let bytes = file(question)?;
    let (mut number, mut end) = (0, bundle(bytes)?.1);
    while let Some(gap) = memchr::memmem::find(&bytes[end..], MAGIC) {
        number += 1;
        if !follows(number, gap, end + gap) {
            return Some(Ours.answer(&with_input(question, |file| file.truncate(end))));
        }
        end += gap + bundle(&bytes[end + gap..])?.1;
    }
    None
}

/// The end of the sound bundles in a row with a damaged one.
fn sound_end(bytes: &[u8], magic: &[u8]) -> Option<usize> {
    let starts = memchr::memmem::find_iter(bytes, magic).filter(|at| *at > 0 && bytes.starts_with(magic));
    let is_sound = |at: &usize| {
        let list = Question::List { file_type: "bc".into(), input: bytes[..*at].to_vec() };
        matches!(Ours.answer(&list), Answer::Value { .. })
    };
    starts.filter(is_sound).last()
}

fn host_is_empty(question: &Question<Vec<u8>>, answer: Answer) -> Answer {
    let Question::Unbundle { targets, .. } = question else {
        return answer;
    };
    match targets.as_slice() {
        [host] if host.starts_with("host-") && matches!(answer, Answer::Rejected(_)) => nothing(1),
        _ => answer,
    }
}

fn nothing(count: usize) -> Answer {
    let empty = json!({ "content": offload_bundle_conformance::case::digest(&[]) });
    Answer::Value { value: json!({ "outputs": vec![empty; count] }), contents: vec![Vec::new(); count] }
}

fn damage_is_missing(question: &Question<Vec<u8>>, answer: Answer) -> Answer {
    match (question, &answer) {
        (Question::Unbundle { targets, allow_missing: true, .. }, Answer::Rejected(_)) => nothing(targets.len()),
        _ => answer,
    }
}

/// Writes a bundle with another first record or order.
fn rewritten(question: &Question<Vec<u8>>, answer: Answer, change: Rewrites) -> Answer {
    let Question::Bundle { alignment: None, compress: false, .. } = question else {
        return answer;
    };
    with_contents(answer, |files| {
        for file in files.iter_mut().filter(|file| file.starts_with(MAGIC)) {
            let (mut found, _) = bundle(file).unwrap();
            change(&mut found);
            *file = written(&found);
        }
    })
}

type Rewrites = fn(&mut Bundle);

const WRITTEN: &[(&str, Rewrites)] = &[
    ("hipv4 becomes hip", |bundle| {
        for entry in bundle {
            if let Some(rest) = entry.id.strip_prefix(b"hipv4-") {
                entry.id = [b"hip-", rest].concat();
            }
        }
    }),
    ("IDs are in small letters", |bundle| {
        bundle.iter_mut().for_each(|entry| entry.id.make_ascii_lowercase())
    }),
    ("IDs end in a NUL", |bundle| {
        bundle.iter_mut().for_each(|entry| entry.id.push(0))
    }),
    ("IDs have no more than 127 bytes", |bundle| {
        bundle.iter_mut().for_each(|entry| entry.id.truncate(127))
    }),
    ("IDs have no more than 255 bytes", |bundle| {
        bundle.iter_mut().for_each(|entry| entry.id.truncate(255))
    }),
    ("entries are in the order of their IDs", |bundle| {
        bundle.sort_by_key(|entry| entry.id.clone())
    }),
    ("entries are in reverse order", |bundle| bundle.reverse()),
    ("empty entries are omitted", |bundle| {
        bundle.retain(|entry| !entry.content.is_empty())
    }),
    ("the last entry is omitted", |bundle| drop(bundle.pop())),
    ("contents are in another order than records", |bundle| {
        let contents: Vec<_> = bundle.iter().rev().map(|entry| entry.content.clone()).collect();
        bundle
            .iter_mut()
            .zip(contents)
            .for_each(|(entry, content)| entry.content = content);
    }),
];

pub(super) fn bundles(all: &mut Vec<Derived>) {
    for (what, sees) in ENTRIES {
        all.push((
            format!("binary_bundle, read: {what}"),
            Faulty::of(|question| seen(question, *sees)),
        ));
    }
    for (what, follows) in IN_A_ROW {
        all.push((
            format!("binary_bundle, read: finds {what}"),
            Faulty::of(|question| in_a_row(question, *follows)),
        ));
    }
    for (what, magic) in [("plain", MAGIC), ("compressed", b"CCOB")] {
        all.push(answers(
            format!("{what} bundles in a row: omits a damaged one after others"),
            move |question, answer| {
                let is = matches!(
                    question,
                    Question::List { .. } | Question::Unbundle { .. } | Question::Read { .. }
                );
                let damaged = super::input(question).filter(|_| is && matches!(answer, Answer::Rejected(_)));
                match damaged.and_then(|file| sound_end(file, magic)) {
                    Some(end) => Ours.answer(&with_input(question, |file| file.truncate(end))),
                    None => answer,
                }
            },
        ));
    }
    all.push(answers(
        "bundles in a row: omits a plain one after a compressed one",
        |question, answer| match (question, super::input(question)) {
            (Question::List { .. } | Question::Unbundle { .. }, Some(file)) if file.starts_with(b"CCOB") => {
                match memchr::memmem::rfind(file, MAGIC).filter(|at| bundle(&file[*at..]).is_some()) {
                    Some(end) if file.get(4) != Some(&1) => {
                        let cut = Ours.answer(&with_input(question, |file| file.truncate(end)));
                        if matches!(cut, Answer::Value { .. }) {
                            cut
                        } else {
                            answer
                        }
                    }
                    _ => answer,
                }
            }
            _ => answer,
        },
    ));
    all.push(answers(
        "unbundle: writes an empty file for a missing host",
        host_is_empty,
    ));
    all.push(answers(
        "unbundle: with allow_missing, takes a damaged entry for a missing one",
        damage_is_missing,
    ));
    all.push(answers(
        "unbundle: writes an empty file for the second of two that is missing",
        |question, answer| match question {
            Question::Unbundle { targets, .. } if targets.len() > 1 && matches!(answer, Answer::Rejected(_)) => {
                let mut all = super::asked_with(question, |fields| {
                    drop(fields.insert("allow_missing".into(), Value::Bool(true)))
                });
                all.take().map_or(answer, |question| Ours.answer(&question))
            }
            _ => answer,
        },
    ));
    for (what, change) in WRITTEN {
        all.push(answers(
            format!("binary_bundle, written: {what}"),
            |question, answer| rewritten(question, answer, *change),
        ));
    }
    all.push(answers(
        "bundle: does not align a single entry",
        |question, answer| match question {
            Question::Bundle { entries, alignment: Some(_), .. } if entries.len() == 1 => {
                super::asked_with(question, |fields| drop(fields.remove("alignment")))
                    .map_or(answer, |other| Ours.answer(&other))
            }
            _ => answer,
        },
    ));
}
