//! The files in a folder and below it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::error::Error;
use crate::input::{Identity, Input, plain_path};
use crate::package;

/// Who is shown files, each with its path.
type Visit<'v> = dyn FnMut(&Path, Arc<Input>) -> Result<(), Error> + 'v;

/// Calls `visit` with each file in `folder` or below it, and its path; with one that has several names once.
///
/// # Errors
///
/// One cannot be read; those of `visit`.
pub(super) fn each_below(folder: &Path, visit: &mut Visit<'_>) -> Result<(), Error> {
    let mut known: BTreeSet<Identity> = BTreeSet::new();
    package::files(folder, &mut |path, error| {
        if let Some(error) = error {
            return Err(error.into());
        }
        let input = Arc::new(Input::open(plain_path(&path))?);
        match input.identity().is_some_and(|identity| !known.insert(identity)) {
            true => Ok(()),
            false => visit(&path, input),
        }
    })
}
