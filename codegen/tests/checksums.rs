//! Checksums of interpreted schemas.

use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign::read_with_sums;
use offload_bundle_core::bytes::Bytes;

#[test]
fn checksums_cover_stored_and_summed_bytes() {
    let body = "
seq:
- {id: outer, type: u4, -write: crc32(inner..data)}
- {id: inner, type: u4, -write: adler32(data)}
- {id: data, size: 9}
- {id: packed, size: 2}
- {id: digest, size: 16, -write: md5(packed)}
- {id: tail, type: tail}
types:
  tail:
    seq: [{id: tail_data, size: 9}, {id: crc, type: u4le, -write: crc32(tail_data)}]
";
    let front = "meta:\n  id: summed\n  title: Summed\n  endian: be\n";
    let source = Source { name: "summed.ksy".to_owned(), text: format!("{front}{body}") };
    let tree = read_with_sums(&[source]).unwrap().tree();
    // Computed with Python's zlib and hashlib. The digest is of the stored bytes.
    let file = [
        &0xc063_3f3a_u32.to_be_bytes()[..],
        &0x091e_01de_u32.to_be_bytes(),
        b"123456789",
        &[b'a' ^ 1, b'b' ^ 1],
        &0x85f6_32b7_7da8_67a0_9888_2f8b_c8c7_2d4e_u128.to_be_bytes(),
        b"123456789",
        &0xcbf4_3926_u32.to_le_bytes(),
    ]
    .concat();
    let wrong = |file: &[u8]| {
        let found = tree.check_sums(Bytes::new(file)).unwrap();
        found.iter().map(|error| error.path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(wrong(&file), Vec::<String>::new());
    for (at, paths) in [
        (0, &["outer"][..]),
        (4, &["outer", "inner"]),
        (8, &["outer", "inner"]),
        (17, &["digest"]),
        (34, &["digest"]),
        (35, &["tail.crc"]),
        (44, &["tail.crc"]),
    ] {
        let mut changed = file.clone();
        changed[at] ^= 1;
        assert_eq!(wrong(&changed), paths, "{at}");
    }
}
