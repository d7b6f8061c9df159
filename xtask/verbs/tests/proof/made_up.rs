//! Five read-only formats, known to the tool by schema only: a counted table, packed chunks with checksums, a versioned header with
//! trailer, flags with optional parts, nested boxes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::scratch::Scratch;
use crate::{scratch, stdout};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proof/made_up")
}

fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("the folder can be listed");
    let paths = files.map(|file| file.expect("a file").path());
    let schemas = paths.filter(|path| path.extension().is_some_and(|end| end == "ksy"));
    let stem = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut names: Vec<String> = schemas.filter_map(stem).collect();
    names.sort();
    names
}

pub fn add_to(copy: &Scratch) {
    for name in names() {
        let file = format!("{name}.ksy");
        fs::copy(folder().join(&file), copy.root.join("schemas").join(&file)).expect("the scratch copy can be written");
    }
}

#[test]
fn made_up_formats_are_shown_and_verified() {
    let names = names();
    assert_eq!(names.len(), 5, "{names:?}");
    for name in names {
        let files = tempfile::tempdir().expect("a folder");
        let sound = fs::read(folder().join(format!("{name}.bin"))).expect("a sample");
        fs::write(files.path().join("sound"), &sound).expect("a file");
        let listed = scratch().tool(files.path(), &["list", "sound"]);
        let told = String::from_utf8_lossy(&listed.stderr).into_owned();
        assert!(
            told.contains("it holds no code objects; `inspect` shows its fields"),
            "{name}: {told}"
        );
        let shown = stdout(&scratch().tool(files.path(), &["inspect", "sound"]));
        assert!(shown.contains("Tells the format."), "{name}: {shown}");
        let verified = scratch().tool(files.path(), &["verify", "sound"]);
        assert!(verified.status.success(), "{name}: {verified:?}");
        // Changing any byte of a checksum or its range, and truncation, give findings.
        let mut wrong = 0;
        for at in 0..sound.len() {
            let mut changed = sound.clone();
            changed[at] ^= 0x10;
            fs::write(files.path().join("changed"), changed).expect("a file");
            let told = scratch().tool(files.path(), &["verify", "changed"]);
            let found = [&told.stdout, &told.stderr].map(|told| String::from_utf8_lossy(told).contains("[wrong-sum]"));
            wrong += usize::from(found.contains(&true));
        }
        let has_sums = ["made_flags", "made_packed_chunks", "made_versioned"].contains(&name.as_str());
        assert_eq!(wrong > sound.len() / 4, has_sums, "{name}: {wrong} of {}", sound.len());
        assert!(has_sums || wrong == 0, "{name}: {wrong}");
        fs::write(files.path().join("cut"), &sound[..sound.len() - 1]).expect("a file");
        assert!(
            !scratch().tool(files.path(), &["verify", "cut"]).status.success(),
            "{name}"
        );
    }
}
