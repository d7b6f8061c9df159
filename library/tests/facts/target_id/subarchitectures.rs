//! Architectures that name processors, from LLVM's main branch (`Triple.cpp` (`parseSubArch`),
//! `AMDGPUTargetParser.cpp`) and comgr's ID test.

use std::collections::BTreeMap;

use offload_bundle_core::ids::IdComponent;

use crate::interpreted::GRAMMAR;

/// Architectures of several processors: the name, the default processor, all allowed processors.
const MAJORS: &[(&str, &str, &[&str])] = &[
    ("amdgpu6", "gfx600", &["gfx600", "gfx601", "gfx602"]),
    (
        "amdgpu7",
        "gfx700",
        &["gfx700", "gfx701", "gfx702", "gfx703", "gfx704", "gfx705"],
    ),
    ("amdgpu8", "gfx801", &["gfx801", "gfx802", "gfx803", "gfx805"]),
    (
        "amdgpu9",
        "gfx9-generic",
        &["gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c", "gfx9-generic"],
    ),
    ("amdgpu9.4", "gfx9-4-generic", &["gfx942", "gfx950", "gfx9-4-generic"]),
    ("amdgpu9.5", "gfx9-4-generic", &["gfx942", "gfx950", "gfx9-4-generic"]),
    (
        "amdgpu10",
        "gfx10-1-generic",
        &["gfx1010", "gfx1011", "gfx1012", "gfx1013", "gfx10-1-generic"],
    ),
    (
        "amdgpu10.1",
        "gfx10-1-generic",
        &["gfx1010", "gfx1011", "gfx1012", "gfx1013", "gfx10-1-generic"],
    ),
    (
        "amdgpu10.3",
        "gfx10-3-generic",
        &["gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036", "gfx10-3-generic"],
    ),
    (
        "amdgpu11",
        "gfx11-generic",
        &[
            "gfx1100",
            "gfx1101",
            "gfx1102",
            "gfx1103",
            "gfx1150",
            "gfx1151",
            "gfx1152",
            "gfx1153",
            "gfx1154",
            "gfx11-generic",
        ],
    ),
    (
        "amdgpu11.7",
        "gfx11-7-generic",
        &["gfx1170", "gfx1171", "gfx1172", "gfx11-7-generic"],
    ),
    ("amdgpu12", "gfx12-generic", &["gfx1200", "gfx1201", "gfx12-generic"]),
    (
        "amdgpu12.5",
        "gfx12-5-generic",
        &["gfx1250", "gfx1250-strict", "gfx1251", "gfx12-5-generic"],
    ),
    ("amdgpu13", "gfx13-generic", &["gfx1310", "gfx13-generic"]),
];

/// Removed from LLVM.
const REMOVED: &[&str] = &["gfx940", "gfx941"];

/// The part after `gfx`, with a point before its last two characters.
fn minor(processor: &str) -> String {
    let number = processor.trim_start_matches("gfx");
    let (number, strict) = match number.strip_suffix("-strict") {
        Some(number) => (number, "s"),
        None => (number, ""),
    };
    let (major, rest) = number.split_at(number.len() - 2);
    format!("amdgpu{major}.{rest}{strict}")
}

fn processors() -> impl Iterator<Item = &'static str> {
    let groups = GRAMMAR.processors.iter();
    let groups = groups.filter(|group| group.architectures == ["amdgcn"]);
    let names = groups
        .flat_map(|group| group.processors)
        .map(|processor| processor.name);
    names.filter(|name| !name.ends_with("-generic") && !REMOVED.contains(name))
}

#[test]
fn processors_have_their_own_subarchitecture() {
    let ours: BTreeMap<&str, Option<&str>> = GRAMMAR
        .subarchitectures
        .iter()
        .flat_map(|table| table.list)
        .flat_map(|one| one.also.iter().chain([&one.name]).map(|name| (*name, one.processor)))
        .collect();
    let minors: Vec<(String, &str)> = processors().map(|processor| (minor(processor), processor)).collect();
    let minors = minors.iter().map(|(name, processor)| (name.as_str(), Some(*processor)));
    let majors = MAJORS.iter().map(|(name, processor, _)| (*name, Some(*processor)));
    let theirs: BTreeMap<&str, Option<&str>> = minors.chain(majors).chain([("amdgpu", None)]).collect();
    assert_eq!(ours, theirs);
}

#[test]
fn subarchitecture_allows_its_processors() {
    let is_valid = |architecture: &str, processor: &str| {
        GRAMMAR
            .validate(&format!("hip-{architecture}-amd-amdhsa--{processor}"))
            .is_ok()
    };
    let generics = MAJORS.iter().map(|(_, generic, _)| *generic);
    let all: Vec<&str> = processors().chain(generics).collect();
    for (architecture, _, fitting) in MAJORS {
        for processor in &all {
            let expected = fitting.contains(processor);
            assert_eq!(
                is_valid(architecture, processor),
                expected,
                "{architecture} {processor}"
            );
        }
    }
    for own in processors() {
        for processor in &all {
            let architecture = minor(own);
            assert_eq!(
                is_valid(&architecture, processor),
                own == *processor,
                "{architecture} {processor}"
            );
        }
    }
}

/// The written and the equal ID.
const SAME: &[(&str, &str)] = &[
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack-",
        "hip-amdgpu9.06-amd-amdhsa--gfx906:xnack-",
    ),
    ("hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgpu9-amd-amdhsa--gfx906"),
    ("hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgpu9.06-amd-amdhsa-gfx906"),
    ("hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgpu-amd-amdhsa--gfx906"),
    (
        "hip-amdgcn-amd-amdhsa--gfx9-4-generic:xnack+",
        "hip-amdgpu9.4-amd-amdhsa--gfx9-4-generic:xnack+",
    ),
    ("hip-amdgcn-amd-amdhsa--gfx90c", "hip-amdgpu9-amd-amdhsa--gfx90c"),
    ("hip-amdgcn-amd-amdhsa--gfx90a", "hip-amdgpu9.0a-amd-amdhsa--"),
    ("hip-amdgcn-amd-amdhsa--gfx90a", "hip-amdgpu9.0a-amd-amdhsa"),
    ("hip-amdgcn-amd-amdhsa--gfx90a", "hip-amdgpu9.0a-amd-amdhsa--generic"),
    ("hip-amdgcn-amd-amdhsa--gfx9-generic", "hip-amdgpu9-amd-amdhsa--"),
    ("hip-amdgcn-amd-amdhsa--gfx10-1-generic", "hip-amdgpu10-amd-amdhsa--"),
    (
        "hip-amdgcn-amd-amdhsa--gfx1250-strict",
        "hip-amdgpu12.50s-amd-amdhsa--gfx1250-strict",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx1200",
        "hip-amdgpu12.00-amd-amdhsa-unknown-gfx1200",
    ),
];

/// IDs that differ from all `SAME` IDs.
const OTHERS: &[&str] = &[
    "hip-amdgpu99.99-amd-amdhsa--gfx906",
    "hip-amdgpufoo-amd-amdhsa--gfx906",
    "hip-amdgpu9.6-amd-amdhsa--gfx906",
    "hip-amdgpu9.06x-amd-amdhsa--gfx906",
    "hip-amdgpu9.00-amd-amdhsa--",
    "hip-amdgpu9.06-amd-amdpal--gfx906",
    "openmp-amdgpu9.06-amd-amdhsa--gfx906",
    "hip-amdgpu-amd-amdhsa--",
    "hip-r600-amd-amdhsa--gfx906",
];

#[test]
fn canonical_form_uses_the_old_name() {
    for (written, read) in SAME {
        assert_eq!(GRAMMAR.canonical(read).as_deref(), Ok(*written), "{read}");
        for (stored, asked) in [(written, read), (read, written)] {
            let verdict = GRAMMAR.verdict(stored, asked);
            assert!(
                verdict.compatible && verdict.rank == u32::MAX,
                "{stored} {asked}: {verdict:?}"
            );
        }
        for other in OTHERS {
            assert!(!GRAMMAR.verdict(read, other).compatible, "{read} {other}");
            assert!(!GRAMMAR.verdict(other, read).compatible, "{other} {read}");
        }
    }
}

#[test]
fn parts_keep_the_written_spelling() {
    let parts = GRAMMAR.parts("hip-amdgpu9.0a-amd-amdhsa--").unwrap();
    let architecture = parts.iter().find(|part| part.name == "arch").unwrap();
    assert_eq!((architecture.value.as_str(), architecture.column), ("amdgpu9.0a", 5));
    assert!(parts.iter().all(|part| part.name != "processor"));
}

/// IDs of known words, with their faults.
const REFUSED: &[(&str, &str)] = &[
    ("hip-amdgpu9-amd-amdhsa--gfx908", "`amdgpu9` has no processor `gfx908`"),
    ("hip-amdgpu8-amd-amdhsa--gfx810", "`amdgpu8` has no processor `gfx810`"),
    (
        "hip-amdgpu12.50-amd-amdhsa--gfx1251",
        "`amdgpu12.50` has no processor `gfx1251`",
    ),
    (
        "hip-amdgpu12.50-amd-amdhsa--gfx1250-strict",
        "`amdgpu12.50` has no processor `gfx1250-strict`",
    ),
    (
        "hip-amdgpu9.06-amd-amdhsa--gfx9-generic",
        "`amdgpu9.06` has no processor `gfx9-generic`",
    ),
    (
        "hip-amdgpu-amd-amdhsa--gfx900",
        "`amdgpu` names no processor; write `amdgcn`",
    ),
    ("hip-amdgpu-amd-amdhsa--", "`amdgpu` names no processor; write `amdgcn`"),
    (
        "hip-amdgpu9.00-amd-amdhsa--gfx900:sramecc+",
        "`gfx900` has no selectable feature `sramecc`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx1250:xnack+",
        "`gfx1250` has no selectable feature `xnack`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx12-5-generic:xnack-",
        "`gfx12-5-generic` has no selectable feature `xnack`",
    ),
    (
        "hip-spirv64-amd-amdhsa--amdgcnspirv:xnack+",
        "`amdgcnspirv` has no selectable feature `xnack`",
    ),
];

/// Correct IDs that look wrong.
const TAKEN: &[&str] = &[
    "hip-amdgcn-amd-amdhsa--gfx1250:sramecc+",
    "hip-amdgpu12.50-amd-amdhsa--gfx1250:sramecc-",
    "hip-amdgpu12.5-amd-amdhsa--gfx1250-strict",
    "hip-amdgpu9-amd-amdhsa--gfx9zz",
    "hip-amdgcn-amd-amdhsa--gfx900:newmode+",
    "hip-amdgcn-amd-amdhsa--gfx77:xnack+",
    "hip-spirv64-amd-amdhsa--amdgcnspirv",
    "hip-spirv64-amd-amdhsa-unknown-amdgcnspirv",
];

#[test]
fn contradictory_known_words_are_refused() {
    for (id, expected) in REFUSED {
        let found = GRAMMAR.validate(id).err().and_then(|invalid| invalid.contradiction);
        assert_eq!(found.as_deref(), Some(*expected), "{id}");
    }
    for id in TAKEN {
        assert_eq!(GRAMMAR.validate(id), Ok(()), "{id}");
    }
}

#[test]
fn subarchitecture_triple_selects_its_processors() {
    for (stored, asked, taken) in [
        ("gfx906", "amdgpu9.06-amd-amdhsa", true),
        ("gfx906:xnack+", "amdgpu9-amd-amdhsa", true),
        ("gfx9-generic", "amdgpu9-amd-amdhsa", true),
        ("gfx906", "amdgpu-amd-amdhsa", true),
        ("gfx906", "amdgcn-amd-amdhsa", true),
        ("gfx908", "amdgpu9-amd-amdhsa", false),
        ("gfx906", "amdgpu9.00-amd-amdhsa", false),
        ("gfx906", "amdgpu9.06-amd-amdpal", false),
        ("", "amdgpu9.06-amd-amdhsa", false),
    ] {
        let stored = format!("hip-amdgcn-amd-amdhsa--{stored}");
        assert_eq!(GRAMMAR.check_component(IdComponent::Triple, asked), Ok(None));
        let verdict = GRAMMAR.select(stored.as_str().into(), IdComponent::Triple, asked);
        assert_eq!(verdict.loads.is_some(), taken, "{stored} {asked}");
    }
    assert!(
        GRAMMAR
            .check_component(IdComponent::Triple, "amdgpu99-amd-amdhsa")
            .is_err()
    );
}

/// The emulated releases do not know these.
#[test]
fn releases_reject_subarchitectures() {
    for (_, read) in SAME {
        assert!(GRAMMAR.validate_as_tools(read).is_err(), "{read}");
    }
}

#[test]
fn bare_target_is_distinguished_from_id() {
    for (text, is_target) in [
        ("gfx77-word", true),
        ("gfx1250-strict", true),
        ("gfx12-5-generic", true),
        ("gfx14-generic:xnack+", true),
        ("gfx1251-strict-more-of-it", true),
        ("sm_130-word", true),
        ("gfx906", true),
        ("hip-amdgcn-amd-amdhsa--gfx906", false),
        ("hip-gfx906", false),
        ("hipv4-amdgpu9.06-amd-amdhsa--", false),
        ("amdgcn-amd-amdhsa--gfx906", false),
        ("amdgpu9.06-amd-amdhsa", false),
        ("x86_64-unknown-linux-gnu", false),
        ("gfx-word", false),
        ("foo9-word", false),
    ] {
        assert_eq!(GRAMMAR.is_target(text), is_target, "{text}");
    }
}
