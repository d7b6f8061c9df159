//! `inspect`: wrappers, damage up to the faulty field, and memory independent of the number of entries.

use std::fs;
use std::path::Path;

use crate::support::program::{offload_bundle, run, shell, told, within_address_space};
use serde_json::{Value, json};

fn inspected(bytes: &[u8]) -> (i32, Value) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), bytes).unwrap();
    let output = run(folder.path(), &["inspect", "--json", "in"]);
    let files: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", told(&output)));
    (output.status.code().unwrap(), files["files"][0].clone())
}

fn fixture(path: &str) -> Vec<u8> {
    fs::read(offload_bundle_testing::fixtures().join(path)).unwrap()
}

fn paths(bundle: &Value) -> Vec<&str> {
    bundle["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["path"].as_str().unwrap())
        .collect()
}

#[test]
fn wrapper_precedes_its_content() {
    let (code, file) = inspected(&fixture("compressed/device.22.hipfb"));
    assert_eq!(code, 0);
    let bundles = file["parts"].as_array().unwrap();
    assert_eq!(bundles.len(), 2);
    assert_eq!(
        (&bundles[0]["file"], &bundles[0]["format"]),
        (&json!("in"), &json!("ccob"))
    );
    assert_eq!(bundles[0]["value"]["version"], "3");
    assert_eq!(bundles[0]["rows"][2]["value"], "1 (zstd)");
    assert_eq!(bundles[1]["file"], "in (decompressed from byte 0x0)");
    assert_eq!(bundles[1]["value"]["num_entries"], "3");
    assert_eq!(bundles[1]["rows"][6]["offset"], 4096);
}

#[test]
fn several_parts_are_in_file_order() {
    let (code, file) = inspected(&fixture("compressed/mixed-padded.hipfb"));
    assert_eq!(code, 0);
    let parts = file["parts"].as_array().unwrap().iter();
    let found: Vec<(&str, u64, &str)> = parts
        .map(|part| {
            (
                part["file"].as_str().unwrap(),
                part["offset"].as_u64().unwrap(),
                part["format"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("in", 0, "binary_bundle"),
        ("in", 16384, "ccob"),
        ("in (decompressed from byte 0x4000)", 0, "binary_bundle"),
        ("in", 20480, "binary_bundle"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn sections_are_titles() {
    let path = offload_bundle_testing::fixtures().join("objects/hip-compressed.22.so");
    let output = run(Path::new("."), &["inspect", path.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&output.stdout);
    let title = "compressed clang offload bundle at byte 0x1000 in section .hip_fatbin";
    assert!(text.lines().any(|line| line.ends_with(title)), "{text}");
}

fn shown(path: &str) -> Vec<(String, Value, Value)> {
    let path = offload_bundle_testing::fixtures().join(path);
    let output = run(Path::new("."), &["inspect", "--json", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let parts = report["files"][0]["parts"].as_array().unwrap().iter();
    parts
        .map(|part| {
            (
                part["format"].as_str().unwrap().to_owned(),
                part["section"].clone(),
                part["rows"].clone(),
            )
        })
        .collect()
}

fn formats(parts: &[(String, Value, Value)]) -> Vec<&str> {
    parts.iter().map(|(format, ..)| format.as_str()).collect()
}

#[test]
fn library_wrappers_and_bundles_are_explained() {
    for (file, expected) in [
        ("objects/hip.22.so", &["binary_bundle", "hip_wrappers"][..]),
        ("objects/hip.22.dll", &["hip_wrappers", "binary_bundle"]),
        ("objects/hip.22.obj", &["binary_bundle", "hip_wrappers"]),
        (
            "objects/hip-compressed.22.so",
            &["ccob", "binary_bundle", "hip_wrappers"],
        ),
    ] {
        assert_eq!(formats(&shown(file)), expected, "{file}");
    }
    let parts = shown("objects/hip.22.so");
    assert_eq!(parts[1].1, ".hipFatBinSegment");
    let rows = parts[1].2.as_array().unwrap();
    let magic = rows.iter().find(|row| row["path"] == "wrappers[0].magic").unwrap();
    assert_eq!(magic["value"], "1212764230 (embedded)");
    // Bytes after the section are not shown.
    let has_more = |row: &Value| row["path"].as_str().unwrap().starts_with("wrappers[1]");
    assert!(!rows.iter().any(has_more), "{rows:?}");
}

#[test]
fn file_without_bundles_gives_hint() {
    let folder = tempfile::tempdir().unwrap();
    let mut plain = fixture("objects/hip.22.so");
    let bundle = plain
        .windows(24)
        .position(|bytes| bytes == b"__CLANG_OFFLOAD_BUNDLE__")
        .unwrap();
    plain[bundle] = b'x';
    // The section has another name in this file, so that the file is searched.
    let name = plain.windows(11).position(|bytes| bytes == b".hip_fatbin").unwrap();
    plain[name + 1] = b'x';
    let hint = "hint: `readelf -a FILE` or `llvm-readobj -a FILE` shows headers and tables\n";
    for (file, bytes, code, is_hinted) in [
        ("plain.so", plain.as_slice(), 1, true),
        ("cut.so", &plain[..2000], 2, false),
        ("lib.a", b"!<arch>\n", 1, true),
        ("plain.obj", b"\x64\x86\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 1, true),
        ("text", b"text\n", 1, false),
    ] {
        fs::write(folder.path().join(file), bytes).unwrap();
        let output = run(folder.path(), &["inspect", file]);
        assert_eq!(output.status.code(), Some(code), "{}", told(&output));
        assert_eq!(told(&output).ends_with(hint), is_hinted, "{}", told(&output));
        // The hint is of `inspect` alone.
        let output = run(folder.path(), &["list", file]);
        assert_eq!(output.status.code(), Some(code), "{}", told(&output));
        assert!(!told(&output).contains("readelf"), "{}", told(&output));
    }
    let output = run(folder.path(), &["inspect", "plain.so", "lib.a"]);
    assert!(!told(&output).contains("hint:"), "{}", told(&output));
}

#[test]
fn false_declaration_is_error_at_field() {
    let mut bytes = fixture("compressed/device.22.hipfb");
    bytes[24] ^= 1;
    let (code, file) = inspected(&bytes);
    assert_eq!(code, 2);
    assert_eq!(file["parts"][0]["findings"][0]["path"], "body.hash");
    assert_eq!(file["parts"][0]["findings"][0]["offset"], 24);
    assert_eq!(file["warnings"][0]["code"], "wrong-digest");
    assert_eq!(file["error"]["code"], "wrong-digest");
    assert_eq!(file["parts"][1]["value"]["num_entries"], "3");
}

#[test]
fn damaged_frame_is_shown_until_fault() {
    let whole = fixture("hip/device.22.hipfb");
    let (_, file) = inspected(&whole);
    let all = paths(&file["parts"][0]).len();
    let end = 0xa5 + 38;
    for cut in (24..end).step_by(5) {
        let (code, file) = inspected(&whole[..cut]);
        let bundle = &file["parts"][0];
        assert_eq!(code, 2, "cut at {cut}");
        let at = bundle["findings"][0]["offset"].as_u64().unwrap();
        let shown = paths(bundle);
        assert!(shown.len() < all && shown[0] == "magic", "cut at {cut}: {shown:?}");
        assert!(
            !shown.contains(&bundle["findings"][0]["path"].as_str().unwrap()),
            "cut at {cut}"
        );
        // Fields before the fault are shown.
        let before = file["parts"][0]["rows"].as_array().unwrap();
        let frame_end = before
            .iter()
            .filter(|row| row.get("error").is_none())
            .map(|row| row["offset"].as_u64().unwrap() + row["size"].as_u64().unwrap())
            .max();
        assert_eq!(frame_end, Some(at), "cut at {cut}");
    }
}

fn many(count: usize) -> Vec<u8> {
    let id = |index: usize| format!("hip-amdgcn-amd-amdhsa--gfx{:x}", 0x10_0000 + index);
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bytes.extend((count as u64).to_le_bytes());
    let start = 32 + count * (24 + id(0).len());
    for index in 0..count {
        for number in [start + index, 1, id(0).len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        bytes.extend(id(index).as_bytes());
    }
    bytes.resize(start + count, b'x');
    bytes
}

#[test]
fn memory_is_independent_of_rows() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), many(20_000)).unwrap();
    for word in ["inspect", "verify --allow unknown-content"] {
        for form in ["", "--json"] {
            // In KiB of address space, less than all rows together.
            let script = within_address_space(131_072) + "exec \"$0\" $1 $2 in > out";
            let status = shell(&script)
                .arg(offload_bundle())
                .args([word, form])
                .current_dir(folder.path())
                .status()
                .unwrap();
            assert!(status.success(), "{word} {form}: {status}");
        }
    }
    let shown = fs::metadata(folder.path().join("out")).unwrap().len();
    assert!(shown > 1 << 20, "{shown}");
}
