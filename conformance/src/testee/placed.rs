//! Files for a call.

use std::io;

use super::confined::Scratch;
use crate::case::NewObject;

pub(super) const INPUT: &str = "input";
pub(super) const OUTPUT: &str = "output";

/// With these suffixes. Returns the names.
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

/// With empty suffixes.
pub(super) fn contents(entries: &[NewObject<Vec<u8>>]) -> impl Iterator<Item = (&[u8], &str)> {
    entries.iter().map(|entry| (&*entry.content, ""))
}
