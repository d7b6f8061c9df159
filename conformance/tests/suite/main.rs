//! The suite itself: our own implementation passes everything, in this process and through the pipe, and a wrong one does not.

mod another_layout;
mod another_way;
mod documents;
mod exported;
mod fault;
mod findings;
mod ids;
mod json_schema;
mod lint;
mod merit;
mod own_tools;
mod page;
mod program;
mod reasons;
mod testees;
mod violators;
mod wrong_answers;
mod wrong_archives;
mod wrong_assumptions;
mod wrong_compositions;
mod wrong_compression;
mod wrong_extracting;
mod wrong_files;
mod wrong_ids;
mod wrong_images;
mod wrong_manners;
mod wrong_matches;
mod wrong_members;
mod wrong_packing;
mod wrong_texts;
mod wrong_texts_written;
mod wrong_whole_archives;
mod wrong_writing;

use std::collections::BTreeSet;

use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::{ask, run};
use offload_bundle_conformance::testee::{Limits, Ours, PipeTestee, Testee};
use offload_bundle_conformance::verdict::Verdict;
use offload_bundle_testing::tools::optional;

use crate::another_way::AnotherWay;

fn wrong(cases: &[&Case], new: &(dyn Fn() -> Box<dyn Testee> + Sync)) -> Vec<String> {
    let verdicts = run(cases, &embedded::fixture, 2, new, &|_, verdict, _| verdict);
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
    let verdicts = run(&cases, &embedded::fixture, 2, &|| Box::new(Ours), &|_, verdict, _| {
        verdict
    });
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
    let verdicts = run(
        &cases,
        &embedded::fixture,
        1,
        &|| Box::new(start()),
        &|_, verdict, _| verdict,
    );
    let passed = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Pass).count();
    assert!(passed >= 10, "{passed} cases passed");
    let wrong = verdicts.iter().find(|(_, verdict)| !verdict.is_sound());
    assert!(wrong.is_none(), "{wrong:?}");
}

#[test]
fn one_that_is_right_in_another_way_passes_every_case() {
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = collection.cases().collect();
    let mut ways = BTreeSet::new();
    let mut wrong = Vec::new();
    for case in cases {
        let verdict = ask(&mut AnotherWay { case, ways: &mut ways }, case, &embedded::fixture);
        if verdict != Verdict::Pass {
            wrong.push(format!("{}: {verdict}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let manners = ["refuses", "words", "no by refusal", "level", "order of a list", "members", "keys"];
    let layouts = ["triple is mandatory", "text", "bundle", "binary", "spelling"];
    let mut all = manners.iter().chain(&layouts);
    assert!(all.all(|way| ways.contains(way)), "{ways:?}");
}
