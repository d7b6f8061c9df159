//! Faults in the selection of images.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Value, json};

use super::{Derived, Faulty};

type KindFits = fn(found: u64, asked: u64) -> bool;
type Keeps = fn(&mut Vec<Vec<u8>>);
type Same = fn(found: &str, asked: &str) -> bool;

/// Ways to compare the texts of images with the requested texts.
const COMPARISONS: &[(&str, Same)] = &[
    ("by the beginning of the stored one", |found, asked| {
        found.starts_with(asked)
    }),
    ("by the beginning of the asked one", |found, asked| {
        asked.starts_with(found) && !found.is_empty()
    }),
    ("by a part", |found, asked| found.contains(asked)),
    ("without case", |found, asked| found.eq_ignore_ascii_case(asked)),
    ("without features", |found, asked| {
        found.split(':').next() == asked.split(':').next()
    }),
    ("by the first two fields", |found, asked| {
        let two = |text: &str| text.splitn(3, '-').take(2).collect::<Vec<_>>().join("-");
        two(found) == two(asked)
    }),
    ("with generic for all", |found, asked| {
        found == asked || found == "generic"
    }),
    ("with an empty string for all", |found, asked| {
        found == asked || asked.is_empty()
    }),
];

fn extracted(question: &Question<Vec<u8>>, same: Same, kind_fits: KindFits, keeps: Keeps) -> Option<Answer> {
    let Question::Extract { input, strings, offload_kind, one_output: false } = question else {
        return None;
    };
    let Answer::Value { value, contents } = Ours.answer(&Question::Images { input: input.clone() }) else {
        return None;
    };
    let fits = |image: &Value| {
        let text = |key: &str| image["strings"][key].as_str();
        let kind = image["offload_kind"].as_u64().unwrap();
        strings
            .iter()
            .all(|(key, asked)| text(key).is_some_and(|found| same(found, asked)))
            && offload_kind.is_none_or(|asked| kind_fits(kind, asked.into()))
    };
    let images = value["images"].as_array().unwrap().iter().zip(contents);
    let mut contents: Vec<Vec<u8>> = images
        .filter(|(image, _)| fits(image))
        .map(|(_, content)| content)
        .collect();
    keeps(&mut contents);
    let outputs: Vec<Value> = contents
        .iter()
        .map(|content| json!({ "content": digest(content) }))
        .collect();
    let answer = Answer::Value { value: json!({ "outputs": outputs }), contents };
    (answer != Ours.answer(question)).then_some(answer)
}

pub(super) fn extracting(all: &mut Vec<Derived>) {
    let equal: Same = |found, asked| found == asked;
    for (what, same) in COMPARISONS {
        let faulty = move |question: &_| extracted(question, *same, |kind, asked| kind == asked, |_| ());
        all.push((format!("extract: compares texts {what}"), Faulty::of(faulty)));
    }
    let kinds: [(&str, KindFits); 3] = [
        ("treats the asked kind 0 as any kind", |kind, asked| {
            asked == 0 || kind == asked
        }),
        ("takes kinds for bits", |kind, asked| kind & asked != 0 || kind == asked),
        ("serves every kind by kind 0", |kind, asked| kind == 0 || kind == asked),
    ];
    for (what, fits) in kinds {
        all.push((
            format!("extract: {what}"),
            Faulty::of(move |question| extracted(question, equal, fits, |_| ())),
        ));
    }
    let kept: [(&str, Keeps); 2] = [
        ("omits empty images", |contents| {
            contents.retain(|content| !content.is_empty())
        }),
        ("writes equal contents once", |contents| {
            let mut seen = std::collections::BTreeSet::new();
            contents.retain(|content| seen.insert(content.clone()));
        }),
    ];
    for (what, keeps) in kept {
        let faulty = move |question: &_| extracted(question, equal, |kind, asked| kind == asked, keeps);
        all.push((format!("extract: {what}"), Faulty::of(faulty)));
    }
}
