//! The writer's offload binaries equal the packager's byte for byte, and the packagers' are read.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::support::program::{self, told};
use offload_bundle_core::attributes::{Attributes, TextAttribute};
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::container::{Bundle, Container, NewEntry, PlanOptions};
use offload_bundle_core::plan::Piece;
use offload_bundle_formats::offload_binary::CONTAINER;
use offload_bundle_testing::tools::run;

struct Image<'a> {
    numbers: [u64; 3],
    texts: Vec<(&'a str, &'a str)>,
    content: &'a [u8],
}

fn packed(version: u64, images: &[Image<'_>]) -> Vec<u8> {
    let attributes: Vec<Attributes> = images
        .iter()
        .map(|image| {
            let texts = image.texts.iter();
            let texts =
                texts.map(|(key, value)| TextAttribute { key: (*key).into(), value: (*value).into(), offset: 0 });
            let [image_kind, offload_kind, flags] = image.numbers;
            let numbers = [("image_kind", image_kind), ("offload_kind", offload_kind), ("flags", flags)];
            Attributes { numbers: numbers.to_vec(), texts: texts.collect() }
        })
        .collect();
    let entries: Vec<NewEntry<'_>> = images
        .iter()
        .zip(&attributes)
        .map(|(image, attributes)| NewEntry { id: "", len: image.content.len() as u64, attributes })
        .collect();
    let options = PlanOptions { version: Some(version), ..PlanOptions::default() };
    let plan = CONTAINER.plan(&entries, options).unwrap();
    let mut bytes = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
            Piece::Fill { fill, len } => bytes.resize(bytes.len() + *len as usize, *fill),
            Piece::Content { slot, .. } => bytes.extend_from_slice(images[*slot].content),
        }
    }
    bytes
}

fn read(bytes: &[u8]) -> Bundle {
    CONTAINER.read(Bytes::new(bytes)).unwrap()
}

/// The image of FORMATS that every release packs alike.
const HIP: &[(&str, &str)] = &[("arch", "gfx906"), ("triple", "amdgcn-amd-amdhsa")];

#[test]
fn version_1_has_expected_bytes() {
    let image = Image { numbers: [1, 4, 0], texts: HIP.to_vec(), content: b"AAAAAAA" };
    let mut expected = Vec::new();
    expected.extend(b"\x10\xff\x10\xad\x01\0\0\0");
    for number in [152_u64, 32, 40] {
        expected.extend(number.to_le_bytes());
    }
    expected.extend(b"\x01\0\x04\0\0\0\0\0");
    for number in [72_u64, 2, 144, 7, 105, 135, 110, 117] {
        expected.extend(number.to_le_bytes());
    }
    expected.extend(b"\0arch\0triple\0amdgcn-amd-amdhsa\0gfx906\0\0\0AAAAAAA\0");
    assert_eq!(expected.len(), 152);
    assert_eq!(packed(1, &[image]), expected);
}

#[test]
fn ids_are_derived_from_attributes() {
    for (kind, texts, id) in [
        (4, HIP.to_vec(), "hip-amdgcn-amd-amdhsa--gfx906"),
        (3, HIP.to_vec(), "hip-amdgcn-amd-amdhsa--gfx906"),
        (77, HIP.to_vec(), "77-amdgcn-amd-amdhsa--gfx906"),
        (
            1,
            vec![("triple", "nvptx64-nvidia-cuda")],
            "openmp-nvptx64-nvidia-cuda--",
        ),
        (0, Vec::new(), "none-----"),
    ] {
        for version in [1, 2, 3] {
            let image = Image { numbers: [9, kind, 7], texts: texts.clone(), content: b"xyz" };
            let bundle = read(&packed(version, &[image]));
            assert_eq!(
                (bundle.version, bundle.entries[0].id.as_deref()),
                (Some(version), Ok(id))
            );
            let numbers = &bundle.entries[0].attributes.numbers;
            assert_eq!(numbers, &[("image_kind", 9), ("offload_kind", kind), ("flags", 7)]);
            assert_eq!(bundle.entries[0].ofs_path().to_string(), "header.entries[0].ofs_image");
        }
    }
}

#[test]
fn entry_ends_with_its_binary() {
    let image = || Image { numbers: [1, 4, 0], texts: HIP.to_vec(), content: b"AAAAAAA" };
    let mut two = packed(1, &[image()]);
    two.extend(packed(1, &[image()]));
    // The image, then a string, overlaps the next binary.
    for (at, number, wrong) in
        [(64, 9_u64, "header.entries[0].len_image"), (72, 152, "header.entries[0].strings[0].ofs_key")]
    {
        let mut changed = two.clone();
        changed[at..at + 8].copy_from_slice(&(number).to_le_bytes());
        let bundle = read(&changed);
        assert_eq!(bundle.len, 152);
        let entry = &bundle.entries[0];
        let error = entry.place.as_ref().err().or(entry.id.as_ref().err());
        let path = error.map(|error| error.path.to_string());
        if number == 152 {
            assert_eq!(path.as_deref(), Some("header.entries[0].strings[0].key"), "{wrong}");
        } else {
            assert_eq!(path.as_deref(), Some(wrong));
        }
    }
    // The binary ends after the file.
    let whole = packed(1, &[image()]);
    let error = CONTAINER.read(Bytes::new(&whole[..151])).unwrap_err();
    assert!(format!("{error:?}").contains("len_file"), "{error:?}");
}

#[test]
fn shared_records_are_limited() {
    // All entries share the records, which share a long value.
    let value = "v".repeat(60_000);
    let texts: Vec<(&str, &str)> = (0..400).map(|_| ("key", value.as_str())).collect();
    let mut images = vec![Image { numbers: [0; 3], texts, content: b"" }];
    images.extend((0..400).map(|_| Image { numbers: [0; 3], texts: Vec::new(), content: b"" }));
    let mut bytes = packed(2, &images);
    let record = bytes[48..64].to_vec();
    for index in 1..401 {
        let at = 32 + 40 * index + 8;
        bytes[at..at + 16].copy_from_slice(&record);
    }
    let said: usize = read(&bytes)
        .entries
        .iter()
        .flat_map(|entry| &entry.attributes.texts)
        .map(|text| text.key.len() + text.value.len())
        .sum();
    assert!(said <= 64 * bytes.len(), "{said} of {}", bytes.len());
    // A count that no file can have fails at once.
    let mut bytes = packed(1, &[Image { numbers: [0; 3], texts: HIP.to_vec(), content: b"" }]);
    bytes[48..56].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let error = read(&bytes).entries[0].id.clone().unwrap_err();
    assert_eq!((error.offset, error.problem.code()), (48, "over-limit"));
}

fn packed_by(folder: &Path, tool: &str, images: &[String]) -> Vec<u8> {
    let images: Vec<String> = images.iter().map(|image| format!("--image={image}")).collect();
    let words: Vec<&str> = ["-o", "out"]
        .into_iter()
        .chain(images.iter().map(String::as_str))
        .collect();
    let output = run(folder, tool, &words);
    assert!(
        output.status.success(),
        "{tool}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    fs::read(folder.join("out")).unwrap()
}

#[test]
fn packagers_write_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let files = [
        ("IMG-a.o", b"AAAAAAA".to_vec()),
        ("b.bc", vec![7; 8]),
        ("c.cubin", vec![8; 1]),
        ("d.fatbin", Vec::new()),
        ("e.s", vec![9; 100]),
        ("f.x", b"BC\xc0\xde...".to_vec()),
    ];
    for (name, content) in &files {
        fs::write(folder.join(name), content).unwrap();
    }
    let keys = [
        "triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip",
        "triple=amdgcn-amd-amdhsa,arch=gfx90a:xnack+,kind=openmp,foo=906,bar=",
        "triple=nvptx64-nvidia-cuda,arch=sm_70,kind=cuda,70=a,0=70",
        "triple=x,arch=é,kind=none,triplex=rch,zz=arch",
        "triple=amdgcn-amd-amdhsa,arch=amdhsa,hsa=a,kind=hip",
        "triple=t,kind=hip,arch=",
    ];
    let images: Vec<String> = files
        .iter()
        .zip(keys)
        .map(|((name, _), keys)| format!("file={name},{keys}"))
        .collect();
    for tool in ["clang-offload-packager-16", "clang-offload-packager-19", "llvm-offload-binary-22"] {
        let bytes = packed_by(folder, tool, &images);
        let mut at = 0;
        for (index, (_, content)) in files.iter().enumerate() {
            let bundle = read(&bytes[at..]);
            let len = usize::try_from(bundle.len).unwrap();
            let said = &bundle.entries[0].attributes;
            let texts = said.texts.iter().map(|text| (text.key.as_str(), text.value.as_str()));
            let numbers = ["image_kind", "offload_kind", "flags"].map(|name| said.number(name).unwrap());
            assert_eq!(numbers[0], [1, 2, 3, 4, 5, 2][index], "{tool}");
            let image = Image { numbers, texts: texts.collect(), content };
            assert_eq!(packed(1, &[image]), bytes[at..at + len], "{tool}: image {index}");
            at += len;
        }
        assert_eq!(at, bytes.len());
    }
}

fn compressed(plain: &[u8], stream: &[u8]) -> Vec<u8> {
    let mut bytes = [&plain[..40], stream].concat();
    bytes[8..16].copy_from_slice(&(40 + stream.len() as u64).to_le_bytes());
    bytes[32..40].copy_from_slice(&(plain.len() as u64).to_le_bytes());
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn version_3() -> Vec<u8> {
    let other = [("arch", "gfx90a"), ("triple", "amdgcn-amd-amdhsa")];
    let images = [(b"first".as_slice(), HIP.to_vec()), (&[7; 5000], other.to_vec())];
    let images = images.map(|(content, texts)| Image { numbers: [1, 4, 0], texts, content });
    packed(3, &images)
}

#[test]
fn compressed_binaries_are_read_in_either_codec() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plain = version_3();
    fs::write(folder.join("plain"), &plain).unwrap();
    let listed = program::run(folder, &["list", "plain"]);
    assert_eq!(listed.status.code(), Some(0), "{}", told(&listed));
    let streams = [zlib(&plain[40..]), zstd::encode_all(&plain[40..], 3).unwrap()];
    for (number, stream) in streams.iter().enumerate() {
        let bytes = compressed(&plain, stream);
        fs::write(folder.join("in"), &bytes).unwrap();
        for words in [
            ["list", "in"].as_slice(),
            &["verify", "--allow", "unknown-content", "in"],
            &["inspect", "in"],
            &["decompress", "in", "-o", "out"],
        ] {
            let output = program::run(folder, words);
            assert_eq!(output.status.code(), Some(0), "{number} {words:?}: {}", told(&output));
            if words[0] == "list" {
                let of =
                    |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).matches("gfx906").count();
                assert_eq!(of(&output), of(&listed));
            }
        }
        assert_eq!(fs::read(folder.join("out")).unwrap(), plain);
        // Two in sequence, and an uncompressed one.
        fs::write(folder.join("in"), [bytes.as_slice(), &bytes, &plain].concat()).unwrap();
        let output = program::run(folder, &["decompress", "in", "-o", "out"]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert_eq!(fs::read(folder.join("out")).unwrap(), plain.repeat(3));
    }
}

#[test]
fn compressed_bundle_round_trips() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plain = version_3();
    fs::write(folder.join("plain"), &plain).unwrap();
    for method in [None, Some("zlib"), Some("zstd")] {
        let mut words = vec!["compress", "plain", "-o", "packed"];
        words.extend(method.into_iter().flat_map(|method| ["--method", method]));
        let output = program::run(folder, &words);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let bytes = fs::read(folder.join("packed")).unwrap();
        let stream = if method == Some("zlib") {
            b"\x78".as_slice()
        } else {
            b"\x28\xb5\x2f\xfd"
        };
        assert!(bytes.starts_with(b"\x10\xff\x10\xad\x03") && bytes[40..].starts_with(stream));
        assert_eq!((bytes.len() % 8, &bytes[24..32]), (0, &plain[24..32]));
        assert_eq!(bytes[32..40], (plain.len() as u64).to_le_bytes());
        let output = program::run(folder, &["decompress", "packed", "-o", "again"]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert_eq!(fs::read(folder.join("again")).unwrap(), plain);
    }
    // Other versions lack the field.
    let image = Image { numbers: [1, 4, 0], texts: HIP.to_vec(), content: b"AAAAAAA" };
    fs::write(folder.join("old"), packed(1, &[image])).unwrap();
    let output = program::run(folder, &["compress", "old", "-o", "new"]);
    assert!(
        told(&output).contains("convert it to version 3 first"),
        "{}",
        told(&output)
    );
    assert!(!output.status.success() && !folder.join("new").exists());
}

#[test]
fn false_compressed_headers_are_detected() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plain = version_3();
    let bytes = compressed(&plain, &zlib(&plain[40..]));
    let lie = |at: usize, number: u64| {
        let mut changed = bytes.clone();
        changed[at..at + 8].copy_from_slice(&number.to_le_bytes());
        changed
    };
    let (len, size) = (plain.len() as u64, bytes.len() as u64);
    for (changed, path) in [
        (lie(32, len + 8), "len_uncompressed"),
        (lie(32, len - 8), "len_uncompressed"),
        (lie(32, u64::MAX), "len_uncompressed"),
        (lie(32, 40), "len_uncompressed"),
        (lie(8, size + 100), "len_file"),
        (lie(8, 39), "len_file"),
        (lie(8, 44), "data"),
        (compressed(&plain, &plain[40..]), "data"),
        (compressed(&plain, &zlib(&bytes)), "len_uncompressed"),
    ] {
        fs::write(folder.join("in"), &changed).unwrap();
        for words in [["list", "in"].as_slice(), &["decompress", "in", "-o", "out"]] {
            let output = program::run(folder, words);
            assert!(told(&output).contains(path), "{path} {words:?}: {}", told(&output));
            assert!(!output.status.success(), "{path} {words:?}");
        }
    }
    // Decompression stops at the limit.
    fs::write(folder.join("in"), lie(32, 1 << 40)).unwrap();
    let output = program::run(folder, &["list", "in", "--max-size", "1M"]);
    assert!(!output.status.success(), "{}", told(&output));
}

#[test]
fn duplicate_and_unfitting_attributes_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = [("triple", "amdgcn-amd-amdhsa"), ("arch", "gfx906")];
    let with = |kind: u64, texts: &[(&'static str, &'static str)], content: &'static [u8]| {
        let image = Image { numbers: [kind, 4, 0], texts: [&said[..], texts].concat(), content };
        fs::write(folder.join("in"), packed(1, &[image])).unwrap();
        let output = program::run(folder, &["verify", "in"]);
        (output.status.code(), told(&output))
    };
    let (object, bitcode): (&[u8], &[u8]) = (b"\x7fELF", b"BC\xc0\xde");
    for (kind, content) in [(1, bitcode), (2, object), (3, bitcode)] {
        let (code, text) = with(kind, &[], content);
        assert!(
            code == Some(1) && text.contains("[wrong-kind]: `image_kind` is"),
            "{kind}: {text}"
        );
    }
    for (kind, content) in [(0, bitcode), (2, bitcode), (1, b"anything")] {
        assert!(!with(kind, &[], content).1.contains("wrong-kind"), "{kind}");
    }
    let (code, text) = with(2, &[("arch", "gfx90a")], bitcode);
    assert!(
        code == Some(1) && text.contains("[duplicate-key]: the key \"arch\" is repeated"),
        "{text}"
    );
    assert!(!with(2, &[("arch2", "gfx906")], bitcode).1.contains("duplicate-key"));
}
