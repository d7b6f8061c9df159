//! Proofs that formats are generated, not written: in a copy of the workspace schemas are changed and added, `cargo xtask codegen`
//! is run, and the crate is compiled and tested. The copy keeps its place, so that a second run compiles only what changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the copy leaves out: nothing that compiling or generating reads.
const LEFT_OUT: &[&str] = &[".git", "target", "fixtures", "fuzz", "node_modules"];

#[test]
fn changed_and_added_schemas_give_a_working_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proofs/workspace");
    let mut kept = BTreeSet::new();
    mirror(&root, &copy, &copy, &mut kept);

    // (a) Another magic, a narrower field, another alignment and another fill byte.
    let schema = read(&root.join("schemas/binary_bundle.ksy"));
    let changed = replaced(
        &schema,
        "contents: __CLANG_OFFLOAD_BUNDLE__",
        "contents: __OTHER_BUNDLE__",
    );
    let changed = replaced(
        &changed,
        "- id: len_id\n        type: u8",
        "- id: len_id\n        type: u4",
    );
    let changed = replaced(&changed, "default: 1\n    min: 1", "default: 32\n    min: 2");
    let changed = replaced(&changed, "-fill: 0", "-fill: 0x2e");
    put(&copy.join("schemas/binary_bundle.ksy"), &changed, &mut kept);

    // (b) A format that nobody has seen before.
    let added = read(&root.join("codegen/tests/features/image_shelf/schema.ksy"));
    put(&copy.join("schemas/image_shelf.ksy"), &added, &mut kept);

    for name in ["changed_bundle.rs", "added_format.rs"] {
        let test = read(&root.join("xtask/tests/proofs").join(name));
        put(&copy.join("generated/tests").join(name), &test, &mut kept);
    }
    remove_all_but(&kept, &copy.join("schemas"));
    cargo(&copy, &["xtask", "codegen"]);
    let ran = cargo(&copy, &["test", "--package", "offload-bundle", "--lib", "--tests"]);

    for test in [
        "image_shelf::tests::what_is_written_is_read_back ... ok",
        "image_shelf::tests::a_file_that_ends_early_is_an_error ... ok",
        "binary_bundle::tests::what_is_written_is_read_back ... ok",
        "the_changed_format_is_written_and_read ... ok",
        "the_old_format_is_refused ... ok",
        "the_added_format_is_written_read_and_described ... ok",
    ] {
        assert!(ran.contains(test), "`{test}` is not in the output:\n{ran}");
    }
}

/// Runs cargo in the copy, with a target folder of its own, and gives what it printed.
fn cargo(copy: &Path, words: &[&str]) -> String {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(words)
        .current_dir(copy)
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("proofs/target"),
        )
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .expect("cargo starts");
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.status.success(),
        "cargo {words:?} in {} fails:\n{text}",
        copy.display()
    );
    text
}

/// Makes `to` hold what `from` holds. Files that are the same are not touched, so that nothing is compiled again for nothing.
fn mirror(from: &Path, to: &Path, copy: &Path, kept: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(from).expect("the workspace can be listed") {
        let path = entry.expect("a file").path();
        let name = path.file_name().unwrap_or_default();
        if LEFT_OUT.iter().any(|left_out| name == *left_out) || path == *copy {
            continue;
        }
        if path.is_dir() {
            mirror(&path, &to.join(name), copy, kept);
        } else if let Ok(text) = fs::read_to_string(&path)
            // What codegen has made in the copy stays from one run to the next; codegen itself changes it.
            && !(to.starts_with(copy.join("generated/src")) && to.join(name).exists())
        {
            put(&to.join(name), &text, kept);
        }
    }
}

fn put(path: &Path, text: &str, kept: &mut BTreeSet<PathBuf>) {
    kept.insert(path.to_path_buf());
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    let folder = path.parent().expect("a file stands in a folder");
    fs::create_dir_all(folder).expect("the folder can be made");
    fs::write(path, text).expect("the file can be written");
}

/// Removes what an earlier run left in `folder`.
fn remove_all_but(kept: &BTreeSet<PathBuf>, folder: &Path) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("a file").path();
        if path.is_file() && !kept.contains(&path) {
            fs::remove_file(&path).expect("the file can be removed");
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text with `old`, which it must have, replaced.
fn replaced(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "the schema has no `{old}` to change");
    text.replace(old, new)
}
