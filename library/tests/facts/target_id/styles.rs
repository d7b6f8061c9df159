//! The stored form of arguments: our styles against measured releases.

use std::fs;
use std::path::Path;

use offload_bundle_core::ids::StyleError;
use offload_bundle_testing::tools::{self, present};

use crate::interpreted::GRAMMAR;

/// An argument with the results of releases 19 and 22. `lost`: a part is lost or doubled; `format`: refused.
const TABLE: &[(&str, &str, &str)] = &[
    (
        "host-x86_64-unknown-linux-gnu",
        "host-x86_64-unknown-linux-gnu-",
        "host-x86_64-unknown-linux-gnu-",
    ),
    (
        "host-x86_64-unknown-linux-gnu-",
        "lost",
        "host-x86_64-unknown-linux-gnu-",
    ),
    ("host-x86_64-unknown-linux", "host-x86_64-unknown-linux--", "format"),
    ("host-x86_64-linux-gnu", "host-x86_64-linux-gnu--", "format"),
    ("host-x86_64-linux-gnu-", "lost", "host-x86_64-unknown-linux-gnu-"),
    (
        "host-x86_64-pc-windows-msvc",
        "host-x86_64-pc-windows-msvc-",
        "host-x86_64-pc-windows-msvc-",
    ),
    ("host-x86_64-pc-windows-", "lost", "host-x86_64-pc-windows-msvc-"),
    (
        "host-x86_64-redhat-linux-gnu",
        "host-x86_64-redhat-linux-gnu-",
        "host-x86_64-redhat-linux-gnu-",
    ),
    ("host-arm64-apple-macosx14.0", "host-arm64-apple-macosx14.0--", "format"),
    ("hip-amdgcn-amd-amdhsa-gfx906", "hip-amdgcn-amd-amdhsa--gfx906", "lost"),
    (
        "hip-amdgcn-amd-amdhsa-gfx906:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+",
        "lost",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906",
    ),
    (
        "hip-amdgcn-amd-amdhsa-unknown-gfx906",
        "hip-amdgcn-amd-amdhsa-unknown-gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906",
    ),
    (
        "hip-amdgcn-amd-amdhsa1.0--gfx906",
        "hip-amdgcn-amd-amdhsa1.0--gfx906",
        "hip-amdgcn-amd-amdhsa1.0--gfx906",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx9-generic",
        "hip-amdgcn-amd-amdhsa--gfx9-generic",
        "hip-amdgcn-amd-amdhsa--gfx9-generic",
    ),
    (
        "hip-amdgcn-amd-amdhsa-gfx9-generic",
        "hip-amdgcn-amd-amdhsa-gfx9-generic",
        "lost",
    ),
    ("hip-amdgcn-amd-amdhsa--foo", "hip-amdgcn-amd-amdhsa--foo-", "lost"),
    ("hip-amdgcn-amd-amdhsa--foo:xnack+", "lost", "lost"),
    (
        "hip-amdgcn-amd-amdhsa--gfx9999",
        "hip-amdgcn-amd-amdhsa--gfx9999-",
        "lost",
    ),
    ("hip-amdgcn-amd-amdhsa--fiji", "hip-amdgcn-amd-amdhsa--fiji-", "lost"),
    (
        "hip-amdgcn-amd-amdhsa--gfx950",
        "hip-amdgcn-amd-amdhsa--gfx950-",
        "hip-amdgcn-amd-amdhsa--gfx950",
    ),
    ("hip-amdgcn-amd-amdhsa--gfx940", "hip-amdgcn-amd-amdhsa--gfx940", "lost"),
    ("hip-amdgcn-amd-amdhsa-foo", "hip-amdgcn-amd-amdhsa-foo-", "lost"),
    (
        "hip-amdgcn-amd-amdhsa-gnu-gfx906",
        "hip-amdgcn-amd-amdhsa-gnu-gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906",
    ),
    (
        "hip-amdgcn-amd-amdpal--gfx906",
        "hip-amdgcn-amd-amdpal--gfx906",
        "hip-amdgcn-amd-amdpal-unknown-gfx906",
    ),
    (
        "hip-amdgcn----gfx906",
        "hip-amdgcn----gfx906",
        "hip-amdgcn-unknown-unknown-unknown-gfx906",
    ),
    ("hip-amdgcn-amd-amdhsa--gfx906-", "lost", "lost"),
    (
        "openmp-nvptx64-nvidia-cuda-sm_70",
        "openmp-nvptx64-nvidia-cuda--sm_70",
        "openmp-nvptx64-nvidia-cuda-sm_70-",
    ),
    (
        "openmp-nvptx64-nvidia-cuda--sm_70",
        "openmp-nvptx64-nvidia-cuda--sm_70",
        "openmp-nvptx64-nvidia-cuda-unknown-sm_70",
    ),
    (
        "openmp-powerpc64le-ibm-linux-gnu",
        "openmp-powerpc64le-ibm-linux-gnu-",
        "openmp-powerpc64le-ibm-linux-gnu-",
    ),
    ("openmp-amdgcn-amd-amdhsa", "openmp-amdgcn-amd-amdhsa--", "format"),
    ("openmp-amdgcn-amd-amdhsa-", "lost", "openmp-amdgcn-amd-amdhsa--"),
    ("openmp-amdgcn-amd-amdhsa--", "lost", "openmp-amdgcn-amd-amdhsa--"),
    (
        "hip-spirv64-amd-amdhsa--amdgcnspirv",
        "hip-spirv64-amd-amdhsa--amdgcnspirv",
        "hip-spirv64-amd-amdhsa--amdgcnspirv",
    ),
    ("hip-x86_64", "hip-x86_64----", "format"),
    ("hip-x86_64-linux-gnu-musl-", "lost", "lost"),
    ("hip-x86_64-pc-gnu-", "lost", "lost"),
    ("hip-x86_64-linux-foo-", "lost", "lost"),
    ("hip-x86_64-gnu-linux-", "lost", "lost"),
    ("hip-x86_64-foo-pc-", "lost", "lost"),
    ("hip-x86_64-pc-windows-gnu-", "lost", "hip-x86_64-pc-windows-gnu-"),
    ("hip-x86_64-pc-mingw32-", "lost", "hip-x86_64-pc-windows-gnu-"),
    ("hip-x86_64-pc-mingw32-gnu-", "lost", "hip-x86_64-pc-windows-gnu-"),
    ("hip-x86_64-pc-cygwin-", "lost", "hip-x86_64-pc-windows-cygnus-"),
    ("hip-x86_64-pc-cygwin-gnu-", "lost", "hip-x86_64-pc-windows-cygnus-"),
    (
        "hip-arm-unknown-linux-androideabi-",
        "lost",
        "hip-arm-unknown-linux-android-",
    ),
    ("hip-amdgcn-amd-amdhsa-gnu-:xnack+", "lost", "lost"),
    ("hip-amdgcn-amd-amdhsa--:xnack+", "lost", "lost"),
    (
        "hip-amdgcn-amd-amdhsa--bmg_g21",
        "hip-amdgcn-amd-amdhsa--bmg_g21-",
        "hip-amdgcn-amd-amdhsa--bmg_g21",
    ),
    (
        "hip-amdgcn-amd-amdhsa--graniterapids",
        "hip-amdgcn-amd-amdhsa--graniterapids-",
        "hip-amdgcn-amd-amdhsa--graniterapids",
    ),
];

/// Processor names that release 22 loses, in the form of release 19 with a dash; it accepts no R600 name.
const NOT_TAKEN: &[&str] = &["cayman", "sm_100f", "sm_101f", "sm_103f", "sm_110f", "sm_120f", "sm_121f"];

const REASONS: &[(&str, &str, &str)] = &[
    (
        "19",
        "hip-amdgcn-amd-amdhsa--foo:xnack+",
        "loses the features `:xnack+`: release 19 does not know the processor",
    ),
    ("19", "hip-amdgcn-amd-amdhsa-", "writes the whole ID twice"),
    (
        "22",
        "host-x86_64-unknown-linux",
        "Targets need to follow the format '<offload kind>-<target triple>', where '<target triple>' follows the format '<kind>-<arch>-<vendor>-<os>-<env>[-<target id>[:target features]]'.",
    ),
    (
        "22",
        "hip-amdgcn-amd-amdhsa--foo:xnack+",
        "loses the target ID `foo:xnack+`: release 22 does not know the processor",
    ),
    (
        "22",
        "hip-amdgcn-amd-amdhsa--:xnack+",
        "loses the features `:xnack+`, because there is no processor",
    ),
    (
        "22",
        "hip-amdgcn-amd-amdhsa-foo-",
        "loses `foo`, which release 22 reads as the environment of a system without environments",
    ),
    (
        "22",
        "hip-x86_64-linux-foo-",
        "moves the fields `linux-foo-` of the triple",
    ),
    (
        "22",
        "hip-x86_64-gnu-linux-",
        "moves the fields `gnu-linux-` of the triple",
    ),
    ("22", "hip-x86_64-foo-pc-", "moves the fields `foo-pc-` of the triple"),
    ("22", "hip-x86_64-pc-gnu-", "moves the fields `pc-gnu-` of the triple"),
];

fn styled(id: &str, style: &str) -> String {
    match GRAMMAR.restyle(id, style) {
        Ok(text) => text,
        Err(StyleError::Loses { .. }) => "lost".to_owned(),
        Err(StyleError::Invalid { .. }) => "format".to_owned(),
        Err(other) => other.to_string(),
    }
}

#[test]
fn styles_match_measured_releases() {
    for (id, in_19, in_22) in TABLE {
        for style in ["14", "16", "verbatim"] {
            assert_eq!(styled(id, style), *id, "{style}");
        }
        assert_eq!(styled(id, "19"), *in_19, "19: {id}");
        assert_eq!(styled(id, "22"), *in_22, "22: {id}");
    }
}

#[test]
fn style_refusal_has_a_reason() {
    for (style, id, reason) in REASONS {
        let why = match GRAMMAR.restyle(id, style) {
            Err(StyleError::Loses { what, .. }) => what,
            Err(StyleError::Invalid { message }) => message,
            other => panic!("{style}: {id}: {other:?}"),
        };
        assert_eq!(why, *reason, "{style}: {id}");
    }
}

#[test]
fn processors_unknown_to_release_are_lost() {
    for name in NOT_TAKEN {
        let id = format!("hip-amdgcn-amd-amdhsa--{name}");
        assert_eq!(styled(&id, "19"), format!("{id}-"));
        assert_eq!(styled(&id, "22"), "lost", "{id}");
    }
}

/// Release 19 refuses an ID without a triple for the triple, not for its fields; a drop-in must reach that check.
#[test]
fn release_19_cuts_id_without_triple() {
    assert_eq!(styled("hip", "19"), "lost");
}

/// Only release 14 checks neither arguments nor composition.
#[test]
fn release_14_checks_nothing() {
    let unchecked = GRAMMAR.styles.iter().filter(|style| style.unchecked);
    let names: Vec<&str> = unchecked.map(|style| style.name).collect();
    assert_eq!(names, ["14"]);
}

fn stored(tool: &str, folder: &Path, id: &str) -> Result<String, String> {
    let targets = format!("-targets={},host-x86_64-unknown-linux-gnu", id);
    let words: Vec<&str> = if id.starts_with("host-") {
        vec!["-type=bc", &targets[..targets.len() - ",host-x86_64-unknown-linux-gnu".len()], "-input=in", "-output=out"]
    } else {
        vec!["-type=bc", &targets, "-input=in", "-input=in", "-output=out"]
    };
    let made = tools::run(folder, tool, &words);
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).trim().to_owned());
    }
    let bundle = fs::read(folder.join("out")).expect("a bundle");
    let number = |at: usize| u64::from_le_bytes(bundle[at..at + 8].try_into().expect("eight bytes")) as usize;
    Ok(String::from_utf8(bundle[56..56 + number(48)].to_vec()).expect("an ID is text"))
}

/// Releases know different sets of processors.
fn of_processors() -> impl Iterator<Item = String> {
    let listed = GRAMMAR.processors.iter().flat_map(|group| group.processors);
    let released = ["19", "22"];
    let listed = listed.filter(move |processor| released.iter().any(|release| processor.is_known_to(release)));
    let names = listed.flat_map(|processor| processor.also.iter().chain([&processor.name]));
    names.map(|name| format!("hip-amdgcn-amd-amdhsa--{name}"))
}

fn differential(release: &str) {
    let tool = format!("clang-offload-bundler-{release}");
    if !present(&tool) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("in"), "x").expect("an input");
    let measured = TABLE.iter().map(|(id, _, _)| (*id).to_owned());
    for id in measured.chain(of_processors()) {
        let id = id.as_str();
        match (GRAMMAR.restyle(id, release), stored(&tool, folder.path(), id)) {
            (Ok(ours), theirs) => assert_eq!(Ok(ours), theirs, "{id}"),
            (Err(StyleError::Invalid { message }), Err(theirs)) => {
                assert!(theirs.contains(&message), "{id}: {theirs}");
            }
            // The tool's output must really lack or repeat a part.
            (Err(StyleError::Loses { stored: Some(ours), .. }), Ok(theirs)) => assert_eq!(ours, theirs, "{id}"),
            (Err(StyleError::Loses { .. }), Ok(theirs)) => {
                let kind = id.split('-').next().expect("a kind");
                let twice = theirs.matches(&format!("{kind}-")).count() > 1;
                let same = GRAMMAR.canonical(id) == GRAMMAR.canonical(&theirs);
                assert!(twice || !same, "{id} is stored as {theirs}");
            }
            (ours, theirs) => panic!("{id}: ours {ours:?}, theirs {theirs:?}"),
        }
    }
}

#[test]
fn release_19_stores_same_ids() {
    differential("19");
}

#[test]
fn release_22_stores_same_ids() {
    differential("22");
}
