//! Lengths as the formats count: in 64 bits.

/// Number of bytes.
pub fn length(slice: &[u8]) -> u64 {
    count(slice)
}

/// Number of items.
pub fn count<T>(items: &[T]) -> u64 {
    // A slice is never longer than 2^63 - 1 bytes, and `usize` has at most 64 bits on every supported target.
    u64::try_from(items.len()).unwrap_or(u64::MAX)
}
