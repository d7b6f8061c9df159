//! HTML pages: destination, content, and protection from the content of files.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod in_a_browser;

use std::fs;
use std::path::Path;

use offload_bundle::BundleBuilder;
use serde_json::{Value, json};

use crate::support::program::{run, start};

fn content(page: &str) -> Value {
    let (_, content) = page
        .split_once("<script id=\"content\" type=\"application/json\">")
        .unwrap();
    let (content, _) = content.split_once("</script>").unwrap();
    serde_json::from_str(content).unwrap()
}

fn fixture(name: &str) -> String {
    offload_bundle_testing::fixtures().join(name).display().to_string()
}

fn made(folder: &Path, command: &str, inputs: &[&str]) -> (String, String) {
    let words = [&[command, "--html", "page.html"][..], inputs].concat();
    let output = run(folder, &words);
    assert!(output.status.success(), "{output:?}");
    (
        fs::read_to_string(folder.join("page.html")).unwrap(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn size_writes_page_and_table() {
    let folder = tempfile::tempdir().unwrap();
    let input = fixture("objects/hip.22.so");
    let (page, text) = made(folder.path(), "size", &[&input]);
    let without = run(folder.path(), &["size", &input]);
    assert_eq!(text.as_bytes(), without.stdout);
    let content = content(&page);
    // The shape of the tree and of the fields.
    let tree = &content["report"]["tree"];
    let file = &tree["files"][0];
    let bundle = &file["bundles"][0];
    assert_eq!(
        (&file["file"], tree["files"].as_array().unwrap().len()),
        (&Value::from(&*input), 1)
    );
    assert_eq!(
        (bundle["bundle"].as_u64(), bundle["section"].as_str()),
        (Some(0), Some(".hip_fatbin"))
    );
    let objects = bundle["code_objects"].as_array().unwrap();
    assert_eq!(objects[0]["id"], "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+");
    assert_eq!((objects.len(), objects[1]["target"].as_str()), (2, Some("gfx906")));
    assert_eq!(tree["kernels"], json!(["add(float*, float const*, int)"]));
    let parts = objects[0]["parts"].as_array().unwrap();
    assert!(
        parts.contains(&json!({ "kernel": 0, "size_in_file": 140, "size": 140 })),
        "{parts:?}"
    );
    let row = &bundle["fields"][0]["rows"][0];
    assert_eq!(
        (&row["path"], &row["value"]),
        (&json!("magic"), &json!("\"__CLANG_OFFLOAD_BUNDLE__\""))
    );
    assert_eq!(row["meaning"], "Magic bytes of a bundle, without a NUL.");
    assert!(
        bundle["fields"][0]["bytes"][0]["bytes"]
            .as_str()
            .unwrap()
            .starts_with("5f5f434c414e47")
    );
    let json = run(folder.path(), &["size", "--json", "--html", "page.html", &input]);
    let plain = run(folder.path(), &["size", "--json", &input]);
    assert_eq!(json.stdout, plain.stdout);
    // The page contains the whole JSON report.
    let told: Value = serde_json::from_slice(&plain.stdout).unwrap();
    for (name, value) in told.as_object().unwrap() {
        assert_eq!(content["report"][name], *value, "{name}");
    }
}

#[test]
fn inspect_writes_page_instead_of_table() {
    let folder = tempfile::tempdir().unwrap();
    let input = fixture("compressed/device.22.hipfb");
    let (page, text) = made(folder.path(), "inspect", &[&input]);
    assert_eq!(text, "");
    let content = content(&page);
    let parts = content["report"]["files"][0]["parts"].as_array().unwrap();
    let titles: Vec<&str> = parts.iter().map(|part| part["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles,
        ["compressed clang offload bundle", "clang offload bundle (binary)"]
    );
    let json = run(folder.path(), &["inspect", "--json", "--html", "page.html", &input]);
    let plain = run(folder.path(), &["inspect", "--json", &input]);
    assert_eq!(json.stdout, plain.stdout);
    assert_eq!(fs::read_to_string(folder.path().join("page.html")).unwrap(), page);
    let told: Value = serde_json::from_slice(&plain.stdout).unwrap();
    for (part, told) in parts.iter().zip(told["files"][0]["parts"].as_array().unwrap()) {
        assert_eq!(part["rows"], told["rows"]);
    }
}

/// Writes files with more fields than a page holds: `large0` to `large15`, and `small`.
fn crowd(folder: &Path) -> Vec<String> {
    let with_entries = |count: usize| {
        let bundle = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
        let numbers = 0..count;
        let bundle = numbers.fold(bundle, |bundle, number| {
            bundle.entry(format!("hip-amdgcn-amd-amdhsa--gfx{number}"), b"")
        });
        bundle.to_bytes().unwrap()
    };
    let large: Vec<String> = (0..16).map(|number| format!("large{number}")).collect();
    for name in &large {
        fs::write(folder.join(name), with_entries(3_000)).unwrap();
    }
    fs::write(folder.join("small"), with_entries(1)).unwrap();
    large.into_iter().chain(["small".to_owned()]).collect()
}

#[test]
fn large_bundle_leaves_space_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let names = crowd(folder.path());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (page, _) = made(folder.path(), "inspect", &["large0", "small"]);
    let report = &content(&page)["report"];
    let rows = |file: usize| {
        let part = &report["files"][file]["parts"][0];
        (part["rows"].as_array().unwrap().len(), part["left_out_count"].as_u64())
    };
    assert_eq!((rows(0), rows(1)), ((10_000, Some(5_007)), (12, Some(0))));
    assert_eq!(report["left_out_counts"], json!([5_007, 0, 0]));

    // Each file gets half of the rest.
    let (page, _) = made(folder.path(), "inspect", &names);
    let report = &content(&page)["report"];
    assert_eq!(report["files"].as_array().unwrap().len(), 15);
    let [fields, parts, files] = [0, 1, 2].map(|number| report["left_out_counts"][number].as_u64().unwrap());
    // 16 bundles have 5 fields per entry, and 2 more.
    assert_eq!((fields, parts, files), (16 * (5 * 3_001 + 2) + 12 - 20_000, 2, 2));
}

#[test]
fn page_on_standard_output_is_alone() {
    let folder = tempfile::tempdir().unwrap();
    let input = fixture("objects/hip.22.so");
    for command in ["size", "inspect"] {
        let (page, _) = made(folder.path(), command, &[&input]);
        let output = start(folder.path(), &[command, "--html", "-", &input]);
        assert_eq!(
            (output.status.code(), String::from_utf8(output.stdout).unwrap()),
            (Some(0), page.clone()),
            "{command}"
        );
        let plain = start(folder.path(), &[command, "--json", &input]);
        let output = start(folder.path(), &[command, "--json", "--html", "-", &input]);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), page, "{command}");
        assert_eq!(
            String::from_utf8(output.stderr),
            String::from_utf8(plain.stdout),
            "{command}"
        );
    }
}

#[test]
fn empty_report_writes_no_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    fs::write(&page, "as it was").unwrap();
    fs::write(folder.path().join("text"), "text").unwrap();
    for command in ["size", "inspect"] {
        for (input, code) in [("text", 1), ("missing", 2)] {
            let output = run(folder.path(), &[command, "--html", "page.html", input]);
            assert_eq!(output.status.code(), Some(code), "{output:?}");
        }
        let output = run(folder.path(), &[command, "--html", "text", "text"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("text: the output is one of the inputs"), "{said}");
        let output = run(
            folder.path(),
            &[command, "--html", "no/such/folder.html", &fixture("objects/hip.22.so")],
        );
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
    }
    assert_eq!(fs::read_to_string(page).unwrap(), "as it was");
}

#[test]
fn unwritable_page_is_error_in_document() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(fixture("objects/hip.22.so")).unwrap();
    fs::create_dir(folder.path().join("dir")).unwrap();
    fs::write(folder.path().join("dir/a.so"), &bytes).unwrap();
    for command in ["size", "inspect"] {
        for (page, code) in [("no/such/page.html", "io"), ("dir/a.so", "output-is-input")] {
            let output = run(folder.path(), &[command, "--json", "--html", page, "dir"]);
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let told: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(told["error"]["code"], code, "{told}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(
                said.matches(told["error"]["message"].as_str().unwrap()).count(),
                1,
                "{said}"
            );
        }
    }
    assert_eq!(fs::read(folder.path().join("dir/a.so")).unwrap(), bytes);
}

const HOSTILE: &str = "<img src=x onerror=document.title=1>&lt;__SCRIPT__\u{202e}.so";
const BAD: &str = "<img src=x onerror=document.title=1>&lt;__SCRIPT__\u{202e}bad.so";

fn hostile(folder: &Path, bad: bool) -> String {
    let bytes = fs::read(fixture("objects/hip.22.so")).unwrap();
    let replace = |bytes: Vec<u8>, old: &[u8], new: &[u8]| {
        assert_eq!(old.len(), new.len());
        let mut bytes = bytes;
        let found: Vec<usize> = (0..bytes.len() - old.len())
            .filter(|at| bytes[*at..].starts_with(old))
            .collect();
        assert!(!found.is_empty());
        for at in found {
            bytes[at..at + new.len()].copy_from_slice(new);
        }
        bytes
    };
    let bytes = replace(bytes, b"_Z3addPfPKfi", b"<!--<script>");
    let (name, bytes) = match bad {
        false => (HOSTILE, bytes),
        true => (
            BAD,
            replace(
                bytes,
                b"hipv4-amdgcn-amd-amdhsa--gfx906",
                b"hip-amdgcn-x-y--</script><b>&lt",
            ),
        ),
    };
    fs::write(folder.join(name), bytes).unwrap();
    name.to_owned()
}

#[test]
fn names_from_files_are_never_markup() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["size", "inspect"] {
        let name = hostile(folder.path(), command == "inspect");
        let (page, _) = made(folder.path(), command, &[&name]);
        let (ours, _) = made(folder.path(), command, &[&fixture("objects/hip.22.so")]);
        // All markup is ours: without their data, both pages are equal.
        let frame = |page: &str| {
            let (before, behind) = page.split_once("type=\"application/json\">").unwrap();
            let (content, behind) = behind.split_once("</script>").unwrap();
            assert!(!content.contains('<'), "{content}");
            (before.to_owned(), behind.to_owned())
        };
        assert_eq!(frame(&page), frame(&ours));
        let report = &content(&page)["report"];
        let (shown_name, rest) = match command {
            "size" => (&report["tree"]["files"][0]["file"], &report["tree"]["kernels"][0]),
            _ => (&report["files"][0]["file"], &report["wrong"]),
        };
        assert_eq!(*shown_name, *name);
        let hostile = if command == "size" {
            "<!--<script>"
        } else {
            "</script><b>&lt"
        };
        assert!(rest.to_string().contains(hostile), "{rest}");
    }
}
