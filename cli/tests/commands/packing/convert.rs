//! `convert`.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::{folder, get, ours, refused, run, stderr, stdout};

fn convert(here: &Path, from: &str, to: &str, words: &[&str]) {
    let done = ours(here, &[&["convert", from, "-o", to], words].concat());
    assert!(done.stdout.is_empty() && done.stderr.is_empty(), "{}", stderr(&done));
}

#[test]
fn bundle_survives_every_version() {
    let folder = folder();
    let here = folder.path();
    let entries = [
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+=a.o",
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack-=b.o",
        "hip-amdgcn-amd-amdhsa--gfx1100=c",
    ];
    ours(here, &[&["bundle", "-t", "bc", "-o", "bundle"], &entries[..]].concat());
    let mut from = "bundle";
    for version in ["1", "2", "3"] {
        convert(here, from, version, &["--to", "offload_binary", "--version", version]);
        assert_eq!(get(here, version)[4].to_string(), version);
        from = version;
    }
    convert(here, "3", "again", &["--to", "bundle"]);
    assert_eq!(get(here, "again"), get(here, "bundle"));
    for version in ["2", "1"] {
        let name = format!("{version}.again");
        convert(here, "3", &name, &["--to", "offload_binary", "--version", version]);
        assert_eq!(get(here, &name), get(here, version));
    }
    ours(here, &["compress", "bundle", "-o", "compressed"]);
    convert(here, "compressed", "1.again", &["--to", "offload_binary"]);
    assert_eq!(get(here, "1.again"), get(here, "1"));
}

#[test]
fn losses_are_listed_and_refused() {
    let folder = folder();
    let here = folder.path();
    let host = "host-x86_64-unknown-linux-gnu-=c";
    let device = "hipv4-amdgcn-amd-amdhsa--gfx906=a.o";
    ours(
        here,
        &["bundle", "-t", "bc", "--align", "4096", "-o", "bundle", host, device],
    );
    let to_images = ["convert", "bundle", "-o", "images", "--to", "offload_binary"];
    let left_out = [
        "bundle 0: padding between its code objects",
        "\"host-x86_64-unknown-linux-gnu-\": the entry for the host, with 0 bytes of content",
        "\"hipv4-amdgcn-amd-amdhsa--gfx906\": its bundle entry ID, which becomes \"hip-amdgcn-amd-amdhsa--gfx906\"",
    ];
    // No reader needs it.
    let done = ours(here, &to_images);
    let told: String = left_out
        .iter()
        .map(|what| format!("note: bundle: left out: {what}\n"))
        .collect();
    assert_eq!(stderr(&done), told);
    // Host code is dropped; a reason is printed once.
    let hosted = "host-x86_64-unknown-linux-gnu-=a.o";
    ours(here, &["bundle", "-t", "bc", "-o", "hosted", hosted, device]);
    let one = get(here, "hosted");
    fs::write(here.join("many"), one.repeat(50)).unwrap();
    let words = ["convert", "many", "-o", "lost", "--to", "offload_binary"];
    let done = run(here, &words);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        stderr(&done).contains(", and 49 more like it\nhint: drop it with `--lossy`") && !here.join("lost").exists()
    );
    let done = ours(here, &[&words[..], &["--lossy"]].concat());
    let told = stderr(&done);
    assert_eq!(
        told.lines()
            .filter(|line| line.ends_with(", and 49 more like it"))
            .count(),
        2,
        "{told}"
    );
    assert_eq!(told.lines().count(), 2, "{told}");
    let done = ours(
        here,
        &["convert", "many", "-o", "lost", "--to", "offload_binary", "--lossy", "--json"],
    );
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(
        (&report["lost"][0]["count"], &report["omitted"][0]["count"]),
        (&50.into(), &50.into())
    );
    let image = "file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=3,k=v,flags=1";
    ours(here, &["pack", "-o", "packed", "--image", image]);
    let to_bundle = ["convert", "packed", "-o", "back", "--to", "bundle"];
    let lost = ["image_kind 1 (object)", "offload_kind 3 (hip)", "flags 1 (metadata)", "k=v"]
        .map(|lost| format!("\"hip-amdgcn-amd-amdhsa--gfx906\": {lost}"));
    refused(
        here,
        2,
        &to_bundle,
        &format!(
            "error: packed: the format cannot store: {}\nhint: drop it with `--lossy`, or choose another format or version\n",
            lost.join("; ")
        ),
    );
    let lossy = ["--lossy", "--host", "host-x86_64-unknown-linux-gnu-"];
    let done = ours(here, &[&to_bundle[..], &lossy].concat());
    assert_eq!(stderr(&done).lines().count(), 4);
    ours(
        here,
        &["bundle", "-t", "bc", "-o", "same", host, "hip-amdgcn-amd-amdhsa--gfx906=a.o"],
    );
    assert_eq!(get(here, "back"), get(here, "same"));
}

#[test]
fn several_bundles_merge_unless_targets_collide() {
    let folder = folder();
    let here = folder.path();
    for (name, target) in [("x", "gfx906"), ("y", "gfx908")] {
        let entry = format!("hip-amdgcn-amd-amdhsa--{target}=a.o");
        ours(here, &["bundle", "-t", "bc", "-o", name, &entry]);
    }
    fs::write(here.join("both"), [get(here, "x"), get(here, "y")].concat()).unwrap();
    fs::write(here.join("twice"), [get(here, "x"), get(here, "x")].concat()).unwrap();
    convert(here, "both", "one", &["--to", "bundle"]);
    let entries = ["hip-amdgcn-amd-amdhsa--gfx906=a.o", "hip-amdgcn-amd-amdhsa--gfx908=a.o"];
    ours(here, &[&["bundle", "-t", "bc", "-o", "same"], &entries[..]].concat());
    assert_eq!(get(here, "one"), get(here, "same"));
    refused(
        here,
        2,
        &["convert", "twice", "-o", "one", "--to", "bundle"],
        "error: \"hip-amdgcn-amd-amdhsa--gfx906\" is given twice\n",
    );
    convert(here, "twice", "images", &["--to", "offload_binary"]);
    let done = run(here, &["convert", "x", "-o", "one", "--to", "zip"]);
    assert!(stderr(&done).contains("binary_bundle"), "{}", stderr(&done));
    assert!(stderr(&done).contains("unknown format; known: "), "{}", stderr(&done));
}

#[test]
fn library_code_is_converted_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let fixtures = offload_bundle_testing::fixtures().join("objects");
    for library in ["hip.22.so", "hip-compressed.22.so"] {
        fs::copy(fixtures.join(library), here.join("library")).unwrap();
        ours(
            here,
            &["convert", "library", "-q", "--lossy", "--to", "offload_binary", "-o", "images"],
        );
        ours(here, &["extract", "library", "-d", "stored"]);
        ours(here, &["extract", "images", "-d", "converted"]);
        let contents = |name: &str| {
            let files = fs::read_dir(here.join(name)).unwrap().map(|file| file.unwrap().path());
            let mut files: Vec<_> = files.collect();
            files.sort();
            files
                .into_iter()
                .map(|file| fs::read(file).unwrap())
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert!(!contents("stored").is_empty());
        assert_eq!(contents("stored"), contents("converted"), "{library}");
        fs::remove_dir_all(here.join("stored")).unwrap();
        fs::remove_dir_all(here.join("converted")).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn versions_convert_to_each_other(
        images in proptest::collection::vec((0..6_u16, 0..9_u16, 0..4_u32, "[a-z:+-]{0,12}", "[ -+--~]{0,9}", proptest::collection::vec(any::<u8>(), 0..40)), 1..5)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let mut words: Vec<String> = ["pack", "-q", "-o", "1"].map(String::from).to_vec();
        for (number, (image, kind, flags, arch, value, content)) in images.iter().enumerate() {
            fs::write(here.join(format!("i{number}")), content).unwrap();
            words.push("--image".into());
            words.push(format!("file=i{number},image-kind={image},kind={kind},flags={flags},arch={arch},k={value},triple=t"));
        }
        ours(here, &words.iter().map(String::as_str).collect::<Vec<_>>());
        for (from, to) in [("1", "2"), ("2", "3"), ("3", "1b"), ("1b", "3b"), ("3b", "2b"), ("2b", "1c")] {
            ours(here, &["convert", from, "-o", to, "--to", "offload_binary", "--version", &to[..1]]);
        }
        for (first, others) in [("1", &["1b", "1c"][..]), ("2", &["2b"]), ("3", &["3b"])] {
            for other in others {
                prop_assert_eq!(get(here, first), get(here, other));
            }
        }
    }
}

#[test]
fn format_has_one_name() {
    let folder = folder();
    let here = folder.path();
    ours(
        here,
        &["bundle", "-t", "bc", "-o", "x", "hip-amdgcn-amd-amdhsa--gfx906=a.o"],
    );
    let known = run(here, &["formats", "--json"]);
    let known: serde_json::Value = serde_json::from_str(&stdout(&known)).unwrap();
    let mut converted = Vec::new();
    for format in known["formats"].as_array().unwrap() {
        let name = format["name"].as_str().unwrap();
        let done = run(here, &["convert", "x", "-o", name, "--to", name, "--lossy", "--json"]);
        if name.starts_with("text") || format["is_written"] == false {
            assert_eq!(done.status.code(), Some(2), "{name}");
            continue;
        }
        let report: serde_json::Value = serde_json::from_str(&stdout(&done)).unwrap();
        assert_eq!(report["format"], name, "{report}");
        let listed = run(here, &["list", "--json", name]);
        let listed: serde_json::Value = serde_json::from_str(&stdout(&listed)).unwrap();
        assert_eq!(listed["files"][0]["bundles"][0]["format"], name, "{listed}");
        converted.push((name.to_owned(), format["versions"].to_string()));
    }
    let versions = [("binary_bundle", "[]"), ("offload_binary", "[1,2,3]")];
    assert_eq!(
        converted,
        versions.map(|(name, versions)| (name.to_owned(), versions.to_owned()))
    );
    for (alias, name) in
        [("bundle", "binary_bundle"), ("binary-bundle", "binary_bundle"), ("offload_binary", "offload_binary")]
    {
        ours(here, &["convert", "x", "-o", "again", "--to", alias, "--lossy"]);
        assert_eq!(get(here, "again"), get(here, name), "{alias}");
    }
    let shown = stdout(&run(here, &["formats"]));
    let row = shown.lines().find(|line| line.starts_with("offload_binary")).unwrap();
    assert!(row.contains("1, 2, 3"), "{row}");
}
