//! Operations on one whole file, without further options.

use std::path::Path;

use offload_bundle_formats::registry::REGISTRY;

use crate::error::Error;
use crate::input::InputFile;
use crate::ops::{self, Context};
use crate::report::{Diagnostic, ExtractedEntry};
use crate::request::{ExtractRequest, VerifyRequest};

/// Verifies the file at `path`: its structure, the IDs of its entries and whether they may be together, everything that a compressed bundle
/// declares, and the headers of the code objects against their IDs. Returns what is wrong or odd; empty if nothing is.
///
/// [`ops::verify`] takes several files, and reports more about each.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or holds no bundle.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// for finding in offload_bundle::verify(path)? {
///     eprintln!("at byte {}: {} [{}]", finding.offset.0, finding.message, finding.code);
/// }
/// # assert_eq!(offload_bundle::verify(path)?, []);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
pub fn verify(path: impl AsRef<Path>) -> Result<Vec<Diagnostic>, Error> {
    let request = VerifyRequest { inputs: vec![InputFile::file(path)], ..VerifyRequest::default() };
    let report = ops::verify(&REGISTRY, &request)?;
    let mut findings = Vec::new();
    for file in report.files {
        if let Some(error) = file.summary.error {
            return Err(error);
        }
        findings.extend(file.findings);
    }
    Ok(findings)
}

/// Extracts every code object of the file at `path` into `folder`, one file each, and returns the written files. Creates the folder if it
/// does not exist. Skips empty entries, such as the host's usually is. All files appear, or none.
///
/// [`ops::extract`] takes several files, and can select entries.
///
/// # Errors
///
/// Returns an error if the file cannot be read, holds no bundle or an unsound one; if all code objects are empty; if an output exists; or
/// if an output cannot be written.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("parts");
/// let written = offload_bundle::extract(path, &folder)?;
/// for entry in &written {
///     println!("{}: {:?} in {}", entry.output.display(), entry.id, entry.file);
/// }
/// # assert!(!written.is_empty() && written.iter().all(|entry| entry.output.starts_with(&folder)));
/// assert!(offload_bundle::extract(path, &folder).is_err(), "nothing is replaced");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract(path: impl AsRef<Path>, folder: impl AsRef<Path>) -> Result<Vec<ExtractedEntry>, Error> {
    let request = ExtractRequest {
        inputs: vec![InputFile::file(path)],
        folder: folder.as_ref().into(),
        ..ExtractRequest::default()
    };
    let report = ops::extract(&REGISTRY, &request, &mut Context::default())?;
    for file in report.files {
        if let Some(error) = file.notes.error {
            return Err(error);
        }
    }
    Ok(report.outputs)
}
