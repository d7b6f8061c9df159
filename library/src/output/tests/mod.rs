//! Outputs, their places, and failures, which leave all files unchanged.

#![cfg(unix)]

mod places;

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use super::destination::{FileDestination, Folder};
use super::file::OutputName;
use super::publish::publish;
use super::staged::StagedFile;
use super::{Output, OutputPart, write_all};
use crate::error::Error;
use crate::input::Input;

fn output(path: &Path, bytes: &'static [u8]) -> Output<'static> {
    Output::new(path, vec![OutputPart::Bytes(Cow::Borrowed(bytes))])
}

fn made(path: &Path, bytes: &'static [u8], replace: bool) -> Output<'static> {
    output(path, bytes).with_made_name(replace)
}

fn written(outputs: &[Output<'_>]) -> Result<Vec<u8>, Error> {
    let mut stdout = Vec::new();
    write_all(outputs, &mut stdout, &mut ()).map(|()| stdout)
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn failed_output_leaves_all_files_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    fs::write(&old, "before").unwrap();
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).unwrap();
    let in_old = old.join("x");
    let bad = [
        (folder.path().join("missing/x"), "create: No such file or directory"),
        (sub.clone(), "create: Is a directory"),
        (sub.join(""), "create: Is a directory"),
        (in_old, "create: Not a directory"),
        (Path::new("/dev/full").into(), "write: No space left on device"),
        (Path::new("").into(), "create: No such file or directory"),
    ];
    for (path, message) in bad {
        let error = written(&[output(&old, b"x"), output(&new, b"y"), output(&path, b"z")]).unwrap_err();
        let (attempt, why) = message.split_once(": ").unwrap();
        assert_eq!(error.to_string(), format!("cannot {attempt} {}: {why}", path.display()));
        assert_eq!(fs::read(&old).unwrap(), b"before");
        assert_eq!(names(folder.path()), ["old", "sub"]);
    }
}

#[test]
fn failed_source_leaves_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let (source, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::write(&source, vec![7; 20 << 20]).unwrap();
    let input = Input::open(&source).unwrap();
    File::options()
        .write(true)
        .open(&source)
        .unwrap()
        .set_len(10 << 20)
        .unwrap();
    let output = Output::range(&out, &input, input.full_range());
    let error = written(&[output]).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("in: the file became shorter while it was read"),
        "{error}"
    );
    assert_eq!(names(folder.path()), ["in"]);
}

#[test]
fn failed_rename_undoes_earlier_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("old"), "before").unwrap();
    fs::create_dir(path("blocked")).unwrap();
    let outputs = ["old", "new", "blocked"].map(|name| output(&path(name), b"x"));
    let folder_of_all = Arc::new(Folder::open(folder.path()).unwrap());
    let staged = outputs.iter().zip(["old", "new", "blocked"]).map(|(output, name)| {
        let existing = fs::metadata(path(name)).ok().filter(fs::Metadata::is_file);
        let place = FileDestination {
            folder: Arc::clone(&folder_of_all),
            name: name.into(),
            existing,
            chosen_by: OutputName::Given,
            new_mode: None,
        };
        let mut staged = StagedFile::begin(&output.path, &place, true).unwrap();
        staged.write_all(b"x").unwrap();
        staged.finish().unwrap()
    });
    let error = publish(staged.collect()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{}: Is a directory", path("blocked").display())
    );
    assert_eq!(fs::read(path("old")).unwrap(), b"before");
    assert_eq!(names(folder.path()), ["blocked", "old"]);
}

#[test]
fn closed_pipe_is_not_an_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    write_all(&[output(Path::new("-"), b"x")], &mut Closed, &mut ()).unwrap();
}

fn staged(folder: &Path, name: &str, chosen_by: OutputName, held_open: bool) -> StagedFile {
    let opened = Arc::new(Folder::open(folder).unwrap());
    let destination = FileDestination { folder: opened, name: name.into(), existing: None, chosen_by, new_mode: None };
    let mut staged = StagedFile::begin(&folder.join(name).into(), &destination, held_open).unwrap();
    staged.write_all(b"x").unwrap();
    staged.finish().unwrap()
}

#[test]
fn new_link_is_not_written_through() {
    for held_open in [true, false] {
        for (chosen_by, code) in [
            (OutputName::Made { replace: false }, Some("exists")),
            // The link is replaced, not its target.
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
fn exchanged_folder_is_not_followed() {
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
fn two_outputs_to_same_file_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = staged(folder.path(), "first", OutputName::Given, true);
    // Like a case-insensitive file system: the other name leads to the first file as soon as it exists.
    symlink(".", folder.path().join("same")).unwrap();
    let second = staged(&folder.path().join("same"), "first", OutputName::Given, true);
    let error = publish(vec![first, second]).unwrap_err();
    assert_eq!(error.code(), "same-output");
    assert_eq!(names(folder.path()), ["same"]);
}
