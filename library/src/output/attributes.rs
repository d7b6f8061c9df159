//! What a file has beside its bytes, owner and mode: access control lists, capabilities, and attributes of users.

use std::fs::File;
use std::io;

/// The attribute with capabilities, which systems remove from files that are written to.
const CAPABILITIES: &str = "security.capability";

/// Gives `new` the attributes that `old` has.
///
/// # Errors
///
/// One cannot be read or set; it names the attribute.
pub(super) fn keep(old: &File, new: &File) -> io::Result<()> {
    for name in names(old)? {
        let told =
            |error: io::Error| io::Error::new(error.kind(), format!("its attribute {name} cannot be kept: {error}"));
        let value = get(old, &name).map_err(told)?;
        // What the system gives to new files is often the same, and not everyone may set it.
        if get(new, &name).is_ok_and(|there| there == value) {
            continue;
        }
        set(new, &name, &value).map_err(told)?;
    }
    Ok(())
}

/// Refuses `old`, which is to be overwritten, if it would lose an attribute so.
///
/// # Errors
///
/// It would, or its attributes cannot be read.
pub(super) fn refuse_lost(old: &File) -> io::Result<()> {
    match names(old)?.iter().any(|name| name == CAPABILITIES) {
        true => Err(io::Error::other("its capabilities would be lost")),
        false => Ok(()),
    }
}

/// The attributes of `file` that do not depend on its bytes.
#[cfg(target_os = "linux")]
fn names(file: &File) -> io::Result<Vec<String>> {
    /// Digests and signatures, which systems make anew.
    const OF_CONTENT: [&str; 2] = ["security.ima", "security.evm"];
    let listed = match grown(|bytes| rustix::fs::flistxattr(file, bytes)) {
        // The file system has no attributes.
        Err(error) if error == rustix::io::Errno::NOTSUP || error == rustix::io::Errno::NOSYS => Vec::new(),
        other => other?,
    };
    let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
    Ok(names.filter(|name| !OF_CONTENT.contains(&name.as_str())).collect())
}

#[cfg(target_os = "linux")]
fn get(file: &File, name: &str) -> io::Result<Vec<u8>> {
    Ok(grown(|bytes| rustix::fs::fgetxattr(file, name, bytes))?)
}

#[cfg(target_os = "linux")]
fn set(file: &File, name: &str, value: &[u8]) -> io::Result<()> {
    Ok(rustix::fs::fsetxattr(
        file,
        name,
        value,
        rustix::fs::XattrFlags::empty(),
    )?)
}

/// What `read` puts into a buffer that is long enough. Linux has no attribute that is longer than the last one tried.
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

/// They are not known here.
#[cfg(not(target_os = "linux"))]
fn names(_file: &File) -> io::Result<Vec<String>> {
    Ok(Vec::new())
}

#[cfg(not(target_os = "linux"))]
fn get(_file: &File, _name: &str) -> io::Result<Vec<u8>> {
    Ok(Vec::new())
}

#[cfg(not(target_os = "linux"))]
fn set(_file: &File, _name: &str, _value: &[u8]) -> io::Result<()> {
    Ok(())
}
