//! `-debug-only=CodeObjectCompatibility`: each decision in the tool's words, with IDs as the emulated release spells them.

use crate::scene::{HOST, ours, ours_on};

const STORED: &str = "hip-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+";

fn told(stored: &str, targets: &[&str], more: &[&str]) -> Vec<String> {
    let text = ["START", "END"].map(|marker| format!("\n// __CLANG_OFFLOAD_BUNDLE____{marker}__ {stored}\n"));
    let bundle = text.concat();
    let (targets, outputs) = (format!("-targets={}", targets.join(",")), "-output=out");
    let count = targets.split(',').count();
    let mut words = vec!["-type=i", "-unbundle", "-input=in.i", "-allow-missing-bundles", &targets];
    words.extend(std::iter::repeat_n(outputs, count));
    words.extend(more);
    let done = ours_on(&[("in.i", bundle.as_bytes())], &words);
    assert_eq!(done.code, Some(0), "{done:?}");
    done.stderr.lines().map(str::to_owned).collect()
}

#[test]
fn decisions_are_printed_as_by_tool() {
    let decisions = [
        (STORED, "Compatible: Exact match:"),
        (
            "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+",
            "Compatible: Target IDs are compatible",
        ),
        (
            "openmp-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+",
            "Incompatible: Kind/Triple mismatch",
        ),
        (
            "hip-amdgcn-amd-amdpal-unknown-gfx90a:sramecc+:xnack+",
            "Incompatible: Kind/Triple mismatch",
        ),
        (
            "hip-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack+",
            "Incompatible: Processor mismatch",
        ),
        (
            "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
            "Incompatible: CodeObject has more features than target",
        ),
        (
            "hip-amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+",
            "Incompatible: Value of CodeObject's non-ANY feature is not matching with Target feature's non-ANY value",
        ),
    ];
    for (target, decision) in decisions {
        let expected = format!("{decision} \t[CodeObject: {STORED}]\t:\t[Target: {target}]");
        assert_eq!(
            told(STORED, &[target], &["-debug-only=CodeObjectCompatibility"]),
            [expected]
        );
    }
    let (stored, target) = (
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx90a:sramecc+",
    );
    let any = "Incompatible: Value of CodeObject's non-ANY feature is not matching with Target feature's ANY value";
    assert_eq!(
        told(stored, &[target], &["-debug-only=CodeObjectCompatibility"]),
        [format!("{any} \t[CodeObject: {stored}]\t:\t[Target: {target}]")]
    );
}

#[test]
fn ids_are_printed_as_release_spells_them() {
    let (stored, target) = ("openmp-amdgcn-amd-amdhsa--gfx908", "openmp-amdgcn-amd-amdhsa-gfx908");
    for (emulate, spelled) in [("-emulate=19", stored), ("-emulate=16", target)] {
        let words = ["-debug-only=CodeObjectCompatibility", emulate];
        let expected = format!("Compatible: Exact match: \t[CodeObject: {stored}]\t:\t[Target: {spelled}]");
        assert_eq!(told(stored, &[target], &words), [expected], "{emulate}");
    }
}

#[test]
fn decisions_are_in_entry_and_target_order() {
    let openmp = "openmp-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+";
    let words = ["-debug-only=other,CodeObjectCompatibility", "-hip-openmp-compatible"];
    let expected = [HOST, openmp].map(|target| match target {
        HOST => format!("Incompatible: Kind/Triple mismatch \t[CodeObject: {STORED}]\t:\t[Target: {HOST}-]"),
        _ => format!("Compatible: Target IDs are compatible \t[CodeObject: {STORED}]\t:\t[Target: {openmp}]"),
    });
    assert_eq!(told(STORED, &[HOST, openmp], &words), expected);
}

#[test]
fn other_debug_types_print_nothing() {
    assert_eq!(told(STORED, &[STORED], &["-debug-only=other"]), [""; 0]);
    let done = ours(&["-type=i", "-list", "-input=strange.i", "-debug-only=CodeObjectCompatibility"]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn malformed_features_are_error_with_offset() {
    for features in [":xnack", ":xnack+:xnack-", "::xnack+"] {
        let target = format!("-targets=hip-amdgcn-amd-amdhsa--gfx906{features}");
        for emulate in ["-emulate=16", "-emulate=19", "-emulate=22"] {
            let done = ours(&["-type=bc", "-input=one", "-output=out", &target, emulate]);
            assert_eq!(done.code, Some(1), "{done:?}");
            assert!(done.stderr.contains(&format!("gfx906{features}', column ")), "{done:?}");
            assert!(!done.files.contains_key("out"), "{done:?}");
        }
    }
}
