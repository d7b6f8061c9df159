//! A tar archive with other contents of some of its files: their headers have new lengths, and everything else stays as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use tar::Header;

use super::fault::PackageFault;
use super::stop::Stop;
use super::{Content, PackedFile, Reading};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{EntryReader, Input, InputPiece, assemble};

/// Length of the blocks of an archive, in bytes. A header is one.
const BLOCK: u64 = 512;

/// A file in an archive.
pub(super) struct TarFile {
    pub(super) path: Vec<u8>,
    /// Its bytes, behind its header.
    pub(super) place: Place,
}

/// The files of the archive `tar`, in its order. Those that are stored in parts are left out.
pub(super) fn files(reading: &Reading<'_>, tar: &Arc<Input>) -> Result<Vec<TarFile>, Stop> {
    let mut files = Vec::new();
    let mut fault = None;
    let reader = EntryReader::new(Arc::clone(tar), tar.whole());
    reading.walk_stored_tar(reader, tar.len(), &mut |PackedFile { path, content }| {
        match content {
            Content::Place(place) => files.push(TarFile { path, place }),
            Content::Stream(_) => {}
            Content::Fault(found) => drop(fault.get_or_insert(found)),
        }
        Ok(())
    })?;
    let mut known = BTreeSet::new();
    if let Some(twice) = files.iter().find(|file| !known.insert(&file.path)) {
        let text = format!("it has two files called {}", twice.path.escape_ascii());
        return Err(PackageFault::DamagedPackage(text).into());
    }
    match fault {
        Some(fault) => Err(fault.into()),
        None => Ok(files),
    }
}

/// The archive `tar` with other contents of the files that are `changed`.
pub(super) fn rewritten(
    reading: &Reading<'_>,
    tar: &Arc<Input>,
    changed: &BTreeMap<Vec<u8>, Arc<Input>>,
    name: &FileName,
) -> Result<Arc<Input>, Stop> {
    let mut pieces = Vec::new();
    let mut at = 0_u64;
    for file in files(reading, tar)? {
        let Some(new) = changed.get(&file.path) else { continue };
        let start = file.place.ofs.saturating_sub(BLOCK);
        pieces.push(InputPiece::Range(
            Arc::clone(tar),
            Place { ofs: at, len: start.saturating_sub(at) },
        ));
        let bytes = tar.window(start, BLOCK).map_err(Error::from)?;
        let mut header = Header::new_old();
        header.as_mut_bytes().copy_from_slice(&bytes);
        if header.entry_size()? != file.place.len {
            let text = format!("the length of {} is not in its header", file.path.escape_ascii());
            return Err(PackageFault::DamagedPackage(text).into());
        }
        header.set_size(new.len());
        header.set_cksum();
        pieces.push(InputPiece::Bytes(header.as_bytes().to_vec()));
        pieces.push(InputPiece::Range(Arc::clone(new), new.whole()));
        pieces.push(InputPiece::Zeros(padding(new.len())));
        at = file.place.end().saturating_add(padding(file.place.len));
    }
    let rest = tar.len().saturating_sub(at);
    pieces.push(InputPiece::Range(Arc::clone(tar), Place { ofs: at, len: rest }));
    Ok(Arc::new(assemble(name.clone(), pieces)))
}

/// How many zeros are behind so many bytes, up to the next block.
fn padding(len: u64) -> u64 {
    len.checked_next_multiple_of(BLOCK).unwrap_or(len).saturating_sub(len)
}
