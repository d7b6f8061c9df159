//! The made-up formats: two containers and an envelope.

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::{Bytes, Number, Place, Width, length};
use offload_bundle_core::container::{Bundle, Container, Forbidden, NewEntry, PlanOptions, StoredEntry};
use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::envelope::{Codec, CompressedInfo, DeclaredValue, Envelope, EnvelopeHeader, Method};
use offload_bundle_core::error::{Path, Problem, ReadError, Stop, WriteError, WriteProblem};
use offload_bundle_core::plan::{Content, Plan};
use offload_bundle_core::text::{Delimiter, Delimiters};

const MAGIC: &[u8] = b"PACK";

/// A binary container: `PACK`, a count, records of offset, length and ID, then the contents.
#[derive(Debug)]
pub(super) struct Packed;

impl Container for Packed {
    fn name(&self) -> &'static str {
        "packed"
    }

    fn title(&self) -> &'static str {
        "packed container"
    }

    fn magic_len(&self) -> u64 {
        length(MAGIC)
    }

    fn magic(&self) -> Option<&'static [u8]> {
        Some(MAGIC)
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(MAGIC)
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        read_as(MAGIC, bytes)
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        expect(bytes, MAGIC)?;
        let field =
            |name, ofs, len, value| Field { name, offset: bytes.absolute(ofs), len, value, meaning: "Made up." };
        describer.field(field("magic", 0, 4, FieldValue::Magic(MAGIC)));
        let count = bytes.number(4, Width::U64Le).map_err(|error| error.in_field("count"))?;
        describer.field(field("count", 4, 8, FieldValue::Number(count)));
        let bundle = self.read(bytes)?;
        describer.begin("entries", Shape::List);
        for entry in &bundle.entries {
            describer.item(entry.index);
            let id = entry.id.clone().unwrap_or_default();
            let (at, len) = (entry.id_offset.saturating_sub(bytes.origin()), length(id.as_bytes()));
            describer.field(field("id", at, len, FieldValue::Text(id.into())));
            describer.end();
        }
        describer.end();
        Ok(())
    }

    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        plan_as(MAGIC, entries, options)
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        Vec::new()
    }

    fn padding(&self) -> Option<u8> {
        Some(0)
    }
}

pub(super) fn expect(bytes: Bytes<'_>, magic: &'static [u8]) -> Result<(), ReadError> {
    let found = bytes.take(0, magic.len() as u64)?;
    let problem = || Problem::BadMagic { expected: magic, found: found.to_vec() };
    if found == magic {
        Ok(())
    } else {
        Err(bytes.error(0, problem()))
    }
}

pub(super) fn read_as(magic: &'static [u8], bytes: Bytes<'_>) -> Result<Bundle, Stop> {
    expect(bytes, magic).map_err(|error| error.in_field("magic"))?;
    let count = bytes.number(4, Width::U64Le).map_err(|error| error.in_field("count"))?;
    let mut at = 12_u64;
    let mut entries = Vec::new();
    for index in 0..count {
        let within = |error: ReadError| error.at_index(index).in_field("entries");
        let ofs = bytes.number(at, Width::U64Le).map_err(within)?;
        let len = bytes.number(at.saturating_add(8), Width::U64Le).map_err(within)?;
        let len_id = bytes.number(at.saturating_add(16), Width::U64Le).map_err(within)?;
        let id = bytes.take(at.saturating_add(24), len_id).map_err(within)?;
        let id_offset = bytes.absolute(at.saturating_add(24));
        let pointer = |value, at, field| Number { value, at, field };
        let place = bytes.place(pointer(ofs, at, "ofs"), pointer(len, at.saturating_add(8), "len"));
        let text = core::str::from_utf8(id).map(Into::into);
        let why = "not UTF-8";
        entries.push(StoredEntry {
            index,
            id: text.map_err(|_| within(ReadError::new(id_offset, Problem::BadText { why }).in_field("id"))),
            id_offset,
            place: place.map_err(within).map(|mut place| {
                place.ofs = bytes.absolute(place.ofs);
                place
            }),
            path: Path::from("entries").index(index),
            ofs_field: "ofs",
            ofs_offset: bytes.absolute(at),
            attributes: Attributes::default(),
        });
        at = at.saturating_add(24).saturating_add(len_id);
    }
    let ends = entries
        .iter()
        .filter_map(|entry| Some(entry.place.as_ref().ok()?.end()));
    let end = ends.max().unwrap_or(0).saturating_sub(bytes.origin()).max(at);
    Ok(Bundle { start: bytes.origin(), frame_len: at, len: end, version: None, entries })
}

pub(super) fn plan_as(
    magic: &'static [u8],
    entries: &[NewEntry<'_>],
    options: PlanOptions,
) -> Result<Plan<'static>, WriteError> {
    let ids: u64 = entries
        .iter()
        .map(|entry| length(entry.id.as_bytes()).saturating_add(24))
        .sum();
    let mut end = ids.saturating_add(12);
    let mut plan = Plan::new();
    plan.bytes(magic);
    plan.bytes((entries.len() as u64).to_le_bytes().to_vec());
    let mut places = Vec::new();
    for entry in entries {
        let ofs = end
            .checked_next_multiple_of(options.alignment.max(1))
            .ok_or(WriteError::new("", WriteProblem::Overflow))?;
        end = ofs
            .checked_add(entry.len)
            .ok_or(WriteError::new("", WriteProblem::Overflow))?;
        places.push(ofs);
    }
    for (entry, ofs) in entries.iter().zip(&places) {
        plan.bytes(ofs.to_le_bytes().to_vec());
        plan.bytes(entry.len.to_le_bytes().to_vec());
        plan.bytes(length(entry.id.as_bytes()).to_le_bytes().to_vec());
        plan.bytes(entry.id.as_bytes().to_vec());
    }
    for (entry, ofs) in entries.iter().zip(&places) {
        plan.fill_to(*ofs, 0);
        plan.content(Content::External(entry.len));
    }
    Ok(plan)
}

pub(super) fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let new: Vec<NewEntry<'_>> = entries
        .iter()
        .map(|(id, content)| NewEntry::new(id, length(content)))
        .collect();
    let plan = Packed.plan(&new, PlanOptions::default()).unwrap();
    let mut bytes = Vec::new();
    for piece in plan.pieces {
        if let offload_bundle_core::plan::Piece::Bytes(piece) = piece {
            bytes.extend_from_slice(&piece);
        }
    }
    entries.iter().for_each(|(_, content)| bytes.extend_from_slice(content));
    bytes
}

const BEGIN: &[u8] = b"\n%begin ";
const END: &[u8] = b"\n%end\n";

/// A text container: `\n%begin ID\n`, the content, `\n%end\n`, once for every entry.
#[derive(Debug)]
pub(super) struct Written;

impl Container for Written {
    fn name(&self) -> &'static str {
        "written"
    }

    fn title(&self) -> &'static str {
        "written container"
    }

    fn magic_len(&self) -> u64 {
        length(BEGIN)
    }

    fn delimiters(&self) -> Option<Delimiters> {
        let delimiter = |lead: &[u8]| Delimiter { lead: lead.to_vec() };
        Some(Delimiters { start: delimiter(BEGIN), end: delimiter(b"\n%end") })
    }

    fn recognises(&self, head: &[u8]) -> bool {
        memchr::memmem::find(head, BEGIN).is_some()
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        let whole = bytes.take(0, bytes.len())?;
        let find = |from: usize, needle: &[u8]| {
            let at = whole.get(from..).and_then(|rest| memchr::memmem::find(rest, needle));
            at.map(|at| at.saturating_add(from))
        };
        let mut entries = Vec::new();
        let mut at = 0_usize;
        while let Some(begin) = find(at, BEGIN) {
            let id = begin.saturating_add(BEGIN.len());
            let missing = |at: usize, expected: &str| {
                let expected = expected.into();
                ReadError::new(bytes.absolute(at as u64), Problem::Missing { expected })
            };
            let line = find(id, b"\n").ok_or_else(|| missing(id, "the end of the line"))?;
            let content = line.saturating_add(1);
            let end = find(line, END).ok_or_else(|| missing(begin, "a line %end"))?;
            let len = end.saturating_sub(content) as u64;
            entries.push(StoredEntry {
                index: entries.len() as u64,
                id: Ok(std::string::String::from_utf8_lossy(whole.get(id..line).unwrap_or_default()).into()),
                id_offset: bytes.absolute(id as u64),
                place: Ok(Place { ofs: bytes.absolute(content as u64), len }),
                path: Path::from("entries").index(entries.len() as u64),
                ofs_field: "",
                ofs_offset: bytes.absolute(begin as u64),
                attributes: Attributes::default(),
            });
            at = end.saturating_add(END.len());
        }
        Ok(Bundle { start: bytes.origin(), frame_len: 0, len: at as u64, version: None, entries })
    }

    fn describe(&self, bytes: Bytes<'_>, _describer: &mut dyn Describer) -> Result<(), Stop> {
        self.read(bytes).map(|_| ())
    }

    fn plan(&self, entries: &[NewEntry<'_>], _options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        let mut plan = Plan::new();
        for entry in entries {
            plan.bytes([BEGIN, entry.id.as_bytes(), b"\n"].concat());
            plan.content(Content::External(entry.len));
            plan.bytes(END);
        }
        Ok(plan)
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        [(BEGIN, "a line %begin"), (END, "a line %end")]
            .map(|(bytes, what)| Forbidden { bytes: bytes.into(), what })
            .into()
    }

    fn padding(&self) -> Option<u8> {
        None
    }
}

const WRAP_MAGIC: &[u8] = b"WRAP";
pub(super) const METHODS: [Method; 2] = [
    Method { name: "press", number: 5, codec: Codec::Zstd },
    Method { name: "fold", number: 6, codec: Codec::Zlib },
];

/// An envelope: `WRAP`, version and method of one byte each, sizes and digest, then the compressed bytes. Version 1 has
/// 16 bits for the decompressed length and no total length; version 2 has 64 bits for all sizes, and a total length.
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
        length(WRAP_MAGIC)
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(WRAP_MAGIC)
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
        super::formats::expect(bytes, WRAP_MAGIC)?;
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
            [WRAP_MAGIC, &[u8::try_from(version).unwrap(), u8::try_from(method.number).unwrap()]].concat();
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

/// Like [`Wrap`], with other bytes instead of the digest.
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
