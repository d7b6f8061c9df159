//! Pages: where they go, what is in them, and what nothing that files hold can do to them.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod in_a_browser;

use std::fs;
use std::path::Path;

use offload_bundle::BundleBuilder;
use serde_json::Value;

use crate::support::program::{run, start};

/// What the page shows: the one element of it that holds what comes from files.
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

/// The page that the command writes of `inputs`, beside what it says.
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
fn size_writes_a_page_beside_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let input = fixture("objects/hip.22.so");
    let (page, text) = made(folder.path(), "size", &[&input]);
    let without = run(folder.path(), &["size", &input]);
    assert_eq!(text.as_bytes(), without.stdout);
    let content = content(&page);
    // The form of the tree, and of the fields.
    let file = &content["files"][0];
    let bundle = &file["bundles"][0];
    assert_eq!(
        (&file["name"], content["files"].as_array().unwrap().len()),
        (&Value::from(&*input), 1)
    );
    assert_eq!(
        (bundle["bundle"].as_u64(), bundle["section"].as_str()),
        (Some(0), Some(".hip_fatbin"))
    );
    let objects = bundle["objects"].as_array().unwrap();
    assert_eq!(objects[0]["id"], "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+");
    assert_eq!((objects.len(), objects[1]["target"].as_str()), (2, Some("gfx906")));
    let kernels: Vec<&str> = content["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(kernels, ["add(float*, float const*, int)"]);
    let parts = objects[0]["parts"].as_array().unwrap();
    let kernel = parts.iter().find(|part| part[0].as_i64() == Some(0)).unwrap();
    assert_eq!(kernel.to_string(), "[0,140,140]");
    let rows = bundle["fields"][0]["rows"].as_array().unwrap();
    assert_eq!(
        (rows[0][0].as_str(), rows[0][3].as_str()),
        (Some("magic"), Some("\"__CLANG_OFFLOAD_BUNDLE__\""))
    );
    let meaning = &content["texts"][rows[0][4].as_u64().unwrap() as usize];
    assert_eq!(meaning, "Marks the start of a bundle.");
    assert!(
        bundle["fields"][0]["bytes"][0][1]
            .as_str()
            .unwrap()
            .starts_with("5f5f434c414e47")
    );
    let json = run(folder.path(), &["size", "--json", "--html", "page.html", &input]);
    let plain = run(folder.path(), &["size", "--json", &input]);
    assert_eq!(json.stdout, plain.stdout);
}

#[test]
fn inspect_writes_a_page_instead_of_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let input = fixture("compressed/device.22.hipfb");
    let (page, text) = made(folder.path(), "inspect", &[&input]);
    assert_eq!(text, "");
    let content = content(&page);
    let parts = content["files"][0]["fields"].as_array().unwrap();
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
        let short = |row: &Value| (row[0].clone(), row[1].clone(), row[2].clone(), row[3].clone());
        let rows: Vec<_> = part["rows"].as_array().unwrap().iter().map(short).collect();
        let told = told["rows"].as_array().unwrap().iter();
        let told: Vec<_> = told
            .map(|row| {
                (
                    row["path"].clone(),
                    row["offset"].clone(),
                    row["size"].clone(),
                    row["value"].clone(),
                )
            })
            .collect();
        assert_eq!(rows, told);
    }
}

#[test]
fn a_large_bundle_leaves_room_for_those_behind_it_and_what_has_none_is_counted() {
    let folder = tempfile::tempdir().unwrap();
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
        fs::write(folder.path().join(name), with_entries(3_000)).unwrap();
    }
    fs::write(folder.path().join("small"), with_entries(1)).unwrap();
    let notes = |content: &Value| {
        content["notes"]
            .as_array()
            .unwrap()
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };

    let (page, _) = made(folder.path(), "inspect", &["large0", "small"]);
    let content = content(&page);
    let rows = |file: usize| content["files"][file]["fields"][0]["rows"].as_array().unwrap().len();
    assert_eq!(
        (rows(0), content["files"][0]["fields"][0]["left"].as_u64()),
        (10_000, Some(5_007))
    );
    assert_eq!(
        (rows(1), content["files"][1]["fields"][0]["left"].as_u64()),
        (12, Some(0))
    );
    assert!(notes(&content).contains("5007 fields, because"), "{}", notes(&content));

    // Each takes half of what is left, until there is none.
    let names: Vec<&str> = large.iter().map(String::as_str).chain(["small"]).collect();
    let (page, _) = made(folder.path(), "inspect", &names);
    let content = self::content(&page);
    assert!(
        content["about"].as_str().unwrap().ends_with("of 17 parts in 17 files"),
        "{}",
        content["about"]
    );
    assert_eq!(content["files"].as_array().unwrap().len(), 15);
    assert!(
        notes(&content).contains(" fields, 2 whole parts, 2 whole files, because"),
        "{}",
        notes(&content)
    );
}

#[test]
fn a_page_on_standard_output_has_it_alone() {
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
fn where_there_is_nothing_to_show_no_page_is_written() {
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

/// What `--json` prints is one document, whenever it turns out that there can be no page.
#[test]
fn a_page_that_cannot_be_written_is_an_error_in_the_one_document() {
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
/// One with a malformed bundle entry ID.
const BAD: &str = "<img src=x onerror=document.title=1>&lt;__SCRIPT__\u{202e}bad.so";

/// A file whose name, kernel and, in one that is `bad`, bundle entry ID are made to be taken for markup.
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
        // All markup is ours: without what they show, both pages are the same.
        let frame = |page: &str| {
            let (before, behind) = page.split_once("type=\"application/json\">").unwrap();
            let (content, behind) = behind.split_once("</script>").unwrap();
            assert!(!content.contains('<'), "{content}");
            (before.to_owned(), behind.to_owned())
        };
        assert_eq!(frame(&page), frame(&ours));
        let shown = content(&page);
        let shown_name = shown["files"][0]["name"].as_str().unwrap();
        assert!(
            shown_name.starts_with("<img src=x") && shown_name.contains("__SCRIPT__"),
            "{shown_name}"
        );
        assert!(!shown_name.contains('\u{202e}'), "{shown_name}");
        if command == "size" {
            assert_eq!(shown["kernels"][0], "<!--<script>");
        } else {
            assert!(
                shown["notes"].to_string().contains("</script><b>&lt"),
                "{}",
                shown["notes"]
            );
        }
    }
}
