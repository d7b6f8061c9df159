//! The table of violators, planted into our implementation. Cases detect a violation of every requirement.

mod changes;
mod fields;
mod numbers;
mod planted;
mod rules;
mod table;

pub(crate) use self::fields::fields;

use offload_bundle_conformance::case::{Case, Question};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::ask;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use offload_bundle_conformance::violators::Violator;

use crate::fault::Fault;
use crate::lint::{Requirements, none};
use crate::{
    wrong_answers, wrong_archives, wrong_assumptions, wrong_compositions, wrong_compression, wrong_extracting,
    wrong_files, wrong_ids, wrong_images, wrong_manners, wrong_matches, wrong_members, wrong_packing, wrong_texts,
    wrong_texts_written, wrong_whole_archives, wrong_writing,
};

/// Every fault written in Rust.
fn faults() -> impl Iterator<Item = &'static Fault> {
    let tables = [
        wrong_answers::FAULTS,
        wrong_manners::FAULTS,
        wrong_ids::FAULTS,
        wrong_files::FAULTS,
        wrong_compression::FAULTS,
        wrong_images::FAULTS,
        wrong_archives::FAULTS,
        wrong_assumptions::FAULTS,
        wrong_compositions::FAULTS,
        wrong_matches::FAULTS,
        wrong_members::FAULTS,
        wrong_packing::FAULTS,
        wrong_texts::FAULTS,
        wrong_texts_written::FAULTS,
        wrong_writing::FAULTS,
        wrong_extracting::FAULTS,
        wrong_whole_archives::FAULTS,
    ];
    tables.into_iter().flatten()
}

enum Planted<'v> {
    Told(&'v Violator),
    Written(&'static Fault),
}

impl Planted<'_> {
    fn find(violator: &Violator) -> Option<Planted<'_>> {
        let written = || faults().find(|fault| fault.violator == violator.id);
        match numbers::is_told(violator) {
            true => Some(Planted::Told(violator)),
            false => written().map(Planted::Written),
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
            Self::Told(violator) => match &violator.does {
                Some(change) if changes::fits(&change.when, question) => {
                    changes::answer(change, Ours.answer(&changes::question(change, question)))
                }
                _ => Ours.answer(&numbers::question(violator, question)),
            },
            Self::Written(fault) => (fault.answer)(question, Ours.answer(&(fault.question)(question))),
        }
    }
}

#[test]
fn violators_are_caught_by_listed_cases() {
    let (violators, open) = table::read();
    none(rules::unnoticed(&violators, &open, &embedded::cases().unwrap()));
}

#[test]
fn violators_are_listed_once() {
    let (violators, open) = table::read();
    let written: Vec<&str> = faults().map(|fault| fault.violator).collect();
    none(rules::told(&violators, &open, &written));
}

/// The table lists every surviving fault. A new survivor needs a case.
#[test]
fn survivors_match_table() {
    let (violators, open) = table::read();
    none(rules::noticed_after_all(&violators, &open, &embedded::cases().unwrap()));
}

#[test]
fn requirements_have_caught_violators() {
    let (violators, open) = table::read();
    none(rules::unviolated(
        &violators,
        &open,
        &embedded::cases().unwrap(),
        &Requirements::read(),
    ));
}
