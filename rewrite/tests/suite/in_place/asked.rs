//! Requests, and the contents of files.

use offload_bundle::OffloadFile;

use crate::rewriting::pruned;
use crate::support;

/// The ID and the content of an entry.
pub type Entry = (String, Vec<u8>);

/// An object, library or program from a compiler.
pub fn fixture(name: &str) -> Vec<u8> {
    support::fixture(&format!("objects/{name}"))
}

/// The IDs and contents of all entries, in order.
pub fn entries(bytes: &[u8]) -> Vec<Entry> {
    let file = OffloadFile::from_bytes(bytes.to_vec()).unwrap();
    let entries = file
        .entries()
        .map(|entry| (entry.id().unwrap().to_owned(), entry.bytes().unwrap().to_vec()));
    entries.collect()
}

/// The entries for one processor and for the host.
pub fn kept(bytes: &[u8], target: &str) -> Vec<Entry> {
    let is_kept = |(id, _): &Entry| id.starts_with("host") || id.ends_with(target);
    entries(bytes).into_iter().filter(is_kept).collect()
}

/// The file with these bytes at `at`.
pub fn with(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[at..at + new.len()].copy_from_slice(new);
    changed
}

/// Asserts that `prune` refuses `bytes` with this code and text.
#[track_caller]
pub fn is_refused(bytes: &[u8], keep: &str, (code, told): (&str, &str)) {
    let error = pruned(bytes, &[keep]).unwrap_err();
    let is_it = error.code() == code && error.to_string().contains(told);
    assert!(is_it, "{}: {error}", error.code());
}
