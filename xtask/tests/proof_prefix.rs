//! Proof that a fact of a schema is the only place of that fact: one comment prefix is changed in a scratch copy of the schemas, the
//! library is generated and compiled from it, and then writes and recognises the changed form, and the old one no more.

use std::fs;
use std::path::Path;
use std::process::Command;

use offload_bundle_codegen::{Source, generate};

const PROBE: &str = r##"
use offload_bundle::catalog::CATALOG;
use offload_bundle::runtime::{Bytes, NewEntry, Piece};

fn main() {
    for name in ["s", "d"] {
        let file_type = CATALOG.file_type(name).expect("a file type of the schema");
        let plan = file_type.container.plan(&[NewEntry { id: "host", len: 0 }], 1).expect("a sound bundle");
        let mut file = Vec::new();
        for piece in &plan.pieces {
            if let Piece::Bytes(bytes) = piece {
                file.extend_from_slice(bytes);
            }
        }
        let entries = file_type.container.read(Bytes::new(&file)).expect("what was written").entries.len();
        assert_eq!(entries, 1);
        let readers: Vec<&str> = ["s", "d"]
            .into_iter()
            .filter(|name| CATALOG.file_type(name).expect("a file type").container.recognises(&file))
            .collect();
        println!("{name} {} {}", file[1..file.len()].iter().map(|b| *b as char).next().unwrap_or(' '), readers.join("+"));
    }
}
"##;

/// Copies the folder `from` to `to`, without build output.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if !path.is_dir() {
            fs::copy(&path, target).unwrap();
        } else if path.file_name().is_some_and(|name| name != "target") {
            copy(&path, &target);
        }
    }
}

/// Generates the library from `sources`, compiles it with the probe in `folder`, and gives the probe's words.
fn probe(root: &Path, folder: &Path, sources: &[Source]) -> String {
    copy(&root.join("runtime"), &folder.join("runtime"));
    fs::create_dir_all(folder.join("probe/src")).unwrap();
    fs::write(folder.join("probe/src/main.rs"), PROBE).unwrap();
    fs::write(
        folder.join("probe/Cargo.toml"),
        "[package]\nname = \"probe\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         offload-bundle = { path = \"../generated\", default-features = false }\n",
    )
    .unwrap();
    let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let members = workspace.lines().find(|line| line.starts_with("members = ")).unwrap();
    let workspace = workspace.replace(members, "members = [\"generated\", \"probe\", \"runtime\"]");
    fs::write(folder.join("Cargo.toml"), workspace).unwrap();
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    fs::create_dir_all(folder.join("generated")).unwrap();
    fs::copy(root.join("generated/Cargo.toml"), folder.join("generated/Cargo.toml")).unwrap();
    for file in generate(sources).unwrap() {
        let path = folder.join("generated").join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file.text).unwrap();
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let output = Command::new(env!("CARGO"))
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target.join("proofs"))
        .args(["run", "--quiet", "--offline", "--package", "probe"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_comment_prefix_changed_in_the_schema_changes_what_is_written_and_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources: Vec<Source> = fs::read_dir(root.join("schemas"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending == "ksy" || ending == "yaml")
        })
        .map(|path| Source {
            name: format!("schemas/{}", path.file_name().unwrap().to_string_lossy()),
            text: fs::read_to_string(&path).unwrap(),
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(probe(root, folder.path(), &sources), "s # s+d\nd # s+d\n");

    let placement = sources
        .iter_mut()
        .find(|source| source.name.ends_with("/placement.yaml"))
        .unwrap();
    let at = placement.text.find("- id: s\n").unwrap();
    let (before, after) = placement.text.split_at(at);
    placement.text = format!("{before}{}", after.replacen("prefix: '#'", "prefix: '@'", 1));
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(probe(root, folder.path(), &sources), "s @ s\nd # d\n");
}
