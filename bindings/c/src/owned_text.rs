//! Zero-terminated texts owned by the library.

use std::ffi::CString;

use offload_bundle::FileName;

/// Inner zeros, which would end it, become `?`.
pub(crate) fn to_c_string(text: impl Into<Vec<u8>>) -> CString {
    let mut bytes: Vec<u8> = text.into();
    for byte in bytes.iter_mut().filter(|byte| **byte == 0) {
        *byte = b'?';
    }
    // All zeros are replaced.
    CString::new(bytes).unwrap_or_default()
}

/// Unchanged bytes, so that C can open it.
pub(crate) fn file_name(name: &FileName) -> CString {
    to_c_string(name.as_path().as_os_str().as_encoded_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_zero_byte_becomes_question_mark() {
        assert_eq!(to_c_string("a\0b").as_c_str(), c"a?b");
        assert_eq!(to_c_string("").as_c_str(), c"");
    }
}
