//! What is compressed comes out again.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::codec::levels;

fn any_codec() -> impl Strategy<Value = Codec> {
    prop_oneof![Just(Codec::Zstd), Just(Codec::Zlib)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_goes_in_comes_out(
        codec in any_codec(),
        seed: u64,
        len in prop_oneof![0..200_usize, 0..300_000_usize],
        step in 1..100_000_usize,
        level in -7..=9_i32,
    ) {
        let level = level.max(*levels(codec).start());
        let bytes = words(seed, len);
        let (info, stream) = compressed(codec, Some(level), &bytes, step);
        prop_assert_eq!(info, said(&stream, &bytes));
        let input = decompressed(&stream, declared(codec, &info));
        prop_assert_eq!(input.len(), length(&bytes));
        prop_assert!(checked(&input).unwrap() == bytes);
        prop_assert_eq!(input.compressed_len().unwrap(), Some(info.len));
    }

    #[test]
    fn windows_in_any_order_show_the_bytes(
        codec in any_codec(),
        looks in proptest::collection::vec((0..7_000_000_u64, prop_oneof![0..5_000_u64, 0..3_000_000_u64]), 1..8),
    ) {
        static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| words(1, 6_500_000));
        static STREAMS: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| [Codec::Zstd, Codec::Zlib].map(|codec| stream_of(codec, &BYTES)));
        let (bytes, [zstd, zlib]) = (&*BYTES, &*STREAMS);
        let stream = if codec == Codec::Zstd { zstd } else { zlib };
        let input = decompressed(stream, declared(codec, &said(stream, bytes)));
        for (ofs, len) in looks {
            let from = usize::try_from(ofs).unwrap().min(bytes.len());
            let end = (from + usize::try_from(len).unwrap()).min(bytes.len());
            prop_assert!(*input.window(ofs, len).unwrap() == bytes[from..end]);
        }
        prop_assert_eq!(input.verify().map_err(as_text), Ok(()));
    }
}

#[test]
fn a_level_outside_the_range_is_an_error_that_names_it() {
    let settings =
        CompressionSettings { codec: Codec::Zstd, level: Some(99), threads: None, decompressed_len: None, apart: None };
    let error = compress(&mut |_| Ok(()), &settings, &mut Vec::new(), &"out".into()).unwrap_err();
    assert_eq!(
        format!("{error}"),
        "compression level: expected a level from -131072 to 22, found 99"
    );
}

#[test]
fn a_window_may_show_more_than_is_kept_behind_it() {
    let bytes = words(2, 9 << 20);
    let stream = zstd(&bytes);
    let input = decompressed(&stream, declared(Codec::Zstd, &said(&stream, &bytes)));
    assert!(*input.window(1, 8 << 20).unwrap() == bytes[1..=8 << 20]);
    assert!(*input.window(0, 8 << 20).unwrap() == bytes[..8 << 20]);
}
