//! Copies between files.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes that are copied at once.
const BLOCK: usize = 1 << 20;

/// Copies the bytes `ofs .. ofs + len` of `from`, or those of them that there are, to the same place in `to`.
///
/// They are read and written, not handed to the system's call that copies between files: that ends with an error when a signal interrupts it,
/// and is slower on most file systems.
///
/// # Errors
/// What the system says.
pub(super) fn copy_between(from: &File, to: &File, ofs: u64, len: u64) -> io::Result<()> {
    let (mut from, mut to) = (from, to);
    from.seek(SeekFrom::Start(ofs))?;
    to.seek(SeekFrom::Start(ofs))?;
    let mut from = from.take(len);
    let mut block = Vec::new();
    while from.by_ref().take(BLOCK as u64).read_to_end(&mut block)? > 0 {
        to.write_all(&block)?;
        block.clear();
    }
    Ok(())
}
