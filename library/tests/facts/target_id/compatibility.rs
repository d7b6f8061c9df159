//! Our verdicts against releases 14, 16, 19 and 22.

use offload_bundle_core::ids::Loading;
use serde_json::Value;

use crate::interpreted::GRAMMAR;

const CASES: &str = include_str!("../measured/compatibility.json");

fn cases() -> Vec<Value> {
    serde_json::from_str(CASES).expect("the cases are JSON")
}

fn text<'c>(case: &'c Value, key: &str) -> &'c str {
    case.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn compatible(case: &Value) -> bool {
    case.get("compatible").and_then(Value::as_bool).expect("a verdict")
}

#[test]
fn verdicts_match_cases_and_have_reasons() {
    let mut wrong = Vec::new();
    for case in cases() {
        let (stored, asked) = (text(&case, "stored"), text(&case, "asked"));
        let verdict = GRAMMAR.verdict(stored, asked);
        assert!(!verdict.reasons.is_empty(), "{stored} -> {asked}: no reason");
        if verdict.compatible != compatible(&case) {
            wrong.push(format!("{stored} -> {asked}: {verdict:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn differences_from_release_22_have_reasons() {
    for case in cases() {
        let measured = text(case.get("measured").expect("measurements"), "22");
        let agrees = match measured {
            "match" => compatible(&case),
            // The release rejects the spelling, so it has no verdict.
            _ => !compatible(&case),
        };
        assert_eq!(agrees, case.get("differs").is_none(), "{case}");
    }
}

#[test]
fn requested_kind_outranks_specific_features() {
    let asked = "hip-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+";
    let stored = [
        "hipv4-amdgcn-amd-amdhsa--gfx90a",
        "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx90a",
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
    ];
    let rank = |id: &&str| GRAMMAR.verdict(id, asked).rank;
    let ranks: Vec<u32> = stored.iter().map(rank).collect();
    assert!(ranks.is_sorted_by(|lower, higher| lower < higher), "{ranks:?}");
    assert!(ranks.iter().all(|rank| (1..u32::MAX).contains(rank)), "{ranks:?}");
    for the_very_id in [asked, "hip-amdgcn-amd-amdhsa-unknown-gfx90a:xnack+:sramecc+"] {
        assert_eq!(rank(&the_very_id), u32::MAX, "{the_very_id}");
    }
}

#[test]
fn generic_processor_serves_loaders_only() {
    let verdict = GRAMMAR.verdict("hip-amdgcn-amd-amdhsa--gfx9-generic", "hip-amdgcn-amd-amdhsa--gfx906");
    assert!(!verdict.compatible && verdict.loads == Some(Loading::Generic));
    let reason = &verdict.reasons[0];
    assert_eq!(reason.rule, "processor");
    for told in ["yes for loaders: `gfx906` is a member of `gfx9-generic`", "no for clang-offload-bundler"] {
        assert!(reason.text.contains(told), "{}", reason.text);
    }
    let verdict = GRAMMAR.verdict("hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa--gfx9-generic");
    assert!(
        !verdict.compatible && verdict.loads.is_none(),
        "what is for one member is not for all"
    );
}

#[test]
fn alternative_names_are_the_same_processor() {
    let verdict = GRAMMAR.verdict("hip-amdgcn-amd-amdhsa--fiji", "hip-amdgcn-amd-amdhsa--gfx803");
    assert!(verdict.compatible, "{verdict:?}");
    let verdict = GRAMMAR.verdict("hip-amdgcn-amd-amdhsa--foo", "hip-amdgcn-amd-amdhsa--bar");
    assert!(!verdict.compatible, "unknown processors are not the same: {verdict:?}");
}

#[test]
fn unknown_processor_follows_system_without_environments() {
    for system in
        ["amdgcn-amd-amdhsa", "amdgcn-amd-amdpal", "amdgcn-mesa-mesa3d", "nvptx64-nvidia-cuda", "nvptx64-nvidia-nvcl"]
    {
        let [this, other] = ["new1", "new2"].map(|processor| format!("openmp-{system}-{processor}"));
        assert!(!GRAMMAR.verdict(&this, &other).compatible, "{this} {other}");
        let four_fields = format!("openmp-{system}--new1");
        assert!(GRAMMAR.verdict(&this, &four_fields).compatible, "{this} {four_fields}");
    }
}
