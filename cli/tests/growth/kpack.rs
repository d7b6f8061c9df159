//! kpack archives, written by hand.

/// A kpack archive of `n` rows that share one compressed mebibyte.
pub fn shared_frame(n: usize) -> Vec<u8> {
    let blocks = (0..8_u32).map(|block| ((128 << 10) << 3 | 1 << 1 | u32::from(block == 7)).to_le_bytes());
    let blocks: Vec<u8> = blocks.flat_map(|head| [head[0], head[1], head[2], b'.']).collect();
    let frame = [&[0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0x10, 0][..], &blocks].concat();
    let frames = [&1_u32.to_le_bytes()[..], &(frame.len() as u32).to_le_bytes(), &frame].concat();
    // MessagePack.
    let text = |text: &str| [&[0xd9, text.len() as u8], text.as_bytes()].concat();
    let number = |number: usize| [&[0xce][..], &(number as u32).to_be_bytes()].concat();
    let pairs = |pairs: &[(&str, Vec<u8>)]| {
        pairs
            .iter()
            .flat_map(|(key, value)| [text(key), value.clone()].concat())
            .collect()
    };
    let map = |count: usize, pairs: Vec<u8>| [&[0xde][..], &(count as u16).to_be_bytes(), &pairs].concat();
    let entry = pairs(&[("type", text("hsaco")), ("ordinal", number(0)), ("original_size", number(1 << 20))]);
    let row = map(1, [text("gfx906"), map(3, entry)].concat());
    let rows = map(
        n,
        (0..n)
            .flat_map(|n| [text(&format!("row {n}")), row.clone()].concat())
            .collect(),
    );
    let toc = pairs(&[
        ("format_version", number(1)),
        ("group_name", text("test")),
        ("gfx_arch_family", text("gfx900X")),
        ("gfx_arches", [vec![0x91], text("gfx906")].concat()),
        ("compression_scheme", text("zstd-per-kernel")),
        ("zstd_offset", number(64)),
        ("zstd_size", number(frames.len())),
        ("toc", rows),
    ]);
    let mut front = [b"KPAK\x01\0\0\0".to_vec(), (64 + frames.len() as u64).to_le_bytes().to_vec()].concat();
    front.resize(64, 0);
    [front, frames, map(8, toc)].concat()
}
