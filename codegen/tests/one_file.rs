//! Checks that a new format needs only one new file.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use offload_bundle_codegen::{Source, generate};

/// The id sorts before all other formats.
const NEW: &str = "\
meta: {id: a_box, title: Box, endian: le, encoding: UTF-8}
-container: {entries: entries, id: id, content: content}
seq:
  - {id: magic, contents: ABOX}
  - {id: num_entries, type: u1, -write: count(entries)}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries}
  - {id: crc, type: u4, -write: crc32(magic..entries)}
types:
  entry:
    seq:
      - {id: id, type: strz}
      - {id: ofs_content, type: u4, -write: offset(content)}
      - {id: len_content, type: u4, -write: size(content)}
    instances:
      content: {pos: ofs_content, size: len_content}
";

fn project() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features/ids_and_placement");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let source = |path: std::path::PathBuf| Source {
        name: format!("schemas/{}", path.file_name().unwrap().to_string_lossy()),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.filter(|path| path.is_file()).map(source).collect()
}

fn generated(sources: &[Source]) -> BTreeMap<String, String> {
    let files = generate(sources).unwrap();
    files.into_iter().map(|file| (file.path, file.text)).collect()
}

#[test]
fn new_container_is_registered_without_edits() {
    let before = generated(&project());
    let source = Source { name: "schemas/a_box.ksy".to_owned(), text: NEW.to_owned() };
    let after = generated(&[project(), vec![source]].concat());
    let containers = |files: &BTreeMap<String, String>| {
        let registry = files.get("formats/src/registry.rs").unwrap();
        let (_, list) = registry.split_once("containers: &[").unwrap();
        let (list, _) = list.split_once(']').unwrap();
        list.to_owned()
    };
    assert_eq!(containers(&after), format!("{}, &A_BOX", containers(&before)));
    let new: Vec<&str> = after
        .keys()
        .filter(|path| !before.contains_key(*path))
        .map(String::as_str)
        .collect();
    let own = ["convert", "face", "mod", "read", "tree", "write"].map(|file| format!("formats/src/a_box/{file}.rs"));
    assert_eq!(
        new,
        [vec!["docs/a_box.md"], own.iter().map(String::as_str).collect()].concat()
    );
    // Files of other formats are unchanged.
    let changed: Vec<&str> = before
        .iter()
        .filter(|(path, text)| after.get(*path) != Some(text))
        .map(|(path, _)| path.as_str())
        .collect();
    let of_all =
        ["c/offload_bundle_formats.h", "formats/src/lib.rs", "formats/src/registry.rs", "formats/src/samples.rs"];
    assert_eq!(changed, of_all);
    assert!(after.get("c/offload_bundle_formats.h").unwrap().contains("a_box"));
}
