//! Bytes that this library holds for C.

use std::ffi::CString;

use crate::foreign::{CodeObject, Held};

/// Bytes that this library holds: a code object, a bundle, a text. The caller frees them.
///
/// They stay until they are freed, also after the file that they are of was closed. Those of a file that was opened as bytes and is not
/// compressed are not copied: then the bytes that were given must stay too.
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

/// The first of the bytes; null for null. What is called a text in this header has a zero byte after its last.
#[unsafe(no_mangle)]
pub extern "C" fn ob_buffer_data(bytes: Held<Bytes>) -> *const u8 {
    bytes.get().map_or(std::ptr::null(), |bytes| bytes.as_slice().as_ptr())
}

/// How many there are, without that zero; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_buffer_size(bytes: Held<Bytes>) -> usize {
    bytes.get().map_or(0, |bytes| bytes.as_slice().len())
}

/// Frees bytes. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ob_buffer_free(bytes: Option<Box<Bytes>>) {
    drop(bytes);
}
