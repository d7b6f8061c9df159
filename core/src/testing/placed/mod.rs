//! A property of all written files: each part is where the schema says, without other bytes.
// Test code: a violated property panics.
#![allow(clippy::panic)]

mod later;
mod strings;
#[cfg(test)]
mod tests;
mod walk;

use alloc::string::String;
use alloc::vec::Vec;

use proptest::strategy::Strategy;

use super::runner::{failed, runner};
use crate::error::WriteError;
use crate::tree::Tree;
use crate::write::Values;

use walk::Walk;

/// Checks that every byte of a written file belongs to one field, part or gap, and that each part, gap, area and
/// constant follows `tree`.
pub fn placed(
    values: &impl Strategy<Value = Values<'static>>,
    write: impl Fn(&Values<'static>) -> Result<Vec<u8>, WriteError>,
    tree: &Tree<'_>,
) {
    let checked = runner(256).run(values, |value| {
        let bytes = write(&value).map_err(failed)?;
        let chosen = |name| Some((name, value.number(name)?));
        let options: Vec<_> = tree.options.iter().filter_map(|option| chosen(option.name)).collect();
        find_misplaced(&bytes, tree, &options).map_err(failed)
    });
    if let Err(broken) = checked {
        panic!("{broken}");
    }
}

fn find_misplaced(bytes: &[u8], tree: &Tree<'_>, options: &[(&str, u64)]) -> Result<(), String> {
    Walk::new(bytes, tree, options).all()
}
