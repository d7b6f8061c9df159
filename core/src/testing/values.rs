//! Values for the properties of generated formats: the small ones that shrink well and the odd ones that find mistakes.

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

/// How many there are: bytes, records.
type Count = RangeInclusive<u64>;

/// Text without NUL, of so many bytes.
pub fn text(len: Count) -> BoxedStrategy<String> {
    of_bytes("[^\\x00]{0,24}", len)
}

/// ASCII text without NUL, of so many bytes.
pub fn ascii(len: Count) -> BoxedStrategy<String> {
    of_bytes("[\\x01-\\x7f]{0,48}", len)
}

/// So many bytes.
pub fn bytes(len: Count) -> BoxedStrategy<Vec<u8>> {
    vec(any::<u8>(), size(&len)).boxed()
}

/// Content at hand, of so many bytes.
pub fn content(len: Count) -> BoxedStrategy<Content<'static>> {
    bytes(len).prop_map(Content::from).boxed()
}

/// So many bytes of compressed content, and how many there were before. Nothing has been compressed: only the header is of interest.
pub fn compressed(len: Count, decompressed: Count) -> BoxedStrategy<CompressedContent<'static>> {
    let members = (content(len), number(decompressed), any::<[u8; 8]>());
    let compressed = members.prop_map(|(content, len, digest)| {
        CompressedContent::declared(content, len, Width::U64Le, u64::from_le_bytes(digest))
    });
    compressed.boxed()
}

/// The same of a format without digest.
pub fn compressed_without_digest(len: Count, decompressed: Count) -> BoxedStrategy<CompressedContent<'static>> {
    let of_len = |(content, decompressed_len)| CompressedContent::of_len(content, decompressed_len);
    (content(len), number(decompressed)).prop_map(of_len).boxed()
}

/// A text of so many bytes.
pub fn letters(len: u64) -> String {
    "x".repeat(usize::try_from(len).unwrap_or(usize::MAX))
}

/// Numbers of a range, the ends often.
pub fn number(range: RangeInclusive<u64>) -> BoxedStrategy<u64> {
    Union::new_weighted(Vec::from([
        (1, Just(*range.start()).boxed()),
        (1, Just(*range.end()).boxed()),
        (4, range.boxed()),
    ]))
    .boxed()
}

/// Lists of so many records.
pub fn list<T: Debug>(record: impl Strategy<Value = T>, count: Count) -> impl Strategy<Value = Vec<T>> {
    vec(record, size(&count))
}

/// Text like `pattern`, cut where it is too long and filled up where it is too short.
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
    fn texts_have_the_bytes_that_are_asked_for() {
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
