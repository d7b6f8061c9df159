//! A made-up envelope: `WRAP`, version and method of one byte each, sizes and digest, then the compressed bytes. Version 1 has 16 bits
//! for the size of what it holds and does not say how long it is; version 2 does, and has 64 bits for everything.

use offload_bundle_core::bytes::{Bytes, Number, Width, length};
use offload_bundle_core::describe::Describer;
use offload_bundle_core::envelope::{Codec, CompressedInfo, DeclaredValue, Envelope, EnvelopeHeader, Method};
use offload_bundle_core::error::{Stop, WriteError, WriteProblem};
use offload_bundle_core::plan::{Content, Plan};

const MAGIC: &[u8] = b"WRAP";
pub(super) const METHODS: [Method; 2] = [
    Method { name: "press", number: 5, codec: Codec::Zstd },
    Method { name: "fold", number: 6, codec: Codec::Zlib },
];

#[derive(Debug)]
pub(super) struct Wrap;

impl Envelope for Wrap {
    fn name(&self) -> &'static str {
        "wrap"
    }

    fn title(&self) -> &'static str {
        "wrapped container"
    }

    fn magic_len(&self) -> u64 {
        length(MAGIC)
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(MAGIC)
    }

    fn versions(&self) -> &'static [u64] {
        &[1, 2]
    }

    fn default_version(&self) -> Option<u64> {
        Some(2)
    }

    fn methods(&self) -> &'static [Method] {
        &METHODS
    }

    fn has_digest(&self) -> bool {
        true
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<EnvelopeHeader, Stop> {
        super::packed::expect(bytes, MAGIC)?;
        let version = bytes.number(4, Width::U8)?;
        let number = Number { value: bytes.number(5, Width::U8)?, at: 5, field: "method" };
        let method = METHODS.iter().find(|method| method.number == number.value);
        let value_of =
            |value, at, path: &'static [&'static str]| DeclaredValue::of(bytes, Number { value, at, field: "" }, path);
        let (header, len) = match version {
            1 => (16_u64, None),
            _ => (30, Some(value_of(bytes.number(22, Width::U64Le)?, 22, &["len"]))),
        };
        let decompressed_len = match version {
            1 => bytes.number(6, Width::U16Le)?,
            _ => bytes.number(14, Width::U64Le)?,
        };
        let (digest_at, unpacked_at) = if version == 1 { (8, 6) } else { (6, 14) };
        let end = len.as_ref().map_or(bytes.len(), |len| len.value);
        let number_of = |value, at, field| Number { value, at, field };
        let place = bytes.place(
            number_of(header, 0, "data"),
            number_of(end.saturating_sub(header), 22, "len"),
        );
        Ok(EnvelopeHeader {
            start: bytes.origin(),
            version: Some(version),
            method: bytes.known(number, method.copied(), "5, 6"),
            place: place.map(|place| bytes.absolute_place(place)),
            data_path: &["data"],
            len,
            decompressed_len: value_of(decompressed_len, unpacked_at, &["size_within"]),
            digest: Some(value_of(bytes.number(digest_at, Width::U64Le)?, digest_at, &["digest"])),
            front: Vec::new(),
        })
    }

    fn describe(&self, bytes: Bytes<'_>, _describer: &mut dyn Describer) -> Result<(), Stop> {
        self.read(bytes).map(|_| ())
    }

    fn plan(
        &self,
        version: Option<u64>,
        method: &Method,
        packed: &CompressedInfo,
        _front: &[u8],
    ) -> Result<Plan<'static>, WriteError> {
        let version = version.unwrap();
        let mut header: Vec<u8> =
            [MAGIC, &[u8::try_from(version).unwrap(), u8::try_from(method.number).unwrap()]].concat();
        let digest = packed.digest.leading().to_le_bytes();
        if version == 1 {
            let too_large = WriteProblem::TooLarge { found: packed.decompressed_len, max: u64::from(u16::MAX) };
            let len = u16::try_from(packed.decompressed_len).map_err(|_| WriteError::new("size_within", too_large))?;
            header.extend(len.to_le_bytes());
            header.extend(digest);
        } else {
            header.extend(digest);
            header.extend(packed.decompressed_len.to_le_bytes());
            header.extend(packed.len.saturating_add(30).to_le_bytes());
        }
        let mut plan = Plan::new();
        plan.bytes(header);
        plan.content(Content::External(packed.len));
        Ok(plan)
    }

    fn padding(&self) -> Option<u8> {
        Some(0)
    }
}

/// The same, but what is where the digest was is none.
#[derive(Debug)]
pub(super) struct Undigested;

impl Envelope for Undigested {
    fn name(&self) -> &'static str {
        "undigested"
    }

    fn title(&self) -> &'static str {
        "wrapped container without a digest"
    }

    fn versions(&self) -> &'static [u64] {
        Wrap.versions()
    }

    fn default_version(&self) -> Option<u64> {
        Wrap.default_version()
    }

    fn methods(&self) -> &'static [Method] {
        Wrap.methods()
    }

    fn has_digest(&self) -> bool {
        false
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<EnvelopeHeader, Stop> {
        Wrap.read(bytes).map(|header| EnvelopeHeader { digest: None, ..header })
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Wrap.describe(bytes, describer)
    }

    fn plan(
        &self,
        version: Option<u64>,
        method: &Method,
        packed: &CompressedInfo,
        front: &[u8],
    ) -> Result<Plan<'static>, WriteError> {
        Wrap.plan(version, method, packed, front)
    }

    fn padding(&self) -> Option<u8> {
        Wrap.padding()
    }
}
