//! Zip archives, such as Python wheels and Conda packages.

use std::io::{self, Read};
use std::sync::Arc;

use flate2::read::DeflateDecoder;
use offload_bundle_core::placement::PackageForm;
use rawzip::{
    CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator, ZipReader,
};

use super::Reading;
use super::compressed::decoder;
use super::packed::{Content, PackedFile, Visit};
use super::stop::{Stop, damaged, encrypted};
use crate::input::Input;
use crate::refusal::Refusal;

/// The bytes of an archive.
pub struct Bytes<'i>(pub &'i Input);

impl ReaderAt for Bytes<'_> {
    fn read_at(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        let len = u64::try_from(into.len()).unwrap_or(u64::MAX);
        let window = self.0.window(offset, len).map_err(io::Error::other)?;
        (&*window).read(into)
    }
}

impl Reading<'_> {
    /// In directory order.
    pub(super) fn zip(&self, package: &Arc<Input>, visit: &mut Visit<'_>) -> Result<(), Stop> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let located = ZipLocator::new().locate_in_reader(Bytes(package), &mut buffer, package.len());
        let archive = located.map_err(|(_, error)| failed(error))?;
        let declared = archive.entries_hint();
        let mut entries = archive.entries(&mut buffer);
        let mut inflate = None;
        let mut count: u64 = 0;
        while let Some(entry) = entries.next_entry().map_err(failed)? {
            count = count.saturating_add(1);
            if entry.is_dir() || entry.mode().is_symlink() {
                continue;
            }
            let path = entry.file_path().as_bytes().to_vec();
            if entry.flags().is_encrypted() || entry.compression_method() == CompressionMethod::AES {
                visit(PackedFile::new(path, Content::Refused(encrypted())))?;
                continue;
            }
            let packed = (
                entry.compression_method(),
                entry.compressed_size_hint().min(package.len()),
            );
            self.walk_packed((&archive, entry.wayfinder()), &mut inflate, packed, path, visit)?;
        }
        match count == declared {
            true => Ok(()),
            false => {
                let text = format!("its directory has {count} entries, but declares {declared}");
                Err(damaged(text).into())
            }
        }
    }

    /// All share `inflate`: the allocator reuses its aligned state badly, and kept 40 KiB for each file.
    fn walk_packed<'a, 'p>(
        &self,
        (archive, at): (&'a ZipArchive<Bytes<'p>>, ZipArchiveEntryWayfinder),
        inflate: &mut Option<DeflateDecoder<ZipReader<&'a Bytes<'p>>>>,
        (method, packed_size): (CompressionMethod, u64),
        path: Vec<u8>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stop> {
        let entry = match archive.get_entry(at).map_err(failed) {
            Ok(entry) => entry,
            Err(Stop::Refused(refusal)) => return Ok(visit(PackedFile::new(path, Content::Refused(refusal)))?),
            Err(stop) => return Err(stop),
        };
        let compressed = entry.reader();
        let unpacked: Box<dyn Read + '_> = match method {
            CompressionMethod::STORE => Box::new(compressed),
            CompressionMethod::DEFLATE => match inflate {
                Some(inflate) => {
                    inflate.reset(compressed);
                    Box::new(inflate)
                }
                None => Box::new(inflate.insert(DeflateDecoder::new(compressed))),
            },
            CompressionMethod::BZIP2 => decoder(PackageForm::Bzip2, compressed)?,
            CompressionMethod::XZ => decoder(PackageForm::Xz, compressed)?,
            CompressionMethod::ZSTD => decoder(PackageForm::Zstd, compressed)?,
            other => {
                let why = format!(
                    "compressed by the method number {}, which cannot be read here: unpack the package, and give the files that were in it",
                    other.as_u16()
                );
                let refusal = Refusal::new("unknown-method", why);
                return Ok(visit(PackedFile::new(path, Content::Refused(refusal)))?);
            }
        };
        let mut verified = self.allowance.count(entry.verifying_reader(unpacked));
        Ok(visit(PackedFile {
            path,
            content: Content::Stream(&mut verified),
            packed_size: Some(packed_size),
        })?)
    }
}

/// Converts an error of the crate.
pub fn failed(error: rawzip::Error) -> Stop {
    match error.into_kind() {
        rawzip::ErrorKind::IO(error) => error.into(),
        other => damaged(other).into(),
    }
}
