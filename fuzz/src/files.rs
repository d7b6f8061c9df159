//! Any bytes as an input of library operations in memory, without output files.

use std::sync::Arc;

use offload_bundle::input::{Input, InputFile};
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{ExtractReport, ListedFile};
use offload_bundle::request::rules::ScanRules;
use offload_bundle::request::{ByteSize, ListRequest, ScanRequest};
use offload_bundle::{Error, OffloadFile};
use offload_bundle_formats::registry::REGISTRY;

/// The maximum number of decompressed bytes: a kilobyte can expand to gigabytes, which takes seconds.
const MOST_DECOMPRESSED: u64 = 1 << 20;

/// The name of standard output, for operations that must not write to files.
pub const STANDARD: &str = "-";

/// A folder that does not exist.
pub const NOWHERE: &str = "/nowhere";

/// The choices of an operation, from the last byte of the input.
#[derive(Debug, Clone, Copy)]
pub struct Choices(u8);

impl Choices {
    /// Splits off the choices.
    pub fn of(bytes: &[u8]) -> (InputFile, Self) {
        let (last, bytes) = bytes.split_last().unwrap_or((&0, &[]));
        (input(bytes), Self(*last))
    }

    pub fn has(self, bit: u32) -> bool {
        self.0 & 1_u8.wrapping_shl(bit) != 0
    }

    pub fn scan(self) -> ScanRequest {
        let mut scan = ScanRequest::default();
        scan.carve = self.has(0);
        scan.no_verify = self.has(1);
        scan.max_size = Some(ByteSize(MOST_DECOMPRESSED));
        scan
    }
}

pub fn input(bytes: &[u8]) -> InputFile {
    InputFile::Opened(Arc::new(Input::from_bytes("input", bytes.to_vec())))
}

pub fn listed(input: &InputFile, scan: ScanRequest) -> Option<ListedFile> {
    let mut request = ListRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = scan;
    let file = shown(ops::list(&REGISTRY, &request))?.files.pop()?;
    file.notes.error.is_none().then_some(file)
}

/// Like [`listed`], but accepts unknown names in IDs.
pub fn listed_unchecked(input: &InputFile, scan: ScanRequest) -> Option<ListedFile> {
    listed(input, scan.with_rules(ScanRules { own_form: false, unchecked: true }))
}

/// Reads content as a user of an opened file does.
pub fn content(file: &OffloadFile, bundle: usize, entry: u64) -> Option<Vec<u8>> {
    let mut entries = file.bundles().nth(bundle)?.entries();
    let entry = entries.find(|found| found.number() == entry)?;
    shown(entry.bytes()).map(|bytes| bytes.to_vec())
}

/// Checks that an extraction with empty entries is complete except for the left-out entries, which have no content;
/// left-out host entries are not counted.
pub fn is_all(report: &ExtractReport, listed: &ListedFile) {
    let entries = listed.bundles.iter().flat_map(|bundle| &bundle.entries);
    let taken = usize::try_from(report.summary.omitted).unwrap_or(usize::MAX);
    let taken = report.outputs.len().saturating_add(taken);
    let is_host = |id: &str| REGISTRY.ids.is_host(id);
    let hosts = entries.clone().filter(|entry| entry.id.as_deref().is_some_and(is_host));
    let (all, hosts) = (entries.count(), hosts.count());
    assert!(
        (all.saturating_sub(hosts)..=all).contains(&taken),
        "{taken} of {all}, {hosts} for the host"
    );
}

/// Returns the standard output of a successful operation. Errors must be displayable.
pub fn written<T>(operation: impl FnOnce(&mut Context<'_>) -> Result<T, Error>) -> Option<(T, Vec<u8>)> {
    let mut out = Vec::new();
    let done = operation(&mut Context { stdout: Some(&mut out), ..Context::default() });
    shown(done).map(|done| (done, out))
}

/// Errors must be displayable.
pub fn shown<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Ok(found) => Some(found),
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error without a message: {error:?}");
            None
        }
    }
}
