//! How errors are told.

use std::io;

use super::*;
use crate::file_error::FileError;
use crate::report::Outcome;
use offload_bundle_core::error::{Problem, WriteError, WriteProblem};

#[test]
fn damage_met_while_decompressing_is_that_of_the_file_that_holds_it() {
    let error = ReadError::new(24, Problem::HoldsMore { found: 7 }).in_field("len");
    let error = Error::from(FileError::damaged("a.bin", error));
    assert_eq!((error.code(), error.outcome()), ("holds-more", Outcome::Failed));
    assert_eq!(
        format!("{error}"),
        "a.bin: at byte 0x18 (len): expected a larger number, found 7: the compressed bytes hold more"
    );
    let error = Error::from(FileError::new("b.bin", io::ErrorKind::NotFound.into()));
    assert_eq!(error.code(), "io");
}

/// A program that prints an error and its sources prints each text once.
#[test]
fn a_cause_is_said_once_in_a_chain() {
    let read = || ReadError::new(24, Problem::HoldsMore { found: 7 });
    let system = || io::Error::from(io::ErrorKind::NotFound);
    let write = || WriteError::new("size", WriteProblem::TooLarge { found: 9, max: 1 });
    let file = || FileName::from("a.bin");
    let errors: [Box<dyn std::error::Error>; 9] = [
        Box::new(Error::Read { file: file(), error: read() }),
        Box::new(Error::Write { file: file(), error: write() }),
        Box::new(Error::Io { file: file(), error: system() }),
        Box::new(Error::Output { file: file(), error: system() }),
        Box::new(Error::NoRoom { file: file(), format: "box", version: Some(1), error: write(), fitting: Vec::new() }),
        Box::new(FileError::damaged("a.bin", read())),
        Box::new(FileError::new("a.bin", system())),
        Box::new(read()),
        Box::new(write()),
    ];
    for error in &errors {
        let mut cause = error.source();
        while let Some(inner) = cause {
            assert!(!error.to_string().contains(&inner.to_string()), "{error}: {inner}");
            cause = inner.source();
        }
    }
}

#[test]
fn what_was_tried_with_an_output_is_told() {
    let told = |file: &str, kind: io::ErrorKind, outputs: &[FileName]| {
        let error = Error::from(FileError::new(file, io::Error::new(kind, "why")));
        error.about_outputs(outputs.iter()).to_string()
    };
    let outputs = ["out".into(), "-".into()];
    for (file, kind, text) in [
        ("out", io::ErrorKind::NotFound, "cannot create out: why"),
        ("out", io::ErrorKind::StorageFull, "cannot write out: why"),
        ("-", io::ErrorKind::StorageFull, "cannot write standard output: why"),
        ("in", io::ErrorKind::NotFound, "in: why"),
    ] {
        assert_eq!(told(file, kind, &outputs), text);
    }
}
