//! The tables of the grammar beside lists that are measured or copied, so that a slip is noticed where no tool is installed, and of a schema
//! that is not compiled. `target_id_words` and `elf_headers` ask the tools themselves.

mod interpreted;
mod llvm_words;

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::tables::{Processor, Words};
use serde_json::Value;

use interpreted::GRAMMAR;

/// What `clang-19` and `clang-22` say: the processors that `--print-supported-cpus` lists for an architecture; of AMD's, the features that
/// `--offload-arch=NAME:FEATURE+` takes, and the low byte of the flags in the ELF file that `-mcpu=NAME` makes.
const MEASURED: &str = include_str!("../measured/processors.json");

fn texts(row: &Value, key: &str) -> Vec<String> {
    let items = row.get(key).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The processors of the group whose last architecture is this one, by each of their names.
fn named(architecture: &str) -> BTreeMap<&'static str, &'static Processor<'static>> {
    let groups = GRAMMAR.processors.iter();
    let meant = groups.filter(|group| group.architectures.last() == Some(&architecture));
    let processors = meant.flat_map(|group| group.processors);
    let names = processors.flat_map(|processor| {
        let names = processor.also.iter().chain([&processor.name]);
        names.map(move |name| (*name, processor))
    });
    names.collect()
}

#[test]
fn processors_are_as_measured() {
    let measured: Value = serde_json::from_str(MEASURED).expect("JSON");
    for architecture in ["amdgcn", "nvptx64", "r600"] {
        let rows = measured.get(architecture).and_then(Value::as_array).expect("rows");
        let mut ours = named(architecture);
        for row in rows {
            let name = row.get("name").and_then(Value::as_str).expect("a name");
            let processor = ours
                .remove(name)
                .unwrap_or_else(|| panic!("{architecture} has no {name}"));
            let known: Vec<&str> = ["19", "22"]
                .into_iter()
                .filter(|release| processor.is_known_to(release))
                .collect();
            assert_eq!(known, texts(row, "releases"), "{name}");
            if architecture == "amdgcn" {
                let mut features = processor.features.to_vec();
                features.sort_unstable();
                assert_eq!(features, texts(row, "features"), "{name}");
                let machine = row.get("elf_machine").and_then(Value::as_u64);
                assert_eq!(processor.elf_machine.map(u64::from), machine, "{name}");
            }
        }
        assert_eq!(
            ours.keys().collect::<Vec<_>>(),
            [""; 0].iter().collect::<Vec<_>>(),
            "{architecture}"
        );
    }
}

/// The words that the grammar lists for a part, each with its other names.
fn words(part: &str) -> BTreeMap<&'static str, Vec<&'static str>> {
    match GRAMMAR.part(part).and_then(|part| part.words) {
        Some(Words::Table(table)) => table.words.iter().map(|word| (word.name, word.also.to_vec())).collect(),
        _ => panic!("{part} has no plain table"),
    }
}

fn all_words(part: &str) -> BTreeSet<&'static str> {
    words(part)
        .into_iter()
        .flat_map(|(name, also)| also.into_iter().chain([name]))
        .collect()
}

#[test]
fn words_of_triples_are_those_that_llvm_reads() {
    for (part, known) in
        [("vendor", llvm_words::VENDORS), ("os", llvm_words::SYSTEMS), ("environment", llvm_words::ENVIRONMENTS)]
    {
        assert_eq!(all_words(part), known.iter().copied().collect(), "{part}");
    }
    let theirs: BTreeSet<&str> = llvm_words::ARCHITECTURES
        .iter()
        .flat_map(|names| *names)
        .copied()
        .collect();
    assert_eq!(all_words("arch"), theirs);
}
