//! The tables of the grammar against measured or copied lists, independent of installed tools.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::ElfHeader;
use offload_bundle_core::ids::tables::{Processor, Words};
use serde_json::Value;

use crate::interpreted::GRAMMAR;

/// From `clang-19` and `clang-22`: the processors of `--print-supported-cpus` for an architecture; for AMD, the
/// features that `--offload-arch=NAME:FEATURE+` accepts, and the low byte of the ELF flags with `-mcpu=NAME`.
const MEASURED: &str = include_str!("../measured/processors.json");

const RELEASES: [&str; 2] = ["19", "22"];

fn texts(row: &Value, key: &str) -> Vec<String> {
    let items = row.get(key).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

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
fn processors_match_measured_compilers() {
    let measured: Value = serde_json::from_str(MEASURED).expect("JSON");
    for architecture in ["amdgcn", "nvptx64", "r600"] {
        let rows = measured.get(architecture).and_then(Value::as_array).expect("rows");
        let mut ours = named(architecture);
        ours.retain(|_, processor| ["19", "22"].iter().any(|release| processor.is_known_to(release)));
        for row in rows {
            let name = row.get("name").and_then(Value::as_str).expect("a name");
            let processor = ours
                .remove(name)
                .unwrap_or_else(|| panic!("{architecture} has no {name}"));
            let known: Vec<&str> = RELEASES
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
        ours.retain(|_, processor| RELEASES.iter().any(|release| processor.is_known_to(release)));
        assert_eq!(
            ours.keys().collect::<Vec<_>>(),
            [""; 0].iter().collect::<Vec<_>>(),
            "{architecture}"
        );
    }
}

/// LLVM's main branch, `AMDGPUTargetParser.cpp` and `BinaryFormat/ELF.h`: processors after release 22, or with more
/// features since; the ELF number, the generic processor, and the features of IDs.
const NEWER: &[(&str, u32, Option<&str>, &[&str])] = &[
    ("gfx1154", 0x57, Some("gfx11-generic"), &[]),
    ("gfx1170", 0x5d, Some("gfx11-7-generic"), &[]),
    ("gfx1171", 0x5e, Some("gfx11-7-generic"), &[]),
    ("gfx1172", 0x5c, Some("gfx11-7-generic"), &[]),
    ("gfx1250", 0x49, Some("gfx12-5-generic"), &["sramecc"]),
    ("gfx1250-strict", 0xeb, Some("gfx12-5-generic"), &["sramecc"]),
    ("gfx1251", 0x5a, Some("gfx12-5-generic"), &["sramecc"]),
    ("gfx1310", 0x50, Some("gfx13-generic"), &[]),
    ("gfx11-7-generic", 0x62, None, &[]),
    ("gfx12-5-generic", 0x5b, None, &["sramecc"]),
    ("gfx13-generic", 0x63, None, &[]),
];

#[test]
fn newer_processors_match_llvm_main() {
    let mut ours = named("amdgcn");
    for (name, number, family, features) in NEWER {
        let processor = ours.remove(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(processor.elf_machine, Some(*number), "{name}");
        assert_eq!(processor.family, *family, "{name}");
        for feature in ["sramecc", "xnack"] {
            assert_eq!(
                processor.has_feature(feature),
                features.contains(&feature),
                "{name} {feature}"
            );
        }
        assert_eq!(
            processor.fixed,
            if features.is_empty() { &[][..] } else { &["xnack"] },
            "{name}"
        );
    }
    let newer = ours
        .values()
        .filter(|one| !one.newer_features.is_empty() || !one.fixed.is_empty());
    let unknown = ours
        .values()
        .filter(|one| !["19", "22"].iter().any(|release| one.is_known_to(release)));
    assert_eq!(newer.chain(unknown).map(|one| one.name).collect::<Vec<_>>(), [""; 0]);
}

/// clang writes `spirv64` entries for `--offload-arch=amdgcnspirv`, and for Intel names that release 22 knows.
#[test]
fn spirv_processors_match_clang() {
    let ours: Vec<&str> = GRAMMAR
        .processors
        .iter()
        .filter(|group| group.architectures == ["spirv64"])
        .flat_map(|group| group.processors)
        .map(|processor| processor.name)
        .collect();
    assert_eq!(ours, ["amdgcnspirv", "bmg_g21", "generic", "graniterapids"]);
}

/// LLVM, `BinaryFormat/ELF.h`: `EF_AMDGPU_MACH_R600_*`, numbered from 1.
const R600: &[&str] = &[
    "r600", "r630", "rs880", "rv670", "rv710", "rv730", "rv770", "cedar", "cypress", "juniper", "redwood", "sumo",
    "barts", "caicos", "cayman", "turks",
];

#[test]
fn processor_numbers_match_elf_headers() {
    let numbers = |architecture| -> BTreeMap<u32, &str> {
        let processors = named(architecture).into_iter();
        processors
            .filter_map(|(name, processor)| Some((processor.elf_machine?, name)))
            .collect()
    };
    let expected: BTreeMap<u32, &str> = (1..).zip(R600.iter().copied()).collect();
    assert_eq!(numbers("r600"), expected);
    // NVIDIA's numbers follow from the names.
    for (name, processor) in named("nvptx64") {
        let digits = name.trim_start_matches("sm_").trim_end_matches(char::is_alphabetic);
        assert_eq!(processor.elf_machine, digits.parse().ok(), "{name}");
    }
}

#[test]
fn shared_elf_number_names_general_processor() {
    for (abi_version, shift, numbers) in [
        (
            7,
            0,
            &[20_u32, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90][..],
        ),
        (8, 8, &[90, 100, 101, 103, 110, 120, 121]),
    ] {
        for number in numbers {
            let header = ElfHeader { machine: 190, os_abi: 65, abi_version, flags: number << shift };
            let target = GRAMMAR.header_target(&header).target;
            assert_eq!(target, Some(format!("sm_{number}")), "version {abi_version}");
        }
    }
}

fn words(part: &str) -> BTreeMap<&'static str, Vec<&'static str>> {
    match GRAMMAR.part(part).and_then(|part| part.words) {
        Some(Words::Table(table)) => table.words.iter().map(|word| (word[0], word[1..].to_vec())).collect(),
        _ => panic!("{part} has no plain table"),
    }
}

fn all_words(part: &str) -> BTreeSet<&'static str> {
    words(part)
        .into_iter()
        .flat_map(|(name, also)| also.into_iter().chain([name]))
        .collect()
}

/// User Guide for AMDGPU Backend, table "AMDGPU Target Features": the features of target IDs.
#[test]
fn features_match_the_guide() {
    let words = GRAMMAR.part("feature").and_then(|part| part.words).expect("a table");
    let mut names = GRAMMAR.names(words);
    names.sort_unstable();
    assert_eq!(names, ["sramecc", "xnack"]);
    assert_eq!(GRAMMAR.primary("feature", "xnack"), Some("xnack"));
    assert_eq!(GRAMMAR.primary("feature", "wavefrontsize64"), None);
}

#[test]
fn triple_words_match_llvm() {
    for (part, known) in [
        ("vendor", crate::llvm_words::VENDORS),
        ("os", crate::llvm_words::SYSTEMS),
        ("environment", crate::llvm_words::ENVIRONMENTS),
    ] {
        assert_eq!(all_words(part), known.iter().copied().collect(), "{part}");
    }
    let theirs: BTreeSet<&str> = crate::llvm_words::ARCHITECTURES
        .iter()
        .flat_map(|names| *names)
        .copied()
        .collect();
    assert_eq!(all_words("arch"), theirs);
}
