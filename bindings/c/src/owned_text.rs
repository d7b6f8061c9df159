//! Text that this library keeps for C: it ends with a zero byte, and has no other.

use std::ffi::CString;

use offload_bundle::FileName;

/// `text` for C. A zero within it, which C would take for its end, becomes `?`.
pub(crate) fn to_c_string(text: impl Into<Vec<u8>>) -> CString {
    let mut bytes: Vec<u8> = text.into();
    for byte in bytes.iter_mut().filter(|byte| **byte == 0) {
        *byte = b'?';
    }
    // There is no zero left.
    CString::new(bytes).unwrap_or_default()
}

/// The name of a file for C: its bytes as they are, so that it can be opened.
pub(crate) fn file_name(name: &FileName) -> CString {
    to_c_string(name.as_path().as_os_str().as_encoded_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_within_does_not_end_it() {
        assert_eq!(to_c_string("a\0b").as_c_str(), c"a?b");
        assert_eq!(to_c_string("").as_c_str(), c"");
    }
}
