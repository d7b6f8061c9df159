//! Runs operations that rewrite a file. After an error, the output must not exist.

use std::fs;
use std::path::PathBuf;

use offload_bundle::input::Input;
use offload_bundle::ops::Context;
use offload_bundle::report::CompressReport;
use offload_bundle::request::{CompressRequest, DecompressRequest, EntrySource};
use offload_bundle::{Error, REGISTRY};
use offload_bundle_rewrite::{PruneReport, PruneRequest, ReplaceReport, ReplaceRequest};

use crate::support::{about, folder_with, memory, targets};

/// The report on a rewritten file, and its bytes.
pub type Written<R> = Result<(R, Vec<u8>), Error>;

fn written<R>(run: impl FnOnce(PathBuf, &mut Context<'_>) -> Result<R, Error>) -> Written<R> {
    let (_folder, out) = folder_with("out");
    let report = run(out.clone(), &mut Context::default());
    assert_eq!(report.is_ok(), out.exists());
    report.map(|report| (report, fs::read(out).unwrap()))
}

/// Keeps code for `keep`.
pub fn pruned(bytes: impl AsRef<[u8]>, keep: &[&str]) -> Written<PruneReport> {
    pruned_with(bytes, |asked| asked.keep = targets(keep))
}

pub fn pruned_with(bytes: impl AsRef<[u8]>, change: impl FnOnce(&mut PruneRequest)) -> Written<PruneReport> {
    written(|out, context| {
        let mut request = PruneRequest::default();
        (request.input, request.output) = (memory(bytes), Some(out));
        change(&mut request);
        offload_bundle_rewrite::prune(&REGISTRY, &request, context)
    })
}

pub fn compressed(bytes: impl AsRef<[u8]>) -> Written<CompressReport> {
    compressed_with(bytes, |_| {})
}

pub fn compressed_with(bytes: impl AsRef<[u8]>, change: impl FnOnce(&mut CompressRequest)) -> Written<CompressReport> {
    written(|out, context| {
        let mut request: CompressRequest = about(memory(bytes));
        request.output = Some(out);
        change(&mut request);
        offload_bundle_rewrite::compress(&REGISTRY, &request, context)
    })
}

pub fn decompressed(bytes: impl AsRef<[u8]>) -> Written<CompressReport> {
    written(|out, context| {
        let mut request = DecompressRequest::default();
        (request.input, request.output) = (memory(bytes), Some(out));
        offload_bundle_rewrite::decompress(&REGISTRY, &request, context)
    })
}

/// Replaces the contents of entries by ID.
pub fn replaced(bytes: impl AsRef<[u8]>, entries: &[(&str, &[u8])]) -> Written<ReplaceReport> {
    replaced_with(bytes, entries, |_| {})
}

pub fn replaced_with(
    bytes: impl AsRef<[u8]>,
    entries: &[(&str, &[u8])],
    change: impl FnOnce(&mut ReplaceRequest),
) -> Written<ReplaceReport> {
    written(|out, context| {
        let mut request = ReplaceRequest::default();
        (request.input, request.output) = (memory(bytes), Some(out));
        let entries = entries.iter();
        let entries = entries.map(|(id, content)| EntrySource::new(*id, Input::from_bytes("new", content.to_vec())));
        request.entries = entries.collect();
        change(&mut request);
        offload_bundle_rewrite::replace(&REGISTRY, &request, context)
    })
}
