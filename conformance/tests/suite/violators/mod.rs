//! Every requirement is violated by some implementation, and cases notice: the table of violators, planted into our own implementation.

mod fields;
mod numbers;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_conformance::case::{Case, Question};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::ask;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};

use self::numbers::Short;
use self::table::Violator;
use crate::fault::Fault;
use crate::lint::Requirements;
use crate::{
    wrong_answers, wrong_archives, wrong_compression, wrong_files, wrong_ids, wrong_images, wrong_manners,
    wrong_writing,
};

/// Every fault that is written in Rust.
fn faults() -> impl Iterator<Item = &'static Fault> {
    let tables = [
        wrong_answers::FAULTS,
        wrong_manners::FAULTS,
        wrong_ids::FAULTS,
        wrong_files::FAULTS,
        wrong_compression::FAULTS,
        wrong_images::FAULTS,
        wrong_archives::FAULTS,
        wrong_writing::FAULTS,
    ];
    tables.into_iter().flatten()
}

/// Our own implementation with what a violator does planted in it.
enum Planted<'v> {
    Short(&'v Short),
    Written(&'static Fault),
}

impl Planted<'_> {
    fn of(violator: &Violator) -> Option<Planted<'_>> {
        let written = || faults().find(|fault| fault.violator == violator.id);
        match &violator.short {
            Some(short) => Some(Planted::Short(short)),
            None => written().map(Planted::Written),
        }
    }

    fn is_noticed_by(&mut self, case: &Case) -> bool {
        !ask(self, case, &embedded::fixture).is_sound()
    }
}

impl Testee for Planted<'_> {
    fn name(&self) -> &str {
        "planted"
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        match self {
            Self::Short(short) => Ours.answer(&short.question(question)),
            Self::Written(fault) => (fault.answer)(question, Ours.answer(&(fault.question)(question))),
        }
    }
}

#[test]
fn every_violator_is_noticed_by_the_cases_that_the_table_names() {
    let collection = embedded::cases().unwrap();
    let by_id: BTreeMap<&str, &Case> = collection.cases().map(|case| (case.id.as_str(), case)).collect();
    let (violators, open) = table::read();
    assert!(violators.len() >= 220, "{} violators", violators.len());
    let mut wrong = Vec::new();
    for violator in &violators {
        let mut say = |what: String| wrong.push(format!("{}: {what}", violator.id));
        let Some(mut planted) = Planted::of(violator) else {
            say("there is no fault of this name".into());
            continue;
        };
        let survives = open.survivors.contains_key(&violator.id);
        if survives != violator.noticed_by.is_empty() {
            say("either cases are named that notice it, or it is said to survive".into());
        }
        for id in &violator.noticed_by {
            match by_id.get(id.as_str()) {
                None => say(format!("there is no case {id}")),
                Some(case) if planted.is_noticed_by(case) => {}
                Some(_) => {
                    let others = collection.cases().filter(|case| planted.is_noticed_by(case));
                    let others: Vec<&str> = others.map(|case| &*case.id).collect();
                    say(format!(
                        "{id} does not notice it; {} do: {:?}",
                        others.len(),
                        &others[..others.len().min(3)]
                    ));
                }
            }
        }
        let tells = |case: &&Case| case.why.to_lowercase().contains(&violator.says.to_lowercase());
        let first = violator.noticed_by.first().and_then(|id| by_id.get(id.as_str()));
        if !survives && !first.is_some_and(tells) {
            say(format!("the first case does not speak of {:?}", violator.says));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn violators_are_told_once_and_each_fault_is_in_the_table() {
    let (violators, open) = table::read();
    let ids: BTreeSet<&str> = violators.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids.len(), violators.len(), "an id comes twice");
    for fault in faults() {
        assert!(ids.contains(fault.violator), "{} is not in the table", fault.violator);
    }
    for violator in &violators {
        assert!(violator.about.ends_with('.'), "{}: `about` is no sentence", violator.id);
        let written = faults().filter(|fault| fault.violator == violator.id).count();
        assert_eq!(written, usize::from(violator.short.is_none()), "{}", violator.id);
    }
    for id in open.survivors.keys() {
        assert!(ids.contains(id.as_str()), "there is no violator {id}");
    }
}

/// What survives is known, exactly: who plants a fault that no case notices writes the case.
#[test]
fn what_survives_is_what_the_table_says() {
    let collection = embedded::cases().unwrap();
    let (violators, open) = table::read();
    for violator in violators.iter().filter(|one| open.survivors.contains_key(&one.id)) {
        let mut planted = Planted::of(violator).unwrap();
        let noticed = collection.cases().find(|case| planted.is_noticed_by(case));
        assert!(
            noticed.is_none(),
            "{} is noticed by {}",
            violator.id,
            noticed.unwrap().id
        );
    }
}

#[test]
fn each_requirement_has_a_violator_that_a_case_of_it_notices() {
    let collection = embedded::cases().unwrap();
    let by_id: BTreeMap<&str, &Case> = collection.cases().map(|case| (case.id.as_str(), case)).collect();
    let requirements = Requirements::read();
    let (known, with_cases) = (requirements.ids(), requirements.with_cases());
    let (violators, open) = table::read();
    let mut wrong = Vec::new();
    let mut violated = BTreeSet::new();
    for violator in &violators {
        for id in &violator.violates {
            let of_it = |case: &&&String| by_id.get(case.as_str()).is_some_and(|case| case.requires.contains(id));
            if !known.contains(id.as_str()) {
                wrong.push(format!("{}: there is no requirement {id}", violator.id));
            } else if violator.noticed_by.iter().find(|case| of_it(&case)).is_none() {
                wrong.push(format!("{}: no case of {id} is said to notice it", violator.id));
            }
            violated.insert(id.as_str());
        }
    }
    for id in with_cases {
        match (violated.contains(id), open.requirements.contains_key(id)) {
            (false, false) => wrong.push(format!("{id}: no violator violates it")),
            (true, true) => wrong.push(format!("{id}: a violator violates it, and it is said to have none")),
            _ => {}
        }
    }
    for id in open.requirements.keys().filter(|id| !known.contains(id.as_str())) {
        wrong.push(format!("there is no requirement {id}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
