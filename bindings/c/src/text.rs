//! Text that lies in a file or in this library, and is only shown.

use std::ffi::c_char;
use std::ptr;

/// A text that is only shown: `size` bytes at `data`, of UTF-8, **without** a zero byte at the end. `data` is null where there is no text.
/// `printf("%.*s", (int)text.size, text.data)` prints it.
///
/// It stays as long as the file that it was asked of.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// Its first byte, or null.
    pub data: *const c_char,
    /// How many bytes it has.
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
