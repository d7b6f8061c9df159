//! Whole files as the operations of the library get them: any bytes as an input in memory, and outputs that are kept nowhere.

use std::sync::Arc;

use offload_bundle::input::{Input, InputFile};
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{ExtractReport, ListedFile};
use offload_bundle::request::rules::ScanRules;
use offload_bundle::request::{ByteSize, ListRequest, ScanRequest};
use offload_bundle::{Error, OffloadFile};
use offload_bundle_formats::registry::REGISTRY;

/// How many bytes compressed ones may hold: there are files that hold gigabytes in a kilobyte, which take seconds.
const MOST_DECOMPRESSED: u64 = 1 << 20;

/// The name for standard output, which is what an operation writes to that may write to no file.
pub const STANDARD: &str = "-";

/// A folder that there is not.
pub const NOWHERE: &str = "/nowhere";

/// What the operations make of a file, by its last byte; and its other bytes.
#[derive(Debug, Clone, Copy)]
pub struct Choices(u8);

impl Choices {
    /// The input that `bytes` stand for, and the choices that their last byte makes.
    pub fn of(bytes: &[u8]) -> (InputFile, Self) {
        let (last, bytes) = bytes.split_last().unwrap_or((&0, &[]));
        (input(bytes), Self(*last))
    }

    /// One of eight choices.
    pub fn has(self, bit: u32) -> bool {
        self.0 & 1_u8.wrapping_shl(bit) != 0
    }

    /// How to look into the input.
    pub fn scan(self) -> ScanRequest {
        let mut scan = ScanRequest::default();
        scan.carve = self.has(0);
        scan.no_verify = self.has(1);
        scan.max_size = Some(ByteSize(MOST_DECOMPRESSED));
        scan
    }
}

/// An input of these bytes.
pub fn input(bytes: &[u8]) -> InputFile {
    InputFile::Opened(Arc::new(Input::from_bytes("input", bytes.to_vec())))
}

/// What is listed of an input, where nothing is wrong with it.
pub fn listed(input: &InputFile, scan: ScanRequest) -> Option<ListedFile> {
    let mut request = ListRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = scan;
    let file = shown(ops::list(&REGISTRY, &request))?.files.pop()?;
    file.notes.error.is_none().then_some(file)
}

/// The same, where its IDs may name what is not known.
pub fn listed_unchecked(input: &InputFile, scan: ScanRequest) -> Option<ListedFile> {
    listed(input, scan.by(ScanRules { own_form: false, unchecked: true }))
}

/// The bytes of the entry number `entry` of the bundle number `bundle`, as a caller that opens the file reads them.
pub fn content(file: &OffloadFile, bundle: usize, entry: u64) -> Option<Vec<u8>> {
    let mut entries = file.bundles().nth(bundle)?.entries();
    let entry = entries.find(|found| found.number() == entry)?;
    shown(entry.bytes()).map(|bytes| bytes.to_vec())
}

/// Asserts that what was extracted, with empty entries, is all that is listed but for what was left out: entries that hold nothing of their
/// own, of which those of the host are not counted.
pub fn is_all(report: &ExtractReport, listed: &ListedFile) {
    let entries = listed.bundles.iter().flat_map(|bundle| &bundle.entries);
    let taken = usize::try_from(report.summary.left_out).unwrap_or(usize::MAX);
    let taken = report.outputs.len().saturating_add(taken);
    let is_host = |id: &str| REGISTRY.ids.is_host(id);
    let hosts = entries.clone().filter(|entry| entry.id.as_deref().is_some_and(is_host));
    let (all, hosts) = (entries.count(), hosts.count());
    assert!(
        (all.saturating_sub(hosts)..=all).contains(&taken),
        "{taken} of {all}, of which {hosts} are the host's"
    );
}

/// What an operation writes to standard output, where it succeeds. Every error can be shown.
pub fn written<T>(operation: impl FnOnce(&mut Context<'_>) -> Result<T, Error>) -> Option<(T, Vec<u8>)> {
    let mut out = Vec::new();
    let done = operation(&mut Context { stdout: Some(&mut out), ..Context::default() });
    shown(done).map(|done| (done, out))
}

/// What there is, where it is no error; an error can be shown.
pub fn shown<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Ok(found) => Some(found),
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error without a message: {error:?}");
            None
        }
    }
}
