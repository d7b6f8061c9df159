//! Tar archives.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};

use offload_bundle_core::bytes::{Place, length};
use tar::{Archive, Entries, EntryType};

use super::Reading;
use super::packed::{Content, PackedFile, Visit};
use super::stop::{Stop, damaged};

/// Longest headers of one file, in bytes: names and attributes are held in memory.
const HEADERS: u64 = 1 << 20;

struct Bounded<'b, R> {
    reader: R,
    left: &'b Cell<u64>,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        let taken = length(into.get(..read).unwrap_or_default());
        let too_long = || {
            io::Error::other(damaged(format_args!(
                "the headers of a file are longer than {HEADERS} bytes"
            )))
        };
        self.left.set(self.left.get().checked_sub(taken).ok_or_else(too_long)?);
        Ok(read)
    }
}

impl<R: Seek> Seek for Bounded<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}

impl Reading<'_> {
    pub(super) fn tar(&self, reader: &mut dyn Read, visit: &mut Visit<'_>) -> Result<(), Stop> {
        let left = Cell::new(HEADERS);
        let mut archive = Archive::new(Bounded { reader, left: &left });
        each(archive.entries()?, &left, None, visit)
    }

    /// The same for a stored archive of `len` bytes: contents of files are not read.
    pub(super) fn walk_stored_tar(
        &self,
        reader: impl Read + Seek,
        len: u64,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stop> {
        let left = Cell::new(HEADERS);
        let mut archive = Archive::new(Bounded { reader, left: &left });
        each(archive.entries_with_seek()?, &left, Some(len), visit)
    }
}

/// Visits the files of `entries`. `stored` is the length of a stored archive.
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
