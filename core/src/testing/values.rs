//! Values for the properties of generated formats: the small ones that shrink well and the odd ones that find mistakes.

use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::strategy::Union;

use crate::envelope::CompressedContent;
use crate::plan::Content;

/// Text without NUL, of at most `most` bytes.
pub fn text(most: u64) -> BoxedStrategy<String> {
    kept("[^\\x00]{0,24}", most)
}

/// ASCII text without NUL, of at most `most` bytes.
pub fn ascii(most: u64) -> BoxedStrategy<String> {
    kept("[\\x01-\\x7f]{0,24}", most)
}

/// ASCII text without NUL, of exactly `len` bytes.
pub fn ascii_of(len: u64) -> BoxedStrategy<String> {
    let letters = vec(proptest::char::range('\u{1}', '\u{7f}'), size(len)..=size(len));
    letters.prop_map(|letters| letters.into_iter().collect()).boxed()
}

/// Bytes, at most `most`.
pub fn bytes(most: u64) -> BoxedStrategy<Vec<u8>> {
    vec(any::<u8>(), 0..=size(most.min(48))).boxed()
}

/// Exactly `len` bytes.
pub fn bytes_of(len: u64) -> BoxedStrategy<Vec<u8>> {
    vec(any::<u8>(), size(len)..=size(len)).boxed()
}

/// Content at hand, of at most `most` bytes.
pub fn content(most: u64) -> BoxedStrategy<Content<'static>> {
    bytes(most).prop_map(Content::from).boxed()
}

/// Content at hand, of exactly `len` bytes.
pub fn content_of(len: u64) -> BoxedStrategy<Content<'static>> {
    bytes_of(len).prop_map(Content::from).boxed()
}

/// Compressed content of at most `most` bytes, whose length before is from `min` to `max` bytes. Nothing has been compressed: only
/// the header is of interest.
pub fn compressed(most: u64, min: u64, max: u64) -> BoxedStrategy<CompressedContent<'static>> {
    let members = (content(most), number(min, max), any::<[u8; 8]>());
    let compressed =
        members.prop_map(|(content, decompressed_len, digest)| CompressedContent { content, decompressed_len, digest });
    compressed.boxed()
}

/// Numbers from `min` to `max`, the ends often.
pub fn number(min: u64, max: u64) -> BoxedStrategy<u64> {
    Union::new_weighted(Vec::from([
        (1, Just(min).boxed()),
        (1, Just(max).boxed()),
        (4, (min..=max).boxed()),
    ]))
    .boxed()
}

/// Lists of at most `most` records.
pub fn list<T: core::fmt::Debug>(record: impl Strategy<Value = T>, most: u64) -> impl Strategy<Value = Vec<T>> {
    vec(record, 0..=size(most.min(5)))
}

/// Lists of exactly `len` records.
pub fn list_of<T: core::fmt::Debug>(record: impl Strategy<Value = T>, len: u64) -> impl Strategy<Value = Vec<T>> {
    vec(record, size(len)..=size(len))
}

fn kept(pattern: &'static str, most: u64) -> BoxedStrategy<String> {
    pattern
        .prop_map(move |text: String| {
            let mut kept = String::new();
            for letter in text.chars() {
                if u64::try_from(kept.len().saturating_add(letter.len_utf8())).is_ok_and(|len| len <= most) {
                    kept.push(letter);
                }
            }
            kept
        })
        .boxed()
}

fn size(len: u64) -> usize {
    usize::try_from(len).unwrap_or(usize::MAX)
}
