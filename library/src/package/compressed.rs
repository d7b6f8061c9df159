//! The files of a compressed tar or cpio archive, or the single file.

use std::io::{self, Cursor, Read};
use std::path::Path;

use offload_bundle_core::placement::PackageForm;

use super::packed::{Content, PackedFile, Visit};
use super::stop::Stop;
use super::{HEAD, Reading};
use crate::file_name::FileName;

/// In KiB: its largest usual window takes a quarter.
const XZ_MEMORY: u32 = 256 << 10;

pub(super) fn decoder<'r>(form: PackageForm, reader: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match form {
        PackageForm::Gzip => Box::new(flate2::read::MultiGzDecoder::new(reader)),
        PackageForm::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(reader)),
        PackageForm::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(reader, true, XZ_MEMORY)),
        PackageForm::Zstd => Box::new(zstd::stream::read::Decoder::new(reader)?),
        _ => Box::new(reader),
    })
}

impl Reading<'_> {
    /// `name` is that of the compressed file.
    pub(super) fn walk_compressed(
        &self,
        form: PackageForm,
        reader: impl Read,
        name: &FileName,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stop> {
        let mut unpacked = self.allowance.count(decoder(form, reader)?);
        let mut head = Vec::new();
        (&mut unpacked).take(HEAD as u64).read_to_end(&mut head)?;
        let inner = self.form(&head);
        let mut whole = Cursor::new(head).chain(unpacked);
        match inner {
            Some(PackageForm::Tar) => self.tar(&mut whole, visit)?,
            Some(PackageForm::Cpio) => self.cpio(&mut whole, visit)?,
            _ => visit(PackedFile::new(without_suffix(name), Content::Stream(&mut whole)))?,
        }
        // Checksums of compressed bytes are at their end.
        io::copy(&mut whole, &mut io::sink())?;
        Ok(())
    }
}

/// By the convention of compression tools.
fn without_suffix(name: &FileName) -> Vec<u8> {
    let path = Path::new(name.file_name().unwrap_or(name.as_os_str()));
    path.file_stem().unwrap_or(path.as_os_str()).as_encoded_bytes().to_vec()
}
