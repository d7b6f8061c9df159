//! Our implementation passes the suite in this process and through the pipe; wrong implementations fail.

mod allowed_forms;
mod another_layout;
mod another_way;
mod derived;
mod documents;
mod exported;
mod fault;
mod findings;
mod guide;
mod ids;
mod json_schema;
mod lint;
mod merit;
mod own_tools;
mod page;
mod program;
mod reasons;
mod results;
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

use crate::another_way::AnotherWay;

/// Panics if any case fails, is skipped, or shows no result.
fn passes_every_case(new: &(dyn Fn() -> Box<dyn Testee> + Sync)) {
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = collection.cases().collect();
    let verdicts = run(&cases, &embedded::fixture, 2, new, &|_, verdict, _| verdict);
    let wrong = verdicts.iter().filter(|(_, verdict)| *verdict != Verdict::Pass);
    let wrong: Vec<String> = wrong
        .map(|(case, verdict)| format!("{}: {}: {verdict}", case.id, verdict.word()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(verdicts.len(), cases.len());
}

#[test]
fn own_implementation_passes_every_case() {
    passes_every_case(&|| Box::new(Ours));
}

#[test]
fn ours_passes_every_case_through_the_pipe() {
    let program = env!("CARGO_BIN_EXE_offload-bundle-conformance");
    passes_every_case(&|| {
        Box::new(PipeTestee::start(vec![program.into(), "serve".into()], Limits::default()).unwrap())
    });
}

#[test]
fn alternative_correct_answers_pass() {
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
