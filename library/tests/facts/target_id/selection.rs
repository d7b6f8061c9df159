//! Selection of entries by one part of an ID. Clang Offload Bundler, "Compatibility Rules for Bundle Entry ID".

use offload_bundle_core::ids::IdComponent;

use crate::interpreted::GRAMMAR;

/// The target of a HIP entry, the requested target, and the verdict.
const SELECTED: &[(&str, &str, bool)] = &[
    ("gfx906", "gfx906", true),
    ("gfx906", "gfx906:xnack+", true),
    ("gfx906", "gfx906:xnack-", true),
    ("gfx906:xnack+", "gfx906", true),
    ("gfx906:xnack-", "gfx906", true),
    ("gfx906:xnack+", "gfx906:xnack-", false),
    ("gfx906:xnack-", "gfx906:xnack+", false),
    ("gfx906:xnack+", "gfx906:xnack+", true),
    ("gfx906:xnack-", "gfx906:xnack-", true),
    ("gfx9-generic", "gfx906", true),
    ("gfx906", "gfx9-generic", false),
    ("gfx908", "gfx906", false),
];

/// The triple of a host entry, the requested triple, and the rule against it.
const SELECTED_TRIPLES: &[(&str, &str, &str)] = &[
    ("x86_64-pc-linux-gnu", "x86_64-pc-linux-gnu", ""),
    ("amd64-pc-linux6-gnu", "x86_64-pc-linux-gnu", ""),
    ("aarch64-pc-linux-gnu", "x86_64-pc-linux-gnu", "architecture"),
    ("x86_64-apple-linux-gnu", "x86_64-pc-linux-gnu", "vendor"),
    ("x86_64-pc-windows-gnu", "x86_64-pc-linux-gnu", "system"),
    ("x86_64-pc-linux-musl", "x86_64-pc-linux-gnu", "environment"),
];

#[test]
fn target_selects_runnable_entries() {
    for (stored, asked, taken) in SELECTED {
        let stored = format!("hip-amdgcn-amd-amdhsa--{stored}");
        let verdict = GRAMMAR.select(stored.as_str().into(), IdComponent::Target, asked);
        assert_eq!(verdict.loads.is_some(), *taken, "{stored} {asked}");
    }
}

#[test]
fn triple_selects_entries_with_equal_fields() {
    for (stored, asked, refused_by) in SELECTED_TRIPLES {
        let verdict = GRAMMAR.select(format!("host-{stored}-").as_str().into(), IdComponent::Triple, asked);
        let rules: Vec<&str> = verdict.reasons.iter().map(|reason| reason.rule).collect();
        assert_eq!(verdict.compatible, refused_by.is_empty(), "{stored} {asked}");
        if !verdict.compatible {
            assert_eq!(rules, [*refused_by], "{stored} {asked}");
        }
    }
}

#[test]
fn kind_selects_entries_of_serving_kinds() {
    for (stored, asked, taken) in [("hip", "hipv4", true), ("openmp", "openmp", true), ("openmp", "hip", false)] {
        let stored = format!("{stored}-amdgcn-amd-amdhsa--gfx906");
        let verdict = GRAMMAR.select(stored.as_str().into(), IdComponent::Kind, asked);
        assert_eq!(verdict.compatible, taken, "{stored} {asked}");
    }
}
