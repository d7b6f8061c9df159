//! Damaged streams and wrong declarations: each is an error at the right place, without wrong output.

use std::fs;
use std::path::Path;

use super::*;
use crate::output::{Output, OutputPart, write_all};

fn zlib(bytes: &[u8]) -> Vec<u8> {
    stream_of(Codec::Zlib, bytes)
}

fn skippable(bytes: &[u8]) -> Vec<u8> {
    let len = u32::try_from(bytes.len()).unwrap();
    [&b"\x5e\x2a\x4d\x18"[..], &len.to_le_bytes(), bytes].concat()
}

/// The result for `stream` if a header declares `bytes`, after `change` of the declarations.
fn with(
    codec: Codec,
    stream: &[u8],
    bytes: &[u8],
    change: impl FnOnce(&mut CompressedStream),
) -> Result<Vec<u8>, String> {
    let mut declared = declared(codec, &said(stream, bytes));
    change(&mut declared);
    checked(&decompressed(stream, declared))
}

/// Removes the declared length of the stream.
fn open(declared: &mut CompressedStream) {
    declared.open_ended = true;
    declared.len = None;
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = words(3, 700);
    for codec in [Codec::Zstd, Codec::Zlib] {
        let stream = stream_of(codec, &bytes);
        for len in 0..stream.len() {
            for change in [|_: &mut CompressedStream| {}, open] {
                let error = with(codec, &stream[..len], &bytes, change).unwrap_err();
                let (code, place) = error.split_once(' ').unwrap();
                let blamed = place.strip_suffix(" data").unwrap().parse::<u64>().unwrap();
                assert!(
                    code == "corrupt" && blamed <= HEADER + length(&stream[..len]),
                    "{error}"
                );
            }
        }
    }
}

#[test]
fn flipped_bit_is_error_or_harmless() {
    let bytes = words(4, 600);
    for codec in [Codec::Zstd, Codec::Zlib] {
        let stream = stream_of(codec, &bytes);
        let mut harmless = 0;
        for bit in 0..stream.len() * 8 {
            let mut flipped = stream.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Ok(found) = with(codec, &flipped, &bytes, |_| {}) {
                assert!(found == bytes, "bit {bit}");
                harmless += 1;
            }
        }
        assert!(harmless < 20, "{harmless}");
    }
}

#[test]
fn wrong_digest_fails_only_verification() {
    let bytes = words(5, 3_000_000);
    let wrong = |declared: &mut CompressedStream| declared.digest.as_mut().unwrap().value ^= 1;
    for codec in [Codec::Zstd, Codec::Zlib] {
        let stream = stream_of(codec, &bytes);
        assert_eq!(
            with(codec, &stream, &bytes, wrong),
            Err("wrong-digest 30 digest".into())
        );
        let unasked = |declared: &mut CompressedStream| {
            wrong(declared);
            declared.verify = false;
        };
        assert!(with(codec, &stream, &bytes, unasked).unwrap() == bytes);
    }
    let mut declared = declared(Codec::Zstd, &said(&zstd(b"abc"), b"abc"));
    declared.digest.as_mut().unwrap().value = 0x0012_3456_789a_bcde;
    let error = decompressed(&zstd(b"abc"), declared).verify().unwrap_err();
    assert_eq!(
        format!("{error}"),
        "outer: at byte 0x1e (digest): wrong digest of the decompressed bytes: expected b04fd23c98500190, \
         found 00123456789abcde"
    );
}

#[test]
fn wrong_digest_does_not_prevent_reads() {
    let (bytes, stream) = (words(6, 5000), zstd(&words(6, 5000)));
    let mut declared = declared(Codec::Zstd, &said(&stream, &bytes));
    declared.digest.as_mut().unwrap().value = 0;
    let input = decompressed(&stream, declared);
    for _ in 0..2 {
        assert_eq!(input.verify().map_err(as_text), Err("wrong-digest 30 digest".into()));
        assert_eq!(input.compressed_len().unwrap(), Some(length(&stream)));
        assert!(all(&input).unwrap() == bytes);
    }
}

#[test]
fn declared_length_too_short_or_long_fails() {
    let bytes = words(7, 300_000);
    for codec in [Codec::Zstd, Codec::Zlib] {
        let stream = stream_of(codec, &bytes);
        for (len, expected) in [
            (0, "holds-more"),
            (1, "holds-more"),
            (299_999, "holds-more"),
            (300_001, "disagrees"),
            (1 << 63, "disagrees"),
            (u64::MAX, "disagrees"),
        ] {
            for change in [|_: &mut CompressedStream| {}, open] {
                let found = with(codec, &stream, &bytes, |declared| {
                    change(declared);
                    declared.decompressed_len.value = len;
                });
                assert_eq!(found, Err(format!("{expected} 20 unpacked_len")), "{len}");
            }
        }
    }
}

#[test]
fn tiny_stream_with_huge_length_is_cheap() {
    let stream = zstd(b"tiny");
    let mut declared = declared(Codec::Zstd, &said(&stream, b"tiny"));
    declared.decompressed_len.value = 1 << 63;
    let input = decompressed(&stream, declared);
    assert_eq!(input.len(), 1 << 63);
    let disagrees = || Err("disagrees 20 unpacked_len".into());
    for (ofs, len) in [(0, 1 << 20), ((1 << 63) - 1, 1), (1 << 40, 64 << 20), (2, 50)] {
        assert_eq!(input.window(ofs, len).map_err(as_text).map(|_| ()), disagrees());
    }
    assert_eq!(input.verify().map_err(as_text), disagrees());
    assert_eq!(&*input.window(0, 4).unwrap(), b"tiny");
    let too_long = input.window(0, (64 << 20) + 1).map_err(as_text).map(|_| ());
    assert_eq!(too_long, Err("too-long-to-show 100 data".into()));
}

#[test]
fn bomb_stops_at_declared_length() {
    // 64 GiB of zeros when decompressed.
    let frame = zstd(&vec![0; 1 << 20]);
    let stream = frame.repeat(64 << 10);
    let mut unverified = declared(Codec::Zstd, &said(&stream, &[0; 100]));
    unverified.verify = false;
    let input = decompressed(&stream, unverified);
    assert_eq!(
        input.verify().map_err(as_text),
        Err("holds-more 20 unpacked_len".into())
    );
}

#[test]
fn trailing_bytes_blame_the_length_field() {
    let bytes = words(8, 1000);
    for codec in [Codec::Zstd, Codec::Zlib] {
        let stream = stream_of(codec, &bytes);
        for junk in [&b"\0"[..], b"junk and more", &[0; 4096]] {
            let long = [&stream, junk].concat();
            assert_eq!(with(codec, &long, &bytes, |_| {}), Err("disagrees 10 len".into()));
            let mut declared = declared(codec, &said(&long, &bytes));
            open(&mut declared);
            let input = decompressed(&long, declared);
            assert!(checked(&input).unwrap() == bytes);
            assert_eq!(input.compressed_len().unwrap(), Some(length(&stream)));
        }
    }
}

#[test]
fn other_bytes_are_no_stream() {
    for codec in [Codec::Zstd, Codec::Zlib] {
        for bytes in [&b""[..], b"\0", b"ELF", &[0xff; 100], &zlib(b"x")[1..]] {
            let found = with(codec, bytes, b"x", |_| {}).unwrap_err();
            assert!(found.starts_with("corrupt ") && found.ends_with(" data"), "{found}");
        }
    }
    for (codec, bytes) in [(Codec::Zstd, zlib(b"x")), (Codec::Zlib, zstd(b"x"))] {
        assert_eq!(with(codec, &bytes, b"x", |_| {}), Err("corrupt 100 data".into()));
    }
}

#[test]
fn consecutive_and_skippable_frames_are_read() {
    let (first, second) = (words(9, 40_000), words(10, 50_000));
    let both = [first.as_slice(), &second].concat();
    let noise = skippable(&[&b"HEAD\x02\0"[..], &zstd(b"not me")].concat());
    for parts in [
        vec![zstd(&first), zstd(&second)],
        vec![noise.clone(), zstd(&first), noise.clone(), zstd(&second)],
        vec![zstd(&first), zstd(b""), zstd(&second), noise.clone(), skippable(b"")],
    ] {
        let stream = parts.concat();
        assert!(with(Codec::Zstd, &stream, &both, |_| {}).unwrap() == both);
        let longer = [stream.as_slice(), b"HEAD\0"].concat();
        let mut declared = declared(Codec::Zstd, &said(&longer, &both));
        open(&mut declared);
        let input = decompressed(&longer, declared);
        assert_eq!(input.compressed_len().unwrap(), Some(length(&stream)));
        assert!(checked(&input).unwrap() == both);
    }
    let torn = [zstd(&first), b"????".to_vec(), zstd(&second)].concat();
    let at = HEADER + length(&zstd(&first));
    assert_eq!(
        with(Codec::Zstd, &torn, &both, |_| {}),
        Err(format!("corrupt {at} data"))
    );
    assert_eq!(
        with(Codec::Zstd, &torn, &both, open),
        Err("disagrees 20 unpacked_len".into())
    );
    let cut = [zstd(&both), noise[..noise.len() - 1].to_vec()].concat();
    assert!(
        with(Codec::Zstd, &cut, &both, |_| {})
            .unwrap_err()
            .starts_with("corrupt ")
    );
}

#[test]
fn empty_content_is_compressed() {
    for codec in [Codec::Zstd, Codec::Zlib] {
        let stream = stream_of(codec, b"");
        assert_eq!(with(codec, &stream, b"", |_| {}), Ok(Vec::new()));
        assert_eq!(with(codec, &stream, b"", open), Ok(Vec::new()));
    }
    assert_eq!(
        with(Codec::Zstd, &[zstd(b""), zstd(b"x")].concat(), b"", |_| {}),
        Err("holds-more 20 unpacked_len".into())
    );
}

#[test]
fn one_read_does_not_decompress_everything() {
    // A read of the end would show that it is truncated.
    let bytes = words(11, 4 << 20);
    let stream = zstd(&bytes);
    let half = &stream[..stream.len() / 2];
    let input = decompressed(half, declared(Codec::Zstd, &said(half, &bytes)));
    assert!(*input.window(0, 4096).unwrap() == bytes[..4096]);
    assert!(*input.window(500_000, 1000).unwrap() == bytes[500_000..501_000]);
    let error = input.window((4 << 20) - 1, 1).unwrap_err().to_string();
    assert!(error.ends_with("of output: it is truncated"), "{error}");
    // What is before the damage can still be seen.
    assert!(*input.window(100, 4096).unwrap() == bytes[100..4196]);
}

#[test]
fn changed_file_is_error_or_declared_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in");
    let bytes = words(12, 9 << 20);
    let stream = zstd(&bytes);
    std::fs::write(&path, [&[0; 100][..], &stream].concat()).unwrap();
    let outer = Arc::new(Input::open(path.to_str().unwrap()).unwrap());
    let input = crate::codec::open_compressed("inner", outer, declared(Codec::Zstd, &said(&stream, &bytes)));
    input.verify().unwrap();
    std::fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(200)
        .unwrap();
    let error = all(&input).unwrap_err();
    assert_eq!(error.kind(), Some(std::io::ErrorKind::UnexpectedEof));
}

fn outputs<'a>(input: &'a Input, paths: &[(&Path, Place)]) -> Vec<Output<'a>> {
    let output = |(path, place): &(&Path, Place)| Output::range(path.to_str().unwrap(), input, *place);
    paths.iter().map(output).collect()
}

fn place(ofs: u64, len: u64) -> Place {
    Place { ofs, len }
}

#[test]
fn wrong_declaration_leaves_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    fs::write(&old, "before").unwrap();
    let bytes = words(20, 3_000_000);
    let stream = zstd(&bytes);
    let cut = &stream[..stream.len() - 1];
    for (stream, change) in [
        (
            &stream[..],
            (|declared| declared.digest.as_mut().unwrap().value ^= 1) as fn(&mut CompressedStream),
        ),
        (&stream[..], |declared| declared.decompressed_len.value -= 1),
        (cut, |_| {}),
    ] {
        let mut declared = declared(Codec::Zstd, &said(stream, &bytes));
        change(&mut declared);
        let input = decompressed(stream, declared);
        // The damage is after all requested bytes.
        let places = [(&*new, place(0, 1000)), (&*old, place(5, 20)), (Path::new("-"), place(7, 7))];
        let mut stdout = Vec::new();
        let error = write_all(&outputs(&input, &places), &mut stdout, &mut ()).unwrap_err();
        assert!(error.to_string().starts_with("outer: "), "{error}");
        assert!(stdout.is_empty());
        assert_eq!(fs::read(&old).unwrap(), b"before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[test]
fn sound_input_is_written_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = words(21, 12 << 20);
    let stream = zstd(&bytes);
    let input = decompressed(&stream, declared(Codec::Zstd, &said(&stream, &bytes)));
    let paths = ["c", "a", "b"].map(|name| folder.path().join(name));
    let places = [place(9 << 20, 3 << 20), place(0, 6 << 20), place(6 << 20, 100)];
    let pairs: Vec<_> = paths.iter().map(|path| &**path).zip(places).collect();
    let mut outputs = outputs(&input, &pairs);
    let parts = vec![OutputPart::Bytes(b"x"[..].into()), OutputPart::Range { input: &input, place: place(1, 2) }];
    outputs.push(Output::new("-", parts));
    let mut stdout = Vec::new();
    write_all(&outputs, &mut stdout, &mut ()).unwrap();
    for (path, place) in pairs {
        let (from, end) = (
            usize::try_from(place.ofs).unwrap(),
            usize::try_from(place.end()).unwrap(),
        );
        assert!(fs::read(path).unwrap() == bytes[from..end]);
    }
    assert_eq!(stdout, [b"x", &bytes[1..3]].concat());
}
