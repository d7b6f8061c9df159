//! Conflicting targets are refused with the release's message, in both directions; release 14 accepts them.

use offload_bundle_testing::releases::RELEASES;

use crate::scene::{ours, theirs};

const TARGETS: &[&str] = &[
    "hip-amdgcn-amd-amdhsa--gfx906",
    "hip-amdgcn-amd-amdhsa--gfx906:xnack+",
    "hip-amdgcn-amd-amdhsa--gfx906:xnack-",
    "hip-amdgcn-amd-amdhsa--gfx906:sramecc+",
    "hip-amdgcn-amd-amdhsa--gfx906:sramecc+:xnack+",
    "hip-amdgcn-amd-amdhsa--gfx906:xnack+:sramecc-",
    "hip-amdgcn-amd-amdhsa--gfx908:xnack+",
    "hipv4-amdgcn-amd-amdhsa--gfx906",
    "openmp-amdgcn-amd-amdhsa--gfx906:xnack+",
    "openmp-amdgcn-amd-amdhsa--gfx906",
];

#[test]
fn conflicts_match_each_release() {
    for release in RELEASES {
        let mut refused = 0;
        for (number, first) in TARGETS.iter().enumerate() {
            for second in &TARGETS[number + 1..] {
                // In both orders, for bundling and unbundling.
                let host = "host-x86_64-unknown-linux-gnu";
                let targets = match number % 2 {
                    0 => format!("-targets={host},{first},{second}"),
                    _ => format!("-targets={host},{second},{first}"),
                };
                let emulate = format!("-emulate={release}");
                let bundle: &[&str] = match release {
                    "14" => &["-type=bc", "-inputs=host,one,two", "-outputs=out"],
                    _ => &["-type=bc", "-input=host", "-input=one", "-input=two", "-output=out"],
                };
                let unbundle: &[&str] = match release {
                    "14" => &["-type=ll", "-unbundle", "-inputs=b.ll", "-outputs=x,y,z"],
                    _ => &["-type=ll", "-unbundle", "-input=b.ll", "-output=x", "-output=y", "-output=z"],
                };
                for words in [bundle, unbundle] {
                    let words: Vec<&str> = words.iter().copied().chain([targets.as_str()]).collect();
                    let real = theirs(release, &[], &words);
                    let here = ours(&words.iter().copied().chain([emulate.as_str()]).collect::<Vec<_>>());
                    let conflicts = |stderr: &str| stderr.contains("conflicting targets").then(|| stderr.to_owned());
                    assert_eq!(conflicts(&here.stderr), conflicts(&real.stderr), "{release} {targets}");
                    refused += usize::from(conflicts(&real.stderr).is_some());
                }
            }
        }
        assert_eq!(refused > 0, release != "14", "release {release} refused {refused}");
    }
}
