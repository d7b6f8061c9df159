//! `bundle --compress`, `compress` and `decompress`.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::program::{offload_bundle, run, shell, told, within_address_space};
use serde_json::{Value, json};

const IDS: [&str; 2] = ["host-x86_64-unknown-linux-gnu-", "hip-amdgcn-amd-amdhsa--gfx90a:xnack+"];

fn fixture(name: &str) -> String {
    let folder = offload_bundle_testing::fixtures();
    folder.join(name).to_str().unwrap().to_owned()
}

fn done(folder: &Path, words: &[&str]) -> Output {
    let output = run(folder, words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", told(&output));
    output
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap()
}

fn contents(folder: &Path) -> Vec<String> {
    fs::write(folder.join("host"), "host code ".repeat(500)).unwrap();
    fs::write(folder.join("device"), "device code ".repeat(700)).unwrap();
    vec![format!("{}=host", IDS[0]), format!("{}=device", IDS[1])]
}

fn bundle(folder: &Path, options: &[&str], output: &str) -> Output {
    let entries = contents(folder);
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    run(folder, &[&["bundle", "-o", output], options, &entries].concat())
}

#[test]
fn compression_round_trips_for_every_version() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for file_type in ["bc", "ii", "s"] {
        assert!(bundle(folder, &["-t", file_type], "plain").status.success());
        for version in ["1", "2", "3"] {
            for (method, level) in [("zstd", "-5"), ("zstd", "19"), ("zlib", "1"), ("zlib", "9")] {
                let words = ["--level", level, "--ccob-version", version];
                let compress = format!("--compress={method}");
                let output = bundle(
                    folder,
                    &[&["-t", file_type, &compress, "--json"], words.as_slice()].concat(),
                    "out",
                );
                assert!(output.status.success(), "{}", told(&output));
                let report = json(&output);
                assert_eq!(report["size"], read(folder, "out").len());
                assert_eq!(report["compression"]["version"].to_string(), version);
                assert_eq!(report["compression"]["method"], method);
                assert_eq!(report["compression"]["level"].to_string(), level);
                assert_eq!(report["compression"]["decompressed_size"], read(folder, "plain").len());
                done(folder, &["decompress", "out", "-o", "again"]);
                assert_eq!(read(folder, "again"), read(folder, "plain"));
                // The same bytes as compressing what is there.
                let method = ["--method", method];
                done(
                    folder,
                    &[&["compress", "plain", "-o", "later"], method.as_slice(), &words].concat(),
                );
                assert_eq!(read(folder, "later"), read(folder, "out"));
            }
        }
        bundle(folder, &["-t", file_type, "--compress"], "out");
        assert_eq!(&read(folder, "out")[..8], b"CCOB\x03\0\x01\0");
        done(
            folder,
            &["unbundle", "-t", file_type, "out", &format!("{}=one", IDS[1])],
        );
    }
    assert_eq!(
        read(folder, "one").trim_ascii_end(),
        read(folder, "device").trim_ascii_end()
    );
}

#[test]
fn several_bundles_are_compressed_in_sequence() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mixed = fixture("compressed/mixed-padded.hipfb");
    let report = json(&done(
        folder,
        &["compress", "--json", "--ccob-version", "2", &mixed, "-o", "packed"],
    ));
    let bundles = report["bundles"].as_array().unwrap();
    assert_eq!(report["output"], "packed");
    assert!(bundles.len() > 2);
    let mut end = 0;
    for bundle in bundles {
        assert_eq!(bundle["offset"], end);
        assert_eq!(
            (
                &bundle["file"],
                &bundle["compression"]["format"],
                &bundle["compression"]["version"]
            ),
            (&json!(mixed), &json!("ccob"), &json!(2))
        );
        assert_eq!(&bundle["compression"]["method"], "zstd");
        assert_eq!(
            bundle["size"].as_u64().unwrap(),
            bundle["compression"]["compressed_size"].as_u64().unwrap() + 24
        );
        assert_eq!(bundle["compression"]["digest"].as_str().unwrap().len(), 16);
        end += bundle["size"].as_u64().unwrap();
    }
    assert_eq!(end, read(folder, "packed").len() as u64);
    done(folder, &["decompress", "packed", "-o", "one"]);
    done(folder, &["decompress", &mixed, "-o", "two"]);
    assert_eq!(read(folder, "one"), read(folder, "two"));
    let report = json(&done(
        folder,
        &["decompress", "--json", "--align", "4096", "packed", "-o", "aligned"],
    ));
    for (number, bundle) in report["bundles"].as_array().unwrap().iter().enumerate() {
        assert_eq!(bundle["offset"].as_u64().unwrap() % 4096, 0);
        assert_eq!(bundle["compression"]["version"], 2);
        assert_eq!(
            bundle["compression"]["digest"],
            bundles[number]["compression"]["digest"]
        );
    }
    let entries = |name: &str| {
        let listed = json(&done(folder, &["list", "--json", name]));
        let bundles = listed["files"][0]["bundles"].as_array().unwrap().clone();
        let entries = bundles
            .into_iter()
            .flat_map(|bundle| bundle["entries"].as_array().unwrap().clone());
        entries
            .map(|entry| (entry["id"].clone(), entry["size"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(entries("aligned"), entries(&mixed));
    assert_eq!(entries("packed"), entries(&mixed));
}

#[test]
fn standard_input_and_output() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    bundle(folder, &["-t", "bc"], "plain");
    let program = offload_bundle().display();
    let script = format!("{program} compress - -o - --method zlib < plain | {program} decompress - -o - > again");
    let piped = shell(&script).current_dir(folder).output().unwrap();
    assert!(piped.status.success(), "{}", told(&piped));
    assert_eq!(read(folder, "again"), read(folder, "plain"));
    // Standard output contains the compressed bytes.
    let both = done(folder, &["compress", "--json", "plain", "-o", "-"]);
    assert_eq!(&both.stdout[..4], b"CCOB");
    assert!(serde_json::from_slice::<Value>(&both.stderr).is_ok());
}

#[test]
fn mistakes_are_reported_without_output() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    bundle(folder, &["-t", "bc"], "plain");
    bundle(folder, &["-t", "bc", "--compress"], "packed");
    let mut flipped = read(folder, "packed");
    flipped[24] ^= 1;
    fs::write(folder.join("flipped"), &flipped).unwrap();
    fs::write(folder.join("cut"), &read(folder, "packed")[..60]).unwrap();
    fs::write(folder.join("other"), "no bundle").unwrap();
    let object = fixture("objects/hip.22.so");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["compress", "other", "-o", "out"], 1, "other: not an offload bundle"),
        (&["decompress", "other", "-o", "out"], 1, "other: not an offload bundle"),
        // Only of one file by itself.
        (
            &["compress", "plain", &object, "-o", "out"],
            2,
            "are inside an object file",
        ),
        (
            &["compress", &object, "plain", "-o", "out"],
            2,
            "`extract` writes the code objects",
        ),
        (&["compress", &object], 2, "use `--output` or `--in-place`"),
        (
            &["compress", "plain", &object, "--in-place"],
            2,
            "several files cannot be changed in place together",
        ),
        (&["decompress", "flipped", "--in-place", "-o", "out"], 2, "--in-place"),
        (
            &["compress", "flipped", "-o", "out"],
            2,
            "flipped: at byte 0x18 (body.hash)",
        ),
        (
            &["decompress", "flipped", "-o", "out"],
            2,
            "flipped: at byte 0x18 (body.hash)",
        ),
        (
            &["decompress", "flipped", "-o", "-"],
            2,
            "flipped: at byte 0x18 (body.hash)",
        ),
        (
            &["compress", "--ccob-version", "2", "flipped", "-o", "out"],
            2,
            "flipped: at byte 0x18 (body.hash)",
        ),
        (&["compress", "--level", "1", "flipped", "-o", "out"], 2, "(body.hash)"),
        (&["decompress", "cut", "-o", "out"], 2, "cut: at byte 0x"),
        (
            &["decompress", "--max-size", "1K", "packed", "-o", "out"],
            2,
            "(body.len_decompressed): the decompressed size of",
        ),
        (
            &["list", "--max-size", "1K", "packed"],
            2,
            "(body.len_decompressed): the decompressed size of",
        ),
        (
            &["unbundle", "--all", "-d", "out", "flipped"],
            2,
            "flipped: at byte 0x18 (body.hash)",
        ),
        (
            &["extract", "-d", "out", "flipped"],
            2,
            "flipped: at byte 0x18 (body.hash)",
        ),
        (
            &["compress", "plain", "-o", "plain"],
            2,
            "plain: the output is one of the inputs",
        ),
        (
            &["compress", "--method", "zlib", "--level", "10", "plain", "-o", "out"],
            2,
            "expected a level from -1 to 9, found 10",
        ),
        (
            &["compress", "--method", "lzma", "plain", "-o", "out"],
            2,
            "[possible values: zstd, zlib]",
        ),
        (
            &["compress", "--ccob-version", "4", "plain", "-o", "out"],
            2,
            "[possible values: 1, 2, 3]",
        ),
        (
            &["compress", "--level", "fast", "plain", "-o", "out"],
            2,
            "invalid value 'fast' for '--level <LEVEL>': expected a whole number",
        ),
        (
            &["bundle", "-t", "bc", "--level", "3", "-o", "out", "x=y"],
            2,
            "--compress",
        ),
    ];
    let before: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    for (words, code, message) in cases {
        let output = run(folder, words);
        assert_eq!(output.status.code(), Some(*code), "{words:?}: {}", told(&output));
        let stderr = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(stderr.contains(message), "{words:?}: {}", told(&output));
        assert!(output.stdout.is_empty(), "{words:?}: {}", told(&output));
    }
    let after: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(before.len(), after.len(), "{after:?}");
    // Unless the hash is not to be checked.
    done(folder, &["decompress", "--no-verify", "flipped", "-o", "out"]);
    assert_eq!(read(folder, "out"), read(folder, "plain"));
}

#[test]
fn too_large_size_is_refused_early() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // A sparse file.
    fs::File::create(folder.join("device"))
        .unwrap()
        .set_len(5 << 30)
        .unwrap();
    let entry = format!("{}=device", IDS[1]);
    for version in ["1", "2"] {
        let words = ["bundle", "-t", "bc", "--compress", "--ccob-version", version, "-o", "out", &entry];
        let output = run(folder, &words);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        let stderr = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(
            stderr.contains(&format!("out: too large for version {version} of")),
            "{stderr}"
        );
        assert!(
            stderr.contains("len_decompressed: 5368709212 does not fit its field"),
            "{stderr}"
        );
        assert!(stderr.contains("version 3 has room"), "{stderr}");
        assert!(!folder.join("out").exists());
    }
}

#[test]
fn changing_header_keeps_compressed_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (made, data) in [
        ("zstd-version1", 20),
        ("device-version2.22", 24),
        ("device-level9.22", 32),
        ("zlib-version1", 20),
        ("zlib-version2", 24),
        ("zlib-version3", 32),
    ] {
        let made = fixture(&format!("compressed/{made}.hipfb"));
        let bytes = fs::read(&made).unwrap();
        for (version, header) in [("1", 20), ("2", 24), ("3", 32)] {
            let words = ["compress", "--json", "--ccob-version", version, &made, "-o", "out"];
            let report = json(&done(folder, &words));
            let out = read(folder, "out");
            assert_eq!(out[header..], bytes[data..], "{made} as version {version}");
            assert_eq!(out[4].to_string(), version);
            assert_eq!(report["bundles"][0]["compression"]["level"], Value::Null);
            assert_eq!(
                report["bundles"][0]["compression"]["compressed_size"],
                bytes.len() - data
            );
            done(folder, &["verify", "out"]);
            done(folder, &["decompress", &made, "-o", "one"]);
            done(folder, &["decompress", "out", "-o", "two"]);
            assert_eq!(read(folder, "one"), read(folder, "two"));
        }
        // A level, or another method, is work.
        let other = if made.contains("zlib") { "zstd" } else { "zlib" };
        for words in [["--level", "1"], ["--method", other]] {
            let words = [&["compress", "--json", &made, "-o", "out"], words.as_slice()].concat();
            assert!(
                json(&done(folder, &words))["bundles"][0]["compression"]["level"].is_i64(),
                "{words:?}"
            );
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn many_bundles_need_memory_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("device"), vec![0; 24 << 20]).unwrap();
    let entry = format!("{}=device", IDS[1]);
    done(folder, &["bundle", "-t", "bc", "--compress", "-o", "one", &entry]);
    let one = read(folder, "one");
    fs::write(folder.join("many"), one.repeat(20)).unwrap();
    for words in ["list many", "extract -n many", "extract -d out many", "decompress many -o /dev/null"] {
        let script = format!(
            "{}{} {words}",
            within_address_space(400_000),
            offload_bundle().display()
        );
        let output = shell(&script).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{words}: {}", told(&output));
        let _ = fs::remove_dir_all(folder.join("out"));
    }
}
