//! The interface of formats that hold one compressed container; generated formats implement it.

use alloc::vec::Vec;

use crate::bytes::{Bytes, Number, Place, Width, length};
use crate::describe::Describer;
use crate::error::{Problem, ReadError, Stop, WriteError, WriteProblem};
use crate::plan::{Content, Plan};

/// A compression that the library can do and undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Codec {
    /// Zstandard frames, one after the other.
    Zstd,
    /// A zlib stream: RFC 1950.
    Zlib,
}

/// A compression method of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// The name in the schema.
    pub name: &'static str,
    /// The number of the method in the format.
    pub number: u64,
    /// The codec of such bytes.
    pub codec: Codec,
}

/// The MD5 digest of some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digest(pub [u8; 16]);

impl Digest {
    /// Its first eight bytes, as a little-endian number.
    pub fn leading(self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// The digest of which `leading` is all that is known; the rest counts as zeros.
    pub fn beginning_with(leading: u64) -> Self {
        let [a, b, c, d, e, f, g, h] = leading.to_le_bytes();
        Self([a, b, c, d, e, f, g, h, 0, 0, 0, 0, 0, 0, 0, 0])
    }
}

/// What is known of bytes that have been compressed: everything that a header says of them is worked out from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CompressedInfo {
    /// Length of the compressed bytes, in bytes.
    pub len: u64,
    /// Length of the bytes before, in bytes.
    pub decompressed_len: u64,
    /// Digest of the bytes before.
    pub digest: Digest,
}

/// Compressed content, as builders take it. Headers are worked out from it: it comes whole, from what was measured while compressing
/// ([`CompressedInfo`]) or from a header that was read, and no part of it can be set to something else.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CompressedContent<'a> {
    content: Content<'a>,
    decompressed_len: u64,
    /// First eight bytes of the MD5 digest of the bytes before, in the order of the digest; zeros where the format has no digest.
    digest: [u8; 8],
}

impl<'a> CompressedContent<'a> {
    /// The compressed bytes.
    pub fn content(&self) -> &Content<'a> {
        &self.content
    }

    /// The same, without a copy of the bytes.
    pub fn borrowed(&self) -> CompressedContent<'_> {
        CompressedContent { content: self.content.borrowed(), ..*self }
    }

    /// Length of the bytes before, in bytes.
    pub fn decompressed_len(&self) -> u64 {
        self.decompressed_len
    }

    /// Content of which a header says how long the bytes before were.
    pub fn of_len(content: impl Into<Content<'a>>, decompressed_len: impl Into<u64>) -> Self {
        Self { content: content.into(), decompressed_len: decompressed_len.into(), digest: [0; 8] }
    }

    /// Content of which a header says how long the bytes before were, and in a field of this width how their digest begins.
    pub fn declared(
        content: impl Into<Content<'a>>,
        decompressed_len: impl Into<u64>,
        width: Width,
        digest: impl Into<u64>,
    ) -> Self {
        let (decompressed_len, digest) = (decompressed_len.into(), digest.into());
        let digest = if width.is_big() {
            digest.to_be_bytes()
        } else {
            digest.to_le_bytes()
        };
        Self { content: content.into(), decompressed_len, digest }
    }

    /// The first bytes of the digest as the number that a field of this width holds.
    pub fn digest_number(&self, width: Width) -> u64 {
        if width.is_big() {
            u64::from_be_bytes(self.digest)
        } else {
            u64::from_le_bytes(self.digest)
        }
    }

    /// Number of compressed bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.content.len()
    }
}

impl From<&CompressedInfo> for CompressedContent<'_> {
    fn from(info: &CompressedInfo) -> Self {
        Self {
            content: Content::External(info.len),
            decompressed_len: info.decompressed_len,
            digest: info.digest.leading().to_le_bytes(),
        }
    }
}

/// A format that holds one compressed container. It has no state: there is one static value per format.
pub trait Envelope: Sync + core::fmt::Debug {
    /// Returns the name of the format in the schema.
    fn name(&self) -> &'static str;

    /// Returns the title of the format, for people.
    fn title(&self) -> &'static str;

    /// Returns how many leading bytes [`Envelope::recognises`] needs.
    fn magic_len(&self) -> u64 {
        self.magic().map_or(0, length)
    }

    /// Returns the bytes that every header of the format begins with, which can be searched for anywhere; `None` if there are none.
    fn magic(&self) -> Option<&'static [u8]> {
        None
    }

    /// Returns whether input that begins with `head` is of this format. `head` may be shorter than [`Envelope::magic_len`].
    fn recognises(&self, head: &[u8]) -> bool {
        self.magic().is_some_and(|magic| head.starts_with(magic))
    }

    /// Returns the versions that can be written, in ascending order; empty if the format has none.
    fn versions(&self) -> &'static [u64];

    /// Returns the version that is written by default, or `None` if the format has no versions.
    fn default_version(&self) -> Option<u64>;

    /// Returns the compression methods; the first is the default.
    fn methods(&self) -> &'static [Method];

    /// Returns whether the header has a digest of the decompressed bytes.
    fn has_digest(&self) -> bool;

    /// Returns the name of the only container format that it holds, or `None` if it holds any that has no compressed format of its own.
    fn holds(&self) -> Option<&'static str> {
        None
    }

    /// Returns how many of the first decompressed bytes are not compressed, because the header is made from them.
    fn front_len(&self) -> u64 {
        0
    }

    /// Reads the header at the start of `bytes`. The compressed bytes need not be in the window.
    ///
    /// # Errors
    ///
    /// Returns an error if the header is not valid, or continues past the end of the window.
    fn read(&self, bytes: Bytes<'_>) -> Result<EnvelopeHeader, Stop>;

    /// Shows every field to `describer`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Envelope::read`] does.
    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop>;

    /// Lays out the file. Content 0 of the plan is the compressed bytes. `version` is one of [`Envelope::versions`], if there are any, and
    /// `front` is the first [`Envelope::front_len`] decompressed bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if a size does not fit its field, or if the header cannot be made from `front`.
    fn plan(
        &self,
        version: Option<u64>,
        method: &Method,
        info: &CompressedInfo,
        front: &[u8],
    ) -> Result<Plan<'static>, WriteError>;

    /// Returns the byte that may pad the space between two consecutive files of the format.
    fn padding(&self) -> Option<u8>;
}

/// The header of a compressed container: the place of the compressed bytes, and what it declares of the decompressed ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvelopeHeader {
    /// The offset of the header, in bytes from the start of the input.
    pub start: u64,
    /// The version, or `None` if the format has no versions.
    pub version: Option<u64>,
    /// The method, or why it is not known.
    pub method: Result<Method, ReadError>,
    /// The compressed bytes, from the start of the *input*. If no field declares their length, everything up to the end of the bytes given:
    /// see [`EnvelopeHeader::len`]. An error if they are declared to reach past the end.
    pub place: Result<Place, ReadError>,
    /// The path of the compressed bytes: the fields that lead there, from the outside in.
    pub data_path: &'static [&'static str],
    /// The length of header and data together, and the field that declares it. `None` if there is no such field; they end where the
    /// compressed stream does.
    pub len: Option<DeclaredValue>,
    /// The field with the number of decompressed bytes, including [`EnvelopeHeader::front`].
    pub decompressed_len: DeclaredValue,
    /// The field with the first eight bytes of the digest of the decompressed bytes, as a little-endian number. `None` if the format has no
    /// digest.
    pub digest: Option<DeclaredValue>,
    /// The bytes in front of the decompressed ones, which [`EnvelopeHeader::decompressed_len`] includes. Empty in most formats.
    pub front: Vec<u8>,
}

/// A number in a header that only the compressed bytes can confirm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredValue {
    /// The number.
    pub value: u64,
    /// The offset of the field, in bytes from the start of the input.
    pub offset: u64,
    /// The path of the field: the fields that lead there, from the outside in.
    pub path: &'static [&'static str],
}

impl DeclaredValue {
    /// What the field `number` at `path` of the container `bytes` declares.
    pub fn of(bytes: Bytes<'_>, number: Number, path: &'static [&'static str]) -> Self {
        Self { value: number.value, offset: bytes.absolute(number.at), path }
    }
}

/// A number that tells a format from others with the same first bytes: its place and its range.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::envelope))]
pub struct Sign {
    /// First byte, from the start of the file.
    pub at: u64,
    /// How wide it is.
    pub width: Width,
    /// The smallest and the largest.
    pub range: (u64, u64),
}

impl Sign {
    /// Whether a file that begins with `head` has such a number there.
    pub fn stands_in(&self, head: &[u8]) -> bool {
        let (min, max) = self.range;
        let number = Bytes::new(head).number(self.at, self.width);
        number.is_ok_and(|number| min <= number && number <= max)
    }
}

/// The number of this width that is `at` bytes from the start of `front`, in front of what is compressed.
///
/// # Errors
///
/// There is none.
pub fn kept(front: &[u8], at: u64, width: Width, field: &'static str) -> Result<u64, WriteError> {
    Bytes::new(front).number(at, width).map_err(|error| {
        let why = alloc::format!("the header is made of what is compressed: {error}");
        WriteError::new(field, WriteProblem::Unreadable { why })
    })
}

/// The one of `methods` whose streams begin as the bytes from `at` on do, up to `end` where that is known, in bytes from the start of the
/// container. `begins` says how, for each of them; nothing fits all bytes.
///
/// # Errors
///
/// The window does not show them; or none begins so.
pub fn told(
    methods: &[Method],
    begins: &[&[u8]],
    bytes: Bytes<'_>,
    at: u64,
    end: Option<u64>,
) -> Result<Method, ReadError> {
    let longest = begins.iter().map(|begins| length(begins)).max().unwrap_or(0);
    let end = end.unwrap_or(u64::MAX).min(bytes.len());
    let head = bytes.take(at, longest.min(end.saturating_sub(at)))?;
    let mut known = methods.iter().zip(begins);
    let found = known.find(|(_, begins)| head.starts_with(begins));
    let problem = || Problem::Missing { expected: "the beginning of compressed bytes".into() };
    found
        .map(|(method, _)| *method)
        .ok_or_else(|| bytes.error(at, problem()))
}

/// `header` with `value` in the number of this width that is `at` bytes from its start.
pub fn replaced(mut header: Vec<u8>, at: u64, width: Width, value: u64) -> Vec<u8> {
    let from = usize::try_from(at).unwrap_or(usize::MAX);
    width.encode(value, |bytes| {
        for (to, byte) in header.iter_mut().skip(from).zip(bytes) {
            *to = *byte;
        }
    });
    header
}

impl EnvelopeHeader {
    /// Where the next container may be, from the start of the input; `None` if only the compressed stream can tell.
    pub fn end(&self) -> Option<u64> {
        self.len.as_ref().map(|len| self.start.saturating_add(len.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_front_are_kept_and_replaced() {
        let front = Vec::from(*b"ab\x05\x00cd");
        let sign = |min, max| Sign { at: 2, width: Width::U16Le, range: (min, max) };
        assert!(sign(5, 5).stands_in(&front) && !sign(6, 9).stands_in(&front) && !sign(0, 9).stands_in(b"ab\x05"));
        assert_eq!(kept(&front, 2, Width::U16Le, "n"), Ok(5));
        assert!(kept(&front, 5, Width::U16Le, "n").is_err());
        assert_eq!(replaced(front, 3, Width::U16Be, 0x0102), b"ab\x05\x01\x02d");
    }

    #[test]
    fn bytes_behind_the_compressed_ones_do_not_tell_their_method() {
        let method = |name| Method { name, number: 0, codec: Codec::Zlib };
        let (methods, begins): (_, [&[u8]; 2]) = ([method("marked"), method("other")], [b"MARK", b""]);
        let told = |end| told(&methods, &begins, Bytes::new(b"..MARK"), 2, end).map(|method| method.name);
        assert_eq!([None, Some(6), Some(99)].map(told), ["marked"; 3].map(Ok));
        assert_eq!([Some(2), Some(5), Some(0)].map(told), ["other"; 3].map(Ok));
    }

    #[test]
    fn the_first_bytes_of_the_digest_keep_their_order() {
        let info = CompressedInfo { len: 3, decompressed_len: 9, digest: Digest(*b"0123456789abcdef") };
        let content = CompressedContent::from(&info);
        assert_eq!((content.len(), content.decompressed_len), (3, 9));
        assert_eq!(content.digest, *b"01234567");
        let digest = Digest::beginning_with(info.digest.leading());
        assert_eq!(digest, Digest(*b"01234567\0\0\0\0\0\0\0\0"));
    }
}
