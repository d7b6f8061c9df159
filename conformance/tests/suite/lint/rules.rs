//! Rules for single cases and for pairs of cases.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_conformance::case::{Case, Collection, Expectation, Level};
use offload_bundle_conformance::embedded;

use super::Findings;
use super::difference::{changes, differs_in_one_way, without_numbers};
use super::requirements::Requirements;

fn each(collection: &Collection, check: impl Fn(&Case) -> Option<String>) -> Findings {
    let wrong = collection
        .cases()
        .filter_map(|case| Some(format!("{}: {}", case.id, check(case)?)));
    wrong.collect()
}

/// Checks that each id is the path of the file and a name.
pub fn ids(collection: &Collection) -> Findings {
    let plain = |name: &str| {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        !name.is_empty() && name.bytes().all(known)
    };
    let mut wrong = Findings::new();
    let mut seen = BTreeSet::new();
    for (file, cases) in collection.files() {
        for case in &cases.cases {
            let name = case.id.strip_prefix(file).and_then(|rest| rest.strip_prefix('/'));
            if !name.is_some_and(plain) {
                wrong.push(format!(
                    "{}: expected {file}/ and words in small letters with _ between",
                    case.id
                ));
            }
            if !seen.insert(&case.id) {
                wrong.push(format!("{}: the id occurs twice", case.id));
            }
        }
    }
    wrong
}

/// Checks the reason, level and source of each case.
pub fn citations(collection: &Collection, requirements: &Requirements) -> Findings {
    let known = requirements.ids();
    each(collection, |case| {
        if let Some(id) = case.requires.iter().find(|id| !known.contains(id.as_str())) {
            return Some(format!("unknown requirement {id:?}"));
        }
        if case.why.len() < 12 || !case.why.ends_with('.') {
            return Some("`why` is not a sentence".into());
        }
        match (case.level, &case.source) {
            (Level::Required, _) if case.requires.is_empty() => Some("it is required, but cites no requirement".into()),
            (Level::Required, _) if !case.requires.iter().any(|id| requirements.decides(id)) => {
                Some("it is required, but no cited sentence decides it".into())
            }
            (Level::Observed, None) => Some("it is observed, but lacks a source".into()),
            (_, Some(source)) if !names_an_authority(source) => {
                Some(format!("{source:?} names no release, LLVM tool or document"))
            }
            _ => None,
        }
    })
}

/// Whether `source` names an authority outside our implementation.
fn names_an_authority(source: &str) -> bool {
    let others = ["release", "LLVM", "llvm-", "clang", "document"];
    let own = ["offload-bundle", "our ", "ours"];
    others.iter().any(|word| source.contains(word)) && !own.iter().any(|word| source.contains(word))
}

/// Checks that each refused case has an accepted neighbour with one difference.
pub fn neighbours(collection: &Collection) -> Findings {
    let by_id: BTreeMap<&str, &Case> = collection.cases().map(|case| (case.id.as_str(), case)).collect();
    each(collection, |case| match (&case.expect, &case.neighbour) {
        (Expectation::Reject(_), None) => Some("it is refused, but lacks a neighbour".into()),
        (_, Some(neighbour)) => match by_id.get(neighbour.case.as_str()) {
            None => Some(format!("unknown case {:?}", neighbour.case)),
            Some(other) if matches!(other.expect, Expectation::Reject(_)) => {
                Some(format!("its neighbour {:?} is refused too", neighbour.case))
            }
            Some(other) if other.ask == case.ask => Some("its neighbour has the same question".into()),
            Some(other) if other.ask.op() != case.ask.op() => Some("its neighbour asks for another operation".into()),
            Some(_) if neighbour.differs.len() < 5 => Some("`differs` does not describe a difference".into()),
            Some(other) if !differs_in_one_way(case, other) => {
                Some(format!("it differs from its neighbour {:?} in several ways", other.id))
            }
            Some(_) => None,
        },
        _ => None,
    })
}

/// Reports cases with equal questions, even if their bytes are spelled differently.
pub fn duplicates(collection: &Collection) -> Findings {
    let mut asked = BTreeMap::new();
    each_once(collection, |case| {
        let question = case.ask.try_map(|bytes| bytes.resolve(&embedded::fixture));
        let question = match question {
            Ok(question) => format!("{question:?}"),
            Err(error) => return Some(format!("it cannot be read: {error}")),
        };
        let other = asked.insert(question, case.id.clone());
        other.map(|other| format!("its question equals the question of {other}"))
    })
}

fn each_once(collection: &Collection, mut check: impl FnMut(&Case) -> Option<String>) -> Findings {
    let wrong = collection
        .cases()
        .filter_map(|case| Some(format!("{}: {}", case.id, check(case)?)));
    wrong.collect()
}

/// Cases that differ only in one number need different `edge` texts; other cases have no `edge`.
pub fn edges(collection: &Collection) -> Findings {
    let mut alike: BTreeMap<String, Vec<&Case>> = BTreeMap::new();
    for case in collection.cases() {
        alike.entry(without_numbers(&case.ask)).or_default().push(case);
    }
    let of = |case: &Case, other: &Case| case.neighbour.as_ref().is_some_and(|near| near.case == other.id);
    let mut wrong = Findings::new();
    let mut with_edge = BTreeSet::new();
    for group in alike.values() {
        for (number, case) in group.iter().enumerate() {
            for other in group.iter().skip(number + 1) {
                let changed = changes(&case.ask, &other.ask);
                if changed.len() != 1 || of(case, other) || of(other, case) {
                    continue;
                }
                for one in [case, other] {
                    with_edge.insert(&one.id);
                    if one.edge.as_ref().is_none_or(String::is_empty) {
                        wrong.push(format!(
                            "{}: its twin has another number at {}; `edge` is missing",
                            one.id, changed[0]
                        ));
                    }
                }
                if case.edge.is_some() && case.edge == other.edge {
                    wrong.push(format!("{}: its edge equals the edge of {}", case.id, other.id));
                }
            }
        }
    }
    let needless = collection
        .cases()
        .filter(|case| case.edge.is_some() && !with_edge.contains(&case.id));
    wrong.extend(needless.map(|case| format!("{}: it has an edge, but no twin with another number", case.id)));
    wrong
}
