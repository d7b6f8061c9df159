//! GPUs and the code that they run.

use offload_bundle_core::ids::{Loading, StoredCode};

use crate::interpreted::GRAMMAR;

fn loads(image: Option<&str>, stored: &str, asked: &str) -> Option<Loading> {
    GRAMMAR.target_verdict(StoredCode { id: stored, image }, asked).loads
}

/// The processors of ptxas 13.5 from `sm_100` on, without letters.
const BLACKWELL: [&str; 6] = ["sm_100", "sm_103", "sm_107", "sm_110", "sm_120", "sm_121"];

/// Measured: ptxas 13.5.37 compiles PTX for these targets. CUDA 12.9 called `sm_110` `sm_101`.
#[test]
fn ptx_runs_on_ptxas_targets() {
    for (ptx, taken) in [
        ("sm_100f", &["sm_100", "sm_103", "sm_107"][..]),
        ("sm_103f", &["sm_103", "sm_107"]),
        ("sm_107f", &["sm_107"]),
        ("sm_101f", &["sm_110"]),
        ("sm_110f", &["sm_110"]),
        ("sm_120f", &["sm_120", "sm_121"]),
        ("sm_121f", &["sm_121"]),
        ("sm_100", &BLACKWELL),
        ("sm_110", &["sm_110", "sm_120", "sm_121"]),
        ("sm_100a", &["sm_100"]),
        ("sm_101a", &["sm_110"]),
    ] {
        for gpu in BLACKWELL {
            let expected = taken.contains(&gpu).then_some(Loading::Compiled);
            assert_eq!(loads(Some("ptx"), ptx, gpu), expected, "{ptx} {gpu}");
            for letter in ["a", "f"] {
                let gpu = format!("{gpu}{letter}");
                assert_eq!(loads(Some("ptx"), ptx, &gpu), expected, "{ptx} {gpu}");
            }
        }
    }
}

#[test]
fn renumbered_chip_runs_both_numbers() {
    for (stored, asked) in [("sm_101", "sm_110"), ("sm_110", "sm_101"), ("sm_101a", "sm_110"), ("sm_101f", "sm_110")] {
        assert_eq!(loads(None, stored, asked), Some(Loading::Own), "{stored} {asked}");
        assert!(
            !GRAMMAR.target_verdict(stored.into(), asked).compatible,
            "by name: {stored} {asked}"
        );
    }
    for (stored, asked) in [("sm_100", "sm_101"), ("sm_100f", "sm_101"), ("sm_101", "sm_103"), ("sm_101f", "sm_103")] {
        assert_eq!(loads(None, stored, asked), None, "{stored} {asked}");
        let ptx = loads(Some("ptx"), stored, asked);
        assert_eq!(
            ptx,
            (stored == "sm_100").then_some(Loading::Compiled),
            "{stored} {asked}"
        );
    }
    assert_eq!(loads(None, "sm_100", "sm_107"), Some(Loading::Earlier));
    assert!(GRAMMAR.unknown_names("openmp-nvptx64-nvidia-cuda--sm_107f").is_empty());
    for (product, processor) in [("Jetson Thor", "sm_110"), ("Vera Rubin", "sm_107")] {
        assert_eq!(GRAMMAR.products(product)[0].processor, processor);
    }
}

/// HIP, `hip_fatbin.cpp`: code for the GPU, then for its generic processor, then SPIR-V, which comgr compiles.
#[test]
fn portable_code_ranks_below_native_and_generic() {
    let entry = |target: &str| match target {
        "amdgcnspirv" => "hip-spirv64-amd-amdhsa--amdgcnspirv".to_owned(),
        target => format!("hipv4-amdgcn-amd-amdhsa--{target}"),
    };
    let verdict = |target: &str, gpu: &str| GRAMMAR.target_verdict(entry(target).as_str().into(), gpu);
    let order = ["gfx1100", "gfx11-generic", "amdgcnspirv"].map(|target| verdict(target, "gfx1100"));
    assert!(
        order.is_sorted_by(|better, worse| better.loads > worse.loads),
        "{order:?}"
    );
    let [.., portable] = order;
    assert_eq!((portable.compatible, portable.loads), (false, Some(Loading::Compiled)));
    assert!(
        portable.reasons[0]
            .text
            .starts_with("yes for loaders: their driver compiles `amdgcnspirv` for `gfx1100`")
    );
    // Unknown GPUs are AMD's if their names look so.
    for gpu in ["gfx906", "gfx90a:xnack+", "gfx1999"] {
        assert_eq!(verdict("amdgcnspirv", gpu).loads, Some(Loading::Compiled), "{gpu}");
        let whole = GRAMMAR.verdict(&entry("amdgcnspirv"), &format!("hip-amdgcn-amd-amdhsa--{gpu}"));
        assert_eq!(
            (whole.compatible, whole.loads),
            (false, Some(Loading::Compiled)),
            "{gpu}"
        );
    }
    // It is not code for other vendors, has no features, and code for a single GPU is not portable.
    for (stored, gpu) in [("amdgcnspirv", "sm_90"), ("amdgcnspirv", "12.60.7"), ("amdgcnspirv:xnack+", "gfx906")] {
        let stored = format!("hip-spirv64-amd-amdhsa--{stored}");
        assert_eq!(
            GRAMMAR.target_verdict(stored.as_str().into(), gpu).loads,
            None,
            "{stored} {gpu}"
        );
    }
    assert_eq!(verdict("gfx1100", "amdgcnspirv").loads, None);
    let other_kind = GRAMMAR.verdict(
        "openmp-spirv64-amd-amdhsa--amdgcnspirv",
        "hip-amdgcn-amd-amdhsa--gfx906",
    );
    assert_eq!(other_kind.loads, None);
}
