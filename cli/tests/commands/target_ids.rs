//! Target IDs instead of entry IDs, generic processors, words of other compilers, and very long IDs.

use std::fs;
use std::path::Path;
use std::process::Output;

use offload_bundle_formats::binary_bundle::{BinaryBundleBuilder, EntryBuilder};
use serde_json::Value;

use crate::support::program::{run, told};

const GENERIC: &str = "hip-amdgcn-amd-amdhsa--gfx11-generic";

const BOTH: &str =
    "yes for loaders: `gfx1103` is a member of `gfx11-generic`; no for clang-offload-bundler, which compares names";

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn bundle(folder: &Path, name: &str, ids: &[&str]) {
    let mut builder = BinaryBundleBuilder::default();
    let entry = |id: &&str| EntryBuilder { id: (*id).into(), code_object: id.as_bytes().to_vec().into() };
    builder.entries = ids.iter().map(entry).collect();
    fs::write(folder.join(name), builder.write().unwrap()).unwrap();
}

pub fn ended(folder: &Path, code: i32, words: &[&str]) -> Output {
    let done = run(folder, words);
    assert_eq!(done.status.code(), Some(code), "{words:?}: {}", told(&done));
    done
}

#[test]
fn target_of_stored_unknown_kind_is_unbundled() {
    let folder = tempfile::tempdir().unwrap();
    let file = offload_bundle_testing::fixtures()
        .join("../..")
        .join("library/tests/cuda/zstd.fatbin");
    let file = file.to_str().unwrap();
    ended(folder.path(), 0, &["unbundle", file, "sm_90a=out"]);
    assert_eq!(fs::read(folder.path().join("out")).unwrap().len(), 3176);
    let twice = ended(folder.path(), 2, &["unbundle", file, "sm_90a=one", "sm_90a=two"]);
    assert!(text(&twice.stderr).contains("is given twice"), "{}", told(&twice));
}

#[test]
fn bare_target_ids_are_parsed_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let parsed = ended(here, 0, &["target", "parse", "gfx90a:xnack+"]);
    for value in ["\"gfx90a\"", "\"xnack\"", "\"+\""] {
        assert!(text(&parsed.stdout).contains(value), "{}", told(&parsed));
    }
    let canonical = ended(
        here,
        0,
        &["target", "canonical", "fiji", "gfx90a:xnack+:sramecc-", "gfx11-generic"],
    );
    assert_eq!(
        text(&canonical.stdout),
        "gfx803\ngfx90a:sramecc-:xnack+\ngfx11-generic\n"
    );
    for (code, stored, asked) in [
        (1, "gfx1100", "gfx1103"),
        (0, "gfx90a", "gfx90a:xnack+"),
        (1, "gfx90a:xnack+", "gfx90a"),
        (0, "hip-amdgcn-amd-amdhsa--gfx803", "fiji"),
        (0, "gfx803", "openmp-amdgcn-amd-amdhsa--gfx803"),
        (1, "host-x86_64-unknown-linux-gnu-", "gfx803"),
    ] {
        ended(here, code, &["target", "compat", stored, asked]);
    }
    let unknown = ended(here, 0, &["target", "canonical", "gfx1990"]);
    assert!(
        text(&unknown.stderr).contains("unknown processor \"gfx1990\""),
        "{}",
        told(&unknown)
    );
    // A kind is not a target ID; a whole ID is read as an entry ID.
    ended(here, 2, &["target", "parse", "hip"]);
    ended(here, 2, &["target", "parse", "strange"]);
    ended(here, 2, &["target", "parse", "amdgcn-amd-amdhsa--gfx90a"]);
}

#[test]
fn target_id_means_unique_entry_id() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let host = "host-x86_64-unknown-linux-gnu-";
    let [hip, fixed, openmp] = [
        "hip-amdgcn-amd-amdhsa--gfx90a",
        "hip-amdgcn-amd-amdhsa--gfx908:xnack+",
        "openmp-amdgcn-amd-amdhsa--gfx908:xnack+",
    ];
    bundle(here, "b", &[host, hip, fixed, openmp]);
    ended(here, 0, &["unbundle", "b", "gfx90a:xnack+=out"]);
    assert_eq!(fs::read_to_string(here.join("out")).unwrap(), hip);
    let ambiguous = ended(here, 2, &["unbundle", "b", "gfx908:xnack+=none"]);
    assert_eq!(
        text(&ambiguous.stderr),
        format!("error: b: \"gfx908:xnack+\" is ambiguous: {fixed:?}, {openmp:?}\nhint: name one ID instead\n")
    );
    let missing = ended(here, 1, &["unbundle", "b", "gfx908:xnack-=none"]);
    assert!(text(&missing.stderr).contains("nearest: "), "{}", told(&missing));
    let twice = ended(here, 2, &["unbundle", "b", "gfx90a=none", &format!("{hip}=other")]);
    assert!(text(&twice.stderr).contains("given twice"), "{}", told(&twice));
    assert!(!here.join("none").exists());
}

#[test]
fn commands_agree_on_generic_processors() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    bundle(here, "b", &[GENERIC]);
    let compared = ended(here, 1, &["target", "compat", "gfx11-generic", "gfx1103"]);
    assert_eq!(
        text(&compared.stdout),
        format!("loaders: yes; by name: no\n  processor: {BOTH}\n")
    );
    let compared = ended(
        here,
        1,
        &["target", "compat", "--json", GENERIC, "hip-amdgcn-amd-amdhsa--gfx1103"],
    );
    let answer: Value = serde_json::from_slice(&compared.stdout).unwrap();
    assert_eq!(
        (&answer["compatible"], &answer["loadable"]),
        (&Value::Bool(false), &Value::Bool(true))
    );
    let note = format!("note: taken: {BOTH}\n");
    let listed = ended(here, 0, &["list", "--arch", "gfx1103", "b"]);
    assert!(
        text(&listed.stdout).contains(GENERIC) && text(&listed.stderr) == note,
        "{}",
        told(&listed)
    );
    let extracted = ended(here, 0, &["extract", "--arch", "gfx1103", "-d", "parts", "b"]);
    assert_eq!(text(&extracted.stderr), note);
    for asked in ["gfx1103=none", "hip-amdgcn-amd-amdhsa--gfx1103=none"] {
        let done = ended(here, 1, &["unbundle", "b", asked]);
        assert!(text(&done.stderr).contains(BOTH), "{}", told(&done));
    }
    for command in [&["list", "--json", "-a", "gfx1103", "b"][..], &["extract", "--json", "-na", "gfx1103", "b"]] {
        let answer: Value = serde_json::from_slice(&ended(here, 0, command).stdout).unwrap();
        assert_eq!(answer["notes"][0]["code"], "loaded", "{command:?}");
    }
    // The same with the processor itself in the file, or the generic one requested.
    bundle(here, "own", &["hip-amdgcn-amd-amdhsa--gfx1103"]);
    for (file, arch) in [("own", "gfx1103"), ("b", "gfx11-generic")] {
        let listed = ended(here, 0, &["list", "--arch", arch, file]);
        assert_eq!(text(&listed.stderr), "");
    }
}

#[test]
fn sycl_library_sections_need_no_host() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let object = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/rdc.22.o");
    ended(here, 0, &["unbundle", object, "host-x86_64-pc-linux-gnu-=host.o"]);
    fs::write(here.join("image"), "an image").unwrap();
    let pack = |ids: &[&str], name: &str| {
        let images: Vec<String> = ids.iter().map(|id| format!("{id}=image")).collect();
        let words = ["bundle", "-q", "--id-style", "verbatim", "-t", "o", "-o", name].into_iter();
        let words = words.chain(["host-x86_64-unknown-linux-gnu=host.o"]);
        let words: Vec<&str> = words.chain(images.iter().map(String::as_str)).collect();
        ended(here, 0, &words);
        let mut bytes = fs::read(here.join(name)).unwrap();
        let host = b"__CLANG_OFFLOAD_BUNDLE__host";
        while let Some(at) = bytes.windows(host.len()).position(|here| here == host) {
            bytes[at] = b'.';
        }
        fs::write(here.join(name), bytes).unwrap();
    };
    pack(&["sycl-spir64", "sycl-spir64_gen"], "linked");
    let verified = text(&ended(here, 0, &["verify", "linked"]).stdout).to_owned();
    let sum = "linked: sound: 1 bundle, 2 entries, 2 targets: spir64, spir64_gen\n";
    assert!(verified.ends_with(sum), "{verified}");
    let listed = text(&ended(here, 0, &["size", "linked"]).stdout).to_owned();
    assert!(listed.contains("\nspir64_gen  sycl"), "{listed}");
    // LLVM's tools add a section for the host.
    pack(&["openmp-amdgcn-amd-amdhsa--gfx906"], "object");
    let verified = run(here, &["verify", "object"]);
    assert!(
        text(&verified.stdout).contains("warning[host-count]"),
        "{}",
        told(&verified)
    );
}

#[test]
fn sycl_entry_ids_are_known_except_drop_in() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let ids = [
        "sycl-spir64_gen-unknown-unknown",
        "sycl-spir64_x86_64",
        "sycl-spir64",
        "sycl-native_cpu",
        "sycl-fpga_aocx-intel-unknown",
    ];
    bundle(here, "b", &[&["host-x86_64-unknown-linux-gnu-"], &ids[..]].concat());
    let listed = ended(here, 0, &["list", "b"]);
    assert_eq!(text(&listed.stderr), "");
    for id in ids {
        assert!(text(&listed.stdout).contains(id), "{id}");
    }
    ended(here, 0, &["verify", "--allow", "unknown-content", "b"]);
    ended(here, 0, &["list", "--kind", "sycl", "b"]);
    bundle(here, "odd", &["sycl-spir64_other", "else-amdgcn-amd-amdhsa--gfx906"]);
    let listed = run(here, &["list", "odd"]);
    assert!(
        text(&listed.stderr).contains("unknown triple \"spir64_other\""),
        "{}",
        told(&listed)
    );
    fs::write(here.join("in"), "x").unwrap();
    let refused = run(
        here,
        &[
            "clang-offload-bundler",
            "-type=bc",
            "-targets=host-x86_64-unknown-linux-gnu-,sycl-spir64_gen-unknown-unknown-",
            "-input=in",
            "-input=in",
            "-output=out",
        ],
    );
    assert!(
        text(&refused.stderr)
            .contains("unknown offloading kind 'sycl', unknown target triple 'spir64_gen-unknown-unknown-'"),
        "{}",
        told(&refused)
    );
}

#[test]
fn writing_warns_as_reading_does() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("dev"), "code").unwrap();
    let written = ended(
        here,
        0,
        &["bundle", "-t", "bc", "-o", "b", "hip-amdgcn-amd-amdhsa--gfx96=dev"],
    );
    assert!(
        text(&written.stderr).starts_with("warning: \"hip-amdgcn-amd-amdhsa--gfx96\": unknown processor \"gfx96\""),
        "{}",
        told(&written)
    );
    let answer = ended(
        here,
        0,
        &["bundle", "--json", "-t", "bc", "-o", "b", "hip-amdgcn-amd-amdhsa--gfx96=dev"],
    );
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(answer["warnings"][0]["code"], "unknown-name");
    let known = ended(
        here,
        0,
        &["bundle", "-t", "bc", "-o", "b", "hip-amdgcn-amd-amdhsa--gfx906=dev"],
    );
    assert_eq!(text(&known.stderr), "");

    let object = offload_bundle_testing::fixtures().join("objects/hip.22.o");
    fs::copy(object, here.join("host.o")).unwrap();
    for (kind, host) in [("o", "host.o"), ("s", "dev"), ("ll", "dev")] {
        let host = format!("host-x86_64-unknown-linux-gnu={host}");
        let words = ["bundle", "-t", kind, "-o", "none", "--align", "64", &host, "hip-amdgcn-amd-amdhsa--gfx906=dev"];
        let refused = ended(here, 2, &words);
        assert!(
            text(&refused.stderr).contains("cannot be aligned"),
            "{}",
            told(&refused)
        );
        assert!(!here.join("none").exists());
    }
}

#[test]
fn long_id_is_truncated_in_messages() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let long = "x".repeat(1_000_000);
    bundle(
        here,
        "b",
        &[&long, &format!("hip-{long}-amd-amdhsa--gfx906"), &format!("{long}-amdgcn-amd-amdhsa")],
    );
    for words in [
        &["verify", "--allow", "unknown-content", "b"][..],
        &["list", "-q", "b"],
        &["unbundle", "b", "gfx906=out"],
        &["extract", "b", "-d", "d"],
    ] {
        let done = run(here, words);
        assert!(done.stderr.len() < 10_000, "{words:?}: {} bytes", done.stderr.len());
        if words[0] == "verify" {
            assert!(done.stdout.len() < 10_000, "{words:?}: {} bytes", done.stdout.len());
        }
    }
    // As an argument too.
    let argument = "y".repeat(100_000);
    for words in [
        &["target", "parse", &format!("{argument}-")][..],
        &["target", "compat", &argument, &format!("-{argument}")],
        &["unbundle", "b", &format!("hip-{argument}=out")],
        &["bundle", "-t", "bc", "-o", "out", &format!("{argument}-amdgcn-amd-amdhsa=b")],
    ] {
        let done = run(here, words);
        assert_eq!(done.status.code(), Some(2), "{}", &words[0]);
        assert!(done.stderr.len() < 2_000, "{}: {} bytes", words[0], done.stderr.len());
    }
}

#[test]
fn id_with_many_features_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // Comparing all pairs of features would take too long here.
    let features: String = (0..60_000).map(|number| format!(":f{number}+")).collect();
    let id = format!("hip-amdgcn-amd-amdhsa--gfx1990{features}");
    bundle(here, "b", &[&id]);
    for words in [
        &["list", "b"][..],
        &["verify", "--allow", "unknown-content", "b"],
        &["extract", "-d", "parts", "b"],
        &["list", "--arch", "gfx1990:f7+", "b"],
        &["target", "parse", "gfx1990:f7+"],
    ] {
        ended(here, 0, words);
    }
    ended(here, 1, &["unbundle", "b", "gfx1990=out", "--explain"]);
}
