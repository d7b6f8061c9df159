//! The one place of the fuzz targets that calls C: bytes go in, lines come out.

use std::ffi::c_int;

unsafe extern "C" {
    /// Shows what the header reads, as `shown.c` says. The lines are at `*lines`, to be given back to `shown_free`; the result is how many
    /// bytes they are.
    fn shown(
        kind: c_int,
        bytes: *const u8,
        size: usize,
        other: *const u8,
        other_size: usize,
        lines: *mut *mut u8,
    ) -> usize;
    /// Frees lines; null is nothing.
    fn shown_free(lines: *mut u8);
}

/// The lines in which the header shows what is in `bytes`, or how they compare with `other`.
pub fn shown_lines(kind: u8, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut lines = std::ptr::null_mut();
    // SAFETY: both pointers are to as many bytes as their sizes say, which stay as long as the call takes and are not written to; `lines` is
    // a place for a pointer. What is given back is as long as the result says, or null and 0; it is freed once and not looked at again.
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
