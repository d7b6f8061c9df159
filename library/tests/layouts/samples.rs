//! Small offload binaries.

use offload_bundle_core::attributes::{Attributes, TextAttribute};
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::container::{Bundle, Container, NewEntry, PlanOptions};
use offload_bundle_core::error::Stop;
use offload_bundle_core::plan::Piece;
use offload_bundle_formats::offload_binary::CONTAINER;

pub const IMAGES: &[&[u8]] = &[b"AAAAAAA", b"BBBBBBBBB"];
pub const TRIPLE: &str = "amdgcn-amd-amdhsa";

pub fn said(numbers: [u64; 3], texts: &[(&str, &str)]) -> Attributes {
    let [image_kind, offload_kind, flags] = numbers;
    let texts =
        texts
            .iter()
            .map(|(key, value)| TextAttribute { key: (*key).into(), value: (*value).into(), offset: 0 });
    Attributes {
        numbers: vec![("image_kind", image_kind), ("offload_kind", offload_kind), ("flags", flags)],
        texts: texts.collect(),
    }
}

pub fn hip(arch: &str) -> Attributes {
    said([1, 4, 0], &[("arch", arch), ("triple", TRIPLE)])
}

pub fn packed(version: Option<u64>, images: &[Attributes]) -> Vec<u8> {
    let entries: Vec<NewEntry<'_>> = images
        .iter()
        .zip(IMAGES)
        .map(|(attributes, content)| NewEntry { id: "", len: content.len() as u64, attributes })
        .collect();
    let plan = CONTAINER
        .plan(&entries, PlanOptions { version, ..PlanOptions::default() })
        .unwrap();
    let mut bytes = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
            Piece::Fill { fill, len } => bytes.resize(bytes.len() + *len as usize, *fill),
            Piece::Content { slot, .. } => bytes.extend_from_slice(IMAGES[*slot]),
        }
    }
    bytes
}

pub fn read(bytes: &[u8]) -> Result<Bundle, String> {
    CONTAINER.read(Bytes::new(bytes)).map_err(|stop| match stop {
        Stop::Failed(error) => error.to_string(),
        Stop::NeedMore { upto } => format!("{upto} bytes are wanted"),
    })
}
