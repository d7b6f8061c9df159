//! Bundles of every type, alignment and ID spelling: bytes and parts equal the release's.

use offload_bundle_testing::releases::RELEASES;

use crate::scene::{Done, HOST, ONE, ours, theirs};

/// Types of every release.
const TYPES: [&str; 10] = ["i", "ii", "cui", "d", "ll", "bc", "s", "o", "gch", "ast"];

/// Targets that every release writes whole.
const TARGETS: [&str; 7] = [
    "hip-amdgcn-amd-amdhsa--gfx906",
    "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+",
    "hip-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-",
    "hip-amdgcn-amd-amdhsa--gfx9-generic",
    "openmp-nvptx64-nvidia-cuda--sm_70",
    "openmp-amdgcn-amd-amdhsa--gfx906",
    "openmp-powerpc64le-ibm-linux-gnu",
];

/// Targets that some release spells differently.
const ODD: [&str; 9] = [
    "hip-amdgcn-amd-amdhsa-gfx906",
    "hip-amdgcn-amd-amdhsa-unknown-gfx906",
    "hip-amdgcn-amd-amdhsa--foo",
    "hip-amdgcn-amd-amdhsa-gfx9-generic",
    "openmp-nvptx64-nvidia-cuda-sm_70",
    "openmp-amdgcn-amd-amdhsa",
    "openmp-amdgcn-amd-amdhsa-",
    "hip-spirv64-amd-amdhsa--amdgcnspirv",
    "openmp-x86_64-pc-linux-gnu-",
];

/// Malformed features. The releases that compare features read out of bounds: they crash on one machine and write a bundle on another, so
/// the drop-in refuses these targets for them.
const MALFORMED: [&str; 2] = ["hip-amdgcn-amd-amdhsa--gfx906:xnack*", "hip-amdgcn-amd-amdhsa--gfx906:xnack+:xnack+"];

const HOSTS: [&str; 5] = [
    "host-x86_64-unknown-linux-gnu",
    "host-x86_64-unknown-linux-gnu-",
    "host-x86_64-unknown-linux",
    "host-x86_64-pc-windows-msvc",
    "host-arm64-apple-macosx14.0",
];

/// Command line for bundling, with the release's options.
fn words(release: &str, file_type: &str, alignment: &str, targets: &[&str], inputs: &[&str]) -> Vec<String> {
    let mut words = vec![
        format!("-type={file_type}"),
        format!("-bundle-align={alignment}"),
        format!("-targets={}", targets.join(",")),
    ];
    if release == "14" {
        words.push(format!("-inputs={}", inputs.join(",")));
        words.push("-outputs=out".to_owned());
    } else {
        words.extend(inputs.iter().map(|input| format!("-input={input}")));
        words.push("-output=out".to_owned());
    }
    words
}

fn both(release: &str, words: &[String]) -> (Done, Done) {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let real = theirs(release, &[], &words);
    let emulate = format!("--emulate={release}");
    words.push(&emulate);
    (real, ours(&words))
}

fn same_bytes(release: &str, words: &[String], real: &Done, here: &Done) {
    let text = |done: &Done| {
        done.files
            .get("out")
            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    };
    let same = real.files.get("out") == here.files.get("out");
    assert!(
        same,
        "{words:?}\nrelease {release}: {:?}\nhere: {:?}",
        text(real),
        text(here)
    );
}

#[test]
fn types_and_alignments_give_same_bytes() {
    for release in RELEASES {
        for file_type in TYPES {
            for (alignment, inputs) in [
                ("1", ["host", "one", "two"]),
                ("3", ["empty", "one", "empty"]),
                ("16", ["host", "empty", "one"]),
                ("4096", ["empty", "empty", "two"]),
            ] {
                let targets = [HOST, ONE, "openmp-nvptx64-nvidia-cuda--sm_70"];
                let words = words(release, file_type, alignment, &targets, &inputs);
                let (real, here) = both(release, &words);
                assert_eq!(real.code, Some(0), "release {release}: {words:?}: {}", real.stderr);
                assert_eq!(here.code, Some(0), "release {release}: {words:?}: {}", here.stderr);
                same_bytes(release, &words, &real, &here);
            }
        }
    }
}

#[test]
fn id_spellings_give_same_bytes() {
    let mut different = Vec::new();
    for release in RELEASES {
        for host in HOSTS {
            for device in TARGETS.iter().chain(&ODD).chain(&MALFORMED) {
                let words = words(release, "s", "1", &[host, device], &["host", "one"]);
                let (real, here) = both(release, &words);
                assert!(!here.crashed(), "{host} {device}: {here:?}");
                let says = match MALFORMED.contains(device) && release != "14" {
                    true => "invalid target",
                    false => "cannot be stored whole",
                };
                let refused = here.code != Some(0) && here.stderr.contains(says);
                if !refused
                    && !real.crashed()
                    && (real.code != here.code || real.files.get("out") != here.files.get("out"))
                {
                    let said = |done: &Done| {
                        let out = done
                            .files
                            .get("out")
                            .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                        format!("{:?} {:?} {:?}", done.code, done.stderr, out)
                    };
                    let (real, here) = (said(&real), said(&here));
                    different.push(format!(
                        "{host} {device}\n  release {release}: {real}\n  here:       {here}"
                    ));
                }
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn only_lossy_targets_are_refused() {
    for release in RELEASES {
        for device in TARGETS {
            let words = words(release, "s", "1", &[HOST, device], &["host", "one"]);
            let (_, here) = both(release, &words);
            assert_eq!(here.code, Some(0), "release {release}: {device}: {}", here.stderr);
        }
    }
}

#[test]
fn unknown_stored_ids_are_handled_alike() {
    let one = format!("-targets={ONE}");
    let list = ["-list", "-type=i", "-input=strange.i"];
    let take = ["-unbundle", "-type=i", "-input=strange.i", "-output=out", one.as_str()];
    let ours = (ours(&list), ours(&take));
    assert_eq!((ours.0.code, ours.1.code), (Some(0), Some(0)), "{ours:?}");
    assert_eq!(ours.0.stdout.lines().count(), 3);
    let theirs = (theirs("22", &[], &list), theirs("22", &[], &take));
    assert_eq!((ours.0.stdout.as_str(), ours.1), (theirs.0.stdout.as_str(), theirs.1));
}
