//! Our programs pass the conformance suite as foreign testees.

use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::{Choice, run};
use offload_bundle_conformance::testee::{CommandTestee, Limits, Testee};
use offload_bundle_conformance::verdict::Verdict;

use crate::support::program::offload_bundle;

fn passed(name: &str, choice: &Choice, new: &(dyn Fn() -> Box<dyn Testee> + Sync)) -> usize {
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = choice.choose(collection.cases());
    let verdicts = run(&cases, &embedded::fixture, 2, new, &|_, verdict, _| verdict);
    let known = embedded::expectations(name).unwrap();
    let surprises = known.surprises(&verdicts, &|_| true);
    assert!(
        surprises.is_empty(),
        "{name}: {}",
        surprises.iter().map(|one| format!("{one}\n")).collect::<String>()
    );
    verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Pass).count()
}

#[test]
fn own_programs_match_their_expectations() {
    for (name, group, shards, least) in [
        ("offload-bundle-cli", "", 12, 40),
        ("offload-bundle-as-clang-offload-bundler", "_bundle/", 2, 20),
        ("offload-bundle-as-clang-offload-packager", "offload_binary/", 4, 15),
        ("offload-bundle-as-llvm-offload-binary", "offload_binary/", 4, 15),
    ] {
        let mut adapter = embedded::adapters()
            .unwrap()
            .into_iter()
            .find(|adapter| adapter.name == name)
            .unwrap();
        adapter.program = offload_bundle().to_str().unwrap().to_string();
        let testee = CommandTestee::find(adapter, Limits::default()).unwrap();
        // `cargo xtask conformance` runs all cases.
        let choice = Choice { filters: vec![group.into()], shard: Some((1, shards)) };
        let count = passed(name, &choice, &|| Box::new(testee.clone()));
        assert!(count >= least, "{name}: {count} cases passed");
    }
}
