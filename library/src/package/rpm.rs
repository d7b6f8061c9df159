//! RPM packages: a lead, a signature header, a main header, and a compressed cpio archive.

use std::io::{self, Cursor, Read};

use offload_bundle_core::bytes::length;
use offload_bundle_core::placement::PackageForm;

use super::packed::{Content, PackedFile, Visit};
use super::stop::{self, Stop};
use super::{HEAD, Reading};
use crate::file_name::FileName;
use crate::refusal::Refusal;

/// In bytes.
const LEAD: u64 = 96;
/// Four zero bytes follow, then number of entries and length of their data, both big-endian.
const MAGIC: [u8; 4] = [0x8e, 0xad, 0xe8, 0x01];
/// Also the length of a header's start, in bytes.
const ENTRY: usize = 16;
/// For the main header, in bytes.
const ALIGNMENT: u64 = 8;

impl Reading<'_> {
    pub(super) fn rpm(&self, mut reader: impl Read, name: &FileName, visit: &mut Visit<'_>) -> Result<(), Stop> {
        skip(&mut reader, LEAD)?;
        let signatures = header(&mut reader)?;
        skip(
            &mut reader,
            signatures.next_multiple_of(ALIGNMENT).saturating_sub(signatures),
        )?;
        header(&mut reader)?;
        // The main header names the compression too; the first bytes agreed with it in all packages examined.
        let mut head = Vec::new();
        (&mut reader).take(HEAD as u64).read_to_end(&mut head)?;
        let form = self.form(&head);
        let mut payload = Cursor::new(head).chain(reader);
        match form {
            Some(PackageForm::Cpio) => self.cpio(&mut payload, visit),
            Some(form @ (PackageForm::Gzip | PackageForm::Bzip2 | PackageForm::Xz | PackageForm::Zstd)) => {
                self.walk_compressed(form, payload, name, visit)
            }
            _ => {
                let refusal = damaged("its files are compressed in a form that cannot be read here: use `rpm2archive`");
                Ok(visit(PackedFile::new(b"payload".to_vec(), Content::Refused(refusal)))?)
            }
        }
    }
}

/// Returns its length in bytes.
fn header(reader: &mut dyn Read) -> Result<u64, Stop> {
    let mut start = [0; ENTRY];
    reader.read_exact(&mut start)?;
    let [magic @ .., _, _, _, _, a, b, c, d, e, f, g, h] = start;
    if magic != MAGIC {
        return Err(damaged("the header is missing").into());
    }
    let (entries, bytes) = (u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]));
    let len = u64::from(entries)
        .saturating_mul(length(&start))
        .saturating_add(bytes.into());
    skip(reader, len)?;
    Ok(len)
}

fn skip(reader: &mut dyn Read, len: u64) -> io::Result<()> {
    match io::copy(&mut reader.take(len), &mut io::sink())? == len {
        true => Ok(()),
        false => Err(io::Error::other(damaged("it ends within its headers"))),
    }
}

fn damaged(text: &str) -> Refusal {
    stop::damaged(format_args!("RPM package: {text}"))
}
