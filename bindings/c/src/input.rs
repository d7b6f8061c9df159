//! What is looked into, and how.

use std::path::PathBuf;

use offload_bundle::OpenOptions;
use offload_bundle::REGISTRY;
use offload_bundle::input::{InputBytes, InputFile};
use offload_bundle::request::{ByteSize, RequestedTarget, ScanRequest};

use crate::error::Failure;
use crate::foreign::{Chars, Data, List};

/// Opens also what is not sound, as far as it can be read; extracts from it.
pub const OB_LENIENT: u32 = 1;
/// Searches everything for bundles, also outside of the places that are known.
pub const OB_CARVE: u32 = 2;
/// Does not check the digests of compressed bundles.
pub const OB_SKIP_DIGESTS: u32 = 4;
/// Does not look into other files that an input says its device code is in.
pub const OB_NO_FOLLOW: u32 = 8;
/// Replaces files that exist already.
pub const OB_FORCE: u32 = 16;
/// Writes nothing, and reports what it would write.
pub const OB_DRY_RUN: u32 = 32;

/// Changes the file itself that the path leads to, and takes no output.
pub const OB_IN_PLACE: u32 = 64;

/// What every call that looks into something knows.
pub(crate) const LOOKING: u32 = OB_CARVE | OB_SKIP_DIGESTS | OB_NO_FOLLOW;

/// What is to be looked into: **either** the file at `path` **or** the `size` bytes at `data`; the other pointer is null.
///
/// `path` ends with a zero byte: any bytes where the system has such names, UTF-8 on Windows. The bytes at `data` are borrowed and never
/// copied: they must stay where and as they are until everything has been freed that was made of them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Input {
    /// A path, or null.
    pub path: Chars,
    /// Bytes, or null.
    pub data: Data,
    /// How many bytes.
    pub size: usize,
}

/// How to look. Null means the defaults, and so do zeros. Each function says which flags it takes; others are
/// `OB_STATUS_INVALID_ARGUMENT`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// How many bytes a compressed bundle may hold; 0: any number.
    pub max_size: u64,
    /// Some of `OB_LENIENT`, `OB_CARVE` and the others.
    pub flags: u32,
}

/// The same for Rust.
pub(crate) enum Given {
    Path(PathBuf),
    Bytes(InputBytes),
}

impl Input {
    /// Whether neither a path nor bytes are given, nor said to be there.
    pub(crate) fn is_nothing(self) -> bool {
        self.path.bytes().is_none() && self.data.is_null() && self.size == 0
    }

    pub(crate) fn resolve(self) -> Result<Given, Failure> {
        match (self.path.bytes(), self.data.is_null()) {
            (Some(path), true) => Ok(Given::Path(path_of(path)?)),
            (Some(_), false) => Err(Failure::Argument(
                "bad-word",
                "both a path and bytes are given".to_owned(),
            )),
            (None, true) => Err(Failure::null("the input: give a path or bytes; it")),
            (None, false) => {
                let bytes = self.data.share(self.size);
                bytes
                    .map(Given::Bytes)
                    .ok_or_else(|| Failure::out_of_range("memory: the size of the input is too large"))
            }
        }
    }

    pub(crate) fn file(self) -> Result<InputFile, Failure> {
        Ok(match self.resolve()? {
            Given::Path(path) => InputFile::file(path),
            Given::Bytes(bytes) => bytes.into(),
        })
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

/// A path that must be given; `what` it is.
pub(crate) fn path(given: Chars, what: &str) -> Result<PathBuf, Failure> {
    path_of(given.bytes().ok_or_else(|| Failure::null(what))?)
}

/// A text that may be given; `what` it is.
pub(crate) fn optional<'t>(given: &'t Chars, what: &str) -> Result<Option<&'t str>, Failure> {
    let text = given.bytes().map(std::str::from_utf8).transpose();
    text.map_err(|_| Failure::not_text(what))
}

/// A text that must be given; `what` it is.
pub(crate) fn text<'t>(given: &'t Chars, what: &str) -> Result<&'t str, Failure> {
    optional(given, what)?.ok_or_else(|| Failure::null(what))
}

/// The GPUs with these names.
pub(crate) fn gpus(names: List, count: usize) -> Result<Vec<RequestedTarget>, Failure> {
    let names = names.texts(count).ok_or_else(|| Failure::null("the list of GPUs"))?;
    names.iter().map(gpu).collect()
}

/// The GPU with this name.
pub(crate) fn gpu(name: &Chars) -> Result<RequestedTarget, Failure> {
    let name = text(name, "the name of a GPU")?;
    RequestedTarget::parse(&REGISTRY, name).map_err(|error| Failure::bad_id(name, &error))
}

impl Options {
    /// Those that are given, of which only the flags `known` mean something here.
    pub(crate) fn resolve(options: Option<&Self>, known: u32) -> Result<Self, Failure> {
        let options = options.copied().unwrap_or_default();
        match options.flags & !known {
            0 => Ok(options),
            others => Err(Failure::Argument(
                "bad-word",
                format!("the flags {others:#x} mean nothing to this function"),
            )),
        }
    }

    pub(crate) fn has(self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    fn limit(self) -> Option<u64> {
        (self.max_size != 0).then_some(self.max_size)
    }

    pub(crate) fn scan(self) -> ScanRequest {
        let mut scan = ScanRequest::default();
        scan.carve = self.has(OB_CARVE);
        scan.no_verify = self.has(OB_SKIP_DIGESTS);
        scan.no_follow = self.has(OB_NO_FOLLOW);
        scan.max_size = self.limit().map(ByteSize);
        scan
    }

    pub(crate) fn opening(self) -> OpenOptions {
        let options = OpenOptions::new()
            .lenient(self.has(OB_LENIENT))
            .carve(self.has(OB_CARVE))
            .verify_digests(!self.has(OB_SKIP_DIGESTS));
        self.limit().map_or(options, |limit| options.max_size(limit))
    }
}
