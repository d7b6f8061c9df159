//! Properties of all formats. Test code: a violated property panics.
#![allow(clippy::panic)]

use alloc::vec::Vec;
use core::fmt::Debug;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::bytes::Bytes;
use crate::describe::{EachRow, Row};
use crate::error::{ReadError, WriteError};
use crate::tree::Tree;
use crate::write::Values;

use super::damage::{odd_values, with_number};
use super::runner::{case_count, cuts, failed, runner, seeded_runner, some};

/// Returns the error of a generated reader, if any.
pub type Read = fn(Bytes<'_>) -> Option<ReadError>;

/// Reads a file and writes it with the options of these values. Also returns whether the file has these values.
pub type Again = fn(&[u8], &Values<'static>) -> Result<(bool, Result<Vec<u8>, WriteError>), ReadError>;

/// Checks that written values are read back unchanged and rewritten as the same bytes. `again` reads bytes and returns
/// whether they have the given values, and the bytes written from them.
pub fn round_trip<T: Debug>(
    values: &impl Strategy<Value = T>,
    write: impl Fn(&T) -> Result<Vec<u8>, WriteError>,
    again: impl Fn(&[u8], &T) -> Result<(bool, Result<Vec<u8>, WriteError>), ReadError>,
) {
    let checked = runner(256).run(values, |value| {
        let bytes = write(&value).map_err(failed)?;
        let (same, rewritten) = again(&bytes, &value).map_err(failed)?;
        if !same {
            return Err(TestCaseError::fail("reading gives another value than was written"));
        }
        if rewritten.map_err(failed)? != bytes {
            return Err(TestCaseError::fail("writing what was read gives other bytes"));
        }
        Ok(())
    });
    if let Err(broken) = checked {
        panic!("{broken}");
    }
}

/// Returns some files, always the same ones.
pub fn samples<T: Debug>(
    values: &impl Strategy<Value = T>,
    write: impl Fn(&T) -> Result<Vec<u8>, WriteError>,
) -> Vec<Vec<u8>> {
    files(&mut runner(1), case_count(8), values, write)
}

/// Returns files, the same ones for the same seed.
pub fn drawn<T: Debug>(
    draw: Draw,
    values: &impl Strategy<Value = T>,
    write: impl Fn(&T) -> Result<Vec<u8>, WriteError>,
) -> Vec<Vec<u8>> {
    files(&mut seeded_runner(draw.seed), draw.count, values, write)
}

/// The seed and number of random files.
#[derive(Debug, Clone, Copy)]
pub struct Draw {
    /// The seed.
    pub seed: u64,
    /// The number of files.
    pub count: u32,
}

fn files<T: Debug>(
    runner: &mut TestRunner,
    count: u32,
    values: &impl Strategy<Value = T>,
    write: impl Fn(&T) -> Result<Vec<u8>, WriteError>,
) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for _ in 0..count {
        let value = match values.new_tree(runner) {
            Ok(tree) => tree.current(),
            Err(reason) => panic!("cannot draw values: {reason}"),
        };
        match write(&value) {
            Ok(bytes) => files.push(bytes),
            Err(error) => panic!("{value:?} cannot be written: {error}"),
        }
    }
    files
}

pub(super) fn values_of<T: Debug>(values: &impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = runner(1);
    let trees = (0..case_count(64)).map(|_| match values.new_tree(&mut runner) {
        Ok(tree) => tree.current(),
        Err(reason) => panic!("no value: {reason}"),
    });
    trees.collect()
}

/// Checks that cutting a file within the frame or a pointed-at part is an error.
pub fn truncation(samples: &[Vec<u8>], tree: &'static Tree<'static>) {
    for whole in samples {
        assert!(errors(whole, tree).is_empty(), "a sound file has errors");
        for len in cuts(whole.len()) {
            let short = whole.get(..len).unwrap_or(whole);
            assert!(!errors(short, tree).is_empty(), "a file cut at byte {len} is accepted");
        }
    }
}

/// Checks that a partial window gives the same result as the whole file, or requests more bytes.
pub fn windows(samples: &[Vec<u8>], read: Read) {
    for whole in samples {
        for len in cuts(whole.len()) {
            let window = whole.get(..len).unwrap_or(whole);
            if let Some(error) = read(Bytes::windowed(window, crate::bytes::length(whole))) {
                let needs = crate::error::Stop::from(error.clone()).needs();
                assert!(
                    needs.is_some_and(|upto| upto > crate::bytes::length(window)),
                    "a window of {len} bytes does not ask for more: {error}"
                );
            }
        }
    }
}

/// Checks that edge values in number fields cause neither panics nor more than linear work, and that the table reports
/// the same error as the reader. Readable files are also passed to `again`.
pub fn boundaries(samples: &[Vec<u8>], tree: &'static Tree<'static>, read: Read, again: Again) {
    for whole in samples {
        for row in some(rows(whole, tree).0) {
            let Some(number) = row.number else { continue };
            for value in some(odd_values(number, row.offset, crate::bytes::length(whole))) {
                let changed = with_number(whole, &row, value);
                let (rows, error) = rows(&changed, tree);
                assert_eq!(error, read(Bytes::new(&changed)), "{} = {value}", row.path);
                assert!(
                    rows.len() <= whole.len().saturating_mul(64).saturating_add(64),
                    "{} = {value}: far more fields than bytes",
                    row.path
                );
                let _ = again(&changed, &Values::default());
            }
        }
    }
}

fn rows(bytes: &[u8], tree: &'static Tree<'static>) -> (Vec<Row>, Option<ReadError>) {
    let mut rows = Vec::new();
    let error = tree
        .describe(Bytes::new(bytes), &mut EachRow::to(&mut |row| rows.push(row)))
        .err();
    (rows, error)
}

fn errors(bytes: &[u8], tree: &'static Tree<'static>) -> Vec<ReadError> {
    let (rows, error) = rows(bytes, tree);
    rows.into_iter().filter_map(|row| row.error).chain(error).collect()
}
