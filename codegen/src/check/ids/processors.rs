//! Checks processors: unique ELF numbers, and subarchitectures.

use std::collections::BTreeMap;

use offload_bundle_core::ids::tables::{Generations, Processor};

use crate::model::ids::Spec;
use crate::problem::{Names, Problems, quote};

pub(super) fn check(spec: &Spec<'_>, names: &Names, problems: &mut Problems) {
    for machine in spec.machines {
        let groups = spec.processors.iter();
        let groups = groups.filter(|group| group.architectures.iter().any(|of| machine.architectures.contains(of)));
        let processors: Vec<&Processor<'_>> = groups.flat_map(|group| group.processors).collect();
        numbers_differ(spec.generations, &processors, names, problems);
    }
    let architectures = || {
        spec.architectures()
            .into_iter()
            .flat_map(|table| table.words.iter().flatten())
    };
    for name in names.given("a subarchitecture") {
        if architectures().any(|word| word.value == name.value) {
            let expected = "a subarchitecture that is not an architecture by itself";
            problems.add_word(name, expected, "it would be read as that");
        }
    }
}

/// ELF headers cannot distinguish processors with equal numbers, except for letters after the number.
fn numbers_differ(
    generations: &[Generations<'_>],
    processors: &[&Processor<'_>],
    names: &Names,
    problems: &mut Problems,
) {
    let mut first: BTreeMap<u32, &str> = BTreeMap::new();
    for processor in processors {
        let Some(number) = processor.elf_machine else { continue };
        let other = *first.entry(number).or_insert(processor.name);
        let is_same = |row: &Generations<'_>| {
            let stem = stem(row, processor.name);
            stem.is_some() && stem == self::stem(row, other)
        };
        if other == processor.name || generations.iter().any(is_same) {
            continue;
        }
        if let Some(name) = names
            .given("a processor")
            .iter()
            .find(|name| name.as_str() == processor.name)
        {
            problems.add(
                name,
                "a processor with an `elf-machine` of its own",
                format!("{} with {number:#x}, which {} has", quote(name), quote(other)),
                "their ELF flags would be equal",
            );
        }
    }
}

fn stem<'n>(row: &Generations<'_>, name: &'n str) -> Option<&'n str> {
    let number = name.strip_prefix(row.begins)?;
    let digits = number.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let letter = number.get(digits.len()..)?;
    let is_known = letter.is_empty() || row.alone.contains(&letter) || row.together.contains(&letter);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    (is_known && is_number)
        .then(|| name.get(..name.len() - letter.len()))
        .flatten()
}
