//! Disk space and metadata: shared blocks, copies, attributes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) use elsewhere::{clone, reserve, reserve_to_overwrite, share, shares};
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) use linux::{clone, reserve, reserve_to_overwrite, share, shares};

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod elsewhere {
    use std::fs::File;
    use std::io;

    pub(in crate::output) fn reserve(_file: &File, _ofs: u64, _len: u64) -> io::Result<()> {
        Ok(())
    }

    pub(in crate::output) fn reserve_to_overwrite(_file: &File, _len: u64) -> io::Result<()> {
        Ok(())
    }

    pub(in crate::output) fn clone(_from: &File, _to: &File) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(in crate::output) fn shares(_file: &File) -> bool {
        false
    }

    pub(in crate::output) fn share(_from: &File, _ofs: u64, _to: &File, _at: u64, _len: u64) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod linux {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::MetadataExt;

    use rustix::fs::{FallocateFlags, copy_file_range, fallocate, fstatfs};
    use rustix::io::{Errno, retry_on_intr};

    /// Btrfs, bcachefs, ZFS: changed bytes go to new blocks, so a file's blocks reserve no room. Files can share
    /// blocks.
    const WRITE_ELSEWHERE: [u64; 3] = [0x9123_683e, 0xca45_1a4e, 0x2fc1_2fc1];
    /// XFS: shares blocks, and overwrites unshared ones.
    const SHARES: u64 = 0x5846_5342;

    /// The file becomes at least that long. If unsupported, a full disk shows up during the write.
    pub(in crate::output) fn reserve(file: &File, ofs: u64, len: u64) -> io::Result<()> {
        match len {
            0 => Ok(()),
            _ => ask(file, FallocateFlags::empty(), ofs, len).map(drop),
        }
    }

    /// Blocks shared with other files, and holes, get room of their own.
    pub(in crate::output) fn reserve_to_overwrite(file: &File, len: u64) -> io::Result<()> {
        let before = file.metadata()?.len();
        if len > 0 && !ask(file, FallocateFlags::UNSHARE_RANGE, 0, len)? {
            reserve(file, 0, len)?;
        }
        let overwritten = len.min(before);
        if overwritten > 0 && WRITE_ELSEWHERE.contains(&magic(file)) {
            // Reserves the overwritten length once more after the end, and releases it for the write.
            let end = before.max(len);
            let asked = ask(file, FallocateFlags::KEEP_SIZE, end, overwritten);
            file.set_len(end)?;
            asked?;
        }
        Ok(())
    }

    /// Shares blocks. Bytes of `to` after that length stay.
    pub(in crate::output) fn clone(from: &File, to: &File) -> io::Result<()> {
        // This call has other numbers on some machines; the big-endian ones do without it.
        #[cfg(target_endian = "little")]
        return Ok(retry_on_intr(|| rustix::fs::ioctl_ficlone(to, from))?);
        #[cfg(not(target_endian = "little"))]
        {
            let (_, _) = (from, to);
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// Whether files can share blocks on the file system of `file`.
    pub(in crate::output) fn shares(file: &File) -> bool {
        let magic = magic(file);
        magic == SHARES || WRITE_ELSEWHERE.contains(&magic)
    }

    /// As far as both are aligned to blocks. Returns the number of bytes.
    pub(in crate::output) fn share(from: &File, ofs: u64, to: &File, at: u64, len: u64) -> io::Result<u64> {
        let block = to.metadata()?.blksize().max(1);
        let aligned = len.saturating_sub(len.checked_rem(block).unwrap_or(len));
        if [ofs, at].iter().any(|place| place.checked_rem(block) != Some(0)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut done = 0_u64;
        while done < aligned {
            let (mut source, mut target) = (ofs.saturating_add(done), at.saturating_add(done));
            let rest = usize::try_from(aligned.saturating_sub(done)).unwrap_or(usize::MAX);
            // The system shares blocks if possible, and copies otherwise.
            match copy_file_range(from, Some(&mut source), to, Some(&mut target), rest) {
                Ok(0) => break,
                Ok(count) => done = done.saturating_add(u64::try_from(count).unwrap_or(u64::MAX)),
                Err(Errno::INTR) => {}
                Err(error) if done == 0 => return Err(error.into()),
                Err(_) => break,
            }
        }
        Ok(done)
    }

    fn magic(file: &File) -> u64 {
        let kind = fstatfs(file).map_or(0, |system| system.f_type);
        u64::try_from(kind).unwrap_or_default() & u64::from(u32::MAX)
    }

    /// Returns an error only if there is no room.
    fn ask(file: &File, how: FallocateFlags, ofs: u64, len: u64) -> io::Result<bool> {
        match retry_on_intr(|| fallocate(file, how, ofs, len)) {
            Ok(()) => Ok(true),
            Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG | Errno::IO)) => Err(error.into()),
            // Unknown to the file system or the kernel.
            Err(_) => Ok(false),
        }
    }
}

/// Bytes copied at once.
const BLOCK: usize = 1 << 20;

/// To the same offset. The system call for copies fails on signals, and is slower on most file systems.
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

#[cfg(unix)]
pub(super) fn write_at(file: &File, bytes: &[u8], ofs: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, ofs)
}

/// Moves the file position, which is unused.
#[cfg(windows)]
pub(super) fn write_at(file: &File, bytes: &[u8], ofs: u64) -> io::Result<()> {
    let (mut rest, mut at) = (bytes, ofs);
    while !rest.is_empty() {
        match std::os::windows::fs::FileExt::seek_write(file, rest, at) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => {
                rest = rest.get(count..).unwrap_or_default();
                at = at.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
pub(super) fn write_at(_file: &File, _bytes: &[u8], _ofs: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Systems remove it when files are written.
const CAPABILITIES: &str = "security.capability";

pub(super) fn keep_attributes(old: &File, new: &File) -> io::Result<()> {
    for name in attribute_names(old)? {
        let told =
            |error: io::Error| io::Error::new(error.kind(), format!("its attribute {name} cannot be kept: {error}"));
        let value = get_attribute(old, &name).map_err(told)?;
        // New files often have the same attribute by default, and setting it may need privileges.
        if get_attribute(new, &name).is_ok_and(|there| there == value) {
            continue;
        }
        set_attribute(new, &name, &value).map_err(told)?;
    }
    Ok(())
}

/// Refuses to overwrite `old` if it would lose an attribute.
pub(super) fn refuse_lost_attributes(old: &File) -> io::Result<()> {
    match attribute_names(old)?.iter().any(|name| name == CAPABILITIES) {
        true => Err(io::Error::other("its capabilities would be lost")),
        false => Ok(()),
    }
}

/// Those independent of its bytes.
#[cfg(target_os = "linux")]
fn attribute_names(file: &File) -> io::Result<Vec<String>> {
    /// Systems compute them again.
    const OF_CONTENT: [&str; 2] = ["security.ima", "security.evm"];
    let listed = match grown(|bytes| rustix::fs::flistxattr(file, bytes)) {
        // The file system does not support attributes.
        Err(error) if error == rustix::io::Errno::NOTSUP || error == rustix::io::Errno::NOSYS => Vec::new(),
        other => other?,
    };
    let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
    Ok(names.filter(|name| !OF_CONTENT.contains(&name.as_str())).collect())
}

#[cfg(target_os = "linux")]
fn get_attribute(file: &File, name: &str) -> io::Result<Vec<u8>> {
    Ok(grown(|bytes| rustix::fs::fgetxattr(file, name, bytes))?)
}

#[cfg(target_os = "linux")]
fn set_attribute(file: &File, name: &str, value: &[u8]) -> io::Result<()> {
    Ok(rustix::fs::fsetxattr(
        file,
        name,
        value,
        rustix::fs::XattrFlags::empty(),
    )?)
}

/// Grows the buffer. No attribute on Linux is longer than the last.
#[cfg(target_os = "linux")]
fn grown(mut read: impl FnMut(&mut [u8]) -> rustix::io::Result<usize>) -> rustix::io::Result<Vec<u8>> {
    for len in [1 << 8, 1 << 12, 1 << 16] {
        let mut bytes = vec![0; len];
        match read(&mut bytes) {
            Err(error) if error == rustix::io::Errno::RANGE => {}
            Err(error) => return Err(error),
            Ok(len) => {
                bytes.truncate(len);
                return Ok(bytes);
            }
        }
    }
    Err(rustix::io::Errno::TOOBIG)
}

#[cfg(not(target_os = "linux"))]
fn attribute_names(_file: &File) -> io::Result<Vec<String>> {
    Ok(Vec::new())
}

#[cfg(not(target_os = "linux"))]
fn get_attribute(_file: &File, _name: &str) -> io::Result<Vec<u8>> {
    Ok(Vec::new())
}

#[cfg(not(target_os = "linux"))]
fn set_attribute(_file: &File, _name: &str, _value: &[u8]) -> io::Result<()> {
    Ok(())
}
