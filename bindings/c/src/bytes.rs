//! Buffers owned by the library.

use std::ffi::CString;

use crate::foreign::{CodeObject, Held};

/// Bytes owned by this library: a code object, a bundle or a text. The caller frees them.
///
/// They are valid until freed, even after the file is closed. Uncompressed bytes of a file opened from memory are not copied, so the
/// memory must stay valid, too.
pub struct Bytes(Kept);

enum Kept {
    Shown(CodeObject),
    Made(Vec<u8>),
    Text(CString),
}

impl Bytes {
    pub(crate) fn from_code_object(code: CodeObject) -> Self {
        Self(Kept::Shown(code))
    }

    pub(crate) fn from_vec(bytes: Vec<u8>) -> Self {
        Self(Kept::Made(bytes))
    }

    pub(crate) fn text(text: CString) -> Self {
        Self(Kept::Text(text))
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Kept::Shown(code) => code.bytes(),
            Kept::Made(bytes) => bytes,
            Kept::Text(text) => text.to_bytes(),
        }
    }
}

/// Pointer to the bytes; null for null. Texts have a zero byte after the last byte.
#[unsafe(no_mangle)]
pub extern "C" fn ob_buffer_data(bytes: Held<Bytes>) -> *const u8 {
    bytes.get().map_or(std::ptr::null(), |bytes| bytes.as_slice().as_ptr())
}

/// Number of bytes without that zero byte; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_buffer_size(bytes: Held<Bytes>) -> usize {
    bytes.get().map_or(0, |bytes| bytes.as_slice().len())
}

/// Frees bytes. Null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn ob_buffer_free(bytes: Option<Box<Bytes>>) {
    drop(bytes);
}
