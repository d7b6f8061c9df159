//! What comes to the place of an output while it is written: what counts is what is there when it appears.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use super::super::destination::FileDestination;
use super::super::file::OutputName;
use super::super::folder::Folder;
use super::super::publish::publish;
use super::super::staged::StagedFile;
use super::names;

/// A file that has been written beside its place in `folder`, where nothing was.
fn staged(folder: &Path, name: &str, chosen_by: OutputName, held_open: bool) -> StagedFile {
    let opened = Arc::new(Folder::open(folder).unwrap());
    let destination = FileDestination { folder: opened, name: name.into(), existing: None, chosen_by, new_mode: None };
    let mut staged = StagedFile::begin(&folder.join(name).into(), &destination, held_open).unwrap();
    staged.write_all(b"x").unwrap();
    staged.finish().unwrap()
}

#[test]
fn a_link_that_comes_meanwhile_is_not_written_through() {
    for held_open in [true, false] {
        for (chosen_by, code) in [
            (OutputName::Made { replace: false }, Some("exists")),
            // The link is replaced, not what it points at.
            (OutputName::Made { replace: true }, None),
            (OutputName::Given, None),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let victim = folder.path().join("victim");
            fs::write(&victim, "before").unwrap();
            let other = staged(folder.path(), "other", chosen_by, held_open);
            let staged = staged(folder.path(), "out", chosen_by, held_open);
            symlink("victim", folder.path().join("out")).unwrap();
            let error = publish(vec![other, staged]).err();
            assert_eq!(error.map(|error| error.code()), code, "{chosen_by:?}");
            assert_eq!(fs::read(&victim).unwrap(), b"before", "{chosen_by:?}");
            let all = if code.is_some() {
                ["out", "victim"].to_vec()
            } else {
                ["other", "out", "victim"].to_vec()
            };
            assert_eq!(names(folder.path()), all, "{chosen_by:?}");
        }
    }
}

#[test]
fn a_folder_that_is_exchanged_meanwhile_is_not_followed() {
    for held_open in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let (out, moved) = (folder.path().join("out"), folder.path().join("moved"));
        fs::create_dir(&out).unwrap();
        fs::create_dir(folder.path().join("elsewhere")).unwrap();
        let staged = staged(&out, "x", OutputName::Made { replace: true }, held_open);
        fs::rename(&out, &moved).unwrap();
        symlink("elsewhere", &out).unwrap();
        publish(vec![staged]).unwrap();
        assert_eq!(names(&moved), ["x"]);
        assert_eq!(names(&folder.path().join("elsewhere")), Vec::<String>::new());
    }
}

#[test]
fn two_outputs_that_turn_out_to_be_one_file_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = staged(folder.path(), "first", OutputName::Given, true);
    // As where the file system tells no cases apart: the other name leads to the first file as soon as that is there.
    symlink(".", folder.path().join("same")).unwrap();
    let second = staged(&folder.path().join("same"), "first", OutputName::Given, true);
    let error = publish(vec![first, second]).unwrap_err();
    assert_eq!(error.code(), "same-output");
    assert_eq!(names(folder.path()), ["same"]);
}
