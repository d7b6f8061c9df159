//! Calls the functions as C does. `cargo xtask c --test` uses C and C++ programs.

mod hostile;
mod nulls;
mod walking;

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::error::{Error, ob_failure_code, ob_failure_message, ob_failure_offset, ob_failure_path};
use crate::file::ob_open;
use crate::foreign::tests::{asked, read};
use crate::foreign::{Chars, Data, Held, Out};
use crate::guard::run;
use crate::input::{Input, Options};
use crate::opened::File;
use crate::status::Status;

fn fixture(name: &str) -> Vec<u8> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/fixtures")).join(name);
    std::fs::read(path).unwrap()
}

fn in_memory(bytes: &[u8]) -> Input {
    Input { path: Chars::NULL, data: Data::new(bytes), size: bytes.len() }
}

type Made<T> = (Status, Option<Box<T>>, Option<Box<Error>>);

fn made<T>(call: impl FnOnce(Out<Option<Box<T>>>, Out<Option<Box<Error>>>) -> Status) -> Made<T> {
    let ((status, value), error) = asked(None, |error| asked(None, |out| call(out, error)));
    assert_eq!(status == Status::Ok, error.is_none());
    assert_eq!(status == Status::Ok, value.is_some());
    (status, value, error)
}

fn open(bytes: &[u8], flags: u32) -> Made<File> {
    let options = Options { max_size: 1 << 24, flags };
    made(|file, error| ob_open(in_memory(bytes), Some(&options), file, error))
}

#[test]
fn panic_becomes_fault() {
    let (status, error) = asked(None, |error| run(error, || panic!("on purpose")));
    let error = error.unwrap();
    assert_eq!((status, error.status()), (Status::Fault, Status::Fault));
    assert!(read(ob_failure_message(Held::new(&error))).contains("please report it"));
}

#[test]
fn error_has_offset_and_field() {
    let mut bytes = fixture("objects/hip.22.so");
    bytes[4140] = 0xff;
    let (status, _, error) = open(&bytes, 0);
    let error = error.unwrap();
    let held = || Held::new(&*error);
    assert_eq!((status, ob_failure_offset(held())), (Status::Malformed, 0x1028));
    assert_eq!(read(ob_failure_code(held())), "out-of-bounds");
    assert_eq!(read(ob_failure_path(held())), "entries[0].len_code_object");
    assert!(read(ob_failure_message(held())).contains("at byte 0x1028"));
}

#[test]
fn results_are_overwritten_on_failure() {
    let before = open(&fixture("objects/hip.22.so"), 0).1;
    let ((status, after), _) = asked(None, |error| {
        asked(before, |file| ob_open(in_memory(b"text"), None, file, error))
    });
    assert_eq!((status, after.is_none()), (Status::NotABundle, true));
}

fn names_in(header: &str) -> BTreeSet<&str> {
    let code = header.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'));
    words
        .filter(|word| ["ob_", "OB_", "obi_"].iter().any(|prefix| word.starts_with(prefix)))
        .collect()
}

#[test]
fn both_headers_have_different_names() {
    let library = names_in(include_str!("../../include/offload_bundle.h"));
    let formats = names_in(include_str!("../../../../generated/c/offload_bundle_formats.h"));
    assert!(library.contains("ob_open") && formats.contains("ob_binary_bundle_open"));
    let common: Vec<_> = library.intersection(&formats).collect();
    assert!(common.is_empty(), "a source file cannot include both: {common:?}");
}
