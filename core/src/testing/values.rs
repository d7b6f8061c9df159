//! Random values for properties of generated formats.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::strategy::Union;

use crate::bytes::Width;
use crate::envelope::CompressedContent;
use crate::plan::Content;

type Count = RangeInclusive<u64>;

/// Text without NUL, with a length in this range.
pub fn text(len: Count) -> BoxedStrategy<String> {
    of_bytes("[^\\x00]{0,24}", len)
}

/// ASCII text without NUL, with a length in this range.
pub fn ascii(len: Count) -> BoxedStrategy<String> {
    of_bytes("[\\x01-\\x7f]{0,48}", len)
}

/// Bytes, with a length in this range.
pub fn bytes(len: Count) -> BoxedStrategy<Vec<u8>> {
    vec(any::<u8>(), size(&len)).boxed()
}

/// Inline content, with a length in this range.
pub fn content(len: Count) -> BoxedStrategy<Content<'static>> {
    bytes(len).prop_map(Content::from).boxed()
}

/// Compressed content with these lengths before and after decompression. It is not a valid stream, because only the
/// header is tested.
pub fn compressed(len: Count, decompressed: Count) -> BoxedStrategy<CompressedContent<'static>> {
    let members = (content(len), number(decompressed), any::<[u8; 8]>());
    let compressed = members.prop_map(|(content, len, digest)| {
        CompressedContent::declared(content, len, Width::U64Le, u64::from_le_bytes(digest))
    });
    compressed.boxed()
}

/// Compressed content for formats without a digest.
pub fn compressed_without_digest(len: Count, decompressed: Count) -> BoxedStrategy<CompressedContent<'static>> {
    let of_len = |(content, decompressed_len)| CompressedContent::of_len(content, decompressed_len);
    (content(len), number(decompressed)).prop_map(of_len).boxed()
}

/// Text of `len` bytes.
pub fn letters(len: u64) -> String {
    "x".repeat(usize::try_from(len).unwrap_or(usize::MAX))
}

/// Numbers in a range, biased towards its ends.
pub fn number(range: RangeInclusive<u64>) -> BoxedStrategy<u64> {
    Union::new_weighted(Vec::from([
        (1, Just(*range.start()).boxed()),
        (1, Just(*range.end()).boxed()),
        (4, range.boxed()),
    ]))
    .boxed()
}

/// Lists of records, with a length in this range.
pub fn list<T: Debug>(record: impl Strategy<Value = T>, count: Count) -> impl Strategy<Value = Vec<T>> {
    vec(record, size(&count))
}

fn of_bytes(pattern: &'static str, len: Count) -> BoxedStrategy<String> {
    let len = size(&len);
    let fitted = move |text: String| {
        let mut kept = String::new();
        for letter in text.chars() {
            if kept.len().saturating_add(letter.len_utf8()) <= *len.end() {
                kept.push(letter);
            }
        }
        while kept.len() < *len.start() {
            kept.push(' ');
        }
        kept
    };
    pattern.prop_map(fitted).boxed()
}

fn size(len: &Count) -> RangeInclusive<usize> {
    let size = |len: &u64| usize::try_from(*len).unwrap_or(usize::MAX);
    size(len.start())..=size(len.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::runner::runner;

    #[test]
    fn texts_have_requested_lengths() {
        for len in [0..=0, 3..=3, 0..=5, 7..=60] {
            let lens = (text(len.clone()), ascii(len.clone()), bytes(len.clone()));
            let checked = runner(64).run(&lens, |(text, ascii, bytes)| {
                for found in [text.len(), ascii.len(), bytes.len()] {
                    assert!(len.contains(&u64::try_from(found).unwrap()), "{found}");
                }
                assert!(ascii.is_ascii() && !text.contains('\0'));
                Ok(())
            });
            assert_eq!(checked, Ok(()));
        }
    }
}
