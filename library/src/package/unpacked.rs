//! A compressed file, unpacked to be changed, and compressed again by the method that it had.

use std::io::{self, Read, Write};
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::PackageForm;

use super::Reading;
use super::compressed::decoder;
use super::fault::PackageFault;
use super::stop::Stop;
use super::walk::of_stop;
use crate::error::Error;
use crate::file_error::{FileError, Named};
use crate::file_name::FileName;
use crate::input::{EntryReader, Input};
use crate::system::unnamed_file;

/// The level of xz and Zstandard with which packages of Debian are made.
const XZ_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 19;

/// What a compressed file holds, or a file that is not compressed; and what it is compressed with.
pub(super) struct Unpacked {
    pub(super) whole: Arc<Input>,
    pub(super) form: Option<PackageForm>,
}

impl Unpacked {
    /// What the bytes at `place` of `package` are when they are unpacked, under the name `name`.
    pub(super) fn unpack(
        reading: &Reading<'_>,
        package: &Arc<Input>,
        place: Place,
        name: &FileName,
    ) -> Result<Self, Error> {
        let head = package.window(place.ofs, place.len.min(super::HEAD as u64))?;
        let form = reading.form(&head).filter(|form| is_compression(*form));
        let whole = match form {
            None => Input::part(name.clone(), package, place, &Arc::default()),
            Some(form) => {
                let reader = EntryReader::new(Arc::clone(package), place);
                let stream = decoder(form, reader)
                    .and_then(|stream| Input::from_stream(name.clone(), &mut reading.allowance.count(stream)));
                stream.map_err(|error| of_stop(error.into(), name))?
            }
        };
        Ok(Self { whole: Arc::new(whole), form })
    }
}

/// Whether files of this form are one file, compressed.
pub(super) fn is_compression(form: PackageForm) -> bool {
    matches!(
        form,
        PackageForm::Gzip | PackageForm::Bzip2 | PackageForm::Xz | PackageForm::Zstd
    )
}

/// The bytes of `whole` compressed by the method `form`, to a file that has no name; nothing is done where there is none.
pub(super) fn pack(whole: &Arc<Input>, form: Option<PackageForm>, name: &FileName) -> Result<Arc<Input>, Stop> {
    let Some(form) = form else {
        return Ok(Arc::clone(whole));
    };
    let fail = |error| FileError::new(name, error);
    let mut file = unnamed_file().map_err(fail)?;
    let mut reader = EntryReader::new(Arc::clone(whole), whole.whole());
    let out = Named { file: name, out: &mut file };
    copy_by(form, &mut reader, io::BufWriter::new(out))?;
    Ok(Arc::new(Input::of_written(name.clone(), file).map_err(fail)?))
}

fn copy_by(form: PackageForm, reader: &mut dyn Read, mut out: impl Write) -> Result<(), Stop> {
    match form {
        PackageForm::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(&mut out, flate2::Compression::best());
            io::copy(reader, &mut encoder)?;
            encoder.finish()?;
        }
        PackageForm::Bzip2 => {
            let mut encoder = bzip2::write::BzEncoder::new(&mut out, bzip2::Compression::best());
            io::copy(reader, &mut encoder)?;
            encoder.finish()?;
        }
        PackageForm::Xz => {
            let options = lzma_rust2::XzOptions::with_preset(XZ_LEVEL);
            let mut encoder = lzma_rust2::XzWriter::new(&mut out, options)?;
            io::copy(reader, &mut encoder)?;
            encoder.finish()?;
        }
        PackageForm::Zstd => {
            let mut encoder = zstd::stream::write::Encoder::new(&mut out, ZSTD_LEVEL)?;
            encoder.include_checksum(true)?;
            io::copy(reader, &mut encoder)?;
            encoder.finish()?;
        }
        _ => return Err(PackageFault::DamagedPackage("it is not compressed".into()).into()),
    }
    Ok(out.flush()?)
}
