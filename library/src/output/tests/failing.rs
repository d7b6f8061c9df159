//! Outputs and inputs that fail: nothing is left changed, new or half-written.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::super::destination::FileDestination;
use super::super::file::OutputName;
use super::super::folder::Folder;
use super::super::publish::publish;
use super::super::staged::StagedFile;
use super::super::{Output, write_all};
use super::{names, output, written};
use crate::input::Input;

#[test]
fn one_output_that_fails_leaves_the_others_as_they_were() {
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
fn a_source_that_fails_half_way_leaves_nothing() {
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
    let output = Output::range(&out, &input, input.whole());
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
fn a_rename_that_fails_takes_back_those_before_it() {
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
fn a_reader_that_went_away_is_no_failure() {
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
