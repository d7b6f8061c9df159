//! Runs in a copy of the workspace whose schema of the compressed bundle has another magic, and a wider big-endian size in version 1.

use offload_bundle::catalog::CATALOG;
use offload_bundle::runtime::{Bytes, Digest, Packed, Piece};

#[test]
fn the_header_is_as_the_changed_schema_says() {
    let wrapper = CATALOG
        .wrappers
        .iter()
        .find(|wrapper| wrapper.name() == "ccob")
        .unwrap();
    let packed = Packed {
        len: 0,
        unpacked_len: 1 << 40,
        digest: Digest(*b"12345678--------"),
    };
    let plan = wrapper.plan(1, &wrapper.methods()[0], &packed).unwrap();
    let header = b"OTHER\x01\0\x01\0\0\0\x01\0\0\0\0\x0012345678";
    let written = plan.pieces.iter().map(|piece| match piece {
        Piece::Bytes(bytes) => bytes.as_ref(),
        _ => b"",
    });
    assert_eq!(written.collect::<Vec<_>>().concat(), header);
    assert!(wrapper.recognises(header) && !wrapper.recognises(b"CCOB"));
    let read = wrapper.read(Bytes::new(header)).unwrap();
    assert_eq!(
        (read.version, read.unpacked_len.value, read.unpacked_len.offset),
        (1, 1 << 40, 9)
    );
}
