//! Runs in a copy of the workspace with a changed schema of compressed bundles: another magic, and a wider big-endian size in version 1.

use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::envelope::{CompressedInfo, Digest};
use offload_bundle_core::plan::Piece;
use offload_bundle_formats::registry::REGISTRY;

#[test]
fn header_follows_changed_schema() {
    let envelope = REGISTRY
        .envelopes
        .iter()
        .find(|envelope| envelope.name() == "ccob")
        .unwrap();
    let packed = CompressedInfo { len: 0, decompressed_len: 1 << 40, digest: Digest(*b"12345678--------") };
    let plan = envelope.plan(Some(1), &envelope.methods()[0], &packed, &[]).unwrap();
    let header = b"OTHER\x01\0\x01\0\0\0\x01\0\0\0\0\x0012345678";
    let written = plan.pieces.iter().map(|piece| match piece {
        Piece::Bytes(bytes) => bytes.as_ref(),
        _ => b"",
    });
    assert_eq!(written.collect::<Vec<_>>().concat(), header);
    assert!(envelope.recognises(header) && !envelope.recognises(b"CCOB"));
    let read = envelope.read(Bytes::new(header)).unwrap();
    assert_eq!(
        (read.version, read.decompressed_len.value, read.decompressed_len.offset),
        (Some(1), 1 << 40, 9)
    );
}
