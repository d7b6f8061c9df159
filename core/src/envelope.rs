//! The interface of compressed formats. Generated formats implement it.

use alloc::vec::Vec;

use crate::bytes::{Bytes, Number, Place, Width, length};
use crate::describe::Describer;
use crate::error::{Problem, ReadError, Stop, WriteError, WriteProblem};
use crate::plan::{Content, Plan};

/// A supported compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Codec {
    /// Consecutive Zstandard frames.
    Zstd,
    /// A zlib stream (RFC 1950).
    Zlib,
}

/// A compression method of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// The name in the schema.
    pub name: &'static str,
    /// The number in the format.
    pub number: u64,
    /// The codec of the compressed bytes.
    pub codec: Codec,
}

/// An MD5 digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digest(pub [u8; 16]);

impl Digest {
    /// Returns the first eight bytes, as a little-endian number.
    pub fn leading(self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// Returns a digest with only its first eight bytes known; the rest is zero.
    pub fn beginning_with(leading: u64) -> Self {
        let [a, b, c, d, e, f, g, h] = leading.to_le_bytes();
        Self([a, b, c, d, e, f, g, h, 0, 0, 0, 0, 0, 0, 0, 0])
    }
}

/// The facts about compressed bytes that determine their header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CompressedInfo {
    /// The length of the compressed bytes.
    pub len: u64,
    /// The length of the decompressed bytes.
    pub decompressed_len: u64,
    /// The digest of the decompressed bytes.
    pub digest: Digest,
}

/// Compressed content for builders. It determines the header, so its parts cannot be set separately: it comes from
/// [`CompressedInfo`] or from a header.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CompressedContent<'a> {
    content: Content<'a>,
    decompressed_len: u64,
    /// The first eight bytes of the digest of the decompressed bytes; zeros without a digest.
    digest: [u8; 8],
}

impl<'a> CompressedContent<'a> {
    /// Returns the compressed bytes.
    pub fn content(&self) -> &Content<'a> {
        &self.content
    }

    /// Returns the same content without copying its bytes.
    pub fn borrowed(&self) -> CompressedContent<'_> {
        CompressedContent { content: self.content.borrowed(), ..*self }
    }

    /// Returns the length of the decompressed bytes.
    pub fn decompressed_len(&self) -> u64 {
        self.decompressed_len
    }

    /// Creates content with a declared decompressed length and no digest.
    pub fn of_len(content: impl Into<Content<'a>>, decompressed_len: impl Into<u64>) -> Self {
        Self { content: content.into(), decompressed_len: decompressed_len.into(), digest: [0; 8] }
    }

    /// Creates content with a declared decompressed length, and the start of the digest as a number of this width.
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

    /// Returns the start of the digest as a number of this width.
    pub fn digest_number(&self, width: Width) -> u64 {
        if width.is_big() {
            u64::from_be_bytes(self.digest)
        } else {
            u64::from_le_bytes(self.digest)
        }
    }

    /// Returns the length of the compressed bytes.
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

/// A format for one compressed container. It is stateless: each format has one static value.
pub trait Envelope: Sync + core::fmt::Debug {
    /// Returns the name of the format in the schema.
    fn name(&self) -> &'static str;

    /// Returns the title shown to users.
    fn title(&self) -> &'static str;

    /// Returns the number of leading bytes that [`Envelope::recognises`] needs.
    fn magic_len(&self) -> u64 {
        self.magic().map_or(0, length)
    }

    /// Returns the first bytes of every header, which can be searched for anywhere, or `None` if they vary.
    fn magic(&self) -> Option<&'static [u8]> {
        None
    }

    /// Returns whether input that starts with `head` has this format. `head` may be shorter than
    /// [`Envelope::magic_len`].
    fn recognises(&self, head: &[u8]) -> bool {
        self.magic().is_some_and(|magic| head.starts_with(magic))
    }

    /// Returns the versions that can be written, in ascending order; empty if the format is unversioned.
    fn versions(&self) -> &'static [u64];

    /// Returns the default version for writing, or `None` if the format is unversioned.
    fn default_version(&self) -> Option<u64>;

    /// Returns the compression methods; the first is the default.
    fn methods(&self) -> &'static [Method];

    /// Returns whether the header has a digest of the decompressed bytes.
    fn has_digest(&self) -> bool;

    /// Returns the name of the only container format that it may contain, or `None` for any format without its own
    /// compressed format.
    fn holds(&self) -> Option<&'static str> {
        None
    }

    /// Returns the number of leading decompressed bytes that become the header instead of being compressed.
    fn front_len(&self) -> u64 {
        0
    }

    /// Reads the header at the start of `bytes`. The window need not include the compressed bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the header is not valid, or continues past the window.
    fn read(&self, bytes: Bytes<'_>) -> Result<EnvelopeHeader, Stop>;

    /// Shows every field to `describer`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Envelope::read`] does.
    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop>;

    /// Lays out the file. Content 0 of the plan is the compressed bytes. `version` is from [`Envelope::versions`], and
    /// `front` is the first [`Envelope::front_len`] bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if a size does not fit its field, or if `front` is not valid for the header.
    fn plan(
        &self,
        version: Option<u64>,
        method: &Method,
        info: &CompressedInfo,
        front: &[u8],
    ) -> Result<Plan<'static>, WriteError>;

    /// Returns the padding byte that may fill the space between consecutive files.
    fn padding(&self) -> Option<u8>;
}

/// The header of a compressed container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvelopeHeader {
    /// The offset of the header, in bytes from the start of the input.
    pub start: u64,
    /// The version, or `None` if the format is unversioned.
    pub version: Option<u64>,
    /// The method, or the reason why it is unknown.
    pub method: Result<Method, ReadError>,
    /// The compressed bytes, from the start of the *input*. Without a declared length ([`EnvelopeHeader::len`]), they
    /// continue to the end of the input. An error if they are declared past the end.
    pub place: Result<Place, ReadError>,
    /// The path of the compressed bytes, from the outside in.
    pub data_path: &'static [&'static str],
    /// The declared length of header and compressed bytes together. `None` if the format does not declare it; the
    /// container then ends with the compressed stream.
    pub len: Option<DeclaredValue>,
    /// The declared number of decompressed bytes, including [`EnvelopeHeader::front`].
    pub decompressed_len: DeclaredValue,
    /// The declared digest of the decompressed bytes: its first eight bytes, as a little-endian number. `None` if the
    /// format has no digest.
    pub digest: Option<DeclaredValue>,
    /// The bytes before the decompressed ones, included in [`EnvelopeHeader::decompressed_len`]. Empty in most formats.
    pub front: Vec<u8>,
}

/// A declared number that can be checked only by decompressing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredValue {
    /// The number.
    pub value: u64,
    /// The offset of the field, in bytes from the start of the input.
    pub offset: u64,
    /// The path of the field, from the outside in.
    pub path: &'static [&'static str],
}

impl DeclaredValue {
    /// Creates the value of the field `number` at `path` in the container `bytes`.
    pub fn of(bytes: Bytes<'_>, number: Number, path: &'static [&'static str]) -> Self {
        Self { value: number.value, offset: bytes.absolute(number.at), path }
    }
}

/// A number that distinguishes a format from others with the same first bytes.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::envelope))]
pub struct Sign {
    /// The offset, in bytes from the start of the file.
    pub at: u64,
    /// The width and byte order.
    pub width: Width,
    /// The smallest and the largest allowed number.
    pub range: (u64, u64),
}

impl Sign {
    /// Returns whether the number in a file that starts with `head` is in range.
    pub fn stands_in(&self, head: &[u8]) -> bool {
        let (min, max) = self.range;
        let number = Bytes::new(head).number(self.at, self.width);
        number.is_ok_and(|number| min <= number && number <= max)
    }
}

/// Returns the number of this width at `at`, in bytes from the start of `front`.
///
/// # Errors
///
/// Returns [`WriteProblem::Unreadable`] if `front` is too short.
pub fn kept(front: &[u8], at: u64, width: Width, field: &'static str) -> Result<u64, WriteError> {
    Bytes::new(front).number(at, width).map_err(|error| {
        let why = alloc::format!("the header cannot be built from the content: {error}");
        WriteError::new(field, WriteProblem::Unreadable { why })
    })
}

/// Returns the first method with a stream start in `begins` that matches the bytes from `at` up to `end`, in bytes from
/// the start of the container. An empty stream start matches all bytes.
///
/// # Errors
///
/// Returns an error if the window does not include these bytes, or if no method matches.
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

/// Returns `header` with the number of this width at `at` set to `value`.
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
    /// Returns the offset after the container, from the start of the input, or `None` if only decompression can
    /// determine it.
    pub fn end(&self) -> Option<u64> {
        self.len.as_ref().map(|len| self.start.saturating_add(len.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_numbers_are_read_and_replaced() {
        let front = Vec::from(*b"ab\x05\x00cd");
        let sign = |min, max| Sign { at: 2, width: Width::U16Le, range: (min, max) };
        assert!(sign(5, 5).stands_in(&front) && !sign(6, 9).stands_in(&front) && !sign(0, 9).stands_in(b"ab\x05"));
        assert_eq!(kept(&front, 2, Width::U16Le, "n"), Ok(5));
        assert!(kept(&front, 5, Width::U16Le, "n").is_err());
        assert_eq!(replaced(front, 3, Width::U16Be, 0x0102), b"ab\x05\x01\x02d");
    }

    #[test]
    fn bytes_after_stream_do_not_determine_method() {
        let method = |name| Method { name, number: 0, codec: Codec::Zlib };
        let (methods, begins): (_, [&[u8]; 2]) = ([method("marked"), method("other")], [b"MARK", b""]);
        let told = |end| told(&methods, &begins, Bytes::new(b"..MARK"), 2, end).map(|method| method.name);
        assert_eq!([None, Some(6), Some(99)].map(told), ["marked"; 3].map(Ok));
        assert_eq!([Some(2), Some(5), Some(0)].map(told), ["other"; 3].map(Ok));
    }

    #[test]
    fn digest_start_keeps_byte_order() {
        let info = CompressedInfo { len: 3, decompressed_len: 9, digest: Digest(*b"0123456789abcdef") };
        let content = CompressedContent::from(&info);
        assert_eq!((content.len(), content.decompressed_len), (3, 9));
        assert_eq!(content.digest, *b"01234567");
        let digest = Digest::beginning_with(info.digest.leading());
        assert_eq!(digest, Digest(*b"01234567\0\0\0\0\0\0\0\0"));
    }
}
