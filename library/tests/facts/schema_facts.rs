//! Facts in the schemas against tables from their named sources. Readers and writers share the mistakes of a schema, so
//! only this notices them.

// A failing test panics.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;

use md5::{Digest, Md5};
use offload_bundle::ops;
use offload_bundle::request::{InspectRequest, ListRequest};
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::container::Container;
use offload_bundle_core::placement::{ObjectFormat, SectionPattern};
use offload_bundle_formats::binary_bundle::BinaryBundle;
use offload_bundle_formats::ccob::Ccob;
use offload_bundle_formats::registry::REGISTRY;

use crate::interpreted::GRAMMAR;

fn fixture(path: &str) -> Vec<u8> {
    fs::read(offload_bundle_testing::fixtures().join(path)).unwrap()
}

/// User Guide for AMDGPU Backend, table "AMDGPU Generic Processors"; for Intel GPUs, the targets that `ocloc` compiles
/// for a platform.
const FAMILIES: &[(&str, &[&str])] = &[
    (
        "gfx9-generic",
        &["gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"],
    ),
    ("gfx9-4-generic", &["gfx940", "gfx941", "gfx942", "gfx950"]),
    ("gfx10-1-generic", &["gfx1010", "gfx1011", "gfx1012", "gfx1013"]),
    (
        "gfx10-3-generic",
        &["gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"],
    ),
    (
        "gfx11-generic",
        &["gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153", "gfx1154"],
    ),
    ("gfx11-7-generic", &["gfx1170", "gfx1171", "gfx1172"]),
    ("gfx12-generic", &["gfx1200", "gfx1201"]),
    ("gfx12-5-generic", &["gfx1250", "gfx1250-strict", "gfx1251"]),
    ("gfx13-generic", &["gfx1310"]),
    ("12.55.8", &["12.56.5", "12.57.0"]),
    ("12.70.4", &["12.71.4"]),
    ("20.1.0", &["20.2.0", "20.4.4"]),
    ("30.0.4", &["30.1.0", "30.3.1", "30.4.4", "30.5.4"]),
];

#[test]
fn generic_processors_match_the_guide() {
    let mut ours: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for processor in GRAMMAR.processors.iter().flat_map(|group| group.processors) {
        if let Some(family) = processor.family {
            ours.entry(family).or_default().push(processor.name);
        }
    }
    let theirs: BTreeMap<&str, Vec<&str>> = FAMILIES
        .iter()
        .map(|(family, names)| (*family, names.to_vec()))
        .collect();
    assert_eq!(ours, theirs);
}

/// clang, `CGCUDANV.cpp` (`makeModuleCtorFunction`): `.hip_fatbin` and `.hipFatBinSegment`; COFF images truncate
/// section names to eight characters. ROCm's `kpack` splitter: `.rocm_kpack_ref`, in COFF images `.kpackrf`. Clang
/// Offload Packager, "ELF Object Layout": `.llvm.offloading`. NVIDIA's `fatbinary_section.h`. Clang Offload Bundler,
/// "Bundled Object File Layout".
const SECTIONS: &[(&str, &[ObjectFormat])] = &[
    (".hip_fatbin", &[ObjectFormat::Elf, ObjectFormat::Coff]),
    (".hip_fat", &[ObjectFormat::Coff]),
    (".hipFatBinSegment", &[ObjectFormat::Elf, ObjectFormat::Coff]),
    (".hipFatB", &[ObjectFormat::Coff]),
    (".rocm_kpack_ref", &[ObjectFormat::Elf, ObjectFormat::Coff]),
    (".kpackrf", &[ObjectFormat::Coff]),
    (
        ".llvm.offloading",
        &[ObjectFormat::Elf, ObjectFormat::Coff, ObjectFormat::Bitcode],
    ),
    (".nv_fatbin", &[ObjectFormat::Elf, ObjectFormat::Coff]),
    (".nv_fatb", &[ObjectFormat::Coff]),
    (".nvFatBinSegment", &[ObjectFormat::Elf, ObjectFormat::Coff]),
    (".nvFatBi", &[ObjectFormat::Coff]),
    ("__nv_relfatbin", &[ObjectFormat::Elf]),
    ("__nv_rel", &[ObjectFormat::Coff]),
    ("__CLANG_OFFLOAD_BUNDLE__", &[ObjectFormat::Elf, ObjectFormat::Coff]),
];

#[test]
fn section_names_match_compilers() {
    let ours: Vec<(&str, &[ObjectFormat])> = REGISTRY
        .sections
        .iter()
        .map(|rule| match rule.pattern {
            SectionPattern::Is(name) | SectionPattern::StartsWith(name) => (name, rule.formats),
        })
        .collect();
    assert_eq!(ours, SECTIONS);
}

/// llvm, `BinaryFormat/Magic.cpp` (`identify_magic`) and the headers that it includes; SPIR-V specification, "Physical
/// Layout of a SPIR-V Module"; NVIDIA's `fatbinary_section.h`.
const HEADS: &[(&[u8], Option<ObjectFormat>)] = &[
    (b"\x7fELF", Some(ObjectFormat::Elf)),
    (b"BC\xc0\xde", Some(ObjectFormat::Bitcode)),
    (b"\xde\xc0\x17\x0b", Some(ObjectFormat::Bitcode)),
    (b"\x03\x02\x23\x07", None),
    (b"\x50\xed\x55\xba", None),
    (b"\x10\xff\x10\xad", None),
    (b"!<arch>\n", None),
    (b"MZ", Some(ObjectFormat::Coff)),
    (b"\x64\x86", Some(ObjectFormat::Coff)),
    (b"\x4c\x01", Some(ObjectFormat::Coff)),
    (b"\x64\xaa", Some(ObjectFormat::Coff)),
    (b"\x41\xa6", Some(ObjectFormat::Coff)),
    (b"\x4e\xa6", Some(ObjectFormat::Coff)),
    (b"\xc4\x01", Some(ObjectFormat::Coff)),
    (b"\0\0\xff\xff\x02\0", Some(ObjectFormat::Coff)),
    (b"\xce\xfa\xed\xfe", Some(ObjectFormat::MachO)),
    (b"\xcf\xfa\xed\xfe", Some(ObjectFormat::MachO)),
    (b"\xfe\xed\xfa\xce", Some(ObjectFormat::MachO)),
    (b"\xfe\xed\xfa\xcf", Some(ObjectFormat::MachO)),
    (b"\0asm", Some(ObjectFormat::Wasm)),
    (b"\x01\xdf", Some(ObjectFormat::Xcoff)),
    (b"\x01\xf7", Some(ObjectFormat::Xcoff)),
];

#[test]
fn file_magics_match_llvm() {
    for (head, object) in HEADS {
        let file = [*head, &[0; 64]].concat();
        let known = REGISTRY.content(&file).map(|content| content.object);
        assert_eq!(known, Some(*object), "{head:?}");
    }
}

/// Clang Offload Bundler, "Compressed Offload Bundle Format": the hash has 64 bits. LLVM uses the low half of the
/// digest, its first eight bytes, least significant first (`MD5Result::low`).
#[test]
fn ccob_hash_is_low_half_of_digest() {
    for (path, at, bundle) in [
        ("compressed/device.19.hipfb", 16, "hip/device.19.hipfb"),
        ("compressed/device.22.hipfb", 24, "hip/device.22.hipfb"),
    ] {
        let file = fixture(path);
        let number = u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
        let digest = Md5::digest(fixture(bundle));
        assert_eq!(number.to_le_bytes(), digest[..8], "{path}");
        let request = inspect(path);
        let report = ops::inspect(&REGISTRY, &request).unwrap();
        let rows = report.files[0].parts[0].rows.iter();
        let shown: Vec<u64> = rows
            .filter(|row| row.path == "body.hash")
            .filter_map(|row| Some(row.number?.0))
            .collect();
        assert_eq!(shown, [number], "{path}");
    }
}

fn inspect(path: &str) -> InspectRequest {
    let mut request = InspectRequest::default();
    request.inputs = vec![offload_bundle_testing::fixtures().join(path).into()];
    request
}

/// Clang Offload Bundler, "Compressed Offload Bundle Format", fields of versions 2 and 3: the file size includes the
/// header, which has 4 + 2 + 2 + 4 + 4 + 8 bytes or 4 + 2 + 2 + 8 + 8 + 8.
#[test]
fn ccob_size_is_at_least_header_size() {
    for (path, width, header) in [("compressed/device.19.hipfb", 4, 24_u64), ("compressed/device.22.hipfb", 8, 32)] {
        let mut file = fixture(path);
        for (size, field) in [(header - 1, "body.len_file"), (0, "body.len_file")] {
            file[8..8 + width].copy_from_slice(&size.to_le_bytes()[..width]);
            let error = Ccob::read(Bytes::new(&file)).unwrap_err();
            assert_eq!(
                (error.path.to_string(), error.offset),
                (field.to_owned(), 8),
                "{path}: {size}"
            );
            let limit = format!("expected {header} to ");
            assert!(error.to_string().contains(&limit), "{error}");
        }
        file[8..8 + width].copy_from_slice(&header.to_le_bytes()[..width]);
        assert!(
            Ccob::read(Bytes::new(&file)).is_ok(),
            "{path}: nothing compressed is no matter of the header"
        );
    }
}

#[test]
fn joined_text_bundles_are_separate() {
    let one = fixture("hip/assembly.22.s");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("joined.s");
    fs::write(&path, [one.clone(), one].concat()).unwrap();
    let mut request = ListRequest::default();
    request.inputs = vec![path.into()];
    let report = ops::list(&REGISTRY, &request).unwrap();
    assert!(
        report.files[0].notes.error.is_none(),
        "{:?}",
        report.files[0].notes.error
    );
    assert_eq!(report.files[0].bundles.len(), 2);
}

/// Clang Offload Bundler, "Bundle Entry ID".
#[test]
fn entry_ids_follow_the_grammar() {
    let file = fixture("hip/device.22.hipfb");
    let bundle = BinaryBundle::read(Bytes::new(&file)).unwrap();
    let mut kinds = Vec::new();
    for entry in bundle.entries().unwrap() {
        kinds.push(entry.unwrap().parsed_id().unwrap().kind.to_owned());
    }
    assert_eq!(kinds.first().map(String::as_str), Some("host"));
    assert!(kinds[1..].iter().all(|kind| kind.starts_with("hip")), "{kinds:?}");
}

/// llvm/Object/OffloadBinary.h, enums ImageKind and OffloadKind, and getImageKind and getOffloadKind for their words,
/// in releases 16 to 22.
#[test]
fn image_kind_numbers_match_llvm() {
    let attributes = offload_bundle_formats::offload_binary::CONTAINER.attributes();
    let numbers = attributes.map(|table| table.numbers).unwrap_or_default();
    let words = |name: &str| {
        let number = numbers.iter().find(|number| number.name == name);
        let words = number.map(|number| number.words).unwrap_or_default().iter();
        words
            .map(|word| (word.number, word.word, word.suffix, word.releases))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words("image_kind"),
        [
            (0, "none", "", &[][..]),
            (1, "object", "o", &[]),
            (2, "bitcode", "bc", &[]),
            (3, "cubin", "cubin", &[]),
            (4, "fatbinary", "fatbin", &[]),
            (5, "ptx", "s", &[]),
            (6, "spirv", "spv", &["main"]),
        ]
    );
    assert_eq!(
        words("offload_kind"),
        [
            (0, "none", "", &[][..]),
            (1, "openmp", "", &[]),
            (2, "cuda", "", &[]),
            (3, "hip", "", &["16", "19"]),
            (4, "hip", "", &["22", "main"]),
            (8, "sycl", "", &["22", "main"]),
        ]
    );
}

/// Clang's `types::getTypeTempSuffix` and the User Guide of the bundler, table "Supported File Formats".
#[test]
fn file_type_suffixes_match_clang() {
    let suffixes: Vec<(&str, &str)> = REGISTRY
        .file_types
        .iter()
        .map(|file_type| (file_type.name, file_type.suffix))
        .collect();
    for (name, suffix) in suffixes {
        assert_eq!(suffix.strip_prefix('.'), Some(name), "{name}");
    }
}

/// PE Format, section "Machine Types".
#[test]
fn pe_machine_numbers_match_the_specification() {
    let pe = REGISTRY.contents.iter().find(|content| content.name == "pe");
    let names = pe.and_then(|pe| pe.machine).map(|machine| machine.names);
    assert_eq!(
        names.unwrap_or_default(),
        [
            (0x8664, "x86-64"),
            (0x014c, "x86"),
            (0xaa64, "AArch64"),
            (0xa641, "ARM64EC"),
            (0xa64e, "ARM64X"),
            (0x01c4, "ARM"),
        ]
    );
}
