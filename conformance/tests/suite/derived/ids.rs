//! Faults of bundle entry IDs, from the parts, kinds, features and rules of `target_id.yaml`.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Value, json};

use super::bundles::{Bundle, Entry, bundle, is_sound, written};
use super::{Derived, Faulty, answers, asks, schema};
use crate::fault::with_input;

/// Kind, four fields of the triple, processor, features; of an ID with five dashes.
fn parts(id: &str) -> Option<[String; 7]> {
    let mut parts: Vec<&str> = id.splitn(6, '-').collect();
    let target = parts.pop().filter(|_| parts.len() == 5)?;
    let (processor, features) = target.split_at(target.find(':').unwrap_or(target.len()));
    parts.extend([processor, features]);
    <[&str; 7]>::try_from(parts).ok().map(|parts| parts.map(str::to_owned))
}

fn joined(parts: &[String; 7]) -> String {
    format!("{}{}", parts[..6].join("-"), parts[6])
}

/// Names and signs of features.
fn features(text: &str) -> Vec<(String, String)> {
    let named = text.split(':').filter(|feature| !feature.is_empty());
    named
        .map(|feature| {
            (
                feature.trim_end_matches(['+', '-']).to_owned(),
                feature[feature.trim_end_matches(['+', '-']).len()..].to_owned(),
            )
        })
        .collect()
}

fn rejoined(features: &[(String, String)]) -> String {
    features.iter().map(|(name, sign)| format!(":{name}{sign}")).collect()
}

/// Another question with each ID changed.
fn each_id(question: &Question<Vec<u8>>, change: impl Fn(&str) -> String) -> Option<Question<Vec<u8>>> {
    Some(match question {
        Question::ParseId { text } => Question::ParseId { text: change(text) },
        Question::Compatible { stored, asked } => Question::Compatible { stored: change(stored), asked: change(asked) },
        Question::Compose { ids } => Question::Compose { ids: ids.iter().map(|id| change(id)).collect() },
        _ => return None,
    })
}

type Equal = fn(stored: &str, asked: &str) -> bool;

/// Ways to compare a part of IDs.
const COMPARISONS: [(&str, Equal); 4] = [
    ("not at all", |_, _| true),
    ("without case", |stored, asked| stored.eq_ignore_ascii_case(asked)),
    ("by the beginning of the stored one", |stored, asked| {
        stored.starts_with(asked)
    }),
    ("by the beginning of the asked one", |stored, asked| {
        asked.starts_with(stored)
    }),
];

/// Whether all parts are equal, and this part according to `equal`.
fn fit(stored: &str, asked: &str, part: usize, equal: &impl Fn(&str, &str) -> bool) -> bool {
    let (Some(stored), Some(asked)) = (parts(stored), parts(asked)) else {
        return false;
    };
    (0..7).all(|one| {
        if one == part {
            equal(&stored[one], &asked[one])
        } else {
            stored[one] == asked[one]
        }
    })
}

/// Another question if IDs are compared in this way: the first entry that fits serves a request.
fn compared(
    question: &Question<Vec<u8>>,
    part: usize,
    equal: impl Fn(&str, &str) -> bool,
) -> Option<Question<Vec<u8>>> {
    match question {
        Question::Compatible { stored, asked } => {
            let (of_stored, mut of_asked) = (parts(stored)?, parts(asked)?);
            if equal(&of_stored[part], &of_asked[part]) {
                of_asked[part].clone_from(&of_stored[part]);
            }
            Some(Question::Compatible { stored: stored.clone(), asked: joined(&of_asked) })
        }
        Question::Unbundle { input, targets, .. } => {
            let (entries, _) = bundle(input).filter(|(entries, _)| is_sound(entries))?;
            let served = |target: &String| {
                let fits = |entry: &&Entry| fit(std::str::from_utf8(&entry.id).unwrap_or(""), target, part, &equal);
                let mut entry = entries.iter().find(fits)?.clone();
                entry.id = target.clone().into_bytes();
                Some(entry)
            };
            let served: Bundle = targets.iter().map(served).collect::<Option<_>>()?;
            Some(with_input(question, |file| *file = written(&served)))
        }
        _ => None,
    }
}

fn state(all: &[(String, String)], name: &str) -> &'static str {
    match all
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, sign)| sign.as_str())
    {
        Some("+") => "on",
        Some(_) => "off",
        None => "any",
    }
}

/// The answer if a feature in state `pair.0` serves a request in state `pair.1`, against the rule, or does not.
fn served(question: &Question<Vec<u8>>, name: &str, pair: (&str, &str), serves: bool) -> Option<Answer> {
    let Question::Compatible { stored, asked } = question else {
        return None;
    };
    let (of_stored, mut of_asked) = (parts(stored)?, parts(asked)?);
    let (from, mut to) = (features(&of_stored[6]), features(&of_asked[6]));
    if (state(&from, name), state(&to, name)) != pair {
        return None;
    }
    if !serves {
        return Some(Answer::value(json!({ "compatible": false })));
    }
    to.retain(|(known, _)| known != name);
    to.extend(from.into_iter().filter(|(known, _)| known == name));
    of_asked[6] = rejoined(&to);
    Some(Ours.answer(&Question::Compatible { stored: stored.clone(), asked: joined(&of_asked) }))
}

type Features = fn(Vec<(String, String)>) -> Vec<(String, String)>;

const FEATURES: [(&str, Features); 5] = [
    ("takes the first feature only", |all| all.into_iter().take(1).collect()),
    ("takes the last feature only", |all| {
        all.into_iter().next_back().into_iter().collect()
    }),
    ("takes a feature once", |all| {
        let mut kept: Vec<(String, String)> = Vec::new();
        for one in all {
            if !kept.iter().any(|known| known.0 == one.0) {
                kept.push(one);
            }
        }
        kept
    }),
    ("takes a doubled sign for one", |all| {
        let one = |(name, mut sign): (String, String)| {
            sign.truncate(1);
            (name, sign)
        };
        all.into_iter().map(one).collect()
    }),
    ("takes a comma for a colon", |all| {
        let split = |(name, sign): (String, String)| {
            let all = format!("{name}{sign}");
            all.split(',').flat_map(features).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(split).collect()
    }),
];

type Knows = fn(&str) -> bool;

/// Names of processors that a reader recognises after a triple of three fields.
const NAMES: &[(&str, Knows)] = &[
    ("gfx and three digits", |name| {
        name.strip_prefix("gfx").is_none_or(|rest| rest.len() == 3)
    }),
    ("gfx and four digits", |name| {
        name.strip_prefix("gfx").is_none_or(|rest| rest.len() == 4)
    }),
    ("decimal digits after gfx", |name| {
        name.strip_prefix("gfx")
            .is_none_or(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    }),
    ("generic with one number", |name| {
        !name.ends_with("-generic") || name.matches('-').count() == 1
    }),
    ("no generic", |name| !name.ends_with("-generic")),
    ("sm and two digits", |name| {
        name.strip_prefix("sm_").is_none_or(|rest| rest.len() == 2)
    }),
    ("sm and digits", |name| {
        name.strip_prefix("sm_")
            .is_none_or(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    }),
    ("no sm", |name| !name.starts_with("sm_")),
];

/// The answer of a reader that reads the last field of an ID as an environment.
fn misread(text: &str, knows: Knows) -> Option<Answer> {
    let fields: Vec<&str> = text.splitn(5, '-').collect();
    let [kind, arch, vendor, os, last] = fields[..] else {
        return None;
    };
    let of_three = ["gfx", "sm_"].iter().any(|begin| last.starts_with(begin)) && !last.contains(':');
    if !of_three || knows(last) {
        return None;
    }
    let triple = format!("{arch}-{vendor}-{os}-{last}");
    let value = json!({ "canonical": format!("{kind}-{triple}-"), "features": {}, "kind": kind, "processor": "", "triple": triple });
    Some(Answer::value(value))
}

fn changed(part: usize, change: fn(&str) -> String) -> impl Fn(&Question<Vec<u8>>) -> Option<Question<Vec<u8>>> {
    move |question| match question {
        Question::ParseId { .. } | Question::Compose { .. } => each_id(question, |id| match parts(id) {
            Some(mut parts) => {
                parts[part] = change(&parts[part]);
                joined(&parts)
            }
            None => id.to_owned(),
        }),
        _ => None,
    }
}

fn kind(id: &str) -> &str {
    id.split('-').next().unwrap_or_default()
}

fn rules(all: &mut Vec<Derived>, ids: &Value) {
    for rule in ids["composition"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|rule| rule["level"] == "error")
    {
        let id = rule["id"].as_str().unwrap();
        let finds_equal = rule["finds"] == "equal";
        all.push(answers(
            format!("composition: ignores {id}"),
            move |question, answer| match question {
                Question::Compose { ids } => {
                    let canonical = |id: &String| match Ours.answer(&Question::ParseId { text: id.clone() }) {
                        Answer::Value { value, .. } => value["canonical"].to_string(),
                        _ => id.clone(),
                    };
                    let mut names: Vec<String> = ids.iter().map(canonical).collect();
                    names.sort_unstable();
                    let is_equal = names.windows(2).any(|pair| pair[0] == pair[1]);
                    match is_equal == finds_equal {
                        true => Answer::value(json!({ "together": true })),
                        false => answer,
                    }
                }
                _ => answer,
            },
        ));
    }
    let together = |refuses: fn(&[String]) -> bool| move |question: &Question<Vec<u8>>| matches!(question, Question::Compose { ids } if refuses(ids));
    type Refused = fn(&[String]) -> bool;
    let refused: [(&str, Refused); 5] = [
        ("one entry", |ids| ids.len() == 1),
        ("more than three entries", |ids| ids.len() > 3),
        ("entries of two kinds", |ids| differ(ids, 0)),
        ("entries of two architectures", |ids| differ(ids, 1)),
        ("a bundle without a host", |ids| {
            !ids.iter().any(|id| id.starts_with("host-"))
        }),
    ];
    for (what, refuses) in refused {
        all.push(super::refuses(
            format!("composition: refuses {what}"),
            together(refuses),
        ));
    }
}

/// Whether entries other than the host differ in this field.
fn differ(ids: &[String], field: usize) -> bool {
    let mut fields: Vec<&str> = ids
        .iter()
        .filter(|id| !id.starts_with("host-"))
        .filter_map(|id| id.split('-').nth(field))
        .collect();
    fields.dedup();
    fields.len() > 1
}

pub(super) fn ids(all: &mut Vec<Derived>) {
    let ids = schema("target_id.yaml");
    let named: Vec<String> = ids["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["id"].as_str().unwrap().into())
        .collect();
    assert_eq!(
        named,
        ["kind", "arch", "vendor", "os", "environment", "processor", "feature", "sign"]
    );
    for (part, name) in named[..6].iter().enumerate() {
        for (what, equal) in COMPARISONS {
            all.push(asks(format!("target_id/{name}: compares {what}"), move |question| {
                compared(question, part, equal)
            }));
        }
        let lower = changed(part, str::to_lowercase);
        all.push(asks(format!("target_id/{name}: reads it in small letters"), lower));
        let trimmed = changed(part, |text| {
            text.trim_end_matches(|one: char| one.is_ascii_digit() || one == '.')
                .to_owned()
        });
        all.push(asks(format!("target_id/{name}: drops a number at its end"), trimmed));
    }
    for (what, change) in FEATURES {
        all.push(asks(format!("target_id/feature: {what}"), move |question| {
            each_id(question, |id| match parts(id) {
                Some(mut parts) => {
                    parts[6] = rejoined(&change(features(&parts[6])));
                    joined(&parts)
                }
                None => id.to_owned(),
            })
        }));
    }
    all.push(answers(
        "target_id/feature: keeps the order",
        |question, answer| match (question, answer) {
            (Question::ParseId { text }, Answer::Value { mut value, contents }) => {
                if let Some(parts) = parts(text)
                    && let Some(at) = value["canonical"].as_str().and_then(|id| id.find(':'))
                {
                    value["canonical"] = format!("{}{}", &value["canonical"].as_str().unwrap()[..at], parts[6]).into();
                }
                Answer::Value { value, contents }
            }
            (_, answer) => answer,
        },
    ));
    let of_processors: Vec<String> = ids["features"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap().into())
        .collect();
    all.push(asks(
        "target_id/feature: drops what no processor has",
        move |question| {
            each_id(question, |id| match parts(id) {
                Some(mut parts) => {
                    let mut kept = features(&parts[6]);
                    kept.retain(|(name, _)| of_processors.contains(name));
                    parts[6] = rejoined(&kept);
                    joined(&parts)
                }
                None => id.to_owned(),
            })
        },
    ));
    let rule = ids["compatibility"]
        .as_array()
        .unwrap()
        .iter()
        .find(|rule| rule["id"] == "features")
        .unwrap()
        .clone();
    for feature in ids["features"].as_array().unwrap() {
        let name = feature["id"].as_str().unwrap();
        for stored in ["any", "on", "off"] {
            for asked in ["any", "on", "off"] {
                let serves = rule["serves"][stored]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|one| one == asked)
                    || stored == asked;
                let (own, word) = (name.to_owned(), if serves { "does not serve" } else { "serves" });
                all.push((
                    format!("target_id/{name}: {stored} {word} {asked}"),
                    Faulty::of(move |question| served(question, &own, (stored, asked), !serves)),
                ));
            }
        }
    }
    let kinds: Vec<(String, String)> = ids["kinds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| {
            (
                kind["id"].as_str().unwrap().into(),
                kind["group"].as_str().unwrap().into(),
            )
        })
        .collect();
    for (stored, group) in &kinds {
        for (asked, other) in &kinds {
            let (stored, asked, serves) = (stored.clone(), asked.clone(), group == other);
            let word = if serves { "does not serve" } else { "serves" };
            let fault = format!("target_id/kind: {stored} {word} {asked}");
            let is = move |from: &str, to: &str| (from, to) == (&*stored, &*asked);
            all.push(match serves {
                true => answers(fault, move |question, answer| match question {
                    Question::Compatible { stored, asked } if is(kind(stored), kind(asked)) => {
                        Answer::value(json!({ "compatible": false }))
                    }
                    _ => answer,
                }),
                false => asks(fault, move |question| {
                    compared(question, 0, |from, to| from == to || is(from, to))
                }),
            });
        }
    }
    for (what, knows) in NAMES {
        all.push((
            format!("target_id/processor: knows only {what}"),
            Faulty::of(|question| match question {
                Question::ParseId { text } => misread(text, *knows),
                _ => None,
            }),
        ));
    }
    let wildcards: [(&str, Equal); 4] = [
        ("no processor serves all", |stored, _| stored.is_empty()),
        ("no processor is served by all", |_, asked| asked.is_empty()),
        ("generic serves all", |stored, _| stored == "generic"),
        ("a generic processor serves all", |stored, _| {
            stored.ends_with("-generic")
        }),
    ];
    for (what, serves) in wildcards {
        all.push(asks(format!("target_id/processor: {what}"), move |question| {
            compared(question, 5, serves)
        }));
    }
    all.push(answers(
        "target_id/arch: compares subarchitectures by name",
        |question, answer| match question {
            Question::Compatible { stored, asked } => {
                let fields = parts(stored).zip(parts(asked));
                match fields.is_some_and(|(stored, asked)| stored[1] != asked[1]) {
                    true => Answer::value(json!({ "compatible": false })),
                    false => answer,
                }
            }
            _ => answer,
        },
    ));
    all.push(asks(
        "target_id/processor: amdgcnspirv serves all",
        |question| match question {
            Question::Compatible { stored, .. } if stored.ends_with("-amdgcnspirv") => {
                Some(Question::Compatible { stored: stored.clone(), asked: stored.clone() })
            }
            _ => None,
        },
    ));
    rules(all, ids);
}
