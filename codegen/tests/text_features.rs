//! What features of text and placement schemas become: each folder `features/text_…` or `features/placement_…` holds schemas, and
//! below `expected/` those generated files that show the feature. `BLESS=1` rewrites them; read what it wrote.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::{Source, generate};

/// All files below `folder`.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(below(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn features_become_the_expected_files() {
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features");
    let mut wrong = String::new();
    let mut seen = 0;
    for entry in fs::read_dir(&features).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("text_") && !name.starts_with("placement_") {
            continue;
        }
        let (expected, schemas): (Vec<PathBuf>, Vec<PathBuf>) = below(&folder)
            .into_iter()
            .partition(|path| path.starts_with(folder.join("expected")));
        let source = |path: &PathBuf| Source {
            name: path.file_name().unwrap().to_string_lossy().into_owned(),
            text: fs::read_to_string(path).unwrap(),
        };
        let files = generate(&schemas.iter().map(source).collect::<Vec<_>>()).unwrap();
        for path in expected {
            seen += 1;
            let relative = path
                .strip_prefix(folder.join("expected"))
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            let Some(file) = files.iter().find(|file| file.path == relative) else {
                wrong.push_str(&format!("{name}: nothing generates {relative}\n"));
                continue;
            };
            if std::env::var_os("BLESS").is_some() {
                fs::write(&path, &file.text).unwrap();
            }
            let old = fs::read_to_string(&path).unwrap();
            let differs = old.lines().zip(file.text.lines()).position(|(old, new)| old != new);
            if old != file.text {
                let line = differs.map_or_else(|| "its length".to_owned(), |line| format!("line {}", line + 1));
                wrong.push_str(&format!(
                    "{name}: {relative} differs in {line}; see what changed, then BLESS=1\n"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(seen > 0, "no feature was compared");
}
