//! Changes and adds schemas in a copy of the repository, regenerates and compiles it: the tool behaves as the schemas say, without an
//! edited line of Rust.

mod guides;
mod made_up;
mod one_format;
mod scratch;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::OnceLock;

use scratch::{Scratch, repository};

fn scratch() -> &'static Scratch {
    static MADE: OnceLock<Scratch> = OnceLock::new();
    MADE.get_or_init(|| {
        let scratch = Scratch::copy("copy");
        change_schemas(&scratch);
        scratch.verb(&["codegen"]);
        // With the features of compiled dependencies.
        let packages = ["--package", "offload-bundle-cli", "--package", "offload-bundle-one-world"];
        scratch.cargo(&[&["build", "--quiet"], &packages[..]].concat());
        scratch
    })
}

/// With their expected files.
const FEATURES: &[&str] = &[
    "container/schema.ksy",
    "envelope/schema.ksy",
    "image_shelf/schema.ksy",
    "nested/schema.ksy",
    "rest_of_file/schema.ksy",
    "text/schema.yaml",
];

fn change_schemas(scratch: &Scratch) {
    let bundle = "schemas/binary_bundle.ksy";
    scratch.change(
        bundle,
        "contents: __CLANG_OFFLOAD_BUNDLE__",
        "contents: __OTHER_MAGIC_OF_PROOF__",
    );
    scratch.change(
        bundle,
        "      - id: len_id\n        type: u8",
        "      - id: len_id\n        type: u4",
    );
    scratch.change(
        bundle,
        "  - id: alignment\n    default: 1",
        "  - id: alignment\n    default: 64",
    );
    let compressed = "schemas/ccob.ksy";
    scratch.change(compressed, "contents: CCOB", "contents: OTHER");
    scratch.change(
        compressed,
        "tell where they end.\n    seq:\n      - id: len_decompressed\n        type: u4",
        "tell where they end.\n    seq:\n      - id: len_decompressed\n        type: u8be",
    );
    scratch.change(
        "schemas/target_id.yaml",
        "serves: { any: ['on', 'off'], 'on': ['on'], 'off': ['off'] }",
        "serves: { any: ['on', 'off'], 'on': ['on', 'off'], 'off': ['off'] }",
    );
    scratch.change(
        "schemas/placement.yaml",
        "    with: {prefix: ';'}",
        "    with: {prefix: '!!'}",
    );
    // Appended, so that the default version stays.
    scratch.change(
        "schemas/placement.yaml",
        "compressed_offload_binary]",
        "compressed_offload_binary, chest, parcel, notes, part_table]",
    );
    for feature in FEATURES {
        let schema = repository().join(format!("codegen/tests/features/{feature}"));
        let schema = fs::read(schema).expect("the schema of a feature");
        let to = scratch.root.join("schemas").join(feature.replace('/', "_"));
        fs::write(to, schema).expect("the scratch copy can be written");
    }
    made_up::add_to(scratch);
    for made_up in ["part_table.ksy", "toc_archive.ksy"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proof").join(made_up);
        let to = scratch.root.join("schemas").join(made_up);
        fs::copy(from, to).expect("the scratch copy can be written");
    }
}

fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("host"), b"HOST").expect("a file");
    fs::write(folder.path().join("device"), b"DEVICE").expect("a file");
    folder
}

fn bundling(file_type: &str) -> Vec<&str> {
    let host = "host-x86_64-unknown-linux-gnu=host";
    let device = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+=device";
    vec!["bundle", "-t", file_type, "-o", "out", host, device]
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn changed_magic_and_alignment_change_bundles() {
    let (scratch, folder) = (scratch(), inputs());
    let made = scratch.tool(folder.path(), &bundling("bc"));
    assert!(made.status.success(), "{made:?}");
    let bytes = fs::read(folder.path().join("out")).expect("the bundle");
    assert_eq!(&bytes[..24], b"__OTHER_MAGIC_OF_PROOF__");
    // The record of the first entry: offset and size of 8 bytes each, then an ID length of 4.
    assert_eq!(
        bytes[32..40],
        192u64.to_le_bytes(),
        "the first multiple of 64 after the records"
    );
    let id = b"host-x86_64-unknown-linux-gnu-";
    assert_eq!(bytes[48..52], 30u32.to_le_bytes());
    assert_eq!(&bytes[52..82], id);
    let listed = scratch.tool(folder.path(), &["list", "out"]);
    assert!(
        listed.status.success() && stdout(&listed).contains("gfx90a:xnack+"),
        "{listed:?}"
    );
    let device = ["unbundle", "out", "hip-amdgcn-amd-amdhsa--gfx90a:xnack+=back"];
    assert!(scratch.tool(folder.path(), &device).status.success());
    assert_eq!(fs::read(folder.path().join("back")).expect("the device"), b"DEVICE");

    let mut old = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    old.extend_from_slice(&[0; 8]);
    fs::write(folder.path().join("old"), old).expect("a file");
    let refused = scratch.tool(folder.path(), &["list", "old"]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
}

#[test]
fn changed_header_changes_compressed_bundles() {
    let scratch = scratch();
    let test = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proof/other_header.rs");
    let to = scratch.root.join("generated/formats/tests/other_header.rs");
    fs::create_dir_all(to.parent().expect("a file has a folder")).expect("folders can be made");
    fs::copy(test, to).expect("the test can be copied");
    scratch.cargo(&["test", "--quiet", "--package", "offload-bundle-formats", "--test", "other_header"]);
}

#[test]
fn changed_rule_changes_verdict() {
    let scratch = scratch();
    let ids = ["hip-amdgcn-amd-amdhsa--gfx90a:xnack+", "hip-amdgcn-amd-amdhsa--gfx90a:xnack-"];
    let verdict = scratch.tool(&scratch.root, &["target", "compat", ids[0], ids[1]]);
    assert_eq!(verdict.status.code(), Some(0), "on now serves off: {verdict:?}");
    let verdict = scratch.tool(&scratch.root, &["target", "compat", ids[1], ids[0]]);
    assert_eq!(verdict.status.code(), Some(1), "off still serves off only: {verdict:?}");
}

#[test]
fn changed_prefix_changes_text_bundles() {
    let (scratch, folder) = (scratch(), inputs());
    let made = scratch.tool(folder.path(), &bundling("ll"));
    assert!(made.status.success(), "{made:?}");
    let text = fs::read_to_string(folder.path().join("out")).expect("the bundle");
    assert!(
        text.starts_with("\n!! __CLANG_OFFLOAD_BUNDLE____START__ host-"),
        "{text:?}"
    );
}

#[test]
fn new_format_needs_only_schema() {
    let (scratch, folder) = (scratch(), inputs());
    // Its generated tests: round trip, truncation at every byte, boundary numbers.
    scratch.cargo(&["test", "--quiet", "--package", "offload-bundle-formats", "--lib", "part_table"]);

    let id = b"hip-amdgcn-amd-amdhsa--gfx906";
    let mut file = b"PARTS!\x01\x00\x07\x01\x00\x00\x00".to_vec();
    file.extend_from_slice(&[55, 0, 0, 0, 64, 0, 0, 0, 4, 0, 0, 0, 29]);
    file.extend_from_slice(id);
    file.extend_from_slice(b"a note\0\0\0BODY");
    fs::write(folder.path().join("parts"), &file).expect("a file");
    let listed = scratch.tool(folder.path(), &["list", "--json", "parts"]);
    let text = stdout(&listed);
    assert!(listed.status.success() && text.contains("\"part_table\""), "{listed:?}");
    let inspected = stdout(&scratch.tool(folder.path(), &["inspect", "parts"]));
    for field in ["details.level", "parts[0].len_id", "\"a note\"", "How important the parts are."] {
        assert!(inspected.contains(field), "{field} is missing in:\n{inspected}");
    }
    let taken = scratch.tool(
        folder.path(),
        &["unbundle", "parts", "hip-amdgcn-amd-amdhsa--gfx906=back"],
    );
    assert!(taken.status.success(), "{taken:?}");
    assert_eq!(fs::read(folder.path().join("back")).expect("the contents"), b"BODY");
    fs::write(folder.path().join("cut"), &file[..file.len() - 1]).expect("a file");
    let refused = scratch.tool(folder.path(), &["list", "cut"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

fn archive() -> Vec<u8> {
    let mut file = b"TOCA\x02\0\0\0".to_vec();
    file.extend(b"\x22\0\0\0\x03\0\0\0\x01\0a");
    file.extend(b"\x20\0\0\0\x02\0\0\0\x02\0bc");
    file.resize(32, 0);
    file.extend(b"B.AAA");
    file
}

#[test]
fn format_without_code_is_shown_and_verified() {
    let (scratch, folder) = (scratch(), inputs());
    fs::write(folder.path().join("in"), archive()).expect("a file");
    let known = stdout(&scratch.tool(folder.path(), &["formats"]));
    assert!(known.contains("toc_archive"), "{known}");
    let listed = scratch.tool(folder.path(), &["list", "in"]);
    assert_eq!(listed.status.code(), Some(1), "{listed:?}");
    let said = String::from_utf8_lossy(&listed.stderr);
    assert!(said.contains("Table-of-contents archive"), "{said}");
    let inspected = stdout(&scratch.tool(folder.path(), &["inspect", "in"]));
    for field in ["entries[1].name", "\"bc\"", "What the file holds."] {
        assert!(inspected.contains(field), "{field} is missing in:\n{inspected}");
    }
    let verified = scratch.tool(folder.path(), &["verify", "in"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let cut = archive();
    fs::write(folder.path().join("cut"), &cut[..cut.len() - 1]).expect("a file");
    let verified = scratch.tool(folder.path(), &["verify", "cut"]);
    assert_eq!(verified.status.code(), Some(1), "{verified:?}");
    let found = stdout(&verified);
    assert!(found.contains("(entries[0].len_body)"), "{found}");
}

#[test]
fn features_compile_and_obey_laws() {
    let scratch = scratch();
    let test = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proof/image_shelf.rs");
    let to = scratch.root.join("generated/formats/tests/image_shelf.rs");
    fs::create_dir_all(to.parent().expect("a file has a folder")).expect("folders can be made");
    fs::copy(test, to).expect("the test can be copied");
    let tests = ["test", "--quiet", "--package", "offload-bundle-formats", "--lib", "--test", "image_shelf"];
    scratch.cargo(&tests);
}
