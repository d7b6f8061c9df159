//! What must hold of every format, whatever it looks like; generated tests check it. For tests only: what does not hold panics.
#![allow(clippy::panic)]

mod container;
mod envelope;
mod fields;
mod id_texts;
mod ids;
mod runner;
mod serving;
pub mod text;
pub mod values;

use alloc::vec::Vec;
use core::fmt::Debug;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestCaseError;

use crate::bytes::Bytes;
use crate::describe::{EachRow, Row};
use crate::error::{ReadError, WriteError};
use crate::layout::Layout;

use runner::{failed, runner, tried};

pub use container::container;
pub use envelope::envelope;
pub use fields::Fields;
pub use ids::{id_grammar, id_type};

/// What is wrong with a file, as the reader of its format says.
pub type Read = fn(Bytes<'_>) -> Option<ReadError>;

/// What is written is read back as it was, and what has been read back is written as the same bytes.
/// `again` reads the bytes that `write` made of a value, and gives whether the same value came out, and what it is written as.
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

/// Some files, always the same ones.
pub fn samples<T: Debug>(
    values: &impl Strategy<Value = T>,
    write: impl Fn(&T) -> Result<Vec<u8>, WriteError>,
) -> Vec<Vec<u8>> {
    let mut runner = runner(1);
    let mut samples = Vec::new();
    for _ in 0..tried(8) {
        let value = match values.new_tree(&mut runner) {
            Ok(tree) => tree.current(),
            Err(reason) => panic!("no sample: {reason}"),
        };
        match write(&value) {
            Ok(bytes) => samples.push(bytes),
            Err(error) => panic!("{value:?} cannot be written: {error}"),
        }
    }
    samples
}

/// Some values, always the same ones.
fn values_of<T: Debug>(values: &impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = runner(1);
    let trees = (0..tried(64)).map(|_| match values.new_tree(&mut runner) {
        Ok(tree) => tree.current(),
        Err(reason) => panic!("no value: {reason}"),
    });
    trees.collect()
}

/// A file that ends early is an error, wherever it ends: of the frame, or of a part that the frame points at.
pub fn truncation(samples: &[Vec<u8>], layout: &Layout<'static>) {
    for whole in samples {
        assert!(errors(whole, layout).is_empty(), "a sound file has errors");
        for (len, _) in whole.iter().enumerate() {
            let short = whole.get(..len).unwrap_or(whole);
            assert!(
                !errors(short, layout).is_empty(),
                "cut at byte {len}, and nothing is wrong"
            );
        }
    }
}

/// A window onto the first bytes of a file gives what the whole file gives, or asks for more.
pub fn windows(samples: &[Vec<u8>], read: Read) {
    for whole in samples {
        for (len, _) in whole.iter().enumerate() {
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

/// Whatever stands in a number field, reading neither panics nor does more work than the file is long, and the layout finds the same
/// fault as the reader. `use_all` uses all that is read.
pub fn boundaries(samples: &[Vec<u8>], layout: &Layout<'static>, read: Read, use_all: fn(&[u8])) {
    for whole in samples {
        for row in rows(whole, layout).0 {
            let Some(number) = row.number else { continue };
            for value in odd_values(number, row.offset, crate::bytes::length(whole)) {
                let changed = with_number(whole, &row, value);
                let (rows, error) = rows(&changed, layout);
                assert_eq!(error, read(Bytes::new(&changed)), "{} = {value}", row.path);
                assert!(
                    rows.len() <= whole.len().saturating_mul(64).saturating_add(64),
                    "{} = {value}: far more fields than bytes",
                    row.path
                );
                use_all(&changed);
            }
        }
    }
}

/// What a number field is set to: the ends of every width, the neighbours, and what wraps a sum around.
fn odd_values(number: u64, offset: u64, len: u64) -> Vec<u64> {
    let mut values = Vec::from([0, 1, number.wrapping_add(1), number.wrapping_sub(1), len, len.wrapping_add(1)]);
    values.extend([offset, offset.wrapping_neg(), len.wrapping_neg(), len.wrapping_neg().wrapping_add(1)]);
    for bits in [7_u32, 8, 15, 16, 31, 32, 63] {
        let power = 1_u64.wrapping_shl(bits);
        values.extend([power.wrapping_sub(1), power]);
    }
    values.push(u64::MAX);
    values
}

/// The file with `value` in the field of `row`, in whichever byte order it has: the one that gives the number there now.
fn with_number(whole: &[u8], row: &Row, value: u64) -> Vec<u8> {
    let mut changed = whole.to_vec();
    let from = usize::try_from(row.offset).unwrap_or(usize::MAX);
    let width = usize::try_from(row.len).unwrap_or(0);
    let mut bytes: Vec<u8> = value.to_le_bytes().into_iter().take(width).collect();
    let now = whole.iter().skip(from).take(width).rev();
    if now.fold(0_u64, |sum, byte| sum.wrapping_shl(8) | u64::from(*byte)) != row.number.unwrap_or(0) {
        bytes.reverse();
    }
    for (to, byte) in changed.iter_mut().skip(from).zip(bytes) {
        *to = byte;
    }
    changed
}

fn rows(bytes: &[u8], layout: &Layout<'static>) -> (Vec<Row>, Option<ReadError>) {
    let mut rows = Vec::new();
    let error = layout
        .describe(Bytes::new(bytes), &mut EachRow::to(&mut |row| rows.push(row)))
        .err();
    (rows, error)
}

fn errors(bytes: &[u8], layout: &Layout<'static>) -> Vec<ReadError> {
    let (rows, error) = rows(bytes, layout);
    rows.into_iter().filter_map(|row| row.error).chain(error).collect()
}
