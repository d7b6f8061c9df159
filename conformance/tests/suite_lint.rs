//! The cases, the requirements and the expectations hold together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use offload_bundle_conformance::case::{Case, Expectation, Level};
use offload_bundle_conformance::embedded;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Requirements {
    sources: BTreeMap<String, Source>,
    requirements: Vec<Requirement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    title: String,
    of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Requirement {
    id: String,
    source: String,
    section: String,
    says: String,
    without_case: Option<String>,
}

fn requirements() -> Requirements {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("requirements.yaml");
    serde_yaml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn with_cases(check: impl Fn(&str, &Case, &BTreeMap<&str, &Case>) -> Option<String>) {
    let collection = embedded::cases().unwrap();
    let by_id: BTreeMap<&str, &Case> = collection.cases().map(|case| (case.id.as_str(), case)).collect();
    let files = collection.files();
    let wrong: Vec<String> = files
        .flat_map(|(name, file)| file.cases.iter().map(move |case| (name, case)))
        .filter_map(|(name, case)| Some(format!("{}: {}", case.id, check(name, case, &by_id)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ids_are_paths_of_lower_case_words_and_name_their_file() {
    with_cases(|file, case, _| {
        let of_file = case.id.strip_prefix(file).and_then(|rest| rest.strip_prefix('/'));
        let plain = |name: &str| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        (!of_file.is_some_and(plain)).then(|| format!("expected {file}/ and words in small letters with _ between"))
    });
    let collection = embedded::cases().unwrap();
    let ids: Vec<&str> = collection.cases().map(|case| case.id.as_str()).collect();
    assert_eq!(
        ids.iter().collect::<BTreeSet<_>>().len(),
        ids.len(),
        "an id comes twice"
    );
}

#[test]
fn every_case_says_why_and_where_its_expectation_comes_from() {
    let known: BTreeSet<String> = requirements().requirements.into_iter().map(|one| one.id).collect();
    with_cases(|_, case, _| {
        let unknown = case.requires.iter().find(|id| !known.contains(*id));
        if let Some(id) = unknown {
            return Some(format!("there is no requirement {id:?}"));
        }
        if case.why.len() < 12 || !case.why.ends_with('.') {
            return Some("`why` is no sentence".into());
        }
        match case.level {
            Level::Required if case.requires.is_empty() => Some("it is required, by no requirement".into()),
            Level::Observed if case.source.is_none() => Some("it is observed, and no source says where".into()),
            _ => None,
        }
    });
}

#[test]
fn what_is_refused_differs_from_an_accepted_neighbour() {
    with_cases(|_, case, by_id| match (&case.expect, &case.neighbour) {
        (Expectation::Reject(_), None) => Some("it is refused, and has no neighbour".into()),
        (_, Some(neighbour)) => match by_id.get(neighbour.case.as_str()) {
            None => Some(format!("there is no case {:?}", neighbour.case)),
            Some(other) if matches!(other.expect, Expectation::Reject(_)) => {
                Some(format!("its neighbour {:?} is refused too", neighbour.case))
            }
            Some(other) if other.ask == case.ask => Some("it asks what its neighbour asks".into()),
            Some(other) if other.ask.op() != case.ask.op() => Some("its neighbour asks for another operation".into()),
            Some(_) if neighbour.differs.is_empty() => Some("it does not say what is different".into()),
            Some(_) => None,
        },
        _ => None,
    });
}

#[test]
fn no_case_asks_what_another_asks() {
    let collection = embedded::cases().unwrap();
    let mut asked: BTreeMap<String, &str> = BTreeMap::new();
    for case in collection.cases() {
        let question = serde_json::to_string(&case.ask).unwrap();
        if let Some(other) = asked.insert(question, &case.id) {
            panic!("{} asks what {other} asks", case.id);
        }
    }
}

#[test]
fn requirements_have_sources_and_are_told_once() {
    let Requirements { sources, requirements } = requirements();
    assert!(
        sources
            .values()
            .all(|source| !source.title.is_empty() && !source.of.is_empty())
    );
    let mut ids = BTreeSet::new();
    for one in &requirements {
        assert!(sources.contains_key(&one.source), "{}: unknown source", one.id);
        assert!(
            one.id.starts_with(&format!("{}/", one.source)),
            "{}: not of its source",
            one.id
        );
        assert!(one.says.ends_with('.') && !one.section.is_empty(), "{}", one.id);
        assert!(ids.insert(&one.id), "{} comes twice", one.id);
    }
}

#[test]
fn every_requirement_has_a_case_or_a_reason() {
    let collection = embedded::cases().unwrap();
    let covered: BTreeSet<&str> = collection
        .cases()
        .flat_map(|case| &case.requires)
        .map(String::as_str)
        .collect();
    let all = requirements().requirements;
    let open: Vec<&str> = all
        .iter()
        .filter(|one| !covered.contains(one.id.as_str()) && one.without_case.is_none())
        .map(|one| one.id.as_str())
        .collect();
    let share = all.len() - open.len();
    assert!(
        open.is_empty(),
        "{share} of {} requirements have a case or a reason; not so:\n{}",
        all.len(),
        open.join("\n")
    );
    let needless = all
        .iter()
        .find(|one| covered.contains(one.id.as_str()) && one.without_case.is_some());
    assert!(
        needless.is_none(),
        "a requirement has cases, and a reason for having none"
    );
}

#[test]
fn expectations_of_testees_can_be_read() {
    for adapter in embedded::adapters().unwrap() {
        embedded::expectations(&adapter.name).unwrap();
    }
    assert!(embedded::expectations("offload-bundle").unwrap().is_empty());
}
