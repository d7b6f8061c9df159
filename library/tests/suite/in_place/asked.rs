//! What the tests ask for, and what is in a file.

use offload_bundle::{Error, OffloadFile};

use crate::rewriting::pruned;
use crate::support;

/// The ID of an entry, and its content.
pub type Entry = (String, Vec<u8>);

/// Objects with bundles in a section, which relocations lead to.
pub const WITH_BUNDLES: [&str; 8] = [
    "hip.19.o",
    "hip.22.o",
    "hip-compressed.19.o",
    "hip-compressed.22.o",
    "hip.19.obj",
    "hip.22.obj",
    "hip-compressed.19.obj",
    "hip-compressed.22.obj",
];
/// Objects with a section for each entry.
pub const WITH_ENTRIES: [&str; 8] =
    ["rdc.14.o", "rdc.16.o", "rdc.19.o", "rdc.22.o", "rdc.14.obj", "rdc.16.obj", "rdc.19.obj", "rdc.22.obj"];

/// An object, library or program that a compiler made.
pub fn fixture(name: &str) -> Vec<u8> {
    support::fixture(&format!("objects/{name}"))
}

/// The IDs and contents of all entries, in their order. That of a host is the rest of the object, which is looked at by itself.
pub fn entries(bytes: &[u8]) -> Vec<Entry> {
    readable_entries(bytes).unwrap()
}

/// The same, if all can be read.
pub fn readable_entries(bytes: &[u8]) -> Result<Vec<Entry>, Error> {
    let file = OffloadFile::from_bytes(bytes.to_vec())?;
    let entries = file.bundles().flat_map(|bundle| bundle.entries().collect::<Vec<_>>());
    let entries = entries.map(|entry| {
        let id = entry.id()?.to_owned();
        let content = match id.starts_with("host") {
            true => Vec::new(),
            false => entry.bytes()?.to_vec(),
        };
        Ok((id, content))
    });
    entries.collect()
}

/// Those for one processor, and for the host.
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

/// `prune` refuses `bytes` with an error of this code that tells so.
#[track_caller]
pub fn is_refused(bytes: &[u8], keep: &str, (code, told): (&str, &str)) {
    let error = pruned(bytes, &[keep]).unwrap_err();
    let is_it = error.code() == code && error.to_string().contains(told);
    assert!(is_it, "{}: {error}", error.code());
}
