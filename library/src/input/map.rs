//! Maps a window of a file into memory: the only module with `unsafe`.
//!
//! A mapped file that another program changes meanwhile shows the new bytes, and touching a page that it cut off ends the
//! process with SIGBUS. Nothing can prevent that for a file that others may write. What can be done is done here and in
//! [`super::Input`]: windows are mapped read-only and only for as long as they are used, their range is checked against the
//! file's length just before, small ranges are read instead of mapped, and no reader takes two looks at one number.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// Maps `len` bytes of `file` from `ofs`, read-only, with all pages present at once: the kernel reads ahead in one go,
/// where touching pages one by one costs a fault each (measured: twice the time of a copy).
pub(super) fn map(file: &File, ofs: u64, len: usize) -> io::Result<Mmap> {
    // SAFETY: the map is read-only and private to the caller, who has checked that the range lies within the file. Bytes may
    // change under the slice if another process writes to the file (see above); they are plain bytes, any value of them is
    // valid, and every reader treats them as hostile.
    unsafe { MmapOptions::new().offset(ofs).len(len).populate().map(file) }
}
