//! Fixtures and made files to rewrite.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::input::{Input, InputFile};
use offload_bundle::request::{CompressRequest, RequestedTarget};
use offload_bundle::{OffloadFile, REGISTRY};
use tempfile::TempDir;

/// The host entry of a bundle.
pub const HOST: &str = "host-x86_64-unknown-linux-gnu-";

pub fn fixture(name: &str) -> Vec<u8> {
    fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../conformance/fixtures")
            .join(name),
    )
    .unwrap()
}

/// A file in the folder of the library's tests.
pub fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../library/tests")
        .join(name)
}

/// A function from names to paths in a new folder, which exists as long as the function.
pub fn new_folder() -> impl Fn(&str) -> PathBuf {
    let folder = tempfile::tempdir().unwrap();
    move |name| folder.path().join(name)
}

/// A new folder, and a path in it.
pub fn folder_with(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// An input of these bytes, named `in`.
pub fn memory(bytes: impl AsRef<[u8]>) -> InputFile {
    Input::from_bytes("in", bytes.as_ref().to_vec()).into()
}

/// A request with one input and default options.
pub fn about(input: impl Into<InputFile>) -> CompressRequest {
    let mut request = CompressRequest::default();
    request.inputs.push(input.into());
    request
}

pub fn target(text: &str) -> RequestedTarget {
    RequestedTarget::parse(&REGISTRY, text).unwrap()
}

pub fn targets(texts: &[&str]) -> Vec<RequestedTarget> {
    texts.iter().map(|text| target(text)).collect()
}

/// The ID and content of each entry of all bundles.
pub fn entries(bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let file = OffloadFile::from_bytes(bytes).unwrap();
    let entries = file.entries();
    entries
        .map(|entry| (entry.id().unwrap().to_owned(), entry.bytes().unwrap().to_vec()))
        .collect()
}

/// The little-endian number in `len` bytes at `at`.
pub fn number(bytes: &[u8], at: usize, len: usize) -> usize {
    let field = bytes[at..at + len].iter().rev();
    field.fold(0, |all, byte| all << 8 | usize::from(*byte))
}
