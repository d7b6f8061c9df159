//! Outputs that are written while they are made.

use std::io;

use super::*;
use crate::file_error::FileError;
use crate::output::{Sink, write_one};

#[test]
fn it_appears_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    fs::write(&old, "before").unwrap();
    let header_last = |sink: &mut dyn Sink| -> io::Result<()> {
        sink.write_all(b"__tail")?;
        assert_eq!(fs::read(&old)?, b"before");
        assert!(!new.exists());
        sink.rewind()?;
        sink.write_all(b"he")
    };
    for path in [&old, &new, Path::new("-"), Path::new("/dev/null")] {
        let mut stdout = Vec::new();
        let write = |sink: &mut dyn Sink| header_last(sink).map_err(|error| FileError::new("out", error).into());
        write_one(path, &mut stdout, write).unwrap();
        assert_eq!(stdout, if path == Path::new("-") { &b"hetail"[..] } else { b"" });
        if path.starts_with(folder.path()) {
            assert_eq!(fs::read(path).unwrap(), b"hetail");
        }
        fs::write(&old, "before").unwrap();
        let _ = fs::remove_file(&new);
    }
}

#[test]
fn what_fails_half_way_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    fs::write(&old, "before").unwrap();
    for path in [&old, &new, Path::new("-")] {
        let mut stdout = Vec::new();
        let failing = |sink: &mut dyn Sink| -> Result<(), Error> {
            sink.write_all(b"half").unwrap();
            Err(FileError::new("in", io::ErrorKind::InvalidData.into()).into())
        };
        assert!(
            write_one(path, &mut stdout, failing)
                .unwrap_err()
                .to_string()
                .starts_with("in: ")
        );
        assert!(stdout.is_empty());
    }
    assert_eq!(names(folder.path()), ["old"]);
    assert_eq!(fs::read(&old).unwrap(), b"before");
}
