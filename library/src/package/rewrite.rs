//! A zip archive with other contents of some of its files. Compressed bytes of the others are copied as they are.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use offload_bundle_core::registry::Registry;
use rawzip::path::EntryPath;
use rawzip::time::{UtcDateTime, ZipDateTimeKind};
use rawzip::{
    CompressionMethod, DataDescriptorOutput, RECOMMENDED_BUFFER_SIZE, ZipArchiveWriter, ZipFileHeaderRecord, ZipLocator,
};

use super::allowance::Allowance;
use super::fault::PackageFault;
use super::stop::Stop;
use super::walk::{WITHIN, of_stop};
use super::zip::{Bytes, failed};
use super::{Content, HEAD, PackedFile, Reading};
use crate::error::Error;
use crate::file_error::Named;
use crate::file_name::FileName;
use crate::input::{EntryReader, Input, Kept};

/// Where a record of the directory says which system made the file, and where its attributes are, in bytes from its start.
const MADE_BY: u64 = 4;
const ATTRIBUTES: u64 = 38;
/// The mode of new files: read by all, written by their owner.
const NEW_MODE: u32 = 0o100_644;

/// The length and the checksum of each file, by its path.
pub(crate) type Contents = BTreeMap<Vec<u8>, (u64, u32)>;

/// Which files in a package stay after they were shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// None is meant to.
    Nothing,
    /// Objects may be held as long as they are needed: those that are compressed are unpacked to one file for all.
    Objects,
}

/// Shows each file in the zip archive `package`, by its path as it is stored. Together they may have `limit` bytes.
///
/// # Errors
///
/// Those of `visit`; a file that cannot be read.
pub(crate) fn zip_files(
    registry: &Registry,
    package: &Arc<Input>,
    limit: u64,
    keeping: Keeping,
    visit: &mut dyn FnMut(Vec<u8>, Arc<Input>) -> Result<(), Error>,
) -> Result<(), Error> {
    let reading = Reading { registry, allowance: Allowance::new(limit) };
    let mut kept = Kept::default();
    let shown = reading.zip(package, &mut |PackedFile { path, content }| {
        let name = package.name().of_packed(WITHIN, path.clone());
        let failed = |stop| of_stop(stop, &name);
        let mut unpacked = |stream: &mut dyn Read| {
            let mut head = Vec::new();
            if keeping == Keeping::Objects {
                Read::take(&mut *stream, HEAD as u64).read_to_end(&mut head)?;
            }
            let is_object = registry.content(&head).is_some_and(|content| content.object.is_some());
            let mut whole = head.as_slice().chain(stream);
            match is_object {
                true => Ok((kept.copy(&name, &mut whole)?, true)),
                false => Ok((Arc::new(Input::from_stream(name.clone(), &mut whole)?), false)),
            }
        };
        let (input, is_kept) = match content {
            Content::Stream(stream) => unpacked(stream).map_err(|error: io::Error| failed(error.into()))?,
            Content::Fault(fault) => return Err(failed(fault.into())),
            Content::Place(place) => (Arc::new(Input::part(name, package, place, &Arc::default())), false),
        };
        visit(path, Arc::clone(&input))?;
        // Nothing holds it any more.
        if is_kept && Arc::strong_count(&input) == 1 {
            kept.forget(&input);
        }
        Ok(())
    });
    shown.map_err(|stop| of_stop(stop, package.name()))
}

/// What is to be different in a package. Paths are as they are stored.
#[derive(Default)]
pub(crate) struct PackageEdit {
    /// Other contents of its files.
    pub(crate) changed: BTreeMap<Vec<u8>, Arc<Input>>,
    /// New files. They come before the first file whose path begins with `before`, or last.
    pub(crate) added: Vec<(Vec<u8>, Arc<Input>)>,
    pub(crate) before: Option<Vec<u8>>,
    /// Files that go.
    pub(crate) removed: BTreeSet<Vec<u8>>,
}

/// Writes the zip archive `package` to `out` as `edit` says. What cannot be written is told of `output`. The
/// result is the length and the checksum of what each file holds then.
///
/// # Errors
///
/// The archive is damaged, or has an encrypted file; it cannot be written.
pub(crate) fn rewrite_zip(
    package: &Arc<Input>,
    edit: &PackageEdit,
    output: &FileName,
    out: &mut dyn Write,
) -> Result<Contents, Error> {
    let mut out = Named { file: output, out };
    rewritten(package, edit, &mut out).map_err(|stop| of_stop(stop, package.name()))
}

/// Writes the archive `package` to `out` as `edit` says, in the order of its directory. The result is what each file holds then.
fn rewritten(package: &Arc<Input>, edit: &PackageEdit, out: &mut dyn Write) -> Result<Contents, Stop> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let located = ZipLocator::new().locate_in_reader(Bytes(package), &mut buffer, package.len());
    let archive = located.map_err(|(_, error)| failed(error))?;
    let mut writer = ZipArchiveWriter::new(out);
    let mut contents = Contents::new();
    let (mut added, mut last_time) = (&edit.added[..], None);
    let mut entries = archive.entries(&mut buffer);
    while let Some(record) = entries.next_entry().map_err(failed)? {
        let path = record.file_path().as_bytes().to_vec();
        if record.flags().is_encrypted() {
            return Err(PackageFault::Encrypted.into());
        }
        if edit.removed.contains(&path) {
            continue;
        }
        if !added.is_empty() && edit.before.as_ref().is_some_and(|before| path.starts_with(before)) {
            add(&mut writer, std::mem::take(&mut added), last_time, &mut contents)?;
        }
        last_time = time(&record).or(last_time);
        let method = record.compression_method();
        // What a link holds is where it leads, and no bundle.
        let is_link = record.mode().is_symlink();
        let new = edit.changed.get(&path).filter(|_| !is_link);
        let method = match new {
            Some(_) if method != CompressionMethod::STORE => CompressionMethod::DEFLATE,
            _ => method,
        };
        if record.is_dir() {
            let mut folder = writer.new_dir(EntryPath::verbatim(path));
            if let Some(time) = time(&record) {
                folder = folder.last_modified(time);
            }
            folder
                .unix_permissions(record.mode().value())
                .comment(record.comment().as_bytes())
                .create()
                .map_err(failed)?;
            continue;
        }
        let mut file = writer.new_file(match std::str::from_utf8(&path) {
            Ok(text) if record.flags().is_utf8() => EntryPath::conformant(text.to_owned()),
            _ => EntryPath::verbatim(path.clone()),
        });
        file = file
            .compression_method(method)
            .unix_permissions(record.mode().value())
            .comment(record.comment().as_bytes());
        if let Some(time) = time(&record) {
            file = file.last_modified(time);
        }
        let (mut entry, _) = file.start().map_err(failed)?;
        let descriptor = match new {
            None => {
                let stored = archive.get_entry(record.wayfinder()).map_err(failed)?;
                io::copy(&mut stored.reader(), &mut entry)?;
                DataDescriptorOutput::new(record.crc32(), record.uncompressed_size_hint())
            }
            Some(new) => {
                let mut reader = EntryReader::new(Arc::clone(new), new.whole());
                let (crc, len) = match method {
                    CompressionMethod::STORE => copied(&mut reader, &mut entry)?,
                    _ => {
                        let mut encoder = DeflateEncoder::new(&mut entry, Compression::default());
                        let copied = copied(&mut reader, &mut encoder)?;
                        encoder.finish()?;
                        copied
                    }
                };
                DataDescriptorOutput::new(crc, len)
            }
        };
        let content = (descriptor.uncompressed_size(), descriptor.crc());
        entry.finish(descriptor).map_err(failed)?;
        if is_link {
            continue;
        }
        note(&mut contents, path, content)?;
    }
    add(&mut writer, added, last_time, &mut contents)?;
    let mut comment = Vec::new();
    archive.comment().read_to_end(&mut comment)?;
    writer.set_comment(comment);
    writer.finish().map_err(failed)?;
    Ok(contents)
}

/// What the directory of `written` is to say of files beside their contents, because that of `package` says it: which system made them, and
/// their attributes. Each with where it is.
pub(super) fn attributes(package: &Arc<Input>, written: &Arc<Input>) -> Result<Vec<(u64, Vec<u8>)>, Stop> {
    let mut known: BTreeMap<Vec<u8>, (u16, u32)> = BTreeMap::new();
    each_record(package, &mut |record| {
        let made = record.version_made_by();
        let made = u16::from_be_bytes([made.creator_system().as_u8(), made.zip_version()]);
        known.insert(
            record.file_path().as_bytes().to_vec(),
            (made, record.external_attributes()),
        );
    })?;
    let mut found = Vec::new();
    each_record(written, &mut |record| {
        if let Some((made, attributes)) = known.get(record.file_path().as_bytes()) {
            let at = record.central_directory_offset();
            found.push((at.saturating_add(MADE_BY), made.to_le_bytes().to_vec()));
            found.push((at.saturating_add(ATTRIBUTES), attributes.to_le_bytes().to_vec()));
        }
    })?;
    Ok(found)
}

/// The paths that the directory of the archive `package` has.
pub(super) fn zip_names(package: &Arc<Input>) -> Result<BTreeSet<Vec<u8>>, Stop> {
    let mut names = BTreeSet::new();
    each_record(package, &mut |record| {
        names.insert(record.file_path().as_bytes().to_vec());
    })?;
    Ok(names)
}

/// Shows what the directory of the archive `package` says of each file.
fn each_record(package: &Arc<Input>, visit: &mut dyn FnMut(&ZipFileHeaderRecord<'_>)) -> Result<(), Stop> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let located = ZipLocator::new().locate_in_reader(Bytes(package), &mut buffer, package.len());
    let archive = located.map_err(|(_, error)| failed(error))?;
    let mut entries = archive.entries(&mut buffer);
    while let Some(record) = entries.next_entry().map_err(failed)? {
        visit(&record);
    }
    Ok(())
}

/// Adds new files, all of the time `time`.
fn add<W: Write>(
    writer: &mut ZipArchiveWriter<W>,
    added: &[(Vec<u8>, Arc<Input>)],
    time: Option<UtcDateTime>,
    contents: &mut Contents,
) -> Result<(), Stop> {
    for (path, input) in added {
        let text = String::from_utf8(path.clone());
        let mut file = writer.new_file(match text {
            Ok(text) => EntryPath::conformant(text),
            Err(_) => EntryPath::verbatim(path.clone()),
        });
        file = file
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(NEW_MODE);
        if let Some(time) = time {
            file = file.last_modified(time);
        }
        let (mut entry, _) = file.start().map_err(failed)?;
        let mut reader = EntryReader::new(Arc::clone(input), input.whole());
        let mut encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let (crc, len) = copied(&mut reader, &mut encoder)?;
        encoder.finish()?;
        let descriptor = DataDescriptorOutput::new(crc, len);
        entry.finish(descriptor).map_err(failed)?;
        note(contents, path.clone(), (len, crc))?;
    }
    Ok(())
}

/// Notes what the file `path` holds.
fn note(contents: &mut Contents, path: Vec<u8>, content: (u64, u32)) -> Result<(), Stop> {
    match contents.entry(path) {
        Entry::Vacant(place) => {
            place.insert(content);
            Ok(())
        }
        Entry::Occupied(place) => {
            let text = format!("it has two files called {}", place.key().escape_ascii());
            Err(PackageFault::DamagedPackage(text).into())
        }
    }
}

/// When a file was changed, as the archive says.
fn time(record: &ZipFileHeaderRecord<'_>) -> Option<UtcDateTime> {
    match record.last_modified() {
        ZipDateTimeKind::Utc(time) => Some(time),
        ZipDateTimeKind::Local(time) => UtcDateTime::from_components(
            time.year(),
            time.month(),
            time.day(),
            time.hour(),
            time.minute(),
            time.second(),
            0,
        ),
    }
}

/// Copies everything. The result is its checksum, and its length in bytes.
fn copied(from: &mut dyn Read, to: &mut dyn Write) -> io::Result<(u32, u64)> {
    let mut crc = flate2::Crc::new();
    let (mut buffer, mut len) = (vec![0; RECOMMENDED_BUFFER_SIZE], 0_u64);
    loop {
        let count = from.read(&mut buffer)?;
        let bytes = buffer.get(..count).unwrap_or_default();
        if bytes.is_empty() {
            return Ok((crc.sum(), len));
        }
        crc.update(bytes);
        to.write_all(bytes)?;
        len = len.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
    }
}
