//! Damaged compressed bundles: release 22's messages come first, and silent failures are errors.

use std::fs;

use offload_bundle_testing::compressed::Header;
use offload_bundle_testing::fixtures;

use crate::scene::{Done, ours_on, theirs_on};

const ENTRY: &str = "hipv4-amdgcn-amd-amdhsa--gfx906";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Theirs {
    Says(&'static str),
    IsSilent,
}

fn fixture() -> (Header, Vec<u8>) {
    let bytes = fs::read(fixtures().join("compressed/device.22.hipfb")).unwrap();
    let (header, data) = Header::split(&bytes).unwrap();
    (header, data.to_vec())
}

fn judge(name: &str, bytes: &[u8], release: Theirs, here: &[&str]) {
    let files = [("bad", bytes)];
    let real = theirs_on("22", &files, &["-list", "-type=o", "-input=bad"]);
    match release {
        Theirs::Says(text) => {
            assert!(real.stderr.contains(text), "{name}: {real:?}");
            assert_eq!(real.code, Some(1), "{name}: {real:?}");
        }
        Theirs::IsSilent => assert_eq!((real.code, real.stderr.as_str()), (Some(0), ""), "{name}: {real:?}"),
    }
    let target = format!("-targets={ENTRY}");
    let done = ours_on(&files, &["-unbundle", "-type=o", "-input=bad", &target, "-output=out"]);
    assert!(!done.files.contains_key("out"), "{name}: {done:?}");
    said(name, &done, release, here);
}

fn said(name: &str, done: &Done, release: Theirs, here: &[&str]) {
    assert_eq!(done.code, Some(1), "{name}: {done:?}");
    assert_eq!(done.stderr.lines().count(), 1, "{name}: {done:?}");
    if let Theirs::Says(text) = release {
        // Messages of a library are not repeated.
        let words = text.split(": ").take(2).collect::<Vec<_>>().join(": ");
        assert!(done.stderr.contains(&words), "{name}: no {words:?}: {done:?}");
    }
    for text in here {
        assert!(done.stderr.contains(text), "{name}: no {text:?}: {done:?}");
    }
}

const TOO_SMALL: Theirs = Theirs::Says("Failed to decompress input: Compressed bundle header size too small");
const METHOD: Theirs = Theirs::Says("Failed to decompress input: Unknown compressing method");
const DATA: &str = "Failed to decompress input: Could not decompress embedded file contents";

#[test]
fn release_message_comes_first() {
    let (header, data) = fixture();
    let with = |header: Header| [header.bytes(), data.clone()].concat();
    let whole = with(header);
    judge(
        "cut in the header",
        &whole[..20],
        TOO_SMALL,
        &["at byte 0x10 (body.len_decompressed)"],
    );
    for version in [0, 4, 65535] {
        let mut bytes = whole.clone();
        bytes[4..6].copy_from_slice(&u16::to_le_bytes(version));
        judge(
            "version",
            &bytes,
            TOO_SMALL,
            &["at byte 0x4 (version)", &version.to_string()],
        );
    }
    judge(
        "method",
        &with(Header { method: 7, ..header }),
        METHOD,
        &["at byte 0x6 (method)", "found 7"],
    );
    judge(
        "the other method",
        &with(Header { method: 0, ..header }),
        Theirs::Says(DATA),
        &["at byte 0x20 (body.data)"],
    );
}

#[test]
fn silent_release_failures_are_errors() {
    let (header, data) = fixture();
    let with = |header: Header| [header.bytes(), data.clone()].concat();
    let hash = Header { hash: [1; 8], ..header };
    judge("hash", &with(hash), Theirs::IsSilent, &["at byte 0x18 (body.hash)"]);
    let larger = Header { unpacked_len: header.unpacked_len + 1, ..header };
    judge(
        "size",
        &with(larger),
        Theirs::IsSilent,
        &["at byte 0x10 (body.len_decompressed)"],
    );
    for file_len in [0, 1, 31, u64::MAX] {
        let lie = Header { file_len: Some(file_len), ..header };
        judge(
            "file size",
            &with(lie),
            Theirs::IsSilent,
            &["at byte 0x8 (body.len_file)"],
        );
    }
    judge(
        "no data",
        &header.bytes(),
        Theirs::IsSilent,
        &["at byte 0x8 (body.len_file)"],
    );
    judge(
        "cut in the method",
        &with(header)[..7],
        Theirs::IsSilent,
        &["at byte 0x6 (method)"],
    );
}

#[test]
fn verbose_listing_checks_more() {
    let (header, data) = fixture();
    let hash = Header { hash: [1; 8], ..header };
    let bytes = [hash.bytes(), data].concat();
    let files = [("bad", bytes.as_slice())];
    assert_eq!(ours_on(&files, &["-list", "-type=o", "-input=bad"]).code, Some(0));
    let done = ours_on(&files, &["-list", "-type=o", "-input=bad", "-verbose"]);
    said("hash", &done, Theirs::IsSilent, &["at byte 0x18 (body.hash)"]);
}
