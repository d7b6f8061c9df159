//! Entries of bundles, and their code objects.

use std::io::Read;

use crate::bytes::Bytes;
use crate::error::{Error, Failure, OB_NONE};
use crate::foreign::{CodeObject, Out, Room};
use crate::guard::{find, make, or, run};
use crate::opened::{Bundle, Entry};
use crate::status::Status;
use crate::target::Target;
use crate::text::Text;

/// Returns the bundle of an entry.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_bundle(entry: Entry) -> Bundle {
    Bundle { file: entry.file, number: entry.bundle }
}

/// Stored bundle entry ID, such as `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_id(entry: Entry, id: Out<Text>, error: Out<Option<Box<Error>>>) -> Status {
    find(id, Text::NONE, error, || Ok(entry.find()?.id()?.into()))
}

/// Offload kind of its ID, such as `hipv4`; empty if the ID is invalid.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_kind(entry: Entry) -> Text {
    or(Text::NONE, || {
        let id = entry.get().and_then(offload_bundle::Entry::parsed_id);
        id.map(|id| id.kind).into()
    })
}

/// Target ID of its ID; `OB_STATUS_NOT_FOUND` without a target ID, such as for the host. The caller frees `*target`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_target(
    entry: Entry,
    target: Out<Option<Box<Target>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(target, error, || {
        let id = entry.find()?.parsed_id().and_then(|id| id.target_id);
        id.map(|target| Target::new(&target))
            .ok_or(Failure::None("the ID of the entry has no target"))
    })
}

/// Size of its code object in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_size(entry: Entry, size: Out<u64>, error: Out<Option<Box<Error>>>) -> Status {
    find(size, 0, error, || Ok(entry.find()?.len()?))
}

/// Offset of its code object, from the same start as `ob_bundle_offset`; `OB_NONE` if it is compressed or in another file.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_offset(entry: Entry) -> u64 {
    or(OB_NONE, || {
        let found = entry.get();
        let plain = found.filter(|found| found.bundle().compression().is_none());
        plain.and_then(offload_bundle::Entry::offset).unwrap_or(OB_NONE)
    })
}

/// Its code object. The caller frees `*bytes`. Uncompressed input in memory is borrowed, and a file is read. A compressed bundle is
/// decompressed once, and its digest is checked.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_bytes(
    entry: Entry,
    bytes: Out<Option<Box<Bytes>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(bytes, error, || {
        let file = entry.file.get().ok_or_else(|| Failure::out_of_range("entry"))?;
        let code = CodeObject::find(&file.0, |file| file.bundle(entry.bundle)?.entry(entry.number))?;
        let code = code.ok_or_else(|| Failure::out_of_range("entry"))?;
        Ok(Bytes::from_code_object(code))
    })
}

/// Copies its code object to `into`, which has `capacity` bytes, and stores its size in `*size` unless `size` is null. If `capacity` is
/// too small, copies nothing; the error is `too-small`. Other errors may leave some bytes copied.
#[unsafe(no_mangle)]
pub extern "C" fn ob_entry_copy(
    entry: Entry,
    into: Room,
    capacity: usize,
    size: Out<u64>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    let mut found = 0;
    let status = run(error, || {
        let code = entry.find()?;
        found = code.len()?;
        let fits = usize::try_from(found).ok().filter(|size| *size <= capacity);
        let fits = fits.ok_or_else(|| {
            Failure::Argument(
                "too-small",
                format!("the code object has {found} bytes, and there is room for {capacity}"),
            )
        })?;
        let mut reader = code.reader()?;
        let name = || offload_bundle::FileName::from("the code object");
        into.fill(fits, |room| reader.read_exact(room))
            .ok_or_else(|| Failure::null("the room for the code object"))?
            .map_err(|error| offload_bundle::Error::Io { file: name(), error }.into())
    });
    size.put(found);
    status
}
