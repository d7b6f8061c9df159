//! Deliberate differences of the drop-in: errors. `docs/command-line.md` lists them.

use crate::scene::{Done, HOST, ONE, ours, ours_on, theirs_on};

pub fn refused(done: &Done, text: &str) {
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains(": error: "), "{done:?}");
    assert!(done.stderr.contains(text), "{done:?}");
    assert!(!done.files.contains_key("out"), "{done:?}");
}

fn bundle<'w>(targets: &'w str, more: &[&'w str]) -> Vec<&'w str> {
    [&["-type=bc", "-input=host", "-input=one", "-output=out", targets], more].concat()
}

#[test]
fn alignment_zero_is_refused() {
    let targets = format!("-targets={HOST},{ONE}");
    refused(&ours(&bundle(&targets, &["-bundle-align=0"])), "alignment");
}

#[test]
fn shortened_target_id_is_refused() {
    for device in ["hip-amdgcn-amd-amdhsa-gfx906", "hip-amdgcn-amd-amdhsa--foo"] {
        let targets = format!("-targets={HOST},{device}");
        refused(&ours(&bundle(&targets, &["--emulate=22"])), device);
    }
    let targets = format!("-targets={HOST},hip-amdgcn-amd-amdhsa--foo");
    refused(&ours(&bundle(&targets, &[])), "hip-amdgcn-amd-amdhsa--foo");
}

/// Release 19 doubles the final dash of an ID; requests double it too. The drop-in stores the same ID, and finds it in bundles of either
/// program and of releases that store it once.
#[test]
fn id_doubled_by_release_19_is_found() {
    let (host, unbundle) = (
        format!("{HOST}-"),
        ["-type=bc", "-unbundle", "-input=in", "-output=out"],
    );
    let targets = format!("-targets={host},{ONE}");
    let done = ours(&bundle(&targets, &["--emulate=19"]));
    assert_eq!(done.code, Some(0), "{done:?}");
    let warning = format!("warning: target '{host}' is stored as '{host}{host}'");
    assert!(done.stderr.contains(&warning), "{done:?}");
    let asked = format!("-targets={host}");
    let words = [&unbundle[..], &[&asked]].concat();
    let doubled = &done.files["out"];
    let theirs = theirs_on("19", &[("in", doubled)], &words);
    assert_eq!(theirs.files["out"], b"the host\n", "{theirs:?}");
    let once = ours(&bundle(&targets, &["--emulate=16"]));
    for stored in [doubled, &once.files["out"]] {
        let here = ours_on(&[("in", stored)], &[&words[..], &["--emulate=19"]].concat());
        assert_eq!(here.files["out"], b"the host\n", "{here:?}");
    }
}

/// clang calls its bundler without a release number: targets spelled by older compilers are neither shortened nor refused.
#[test]
fn newest_fitting_release_is_emulated() {
    for (host, device, release) in [
        ("host-x86_64-unknown-linux", ONE, "19"),
        (HOST, "hip-amdgcn-amd-amdhsa-gfx906", "19"),
        (HOST, "hip-amdgcn-amd-amdhsa-unknown-gfx906", "22"),
        (HOST, ONE, "22"),
    ] {
        let targets = format!("-targets={host},{device}");
        let emulate = format!("--emulate={release}");
        let done = ours(&bundle(&targets, &[]));
        assert!(done == ours(&bundle(&targets, &[&emulate])), "{targets}: {done:?}");
        assert_eq!(done.code, Some(0), "{done:?}");
    }
}

#[test]
fn equally_written_targets_are_refused() {
    let targets = format!("-targets={ONE},hip-amdgcn-amd-amdhsa-unknown-gfx906");
    refused(&ours(&bundle(&targets, &[])), "are the same once written");
}

#[test]
fn marker_in_content_is_refused() {
    let targets = format!("-targets={HOST},{ONE}");
    let words = ["-type=ll", "-input=b.ll", "-input=one", "-output=out", targets.as_str()];
    refused(&ours(&words), "read back");
}

#[test]
fn failed_run_leaves_no_output() {
    let targets = format!("-targets={ONE},hip-amdgcn-amd-amdhsa--gfx908");
    let words = ["-type=ll", "-unbundle", "-input=b.ll", "-output=out", "-output=out2", &targets];
    refused(&ours(&words), "Can't find bundles for hip-amdgcn-amd-amdhsa--gfx908");
}

#[test]
fn type_of_other_release_is_unknown() {
    let target = format!("-targets={ONE}");
    let words =
        |emulate: &'static str| ["-type=hipi", "-inputs=one", "-outputs=out", &target, emulate].map(str::to_owned);
    for (emulate, code) in [("--emulate=14", 1), ("--emulate=16", 0), ("--emulate=22", 0)] {
        let words = words(emulate);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = ours(&words);
        assert_eq!(done.code, Some(code), "{emulate}: {done:?}");
        if code == 1 {
            refused(&done, "'hipi': invalid file type specified");
        }
    }
}
