//! Unsupported features give exit code 2, a sentence and a hint.

use std::fs;

use offload_bundle_testing::fixtures;

use super::packages::zip;
use crate::support::program::run;

const ARCHIVE: &str = "lib.a: changing a static archive is not supported";
const OBJECT: &str = "hip.o: changing an object that is not linked is not supported";
const ENTRIES: &str = "rdc.obj: changing an object that is not linked is not supported";
const UNPACK: &str = "unpack it, change the library, and pack it again: `tar -x` and `tar -c`, `dpkg-deb -R` and `dpkg-deb -b`, `cph extract` and `cph create`";
const LINK: &str = "link first, then change the library";

const CASES: &[(&str, &str, &str)] = &[
    ("prune --keep gfx906 lib.a -o out", ARCHIVE, LINK),
    ("prune --keep gfx906 --in-place hip.o", OBJECT, LINK),
    ("prune --drop gfx906 rdc.obj -o out", ENTRIES, LINK),
    ("compress lib.a -o out", ARCHIVE, LINK),
    ("compress --in-place hip.o", OBJECT, LINK),
    ("compress rdc.obj -o out", ENTRIES, LINK),
    ("decompress --in-place lib.a", ARCHIVE, LINK),
    ("decompress hip.o -o out", OBJECT, LINK),
    ("decompress rdc.obj -o out", ENTRIES, LINK),
    (
        "replace lib.a hipv4-amdgcn-amd-amdhsa--gfx906=dev -o out",
        ARCHIVE,
        LINK,
    ),
    ("replace hip.o hipv4-amdgcn-amd-amdhsa--gfx906=dev -o out", OBJECT, LINK),
    (
        "replace rdc.obj hip-amdgcn-amd-amdhsa--gfx906=dev -o out",
        ENTRIES,
        LINK,
    ),
    (
        "prune --keep gfx906 p.deb -o out",
        "p.deb: changing a Debian package is not supported",
        UNPACK,
    ),
    (
        "prune --keep gfx906 --in-place p.tar",
        "p.tar: changing a tar archive is not supported",
        UNPACK,
    ),
    (
        "compress p.tar.gz -o out",
        "p.tar.gz: changing a file compressed with gzip is not supported",
        UNPACK,
    ),
    (
        "compress --in-place p.tar.bz2",
        "p.tar.bz2: changing a file compressed with bzip2 is not supported",
        UNPACK,
    ),
    (
        "decompress p.tar.xz -o out",
        "p.tar.xz: changing a file compressed with xz is not supported",
        UNPACK,
    ),
    (
        "decompress --in-place p.tar.zst",
        "p.tar.zst: changing a file compressed with zstd is not supported",
        UNPACK,
    ),
    (
        "replace p.deb hip-amdgcn-amd-amdhsa--gfx906=dev -o out",
        "p.deb: changing a Debian package is not supported",
        UNPACK,
    ),
    (
        "prune --keep gfx906 p.conda -o out",
        "p.conda!info-one.tar.zst: changing a package in a package is not supported",
        UNPACK,
    ),
];

const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

fn archive(content: &[u8]) -> Vec<u8> {
    let header = format!(
        "!<arch>\n{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
        "hip.o/",
        0,
        0,
        0,
        644,
        content.len()
    );
    let padding = vec![b'\n'; content.len() % 2];
    [header.as_bytes(), content, &padding].concat()
}

#[test]
fn unsupported_forms_are_refused_with_a_hint() {
    for (words, message, hint) in CASES {
        let folder = tempfile::tempdir().unwrap();
        let fixture = |name: &str| fs::read(fixtures().join("objects").join(name)).unwrap();
        let files = [
            ("libapp.so", fixture("hip.22.so")),
            ("hip.o", fixture("hip.22.o")),
            ("rdc.obj", fixture("rdc.22.obj")),
            ("lib.a", archive(&fixture("hip.22.o"))),
            ("dev", b"code".to_vec()),
            (
                "p.deb",
                b"!<arch>\ndebian-binary   0           0     0     100644  4         `\n2.0\n".to_vec(),
            ),
            ("p.tar", [&[0; 257][..], b"ustar", &[0; 762]].concat()),
            ("p.tar.gz", b"\x1f\x8b\x08".to_vec()),
            ("p.tar.bz2", b"BZh91AY&SY".to_vec()),
            ("p.tar.xz", b"\xfd7zXZ\0".to_vec()),
            ("p.tar.zst", ZSTD.to_vec()),
            (
                "p.conda",
                zip(&[("info-one.tar.zst", ZSTD, true), ("pkg-one.tar.zst", ZSTD, true)]),
            ),
        ];
        for (name, bytes) in &files {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let words: Vec<&str> = words.split(' ').collect();
        let output = run(folder.path(), &words);
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = format!("error: {message}\nhint: {hint}\n");
        assert_eq!((output.status.code(), said), (Some(2), expected), "{words:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), files.len(), "{words:?}");
        assert!(
            files
                .iter()
                .all(|(name, bytes)| fs::read(folder.path().join(name)).unwrap() == *bytes)
        );
    }
}

#[test]
fn unsupported_options_are_refused_with_hints() {
    const OUT: [&str; 2] = [
        "moving code out to kpack archives is not supported",
        "ROCm's splitter writes kpack archives; offload-bundle reads and verifies them",
    ];
    let cases = [
        ("convert --to kpack libapp.so -o out", OUT),
        ("convert --in-place --scheme=none --to=kpack .", OUT),
        (
            "convert --to embedded libapp.so -o out",
            [
                "moving code from kpack archives back into libraries is not supported",
                "keep the original libraries; `extract` writes the code objects of kpack archives",
            ],
        ),
    ];
    for (words, hints) in cases {
        let folder = tempfile::tempdir().unwrap();
        let output = run(folder.path(), &words.split(' ').collect::<Vec<_>>());
        let said = String::from_utf8(output.stderr).unwrap();
        let hints = hints.map(|hint| format!("hint: {hint}\n")).concat();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: ") && said.contains(&hints), "{said}");
    }
}
