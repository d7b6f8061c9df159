//! Texts borrowed from a file or the library.

use std::ffi::c_char;
use std::ptr;

/// A borrowed text: `size` bytes of UTF-8 at `data`, **without** a zero byte at the end. `data` is null for an absent text.
/// `printf("%.*s", (int)text.size, text.data)` prints it.
///
/// Valid until the file is closed.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// The first byte, or null.
    pub data: *const c_char,
    /// Number of bytes.
    pub size: usize,
}

impl Text {
    pub(crate) const NONE: Self = Self { data: ptr::null(), size: 0 };
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), size: text.len() }
    }
}

impl From<Option<&str>> for Text {
    fn from(text: Option<&str>) -> Self {
        text.map_or(Self::NONE, Self::from)
    }
}
