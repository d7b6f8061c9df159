//! What must hold of every file that is written: each part stands where the schema says, and nothing else stands anywhere.
// For tests only: what does not hold panics.
#![allow(clippy::panic)]

mod later;
mod strings;
#[cfg(test)]
mod tests;
mod walk;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use proptest::strategy::Strategy;

use super::runner::{failed, runner};
use crate::error::WriteError;
use crate::layout::Layout;

use walk::Walk;

/// Every byte of what is written belongs to one field or part, or to the gap before one; and each part, gap, area and constant number
/// is as `layout` says. `options` are the numbers that the caller of the writer chose.
pub fn placed<T: Debug>(
    values: &impl Strategy<Value = T>,
    write: impl Fn(&T) -> Result<Vec<u8>, WriteError>,
    options: impl Fn(&T) -> Vec<(&'static str, u64)>,
    layout: &Layout<'_>,
) {
    let checked = runner(256).run(values, |value| {
        let bytes = write(&value).map_err(failed)?;
        misplaced(&bytes, layout, &options(&value)).map_err(failed)
    });
    if let Err(broken) = checked {
        panic!("{broken}");
    }
}

/// What does not stand where it should, if anything does not.
fn misplaced(bytes: &[u8], layout: &Layout<'_>, options: &[(&'static str, u64)]) -> Result<(), String> {
    Walk::new(bytes, layout, options).all()
}
