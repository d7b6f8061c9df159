//! Tar archives.

use std::cell::Cell;
use std::io::{Read, Seek};

use offload_bundle_core::bytes::Place;
use tar::{Archive, Entries, EntryType};

use super::Reading;
use super::allowance::Allowance;
use super::packed::{Content, PackedFile, Visit};
use super::stop::{Stop, damaged};

/// For one file, in bytes: names and attributes are held in memory.
const HEADERS: u64 = 1 << 20;

fn headers() -> Allowance {
    Allowance::or_refuse(HEADERS, |limit| {
        damaged(format_args!("the headers of a file are longer than {limit} bytes"))
    })
}

impl Reading<'_> {
    pub(super) fn tar(&self, reader: &mut dyn Read, visit: &mut Visit<'_>) -> Result<(), Stop> {
        let headers = headers();
        let mut archive = Archive::new(headers.count(reader));
        each(archive.entries()?, &headers.left, None, visit)
    }

    /// The archive has `len` bytes; contents of files are not read.
    pub(super) fn walk_stored_tar(
        &self,
        reader: impl Read + Seek,
        len: u64,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stop> {
        let headers = headers();
        let mut archive = Archive::new(headers.count(reader));
        each(archive.entries_with_seek()?, &headers.left, Some(len), visit)
    }
}

/// `stored` is the length of a stored archive.
fn each<R: Read>(
    entries: Entries<'_, R>,
    left: &Cell<u64>,
    stored: Option<u64>,
    visit: &mut Visit<'_>,
) -> Result<(), Stop> {
    for entry in entries {
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        let is_sparse = kind == EntryType::GNUSparse;
        let size = entry.size();
        if kind.is_file() || kind.is_contiguous() || is_sparse {
            let path = entry.path_bytes().into_owned();
            let place = Place { ofs: entry.raw_file_position(), len: size };
            let content = match stored.filter(|_| !is_sparse) {
                Some(len) if place.end() <= len => Content::Place(place),
                Some(_) => Content::Refused(damaged("the package ends inside this file")),
                None => {
                    left.set(u64::MAX);
                    Content::Stream(&mut entry)
                }
            };
            visit(PackedFile::new(path, content))?;
        }
        // The rest of the file is skipped before the next headers.
        left.set(size.saturating_add(HEADERS));
    }
    Ok(())
}
