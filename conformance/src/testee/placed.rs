//! Contents in the files that a call is given.

use std::io;

use super::confined::Scratch;
use crate::case::NewObject;

/// The name of the input in the folder of a run.
pub(super) const INPUT: &str = "input";
/// The name of the output, where there is one.
pub(super) const OUTPUT: &str = "output";

/// Puts contents into files with these suffixes. The result is their names.
pub(super) fn put<'c>(
    scratch: &Scratch,
    contents: impl Iterator<Item = (&'c [u8], &'c str)>,
) -> io::Result<Vec<String>> {
    let files = contents.enumerate().map(|(number, (content, suffix))| {
        let name = format!("{INPUT}-{number}{suffix}");
        scratch.put(&name, content).map(|()| name)
    });
    files.collect()
}

/// What is to be bundled, for files whose names do not matter.
pub(super) fn contents(entries: &[NewObject<Vec<u8>>]) -> impl Iterator<Item = (&[u8], &str)> {
    entries.iter().map(|entry| (&*entry.content, ""))
}
