//! Lengths and counts as `u64`.

/// Returns the number of bytes.
pub fn length(slice: &[u8]) -> u64 {
    count(slice)
}

/// Returns the number of items.
pub fn count<T>(items: &[T]) -> u64 {
    // A slice has at most 2^63 - 1 bytes, and `usize` has at most 64 bits on every supported target.
    u64::try_from(items.len()).unwrap_or(u64::MAX)
}
