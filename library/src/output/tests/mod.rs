//! Tests of what is written, of where it goes and of what is left when it fails.

#![cfg(unix)]

mod failing;
mod placed;
mod places;

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use super::{Output, OutputPart, write_all};
use crate::error::Error;

/// An output whose name was given.
fn output(path: &Path, bytes: &'static [u8]) -> Output<'static> {
    Output::new(path, vec![OutputPart::Bytes(Cow::Borrowed(bytes))])
}

/// An output whose name was made.
fn made(path: &Path, bytes: &'static [u8], replace: bool) -> Output<'static> {
    output(path, bytes).with_made_name(replace)
}

/// What comes to standard output.
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
