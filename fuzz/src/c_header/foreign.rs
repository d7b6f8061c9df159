//! Calls to C: bytes in, lines out.

use std::ffi::c_int;

unsafe extern "C" {
    /// Prints the fields that the header reads, as in `shown.c`. Sets `*lines`, which `shown_free` frees, and returns
    /// their length in bytes.
    fn shown(
        kind: c_int,
        bytes: *const u8,
        size: usize,
        other: *const u8,
        other_size: usize,
        lines: *mut *mut u8,
    ) -> usize;
    /// Frees lines, or does nothing for null.
    fn shown_free(lines: *mut u8);
}

pub fn shown_lines(kind: u8, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut lines = std::ptr::null_mut();
    // SAFETY: both pointers are valid for their sizes during the call and are only read; `lines` is a valid place for a
    // pointer. The returned lines are valid for the returned length, or null with length 0; they are freed once and not used again.
    unsafe {
        let size = shown(
            c_int::from(kind),
            bytes.as_ptr(),
            bytes.len(),
            other.as_ptr(),
            other.len(),
            &raw mut lines,
        );
        let copy = if lines.is_null() {
            Vec::new()
        } else {
            std::slice::from_raw_parts(lines, size).to_vec()
        };
        shown_free(lines);
        copy
    }
}
