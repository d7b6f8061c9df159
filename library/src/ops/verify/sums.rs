//! Checksums that containers store, against the bytes that they cover.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredSum;
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::tree::{Sum, differing};

use super::findings::Findings;
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::input::{Input, WindowReader};
use crate::scan::{Form, Scan};

/// Checks all checksums of a scan. A field that only looks like a checksum cannot be checked.
pub(super) fn check(scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    for (bundle, found) in scan.bundles.iter().enumerate() {
        let Form::Container(container) = found.form else {
            continue;
        };
        if !container.has_sums() {
            continue;
        }
        let mut reader = WindowReader::new(&found.input);
        let stored = match damage(reader.read(found.bundle.start, |bytes| container.sums(bytes)))? {
            Ok(Ok(stored)) => stored,
            Ok(Err(error)) | Err(Damage { error, .. }) => {
                findings.push(bundle, error.into());
                continue;
            }
        };
        for StoredSum { offset, field, of } in stored {
            let problem = match of {
                None => Some(Problem::Unchecked),
                Some((sum, place, stored)) => match damage(computed(&found.input, sum, place))? {
                    Ok(made) if made == stored => None,
                    Ok(made) => {
                        let (found, expected) = differing(&stored, &made);
                        Some(Problem::WrongSum { found, expected })
                    }
                    Err(Damage { error, .. }) => {
                        findings.push(bundle, error.into());
                        None
                    }
                },
            };
            if let Some(problem) = problem {
                findings.push(bundle, ReadError::new(offset, problem).in_field(field).into());
            }
        }
    }
    Ok(())
}

/// The checksum of the bytes at `place`.
fn computed(input: &Input, sum: Sum, place: Place) -> Result<Vec<u8>, FileError> {
    let mut summing = sum.begin();
    input.pieces(place, &mut |bytes| {
        summing.update(bytes);
        Ok(())
    })?;
    Ok(summing.finish())
}
