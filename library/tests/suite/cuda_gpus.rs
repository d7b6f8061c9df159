//! NVIDIA GPUs and their code, by the CUDA C++ Programming Guide, section "Binary Compatibility", and ptxas.

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use offload_bundle::ops::{self};
use offload_bundle::report::{Outcome, SupportedBy};
use offload_bundle::request::{ListRequest, VerifyRequest};
use offload_bundle::{OffloadFile, REGISTRY};

use crate::support;
use crate::support::{about, extracted, folder_with, memory, targets};

/// Images have file names such as `sm_90a.elf`.
fn fat_binary(images: &[&str]) -> Vec<u8> {
    let mut entries = Vec::new();
    for image in images {
        let (target, kind) = image.split_once('.').unwrap();
        let digits: String = target.chars().filter(char::is_ascii_digit).collect();
        let kind: u16 = match kind {
            "elf" => 2,
            "ptx" => 1,
            _ => 8,
        };
        let letter: u64 = match target.chars().last() {
            Some('a') => 0x10_0000,
            Some('f') => 0x20_0000,
            _ => 0,
        };
        entries.extend(kind.to_le_bytes());
        entries.extend(0x101_u16.to_le_bytes());
        entries.extend(64_u32.to_le_bytes());
        entries.extend(8_u64.to_le_bytes());
        entries.extend([0; 12]);
        entries.extend(digits.parse::<u32>().unwrap().to_le_bytes());
        entries.extend([0; 8]);
        entries.extend((letter | 0x11).to_le_bytes());
        entries.extend([0; 16]);
        entries.extend(*b"an image");
    }
    let mut bytes = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    bytes.extend(u64::try_from(entries.len()).unwrap().to_le_bytes());
    bytes.extend(entries);
    bytes
}

/// The fat binaries after and before linking.
fn library(linked: &[&[&str]], parts: &[&[&str]]) -> Vec<u8> {
    let bytes =
        |containers: &[&[&str]]| -> Vec<u8> { containers.iter().flat_map(|images| fat_binary(images)).collect() };
    with_sections(&[(".nv_fatbin", &bytes(linked)), ("__nv_relfatbin", &bytes(parts))])
}

fn with_sections(sections: &[(&str, &[u8])]) -> Vec<u8> {
    let mut made = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    for (name, bytes) in sections {
        let id = made.add_section(Vec::new(), (*name).into(), SectionKind::ReadOnlyData);
        made.append_section_data(id, bytes, 8);
    }
    made.write().unwrap()
}

fn supports(bytes: &[u8], gpu: &str) -> support::Supported {
    support::supports(gpu, memory(bytes)).0
}

fn runs(images: &[&str], gpu: &str) -> Option<(String, SupportedBy)> {
    let file = supports(&fat_binary(images), gpu);
    assert_eq!((file.supported, file.unit_count), (Some(!file.with.is_empty()), 1));
    file.with.into_iter().next().map(|with| (with.target, with.how))
}

#[test]
fn cubins_and_ptx_run_on_later_gpus() {
    use SupportedBy::{Compiled, Earlier, Exact, Variant};
    for (image, gpu, expected) in [
        ("sm_80.elf", "sm_80", Some(Exact)),
        ("sm_80.elf", "sm_86", Some(Earlier)),
        ("sm_80.elf", "sm_89", Some(Earlier)),
        ("sm_80.elf", "sm_90", None),
        ("sm_86.elf", "sm_80", None),
        ("sm_70.elf", "sm_75", Some(Earlier)),
        ("sm_75.elf", "sm_80", None),
        // Tegra is not compatible with any other.
        ("sm_80.elf", "sm_87", None),
        ("sm_87.elf", "sm_89", None),
        ("sm_87.elf", "sm_87", Some(Exact)),
        ("sm_70.elf", "sm_72", None),
        ("sm_50.elf", "sm_53", None),
        ("sm_90a.elf", "sm_90a", Some(Exact)),
        ("sm_90a.elf", "sm_90", Some(Variant)),
        ("sm_90.elf", "sm_90a", Some(Variant)),
        ("sm_100a.elf", "sm_103", None),
        ("sm_100f.elf", "sm_103", Some(Earlier)),
        ("sm_100f.elf", "sm_120", None),
        ("sm_120.elf", "sm_121", Some(Earlier)),
        // Newer than known GPUs.
        ("sm_100.elf", "sm_107", Some(Earlier)),
        ("sm_120.ptx", "sm_150", Some(Compiled)),
        ("sm_80.ptx", "sm_80", Some(Compiled)),
        ("sm_80.ptx", "sm_121", Some(Compiled)),
        ("sm_80.ptx", "sm_87", Some(Compiled)),
        ("sm_80.ptx", "sm_75", None),
        ("sm_90a.ptx", "sm_90", Some(Compiled)),
        ("sm_90a.ptx", "sm_100", None),
        ("sm_100f.ptx", "sm_100", Some(Compiled)),
        ("sm_100f.ptx", "sm_103", Some(Compiled)),
        ("sm_100f.ptx", "sm_110", None),
        ("sm_103f.ptx", "sm_100", None),
        ("sm_110f.ptx", "sm_110", Some(Compiled)),
        ("sm_120f.ptx", "sm_121", Some(Compiled)),
        ("sm_90.lto", "sm_90", None),
        ("sm_90.lto", "sm_100", None),
    ] {
        let target = image.split('.').next().unwrap().to_owned();
        assert_eq!(runs(&[image], gpu), expected.map(|how| (target, how)), "{image} {gpu}");
    }
}

#[test]
fn nearest_image_runs() {
    use SupportedBy::{Compiled, Earlier, Exact};
    let images = ["sm_80.ptx", "sm_80.elf", "sm_86.elf", "sm_75.ptx", "sm_90.lto"];
    for (gpu, target, how) in [
        ("sm_80", "sm_80", Exact),
        ("sm_89", "sm_86", Earlier),
        ("sm_90", "sm_80", Compiled),
        ("sm_75", "sm_75", Compiled),
        ("RTX 4090", "sm_86", Earlier),
        ("Jetson Orin Nano", "sm_80", Compiled),
    ] {
        assert_eq!(runs(&images, gpu), Some((target.to_owned(), how)), "{gpu}");
    }
    let file = OffloadFile::from_bytes(fat_binary(&images)).unwrap();
    let numbers = ["sm_80", "sm_89", "sm_90", "sm_75", "sm_70"].map(|gpu| {
        let best = file.best_match(gpu).unwrap();
        best.map(|best| best.entry().number())
    });
    assert_eq!(numbers, [Some(1), Some(2), Some(0), Some(3), None]);
}

#[test]
fn selection_takes_runnable_entries() {
    let bytes = fat_binary(&["sm_80.ptx", "sm_80.elf", "sm_86.elf", "sm_90.elf", "sm_89.lto"]);
    let selected = |gpu: &str| -> Vec<u64> {
        let mut request: ListRequest = about(memory(&bytes));
        request.filter.targets = targets(&[gpu]);
        let report = ops::list(&REGISTRY, &request).unwrap();
        let bundles = report.files.into_iter().flat_map(|file| file.bundles);
        bundles
            .flat_map(|bundle| bundle.entries)
            .map(|entry| entry.entry)
            .collect()
    };
    assert_eq!(selected("sm_89"), [0, 1, 2]);
    assert_eq!(selected("sm_90"), [0, 3]);
    assert_eq!(selected("sm_87"), [0]);
    assert_eq!(selected("sm_75"), [0_u64; 0]);
}

#[test]
fn linked_container_and_parts_are_one_unit() {
    let (with_ptx, without): (&[&str], &[&str]) = (&["sm_80.elf", "sm_80.ptx"], &["sm_80.elf"]);
    let answer = |bytes: &[u8], gpu: &str| {
        let file = supports(bytes, gpu);
        (file.supported.unwrap(), file.unit_count, file.supported_unit_count)
    };
    let linked = library(&[without], &[with_ptx, with_ptx]);
    assert_eq!(answer(&linked, "sm_80"), (true, 1, 1));
    assert_eq!(answer(&linked, "sm_90"), (true, 1, 1), "the driver links it again");
    assert_eq!(answer(&linked, "sm_75"), (false, 1, 0));
    let one_without = library(&[without], &[with_ptx, without]);
    assert_eq!(
        answer(&one_without, "sm_90"),
        (false, 1, 0),
        "not all of it can be compiled"
    );
    assert_eq!(answer(&one_without, "sm_86"), (true, 1, 1));
    let of_parts = library(&[without], &[&["sm_90.elf"]]);
    assert_eq!(
        answer(&of_parts, "sm_90"),
        (false, 1, 0),
        "relocatable cubins are not linked again"
    );
    // Not linked yet.
    let objects = library(&[], &[with_ptx, without]);
    assert_eq!(answer(&objects, "sm_90"), (false, 2, 1));
    assert_eq!(answer(&objects, "sm_80"), (true, 2, 2));
    assert_eq!(answer(&library(&[with_ptx, without], &[]), "sm_90"), (false, 2, 1));
}

fn with_section(name: &str, kind: SectionKind, machine: [u8; 2]) -> Vec<u8> {
    let mut cubin = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let id = cubin.add_section(Vec::new(), name.into(), kind);
    cubin.append_section_data(id, &[0; 16], 8);
    let mut cubin = cubin.write().unwrap();
    cubin[18..20].copy_from_slice(&machine);
    cubin.resize(cubin.len().next_multiple_of(8), 0);
    let mut bytes = fat_binary(&["sm_52.elf"]);
    let text = bytes.len() - 8;
    bytes.truncate(text);
    bytes[24..32].copy_from_slice(&u64::try_from(cubin.len()).unwrap().to_le_bytes());
    bytes.extend(cubin);
    let len = u64::try_from(bytes.len() - 16).unwrap();
    bytes[8..16].copy_from_slice(&len.to_le_bytes());
    bytes
}

#[test]
fn unit_without_kernels_needs_no_code() {
    let cuda = [190, 0];
    let answer = |bytes: &[u8]| {
        let file = supports(bytes, "sm_90");
        let with = file.with.into_iter().next().map(|with| (with.target, with.how));
        (file.supported, file.unit_count, file.supported_unit_count, with)
    };
    let without = with_section(".nv.info", SectionKind::Other, cuda);
    let never = Some(("sm_52".to_owned(), SupportedBy::WithoutKernels));
    assert_eq!(answer(&without), (Some(true), 1, 1, never));
    // Kernels, functions, data for the program, other machines, and other formats than ELF.
    for bytes in [
        with_section(".text.add", SectionKind::Text, cuda),
        with_section(".text", SectionKind::Text, cuda),
        with_section(".nv.global.init", SectionKind::Data, cuda),
        with_section(".nv.info", SectionKind::Other, [224, 0]),
        fat_binary(&["sm_52.elf"]),
    ] {
        assert_eq!(answer(&bytes), (Some(false), 1, 0, None));
    }
    // The containers before linking have code, and so do other choices of the program.
    let parts = fat_binary(&["sm_52.elf"]);
    let linked = with_sections(&[(".nv_fatbin", &without), ("__nv_relfatbin", &parts)]);
    assert_eq!(answer(&linked), (Some(false), 1, 0, None));
    let beside = [without.clone(), with_section(".text.add", SectionKind::Text, cuda)].concat();
    assert_eq!(answer(&with_sections(&[(".mine", &beside)])), (Some(false), 1, 0, None));
    let missing = |bytes: &[u8]| {
        let mut request: VerifyRequest = about(memory(bytes));
        request.required = targets(&["sm_90", "sm_100"]);
        let report = ops::verify(&REGISTRY, &request).unwrap();
        report.summary.required.unwrap()[0]
            .gpus
            .iter()
            .filter(|answer| answer.supported != Some(true))
            .count()
    };
    assert_eq!(missing(&without), 0);
    assert_eq!(missing(&with_section(".text.add", SectionKind::Text, cuda)), 2);
}

#[test]
fn fat_binaries_outside_sections_are_one_unit() {
    let mut made = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let id = made.add_section(Vec::new(), b".data".to_vec(), SectionKind::Data);
    let all = [fat_binary(&["sm_80.elf"]), fat_binary(&["sm_90.elf"]), fat_binary(&["sm_75.lto"])];
    made.append_section_data(id, &all.concat(), 8);
    let bytes = made.write().unwrap();
    let answer = |gpu: &str| {
        let file = supports(&bytes, gpu);
        (file.supported, file.unit_count)
    };
    assert_eq!(answer("sm_90"), (Some(true), 1));
    assert_eq!(answer("sm_86"), (Some(true), 1));
    assert_eq!(answer("sm_75"), (Some(false), 1));
    // In their own section, fat binaries are registered separately.
    let registered = library(&[&["sm_80.elf"], &["sm_90.elf"]], &[]);
    assert_eq!(supports(&registered, "sm_90").unit_count, 2);
}

#[test]
fn extracted_suffixes_follow_image_kinds() {
    let (folder, path) = folder_with("in");
    std::fs::write(&path, fat_binary(&["sm_90a.elf", "sm_90a.ptx", "sm_90a.lto"])).unwrap();
    let report = extracted(path, folder.path().join("out"));
    let names = report
        .outputs
        .iter()
        .map(|entry| entry.output.as_path().file_name().unwrap().to_str().unwrap().to_owned());
    let id = "in.0.cuda-nvptx64-nvidia-cuda--sm_90a";
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["cubin", "ptx", "ltoir"].map(|suffix| format!("{id}.{suffix}"))
    );
}

#[test]
fn verify_require_agrees_with_supports() {
    let bytes = library(&[&["sm_80.elf"], &["sm_90.elf", "sm_80.elf"]], &[&["sm_80.ptx"]]);
    let missing = |gpu: &str| {
        let mut request: VerifyRequest = about(memory(&bytes));
        request.required = targets(&[gpu]);
        let report = ops::verify(&REGISTRY, &request).unwrap();
        let missing = &report.summary.required.unwrap()[0].sets[0].gpus[0].bundles_without;
        (missing.len(), report.summary.outcome)
    };
    assert_eq!(missing("sm_100").0, 0);
    assert_eq!(missing("sm_80").0, 0);
    assert_eq!(missing("sm_75"), (2, Outcome::Negative));
}
