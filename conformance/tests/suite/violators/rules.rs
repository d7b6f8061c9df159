//! Rules for the table of violators, its cases and requirements.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_conformance::case::{Case, Collection};
use offload_bundle_conformance::violators::{Open, Violator};

use super::Planted;
use super::numbers::is_told;
use crate::lint::{Findings, Requirements};

fn by_id(cases: &Collection) -> BTreeMap<&str, &Case> {
    cases.cases().map(|case| (case.id.as_str(), case)).collect()
}

/// Violators that a listed case misses, or that have no listed case.
pub fn unnoticed(violators: &[Violator], open: &Open, cases: &Collection) -> Findings {
    let by_id = by_id(cases);
    let mut wrong = Findings::new();
    for violator in violators {
        let mut say = |what: String| wrong.push(format!("{}: {what}", violator.id));
        let Some(mut planted) = Planted::find(violator) else {
            say("unknown fault".into());
            continue;
        };
        let survives = open.survivors.contains_key(&violator.id);
        if survives != violator.noticed_by.is_empty() {
            say("expected either cases in `noticed-by` or an entry in `survivors`".into());
        }
        for id in &violator.noticed_by {
            match by_id.get(id.as_str()) {
                None => say(format!("unknown case {id}")),
                Some(case) if planted.is_noticed_by(case) => {}
                Some(_) => {
                    let others: Vec<&str> = cases
                        .cases()
                        .filter(|case| planted.is_noticed_by(case))
                        .map(|case| &*case.id)
                        .collect();
                    let some = &others[..others.len().min(3)];
                    say(format!("{id} does not notice it; {} do: {some:?}", others.len()));
                }
            }
        }
        let tells = |case: &&Case| case.why.to_lowercase().contains(&violator.says.to_lowercase());
        let first = violator.noticed_by.first().and_then(|id| by_id.get(id.as_str()));
        if first.is_some_and(|case| !tells(case)) {
            say(format!("`why` of the first case lacks {:?}", violator.says));
        }
    }
    wrong
}

/// Violators that are repeated, lack a sentence, or are missing from the table.
pub fn told(violators: &[Violator], open: &Open, written: &[&str]) -> Findings {
    let mut wrong = Findings::new();
    let mut ids = BTreeSet::new();
    for violator in violators {
        let mut say = |what: &str| wrong.push(format!("{}: {what}", violator.id));
        if !ids.insert(violator.id.as_str()) {
            say("it occurs twice");
        }
        if !violator.about.ends_with('.') {
            say("`about` is not a sentence");
        }
        let faults = written.iter().filter(|fault| **fault == violator.id).count();
        if faults != usize::from(!is_told(violator)) {
            say("expected one fault, in the table or in Rust");
        }
    }
    let missing = |id: &&str| !ids.contains(*id);
    wrong.extend(
        written
            .iter()
            .copied()
            .filter(missing)
            .map(|id| format!("{id}: it is not in the table")),
    );
    let survivors = open.survivors.keys().map(String::as_str);
    wrong.extend(
        survivors
            .filter(missing)
            .map(|id| format!("{id}: `survivors` names it, but it is not in the table")),
    );
    wrong
}

/// Violators that are listed as survivors although a case detects them.
pub fn noticed_after_all(violators: &[Violator], open: &Open, cases: &Collection) -> Findings {
    let survivors = violators.iter().filter(|one| open.survivors.contains_key(&one.id));
    let noticed = survivors.filter_map(|violator| {
        let mut planted = Planted::find(violator)?;
        let case = cases.cases().find(|case| planted.is_noticed_by(case))?;
        Some(format!(
            "{}: `survivors` names it, but {} notices it",
            violator.id, case.id
        ))
    });
    noticed.collect()
}

/// Requirements that no violator tests, or that have both a violator and a reason for its absence.
pub fn unviolated(violators: &[Violator], open: &Open, cases: &Collection, all: &Requirements) -> Findings {
    let (by_id, known) = (by_id(cases), all.ids());
    let mut wrong = Findings::new();
    let mut violated = BTreeSet::new();
    for violator in violators {
        for id in &violator.violates {
            let of_it = |case: &String| by_id.get(case.as_str()).is_some_and(|case| case.requires.contains(id));
            if !known.contains(id.as_str()) {
                wrong.push(format!("{}: unknown requirement {id}", violator.id));
            } else if !violator.noticed_by.iter().any(of_it) {
                wrong.push(format!("{}: `noticed-by` has no case of {id}", violator.id));
            }
            violated.insert(id.as_str());
        }
    }
    for id in all.with_cases() {
        match (violated.contains(id), open.requirements.contains_key(id)) {
            (false, false) => wrong.push(format!("{id}: no violator violates it")),
            (true, true) => wrong.push(format!("{id}: a violator violates it, but `open.yaml` names it")),
            _ => {}
        }
    }
    let unknown = open.requirements.keys().filter(|id| !known.contains(id.as_str()));
    wrong.extend(unknown.map(|id| format!("unknown requirement {id}")));
    wrong
}
