//! Spellings of IDs.

use offload_bundle_core::ids::Invalid;

use crate::interpreted::GRAMMAR;

#[test]
fn spellings_of_releases_are_read() {
    // The written ID and its canonical form.
    let table = [
        ("host-x86_64-unknown-linux-gnu", "host-x86_64-unknown-linux-gnu-"),
        ("host-x86_64-unknown-linux-gnu-", "host-x86_64-unknown-linux-gnu-"),
        ("host-x86_64-unknown-linux", "host-x86_64-unknown-linux-unknown-"),
        ("host-x86_64-unknown-linux--", "host-x86_64-unknown-linux-unknown-"),
        ("host-x86_64-linux-gnu", "host-x86_64-unknown-linux-gnu-"),
        ("host-x86_64-linux-gnu--", "host-x86_64-unknown-linux-gnu-"),
        (
            "host-x86_64-linux-gnu--host-x86_64-linux-gnu-",
            "host-x86_64-unknown-linux-gnu-",
        ),
        (
            "host-x86_64-unknown-linux-gnu-host-x86_64-unknown-linux-gnu-",
            "host-x86_64-unknown-linux-gnu-",
        ),
        ("host-arm64-apple-macosx14.0", "host-arm64-apple-macosx14.0-unknown-"),
        ("hip-amdgcn-amd-amdhsa-gfx906", "hip-amdgcn-amd-amdhsa--gfx906"),
        ("hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa--gfx906"),
        ("hip-amdgcn-amd-amdhsa-unknown-gfx906", "hip-amdgcn-amd-amdhsa--gfx906"),
        ("hip-amdgcn-amd-amdhsa1.0--gfx906", "hip-amdgcn-amd-amdhsa1.0--gfx906"),
        (
            "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
            "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
        ),
        (
            "hip-amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc-",
            "hip-amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+",
        ),
        (
            "hip-amdgcn-amd-amdhsa-gfx9-generic",
            "hip-amdgcn-amd-amdhsa--gfx9-generic",
        ),
        ("hip-amdgcn-amd-amdhsa--kaveri", "hip-amdgcn-amd-amdhsa--gfx700"),
        ("hip-amdgcn-amd-amdhsa--foo-", "hip-amdgcn-amd-amdhsa--foo"),
        ("hip-amdgcn-amd-amdhsa-foo-", "hip-amdgcn-amd-amdhsa--foo"),
        ("hip-amdgcn-amd-amdhsa--gfx906:", "hip-amdgcn-amd-amdhsa--gfx906"),
        ("openmp-amdgcn-amd-amdhsa", "openmp-amdgcn-amd-amdhsa--"),
        (
            "openmp-amdgcn-amd-amdhsa--openmp-amdgcn-amd-amdhsa--",
            "openmp-amdgcn-amd-amdhsa--",
        ),
        // The environment field would make this a second copy, which it already is.
        (
            "hip-amdgcn-amd-amdhsa-hip-amdgcn-amd-amdhs-a-foo",
            "hip-amdgcn-amd-amdhsa--",
        ),
        (
            "openmp-amdgcn-amdhsa-gfx906:sramecc+:xnack+",
            "openmp-amdgcn-unknown-amdhsa--gfx906:sramecc+:xnack+",
        ),
        (
            "openmp-nvptx64-nvidia-cuda-sm_70",
            "openmp-nvptx64-nvidia-cuda-unknown-sm_70",
        ),
        (
            "openmp-nvptx64-nvidia-cuda-unknown-sm_70",
            "openmp-nvptx64-nvidia-cuda-unknown-sm_70",
        ),
        (
            "hip-spirv64-amd-amdhsa--amdgcnspirv",
            "hip-spirv64-amd-amdhsa--amdgcnspirv",
        ),
    ];
    for (id, canonical) in table {
        assert_eq!(GRAMMAR.canonical(id).as_deref(), Ok(canonical), "{id}");
        assert_eq!(GRAMMAR.restyle(id, "canonical").as_deref(), Ok(canonical), "{id}");
    }
}

#[test]
fn parts_have_columns() {
    let parts = GRAMMAR
        .parts("hip-amdgcn-amd-amdhsa-gfx9-generic:xnack+")
        .expect("an ID");
    let seen: Vec<_> = parts
        .iter()
        .map(|part| (part.name, part.value.as_str(), part.column))
        .collect();
    let expected = [
        ("kind", "hip", 1),
        ("arch", "amdgcn", 5),
        ("vendor", "amd", 12),
        ("os", "amdhsa", 16),
        ("processor", "gfx9-generic", 23),
        ("feature", "xnack", 36),
        ("sign", "+", 41),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn mistakes_have_columns() {
    let table = [
        ("", 1, "an offload kind", "the end"),
        ("-", 1, "an offload kind", "`-`"),
        ("hip", 4, "`-`", "the end"),
        ("hip-", 5, "an architecture", "the end"),
        (
            "hip-amdgcn-amd-amdhsa--:xnack+",
            24,
            "a processor, `-` or the end",
            "`:xnack+`",
        ),
        ("hip-amdgcn-amd-amdhsa--gfx906:xnack", 36, "`+` or `-`", "the end"),
        ("hip-amdgcn-amd-amdhsa--gfx906:xnack*", 36, "`+` or `-`", "`*`"),
        (
            "hip-amdgcn-amd-amdhsa--gfx906::xnack+",
            31,
            "a feature or the end",
            "`:xnack+`",
        ),
        (
            "hip-amdgcn-amd-amdhsa--gfx906:-xnack",
            31,
            "a feature or the end",
            "`-xnack`",
        ),
        ("hip-amdgcn-amd-amdhsa--gfx906:+", 31, "a feature or the end", "`+`"),
        (
            "hip-amdgcn-amd-amdhsa--gfx906:xnack+:sramecc-:xnack-",
            47,
            "a feature that is not named before",
            "`xnack-`",
        ),
    ];
    for (id, column, expected, found) in table {
        let error = GRAMMAR.canonical(id).expect_err(id);
        assert_eq!(
            (error.column, error.expected.as_str(), error.found.as_str()),
            (column, expected, found),
            "{id}"
        );
    }
}

#[test]
fn unknown_kinds_and_triples_are_distinguished() {
    let invalid = |id: &str| GRAMMAR.validate(id).err().unwrap_or_default();
    assert_eq!(GRAMMAR.validate("hip-amdgcn-amd-amdhsa--gfx906"), Ok(()));
    let with_kind = ["hip", "hipv4", "openmp"].map(|kind| format!("{kind}-amdgcn-amd-amdhsa--gfx906"));
    assert!(
        with_kind
            .iter()
            .all(|id| invalid("amdgcn-amd-amdhsa--gfx906").without_kind.contains(id))
    );
    assert_eq!(invalid("foo-amdgcn-amd-amdhsa--gfx906").without_kind, [""; 0]);
    assert_eq!(GRAMMAR.validate("host-thumbv7em-none-eabi-"), Ok(()));
    let triple = |found: &Invalid| found.unknown_triple.as_ref().map(|triple| triple.in_full.clone());
    let found = invalid("foo-amdgcn-amd-amdhsa--gfx906");
    assert_eq!((found.unknown_kind.as_deref(), triple(&found)), (Some("foo"), None));
    let found = invalid("hip-zzz-amd-amdhsa--gfx906");
    assert_eq!(
        (found.unknown_kind.as_deref(), triple(&found).as_deref()),
        (None, Some("zzz-amd-amdhsa-"))
    );
    let found = invalid("hip-zzz-amd-amdhsa-gfx906:xnack+");
    assert_eq!(
        triple(&found).as_deref(),
        Some("zzz-amd-amdhsa-gfx906:xnack+"),
        "as release 22 cuts it"
    );
    let found = invalid("foo-zzz-a-b-");
    assert_eq!(found.unknown_kind.as_deref(), Some("foo"));
    assert_eq!(triple(&found).as_deref(), Some("zzz-a-b-"));
    assert!(invalid("hip").malformed.is_some());
}

#[test]
fn host_ids_are_recognised() {
    assert!(GRAMMAR.is_host("host-x86_64-unknown-linux-gnu-"));
    assert!(!GRAMMAR.is_host("hip-amdgcn-amd-amdhsa--gfx906"));
    assert!(!GRAMMAR.needs_host(&["hip-amdgcn-amd-amdhsa--gfx906", "hipv4-amdgcn-amd-amdhsa--gfx908"]));
    assert!(GRAMMAR.needs_host(&["hip-amdgcn-amd-amdhsa--gfx906", "openmp-nvptx64-nvidia-cuda--sm_70"]));
}

#[test]
fn composition_rules_find_conflicts() {
    let found = |ids: &[&str]| -> Vec<String> {
        let conflicts = GRAMMAR.composition(ids);
        let told = conflicts
            .iter()
            .map(|c| format!("{}: {} and {}", c.rule, c.first, c.second));
        told.collect()
    };
    let gfx906 = "hip-amdgcn-amd-amdhsa--gfx906";
    let none: [&str; 0] = [];
    assert_eq!(found(&[gfx906, "hip-amdgcn-amd-amdhsa--gfx908"]), none);
    assert_eq!(found(&[gfx906, "hipv4-amdgcn-amd-amdhsa--gfx906:xnack+"]), none);
    let [on, off] = ["hip-amdgcn-amd-amdhsa--gfx906:xnack+", "hip-amdgcn-amd-amdhsa--gfx906:xnack-"];
    assert_eq!(found(&[on, off]), none);
    assert_eq!(found(&[gfx906, on]), ["any-beside-fixed: 0 and 1"]);
    let host = "host-x86_64-unknown-linux-gnu-";
    assert_eq!(found(&[host, gfx906]), none);
    // clang puts the host last.
    assert_eq!(found(&[gfx906, off, host]), ["any-beside-fixed: 0 and 1"]);
    assert_eq!(
        found(&[gfx906, host, off]),
        ["host-first: 0 and 1", "any-beside-fixed: 0 and 2"]
    );
    assert_eq!(
        found(&["hip-amdgcn-amd-amdhsa--gfx906:sramecc+", on]),
        ["any-beside-fixed: 0 and 1"]
    );
    let orders = [
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+:sramecc+",
        "hip-amdgcn-amd-amdhsa--gfx908",
        "hip-amdgcn-amd-amdhsa--gfx906:sramecc+:xnack+",
    ];
    assert_eq!(found(&orders), ["different-ids: 0 and 2"]);
    assert_eq!(
        found(&[gfx906, "hip-amdgcn-amd-amdhsa-gfx906"]),
        ["different-ids: 0 and 1"]
    );
}

#[test]
fn id_from_components_parses_to_them() {
    let made = |kind, triple, target| {
        let id = GRAMMAR.entry_id(kind, triple, target);
        let parts = GRAMMAR.components(&id).unwrap();
        assert_eq!(
            (parts.kind.as_str(), parts.triple.as_str(), parts.target.as_str()),
            (kind, triple, target),
            "{id}"
        );
        id
    };
    assert_eq!(
        made("hip", "amdgcn-amd-amdhsa", "gfx90a:xnack+"),
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+"
    );
    assert_eq!(
        made("cuda", "nvptx64-nvidia-cuda", "sm_70"),
        "cuda-nvptx64-nvidia-cuda--sm_70"
    );
    assert_eq!(
        made("openmp", "x86_64-unknown-linux-gnu", ""),
        "openmp-x86_64-unknown-linux-gnu-"
    );
    assert_eq!(made("77", "spirv64-intel", ""), "77-spirv64-intel---");
    assert_eq!(made("sycl", "spirv64", "x"), "sycl-spirv64----x");
}
