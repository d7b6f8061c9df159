//! The files of a zip archive.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;
use rawzip::{RECOMMENDED_BUFFER_SIZE, ZipLocator};

use super::Reading;
use super::allowance::Allowance;
use super::packed::{Content, PackedFile};
use super::stop::Stop;
use super::walk::{of_stop, within};
use super::zip::{Bytes, failed};
use crate::error::Error;
use crate::input::Input;

/// Visits each file in the zip archive `package`, with its stored path and its length in the archive. `limit` applies
/// to all files together.
///
/// # Errors
///
/// Returns the errors of `visit`, and an error if a file cannot be read.
pub fn zip_files(
    registry: &Registry,
    package: &Arc<Input>,
    limit: u64,
    visit: &mut dyn FnMut(Vec<u8>, Arc<Input>, u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let reading = Reading { registry, allowance: Allowance::new(limit) };
    let shown = reading.zip(package, &mut |PackedFile { path, content, packed_size }| {
        let name = within(package, &path);
        let failed = |stop| of_stop(stop, &name);
        let input = match content {
            Content::Stream(stream) => {
                Input::from_stream(name.clone(), stream).map_err(|error: io::Error| failed(error.into()))?
            }
            Content::Refused(refusal) => return Err(failed(refusal.into())),
            Content::Place(place) => Input::part(name, package, place, &Arc::default()),
        };
        let packed_size = packed_size.unwrap_or(input.len());
        visit(path, Arc::new(input), packed_size)
    });
    shown.map_err(|stop| of_stop(stop, package.name()))
}

/// Returns the paths in the directory of the archive `package`, and the declared total length of the files.
///
/// # Errors
///
/// Returns an error if the archive is damaged.
pub fn zip_names(package: &Arc<Input>) -> Result<(BTreeSet<Vec<u8>>, u64), Error> {
    read_names(package).map_err(|stop| of_stop(stop, package.name()))
}

fn read_names(package: &Arc<Input>) -> Result<(BTreeSet<Vec<u8>>, u64), Stop> {
    let (mut names, mut size) = (BTreeSet::new(), 0_u64);
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let located = ZipLocator::new().locate_in_reader(Bytes(package), &mut buffer, package.len());
    let archive = located.map_err(|(_, error)| failed(error))?;
    let mut entries = archive.entries(&mut buffer);
    while let Some(record) = entries.next_entry().map_err(failed)? {
        names.insert(record.file_path().as_bytes().to_vec());
        size = size.saturating_add(record.uncompressed_size_hint());
    }
    Ok((names, size))
}
