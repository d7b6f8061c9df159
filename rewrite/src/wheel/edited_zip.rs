//! A zip archive with replaced or removed files. All other bytes stay, including times, gaps and the order of files.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use offload_bundle::input::{EntryReader, FileError, Input};
use offload_bundle::internal::input::{InputPiece, Named, assemble};
use offload_bundle::internal::package::{Bytes, Stop, damaged, encrypted, failed, of_stop};
use offload_bundle::internal::system::unnamed_file;
use offload_bundle::{Error, FileName};
use offload_bundle_core::bytes::{Place, count};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipLocator};

use super::zip_end::{Directory, new_tail};
use super::zip_records::{Record, Stored};

/// Records and a comment.
const MOST_TAIL: u64 = 1 << 20;

/// Length and checksum, by path.
pub(crate) type Contents = BTreeMap<Vec<u8>, (u64, u32)>;

/// By stored path.
#[derive(Default)]
pub(crate) struct PackageEdit {
    pub(crate) changed: BTreeMap<Vec<u8>, Arc<Input>>,
    pub(crate) removed: BTreeSet<Vec<u8>>,
}

struct Member {
    path: Vec<u8>,
    /// The start of its header, and the start and end of its bytes.
    start: u64,
    data: u64,
    end: u64,
    stored: Stored,
    entry: Record,
    is_file: bool,
    is_link: bool,
}

/// Members in directory order.
struct Archive {
    members: Vec<Member>,
    /// The start and end of the directory, and the start of the end record.
    directory: u64,
    directory_end: u64,
    end_record: u64,
}

impl Archive {
    fn read(package: &Arc<Input>) -> Result<Self, Stop> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let located = ZipLocator::new().locate_in_reader(Bytes(package), &mut buffer, package.len());
        let archive = located.map_err(|(_, error)| failed(error))?;
        let (directory, end_record) = (archive.directory_offset(), archive.eocd_offset());
        let (mut members, mut directory_end) = (Vec::new(), directory);
        let mut entries = archive.entries(&mut buffer);
        while let Some(record) = entries.next_entry().map_err(failed)? {
            if record.flags().is_encrypted() {
                return Err(encrypted().into());
            }
            let stored = archive.get_entry(record.wayfinder()).map_err(failed)?;
            let (data, end) = stored.compressed_data_range();
            let at = record.central_directory_offset();
            let variable =
                [record.file_path().as_bytes(), record.extra_fields().remaining_bytes(), record.comment().as_bytes()];
            let len = variable
                .map(count)
                .iter()
                .sum::<u64>()
                .saturating_add(Record::ENTRY_LEN);
            directory_end = at.saturating_add(len);
            members.push(Member {
                path: record.file_path().as_bytes().to_vec(),
                start: record.local_header_offset(),
                data,
                end,
                stored: Stored {
                    crc: record.crc32(),
                    compressed: record.compressed_size_hint(),
                    len: record.uncompressed_size_hint(),
                    method: record.compression_method().as_u16(),
                },
                entry: Record::entry(&package.window(at, len)?)?,
                is_file: !record.is_dir() && !record.mode().is_symlink(),
                is_link: record.mode().is_symlink(),
            });
        }
        Ok(Self { members, directory, directory_end, end_record })
    }
}

/// Write errors name `output`.
pub(crate) fn rewrite_zip(
    package: &Arc<Input>,
    edit: &PackageEdit,
    output: &FileName,
) -> Result<(Arc<Input>, Contents), Error> {
    self::edit(package, edit, output).map_err(|stop| of_stop(stop, package.name()))
}

fn edit(package: &Arc<Input>, edit: &PackageEdit, output: &FileName) -> Result<(Arc<Input>, Contents), Stop> {
    let archive = Archive::read(package)?;
    // In file order, with the directory positions.
    let mut members: Vec<(usize, &Member)> = archive.members.iter().enumerate().collect();
    members.sort_by_key(|(_, member)| member.start);
    let starts: Vec<u64> = members
        .iter()
        .map(|(_, member)| member.start)
        .chain([archive.directory])
        .collect();
    let mut new = Edited::new(output)?;
    new.range(package, 0, starts.first().copied().unwrap_or(archive.directory));
    // New records of the directory.
    let mut entries: Vec<(usize, Vec<u8>)> = Vec::new();
    for ((number, member), behind) in members.into_iter().zip(starts.into_iter().skip(1)) {
        if member.start > member.data || member.end > behind {
            return Err(damaged("its files overlap").into());
        }
        if edit.removed.contains(&member.path) {
            continue;
        }
        let offset = new.len;
        // A link holds its target path, not a bundle.
        let (mut entry, mut stored) = (member.entry.clone(), member.stored);
        match edit.changed.get(&member.path).filter(|_| !member.is_link) {
            None => new.range(package, member.start, behind),
            Some(input) => {
                let header = package.window(member.start, member.data.saturating_sub(member.start))?;
                stored = new.file(Record::local(&header)?, input, stored.method)?;
                entry.hold(&stored);
            }
        }
        if member.is_file {
            new.note(&member.path, &stored)?;
        }
        entries.push((number, entry.into_entry(&stored, offset)));
    }
    entries.sort_by_key(|(number, _)| *number);
    let kept = count(&entries);
    let records = entries.into_iter().map(|(_, records)| records);
    let directory = records.collect::<Vec<_>>().concat();
    let found = Directory { count: kept, start: new.len, len: count(&directory) };
    let tail = Place { ofs: archive.directory_end, len: package.len().saturating_sub(archive.directory_end) };
    let end_record = archive
        .end_record
        .checked_sub(tail.ofs)
        .filter(|_| tail.len <= MOST_TAIL);
    let end_record = end_record.and_then(|at| usize::try_from(at).ok());
    let end_record = end_record.ok_or_else(|| damaged("its directory does not end before its end record"))?;
    let tail = new_tail(&package.window(tail.ofs, tail.len)?, end_record, tail.ofs, &found);
    new.pieces.push(Piece::Is(InputPiece::Bytes(directory)));
    new.pieces.push(Piece::Is(InputPiece::Bytes(tail)));
    new.finish()
}

enum Piece {
    Is(InputPiece),
    /// A range of the temporary file.
    Compressed(Place),
}

type Encoder<'o> = DeflateEncoder<io::BufWriter<Named<'o, Arc<File>>>>;

fn writer<'o>(output: &'o FileName, file: &Arc<File>) -> io::BufWriter<Named<'o, Arc<File>>> {
    io::BufWriter::new(Named { file: output, out: Arc::clone(file) })
}

struct Edited<'o> {
    output: &'o FileName,
    pieces: Vec<Piece>,
    len: u64,
    compressed: Arc<File>,
    compressed_len: u64,
    /// One for all files: its state takes 370 KiB, and the allocator reuses such an aligned block badly.
    encoder: Encoder<'o>,
    contents: Contents,
}

impl<'o> Edited<'o> {
    fn new(output: &'o FileName) -> Result<Self, Stop> {
        let compressed = unnamed_file().map_err(|error| FileError::new(output, error))?;
        let compressed = Arc::new(compressed);
        let encoder = DeflateEncoder::new(writer(output, &compressed), Compression::default());
        let (pieces, contents) = (Vec::new(), Contents::new());
        Ok(Self { output, pieces, len: 0, compressed, compressed_len: 0, encoder, contents })
    }

    fn range(&mut self, package: &Arc<Input>, start: u64, end: u64) {
        let place = Place { ofs: start, len: end.saturating_sub(start) };
        self.piece(Piece::Is(InputPiece::Range(Arc::clone(package), place)), place.len);
    }

    fn piece(&mut self, piece: Piece, len: u64) {
        self.pieces.push(piece);
        self.len = self.len.saturating_add(len);
    }

    /// Returns the values for its records.
    fn file(&mut self, mut header: Record, input: &Arc<Input>, method: u16) -> Result<Stored, Stop> {
        let mut reader = EntryReader::new(Arc::clone(input), input.full_range());
        let (stored, piece) = if method == CompressionMethod::STORE.as_u16() {
            let (crc, len) = copy(&mut reader, &mut io::sink())?;
            (
                Stored { crc, compressed: len, len, method },
                Piece::Is(InputPiece::Range(Arc::clone(input), input.full_range())),
            )
        } else {
            let (crc, len) = copy(&mut reader, &mut self.encoder)?;
            self.encoder.try_finish()?;
            let compressed = self.encoder.total_out();
            let next = writer(self.output, &self.compressed);
            self.encoder.reset(next)?.flush()?;
            let place = Place { ofs: self.compressed_len, len: compressed };
            self.compressed_len = place.end();
            (
                Stored { crc, compressed, len, method: CompressionMethod::DEFLATE.as_u16() },
                Piece::Compressed(place),
            )
        };
        header.hold(&stored);
        let header = header.into_local(&stored);
        let header_len = count(&header);
        self.piece(Piece::Is(InputPiece::Bytes(header)), header_len);
        self.piece(piece, stored.compressed);
        Ok(stored)
    }

    fn note(&mut self, path: &[u8], stored: &Stored) -> Result<(), Stop> {
        match self.contents.entry(path.to_vec()) {
            Entry::Vacant(place) => {
                place.insert((stored.len, stored.crc));
                Ok(())
            }
            Entry::Occupied(place) => {
                let text = format!("it has two files called {}", place.key().escape_ascii());
                Err(damaged(text).into())
            }
        }
    }

    fn finish(self) -> Result<(Arc<Input>, Contents), Stop> {
        let compressed = self.compressed.try_clone();
        let compressed = compressed.and_then(|file| Input::of_written(self.output.clone(), file));
        let compressed = Arc::new(compressed.map_err(|error| FileError::new(self.output, error))?);
        let pieces = self.pieces.into_iter().map(|piece| match piece {
            Piece::Is(piece) => piece,
            Piece::Compressed(place) => InputPiece::Range(Arc::clone(&compressed), place),
        });
        Ok((Arc::new(assemble(self.output.clone(), pieces)), self.contents))
    }
}

/// Returns the checksum and the length in bytes.
fn copy(from: &mut dyn Read, to: &mut dyn Write) -> io::Result<(u32, u64)> {
    let mut crc = flate2::Crc::new();
    let (mut buffer, mut len) = (vec![0; RECOMMENDED_BUFFER_SIZE], 0_u64);
    loop {
        let read = from.read(&mut buffer)?;
        let bytes = buffer.get(..read).unwrap_or_default();
        if bytes.is_empty() {
            return Ok((crc.sum(), len));
        }
        crc.update(bytes);
        to.write_all(bytes)?;
        len = len.saturating_add(count(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive() -> Vec<u8> {
        let mut writer = rawzip::ZipArchiveWriter::new(Vec::new());
        for name in ["a", "b", "c"] {
            let (mut entry, config) = writer.new_file(name).start().unwrap();
            let mut inner = config.wrap(&mut entry);
            inner.write_all(b"content").unwrap();
            let descriptor = inner.finish().unwrap().1;
            entry.finish(descriptor).unwrap();
        }
        writer.finish().unwrap()
    }

    fn new(bytes: &[u8]) -> Result<Vec<(Vec<u8>, u64)>, Stop> {
        let file = |bytes: &[u8]| Arc::new(Input::from_bytes("in", bytes.to_vec()));
        let edit = PackageEdit {
            changed: BTreeMap::from([(b"b".to_vec(), file(b"other"))]),
            removed: BTreeSet::from([b"a".to_vec()]),
        };
        let (made, contents) = super::edit(&file(bytes), &edit, &FileName::from("out"))?;
        let Ok(archive) = Archive::read(&made) else {
            panic!("what was made cannot be read")
        };
        assert_eq!(contents.len(), archive.members.len());
        Ok(archive
            .members
            .into_iter()
            .map(|member| (member.path, member.stored.len))
            .collect())
    }

    #[test]
    fn changed_and_removed_files_keep_order() {
        let Ok(files) = new(&archive()) else { panic!() };
        let expected = [("b", 5), ("c", 7)].map(|(path, len)| (path.as_bytes().to_vec(), len));
        assert_eq!(files, expected);
    }

    #[test]
    fn overlapping_files_are_refused() {
        let mut bytes = archive();
        let entry = bytes.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap();
        // The last file gets the second header.
        let second = bytes
            .windows(4)
            .enumerate()
            .filter(|(_, bytes)| bytes == b"PK\x03\x04")
            .nth(1)
            .unwrap()
            .0;
        bytes[entry + 42] = u8::try_from(second).unwrap();
        let Err(Stop::Refused(refusal)) = new(&bytes) else {
            panic!()
        };
        assert!(refusal.reason.contains("overlap"), "{refusal}");
    }

    #[test]
    fn damaged_archive_is_refused_or_readable() {
        let good = archive();
        for at in 0..good.len() {
            for change in [1, 0x80, 0xff] {
                let mut bytes = good.clone();
                bytes[at] ^= change;
                drop(new(&bytes));
            }
        }
    }
}
