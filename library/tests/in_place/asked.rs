//! What the tests ask for, and what is in a file.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::input::{Input, InputFile};
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{CompressReport, PruneReport, ReplaceReport};
use offload_bundle::request::{
    CompressRequest, DecompressRequest, EntrySource, PruneRequest, ReplaceRequest, RequestedTarget,
};
use offload_bundle::{Error, OffloadFile, REGISTRY};

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

pub fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects");
    fs::read(folder.join(name)).unwrap()
}

/// These bytes, under a name that tests see in messages.
fn input(bytes: &[u8]) -> InputFile {
    Input::from_bytes("in", bytes.to_vec()).into()
}

/// That what is for `keep` is kept.
pub fn prune_request(bytes: &[u8], keep: &[&str], output: PathBuf) -> PruneRequest {
    let mut request = PruneRequest::default();
    request.input = input(bytes);
    let keep = keep.iter().map(|target| RequestedTarget::parse(&REGISTRY, target));
    request.keep = keep.collect::<Result<_, _>>().unwrap();
    request.output = Some(output);
    request
}

pub fn prune(bytes: &[u8], keep: &[&str], output: PathBuf) -> Result<PruneReport, Error> {
    ops::prune(&REGISTRY, &prune_request(bytes, keep, output), &mut Context::default())
}

pub fn compress_request(bytes: &[u8], output: PathBuf) -> CompressRequest {
    let mut request = CompressRequest::default();
    request.inputs = vec![input(bytes)];
    request.output = Some(output);
    request
}

pub fn compress(bytes: &[u8], output: PathBuf) -> Result<CompressReport, Error> {
    ops::compress(&REGISTRY, &compress_request(bytes, output), &mut Context::default())
}

pub fn decompress(bytes: &[u8], output: PathBuf) -> Result<CompressReport, Error> {
    let mut request = DecompressRequest::default();
    request.input = input(bytes);
    request.output = Some(output);
    ops::decompress(&REGISTRY, &request, &mut Context::default())
}

/// That the entries of these IDs hold this.
pub fn replace_request(bytes: &[u8], entries: &[(&str, &[u8])], output: PathBuf) -> ReplaceRequest {
    let mut request = ReplaceRequest::default();
    request.input = input(bytes);
    let entries = entries
        .iter()
        .map(|(id, content)| EntrySource::new(*id, Input::from_bytes("content", content.to_vec())));
    request.entries = entries.collect();
    request.output = Some(output);
    request
}

pub fn replace(bytes: &[u8], entries: &[(&str, &[u8])], output: PathBuf) -> Result<ReplaceReport, Error> {
    ops::replace(
        &REGISTRY,
        &replace_request(bytes, entries, output),
        &mut Context::default(),
    )
}

/// The IDs and contents of all entries, in their order. That of a host stands for the rest of the object, which is looked at by itself.
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

/// A place for outputs, and what comes there.
pub struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    pub fn written(&self) -> Vec<u8> {
        fs::read(self.out()).unwrap()
    }

    /// `prune` refuses `bytes` with an error of this code that tells so, and nothing is written.
    #[track_caller]
    pub fn is_refused(&self, bytes: &[u8], keep: &str, (code, told): (&str, &str)) {
        let error = prune(bytes, &[keep], self.out()).unwrap_err();
        let is_it = error.code() == code && error.to_string().contains(told);
        assert!(is_it, "{}: {error}", error.code());
        assert!(!self.out().exists());
    }
}
