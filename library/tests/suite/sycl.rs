//! SYCL device images from LLVM's compiler, and in the form of DPC++ (`sycl/make.sh`).

use std::path::PathBuf;

use offload_bundle::report::ListedBundle;
use offload_bundle::{OpenOptions, REGISTRY};

use crate::support;
use crate::support::{listed, memory, own, supports, verified};

/// Linked by LLD and GNU ld, with each version of the records, each kind of relocations, and none.
const LINKED: [&str; 5] = ["dpcpp-v2.so", "dpcpp-v3.so", "dpcpp-bfd.so", "dpcpp-relr.so", "dpcpp-fixed"];

fn path(name: &str) -> PathBuf {
    own("sycl").join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap()
}

fn bundles(path: PathBuf) -> Vec<ListedBundle> {
    listed(path).files.into_iter().flat_map(|file| file.bundles).collect()
}

fn codes(bytes: &[u8]) -> Vec<&'static str> {
    support::codes(memory(bytes))
}

fn images(bundle: &ListedBundle) -> Vec<(String, u64, Vec<String>)> {
    let entries = bundle.entries.iter();
    let said = entries.map(|entry| {
        let attributes = entry.attributes.as_ref().unwrap();
        let numbers = attributes.numbers.iter().map(|number| {
            let word = number
                .word
                .as_deref()
                .map_or_else(|| number.number.0.to_string(), str::to_owned);
            format!("{}={word}", number.name)
        });
        let texts = attributes
            .texts
            .iter()
            .map(|text| format!("{}={}", text.key, text.value));
        (
            entry.id.clone().unwrap(),
            entry.size.unwrap().0,
            numbers.chain(texts).collect(),
        )
    });
    said.collect()
}

fn owned(said: &[&str]) -> Vec<String> {
    said.iter().map(|said| (*said).to_owned()).collect()
}

#[test]
fn images_are_entries_with_every_linker() {
    let needs = ["aspects=fp16,fp64,99", "sub_group_size=32"];
    for name in LINKED {
        let found = bundles(path(name));
        assert_eq!(found.len(), 2, "{name}");
        let ahead = [&["image_format=zstd", "kernel_count=2", "target=spir64_gen"][..], &needs].concat();
        assert_eq!(
            images(&found[0]),
            [
                ("sycl-spir64_gen----12.60.7".to_owned(), 784, owned(&ahead)),
                ("sycl-spir64_gen----12.55.8".to_owned(), 784, owned(&ahead)),
            ],
            "{name}"
        );
        let large = ["image_format=zstd", "kernel_count=2", "target=spir64", "compile_options=-cl-opt-disable"];
        let large = [&large[..], &needs].concat();
        let small = ["image_format=undetermined", "kernel_count=1", "target=spir64"];
        assert_eq!(
            images(&found[1]),
            [("sycl-spir64".to_owned(), 5648, owned(&large)), ("sycl-spir64".to_owned(), 48, owned(&small)),],
            "{name}"
        );
        let sections = found.iter().map(|bundle| bundle.section.clone().unwrap());
        let names = ["__CLANG_OFFLOAD_BUNDLE__sycl-spir64_gen", "__CLANG_OFFLOAD_BUNDLE__sycl-spir64"];
        assert_eq!(sections.collect::<Vec<_>>(), names, "{name}");
        assert_eq!(codes(&bytes(name)), [""; 0], "{name}");
    }
}

#[test]
fn images_unpack_to_compiled_code() {
    let file = OpenOptions::new().open(path("dpcpp-v3.so")).unwrap();
    let entries: Vec<_> = file.bundles().flat_map(|bundle| bundle.entries()).collect();
    let heads: Vec<Vec<u8>> = entries
        .iter()
        .map(|entry| entry.bytes().unwrap()[..4].to_vec())
        .collect();
    let spirv = vec![0x03, 0x02, 0x23, 0x07];
    assert_eq!(heads, [b"\x7fELF".to_vec(), b"\x7fELF".to_vec(), spirv.clone(), spirv]);
}

#[test]
fn llvm_linked_library_is_read() {
    for name in ["llvm-lld.so", "llvm-bfd.so"] {
        let found = bundles(path(name));
        assert_eq!(found.len(), 1, "{name}");
        let said = ["image_format=undetermined", "kernel_count=1", "target=spirv64-unknown-unknown"];
        assert_eq!(
            images(&found[0]),
            [(
                "sycl-spirv64-unknown-unknown".to_owned(),
                316,
                said.map(str::to_owned).to_vec()
            )],
            "{name}"
        );
        assert_eq!(codes(&bytes(name)), [""; 0], "{name}");
    }
}

#[test]
fn files_without_records_list_target_sections() {
    for name in ["dpcpp.o", "dpcpp-unregistered.so"] {
        let found = bundles(path(name));
        assert_eq!((found.len(), found[0].format), (1, "object_bundle"), "{name}");
    }
}

#[test]
fn intel_gpus_run_native_or_compiled_code() {
    let answer = |gpu: &str, name: &str| {
        let (file, _) = supports(gpu, path(name));
        let with: Vec<String> = file.with.iter().map(|with| with.target.clone()).collect();
        (file.unit_count, with.join(","), file.supported)
    };
    for (gpu, with) in [
        ("12.60.7", "12.60.7"),
        ("PVC", "12.60.7"),
        ("Arc A770", "12.55.8"),
        ("Arc A380", "12.55.8"),
        ("mtl", "spir64"),
        ("bmg", "spir64"),
    ] {
        assert_eq!(answer(gpu, "dpcpp-v3.so"), (1, with.to_owned(), Some(true)), "{gpu}");
    }
    assert_eq!(
        answer("bmg", "llvm-lld.so"),
        (1, "spirv64-unknown-unknown".to_owned(), Some(true))
    );
    for gpu in ["gfx90a", "sm_90"] {
        assert_eq!(answer(gpu, "dpcpp-v3.so"), (0, String::new(), Some(false)), "{gpu}");
    }
}

#[test]
fn drivers_compile_portable_code_only() {
    let loads = |stored: &str| REGISTRY.ids.target_verdict(stored.into(), "20.1.0").loads.is_some();
    for stored in ["sycl-spir64", "sycl-spirv64-unknown-unknown"] {
        assert!(loads(stored), "{stored}");
    }
    for stored in ["sycl-spir64_gen", "sycl-spir64_x86_64", "sycl-native_cpu", "sycl-spir"] {
        assert!(!loads(stored), "{stored}");
    }
}

/// The offset of the image record with these compile options.
fn record(bytes: &[u8], version: u8) -> usize {
    let head = [version, 0, 4, 0];
    bytes.windows(4).rposition(|window| window == head).unwrap()
}

/// In a program with fixed addresses, the file contains the addresses.
#[test]
fn damaged_records_are_reported_or_ignored() {
    let whole = bytes("dpcpp-fixed");
    let at = record(&whole, 3);
    let with = |skip: usize, value: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at + skip..at + skip + value.len()].copy_from_slice(value);
        bytes
    };
    // The image ends after its section, before its start, or nowhere.
    let end = u64::from_le_bytes(whole[at + 40..at + 48].try_into().unwrap());
    assert_eq!(
        codes(&with(40, &(end + 4096).to_le_bytes())),
        ["out-of-bounds", "unrecognised"]
    );
    // The target is not text.
    assert_eq!(codes(&with(8, &[0; 8])), ["bad-text"]);
    // Another version or kind is not a record, so the image is unknown.
    for damaged in [with(0, &[4]), with(2, &[5]), with(40, &[0; 8])] {
        assert_eq!(codes(&damaged), ["unrecognised"]);
    }
    // Other fields of the record may be nonsense.
    for skip in [16, 24, 48, 56, 64, 72] {
        for value in [[0; 8], [0xff; 8]] {
            assert_eq!(codes(&with(skip, &value)), [""; 0], "{skip}");
        }
    }
}

#[test]
fn damaged_images_are_reported() {
    for name in LINKED {
        let whole = bytes(name);
        let packed: Vec<usize> = whole
            .windows(4)
            .enumerate()
            .filter(|(_, window)| *window == [0x28, 0xb5, 0x2f, 0xfd])
            .map(|(at, _)| at)
            .collect();
        assert_eq!(packed.len(), 2, "{name}");
        for at in packed {
            let mut bytes = whole.clone();
            bytes[at + 40] ^= 0xff;
            let codes = codes(&bytes);
            assert!(!codes.is_empty(), "{name} {at:#x}");
        }
    }
}

/// Many records may share bytes.
#[test]
fn shared_image_bytes_are_reported() {
    let whole = bytes("dpcpp-fixed");
    let at = record(&whole, 3);
    let large = at - 80;
    let mut bytes = whole.clone();
    bytes.copy_within(large + 32..large + 48, at + 32);
    assert_eq!(codes(&bytes), ["overlap", "unrecognised"]);
}

#[test]
fn truncated_library_never_panics() {
    for name in ["dpcpp-v2.so", "dpcpp-relr.so", "dpcpp-fixed"] {
        let whole = bytes(name);
        for len in (0..whole.len()).step_by(61) {
            verified(memory(&whole[..len]));
            listed(memory(&whole[..len]));
        }
    }
}

proptest::proptest! {
    #[test]
    fn changed_bytes_never_panic(name in 0..LINKED.len(), changes in proptest::collection::vec((0..6000_usize, proptest::prelude::any::<u8>()), 1..6)) {
        let mut bytes = bytes(LINKED[name]);
        for (at, byte) in changes {
            if let Some(changed) = bytes.get_mut(at) {
                *changed = byte;
            }
        }
        codes(&bytes);
    }
}
