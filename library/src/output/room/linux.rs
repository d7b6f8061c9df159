//! Room on a disk, as Linux gives and shares it.

use std::fs::File;
use std::io;

use rustix::fs::{FallocateFlags, fallocate, fstatfs};
use rustix::io::{Errno, retry_on_intr};

/// File systems that write changed bytes of a file to another place, so that room for a file is not room for its next content: Btrfs,
/// bcachefs, ZFS.
const WRITE_ELSEWHERE: [u64; 3] = [0x9123_683e, 0xca45_1a4e, 0x2fc1_2fc1];

/// Asks for room for the first `len` bytes of `file`, which becomes as long as that. Where the file system has no such call, whether there
/// is enough turns out in writing.
///
/// # Errors
/// There is no such room, or the file may not be as long.
pub(in crate::output) fn reserve(file: &File, len: u64) -> io::Result<()> {
    match len {
        0 => Ok(()),
        _ => ask(file, FallocateFlags::empty(), 0, len).map(drop),
    }
}

/// The same for a file whose bytes are to be overwritten. What it shares with other files gets room of its own, and holes get some.
pub(in crate::output) fn reserve_to_overwrite(file: &File, len: u64) -> io::Result<()> {
    let before = file.metadata()?.len();
    if len > 0 && !ask(file, FallocateFlags::UNSHARE_RANGE, 0, len)? {
        reserve(file, len)?;
    }
    let overwritten = len.min(before);
    let magic = u64::try_from(fstatfs(file)?.f_type).unwrap_or_default() & u64::from(u32::MAX);
    if overwritten > 0 && WRITE_ELSEWHERE.contains(&magic) {
        // As much as is overwritten is asked for once more, behind the end, and handed back to be used.
        let end = before.max(len);
        let asked = ask(file, FallocateFlags::KEEP_SIZE, end, overwritten);
        file.set_len(end)?;
        asked?;
    }
    Ok(())
}

/// Makes the content of `from` that of `to`, without writing it: both share it until one is changed. What `to` has past that stays.
///
/// # Errors
/// The file system has no such thing; the files are on two.
pub(in crate::output) fn clone(from: &File, to: &File) -> io::Result<()> {
    #[cfg(not(any(target_arch = "sparc", target_arch = "sparc64")))]
    return Ok(retry_on_intr(|| rustix::fs::ioctl_ficlone(to, from))?);
    #[cfg(any(target_arch = "sparc", target_arch = "sparc64"))]
    return Err(io::ErrorKind::Unsupported.into());
}

/// Whether room was given. An error only where there is none.
fn ask(file: &File, how: FallocateFlags, ofs: u64, len: u64) -> io::Result<bool> {
    match retry_on_intr(|| fallocate(file, how, ofs, len)) {
        Ok(()) => Ok(true),
        Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG | Errno::IO)) => Err(error.into()),
        // The file system or the kernel does not know of this.
        Err(_) => Ok(false),
    }
}
