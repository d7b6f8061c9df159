//! Inputs and options.

use std::path::PathBuf;

use offload_bundle::OpenOptions;
use offload_bundle::REGISTRY;
use offload_bundle::input::InputBytes;
use offload_bundle::request::RequestedTarget;

use crate::error::Failure;
use crate::foreign::{Chars, Data};

/// Also opens damaged files, as far as they can be read.
pub const OB_LENIENT: u32 = 1;
/// Searches every byte for bundles.
pub const OB_CARVE: u32 = 2;
/// Do not check the digests of compressed bundles.
pub const OB_SKIP_DIGESTS: u32 = 4;
/// The input: **either** the file at `path` **or** the `size` bytes at `data`; the other pointer is null.
///
/// `path` ends with a zero byte, and is UTF-8 on Windows. The bytes at `data` are borrowed and never copied: they must stay valid and
/// unchanged until everything that uses them is freed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Input {
    /// A path, or null.
    pub path: Chars,
    /// Bytes, or null.
    pub data: Data,
    /// Number of bytes.
    pub size: usize,
}

/// Options of a search. Null or zeros are the defaults. Unknown flags give `OB_STATUS_INVALID_ARGUMENT`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Maximum decompressed size of a bundle in bytes; 0 for no limit.
    pub max_size: u64,
    /// A combination of `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`.
    pub flags: u32,
}

pub(crate) enum RustInput {
    Path(PathBuf),
    Bytes(InputBytes),
}

impl Input {
    pub(crate) fn resolve(self) -> Result<RustInput, Failure> {
        match (self.path.bytes(), self.data.is_null()) {
            (Some(path), true) => Ok(RustInput::Path(path_of(path)?)),
            (Some(_), false) => Err(Failure::Argument(
                "bad-word",
                "both a path and bytes are given".to_owned(),
            )),
            (None, true) => Err(Failure::null("the input: give a path or bytes; it")),
            (None, false) => {
                let bytes = self.data.share(self.size);
                bytes
                    .map(RustInput::Bytes)
                    .ok_or_else(|| Failure::out_of_range("memory: the size of the input is too large"))
            }
        }
    }
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> Result<PathBuf, Failure> {
    use std::os::unix::ffi::OsStrExt;
    Ok(std::ffi::OsStr::from_bytes(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Result<PathBuf, Failure> {
    let path = std::str::from_utf8(bytes).map_err(|_| Failure::not_text("the path"))?;
    Ok(path.into())
}

/// `what` names it in errors.
pub(crate) fn text<'t>(given: &'t Chars, what: &str) -> Result<&'t str, Failure> {
    let bytes = given.bytes().ok_or_else(|| Failure::null(what))?;
    std::str::from_utf8(bytes).map_err(|_| Failure::not_text(what))
}

pub(crate) fn gpu(name: &Chars) -> Result<RequestedTarget, Failure> {
    let name = text(name, "the name of a GPU")?;
    RequestedTarget::parse(&REGISTRY, name).map_err(|error| Failure::bad_id(name, &error))
}

impl Options {
    pub(crate) fn opening(options: Option<&Self>) -> Result<OpenOptions, Failure> {
        let options = options.copied().unwrap_or_default();
        let others = options.flags & !(OB_LENIENT | OB_CARVE | OB_SKIP_DIGESTS);
        if others != 0 {
            let message = format!("the flags {others:#x} mean nothing to this function");
            return Err(Failure::Argument("bad-word", message));
        }
        let has = |flag: u32| options.flags & flag != 0;
        let opening = OpenOptions::new()
            .lenient(has(OB_LENIENT))
            .carve(has(OB_CARVE))
            .verify_digests(!has(OB_SKIP_DIGESTS));
        Ok(match options.max_size {
            0 => opening,
            limit => opening.max_size(limit),
        })
    }
}
