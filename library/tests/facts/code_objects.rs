//! Measured headers of code objects against IDs.

use offload_bundle_core::ids::{ElfHeader, HeaderPart, HeaderTarget};

use crate::interpreted::GRAMMAR;

const AMD: u16 = 224;
const NVIDIA: u16 = 190;

fn amd(abi_version: u8, flags: u32) -> ElfHeader {
    ElfHeader { machine: AMD, os_abi: 64, abi_version, flags }
}

fn differences(id: &str, header: ElfHeader) -> Vec<String> {
    let mismatches = GRAMMAR.code_object(id, &header);
    mismatches
        .iter()
        .map(|mismatch| format!("{:?}: {} / {}", mismatch.part, mismatch.expected, mismatch.found))
        .collect()
}

fn hip(target: &str) -> String {
    format!("hipv4-amdgcn-amd-amdhsa--{target}")
}

/// `clang -x hip --cuda-device-only --offload-arch=TARGET -mcode-object-version=N`: the target, the ABI version in the
/// ELF header (3 is 1, 4 is 2, …) and the flags. Releases 14, 16, 19 and 22 agree if they accept the version.
const MEASURED: &[(&str, u8, u32)] = &[
    ("gfx906", 1, 0x32f),
    ("gfx906:xnack+", 1, 0x32f),
    ("gfx906:xnack-", 1, 0x22f),
    ("gfx906:sramecc+", 1, 0x32f),
    ("gfx906:sramecc-", 1, 0x12f),
    ("gfx906:sramecc+:xnack-", 1, 0x22f),
    ("gfx900", 1, 0x12c),
    ("gfx1030", 1, 0x36),
    ("gfx803", 1, 0x2a),
    ("gfx801", 1, 0x128),
    ("gfx906", 2, 0x52f),
    ("gfx906:xnack+", 3, 0x72f),
    ("gfx906:xnack-", 4, 0x62f),
    ("gfx906:sramecc+", 2, 0xd2f),
    ("gfx906:sramecc-", 3, 0x92f),
    ("gfx906:sramecc+:xnack-", 4, 0xe2f),
    ("gfx900", 2, 0x12c),
    ("gfx1030", 4, 0x36),
    ("gfx803", 3, 0x2a),
    ("gfx801", 3, 0x128),
    ("gfx90a", 2, 0x53f),
    ("gfx942:xnack+", 4, 0x74c),
    ("gfx950", 4, 0x54f),
    ("gfx1153", 4, 0x58),
    ("gfx1250", 4, 0x549),
    ("gfx1251", 4, 0x55a),
    // LLVM's main branch sets xnack on, or leaves it unset, as in its test of `gfx1250-strict`.
    ("gfx1250", 4, 0x449),
    ("gfx1250", 4, 0x749),
    ("gfx1250:sramecc+", 4, 0xc49),
    ("gfx1250:sramecc-", 4, 0x849),
    ("gfx1250:sramecc+", 4, 0xf49),
    ("gfx1250-strict", 4, 0x4eb),
    ("gfx1250-strict", 4, 0x7eb),
    ("gfx1251", 4, 0x45a),
    ("gfx12-5-generic", 4, 0x0100_045b),
    ("gfx12-5-generic", 4, 0x0100_075b),
    ("gfx1154", 4, 0x57),
    ("gfx1172", 4, 0x5c),
    ("gfx1310", 4, 0x50),
    ("gfx11-7-generic", 4, 0x0100_0062),
    ("gfx13-generic", 4, 0x0100_0063),
    ("gfx9-generic", 4, 0x0100_0151),
    ("gfx9-4-generic", 4, 0x0100_055f),
    ("gfx10-1-generic", 4, 0x0100_0152),
    ("gfx10-3-generic", 4, 0x0100_0053),
    ("gfx11-generic", 4, 0x0100_0054),
    ("gfx12-generic", 4, 0x0100_0059),
];

#[test]
fn clang_flags_match_their_target() {
    for (target, version, flags) in MEASURED {
        let found = differences(&hip(target), amd(*version, *flags));
        assert!(found.is_empty(), "{target}, version {version}: {found:?}");
    }
}

#[test]
fn processors_have_different_flags() {
    for (target, version, flags) in MEASURED {
        let processor = target.split(':').next().unwrap();
        for (other, ..) in MEASURED {
            let other_processor = other.split(':').next().unwrap();
            let found = GRAMMAR.code_object(&hip(other_processor), &amd(*version, *flags));
            let differs = found.iter().any(|mismatch| mismatch.part == HeaderPart::Processor);
            assert_eq!(differs, processor != other_processor, "{target} as {other}: {found:?}");
        }
    }
}

#[test]
fn mismatches_are_described() {
    let cases: &[(&str, ElfHeader, &[&str])] = &[
        (
            "gfx906",
            amd(3, 0x53f),
            &["Processor: processor gfx906 / processor gfx90a"],
        ),
        (
            "gfx906",
            amd(3, 0x5ef),
            &["Processor: processor gfx906 / processor number 0xef"],
        ),
        ("gfx906:xnack+", amd(3, 0x62f), &["Feature: xnack+ / xnack-"]),
        ("gfx906:xnack+", amd(3, 0x52f), &["Feature: xnack+ / xnack left open"]),
        ("gfx906:xnack-", amd(3, 0x42f), &["Feature: xnack- / no xnack"]),
        ("gfx906", amd(3, 0x72f), &["Feature: xnack left open / xnack+"]),
        (
            "gfx906:sramecc-:xnack+",
            amd(3, 0xe2f),
            &["Feature: xnack+ / xnack-", "Feature: sramecc- / sramecc+"],
        ),
        // Before version 4, an open feature looks like a fixed feature.
        ("gfx906", amd(1, 0x02f), &[]),
        ("gfx906:xnack+", amd(1, 0x22f), &["Feature: xnack+ / xnack-"]),
        ("gfx906:xnack-", amd(1, 0x32f), &["Feature: xnack- / xnack+"]),
        ("gfx906:sramecc+", amd(1, 0x12f), &["Feature: sramecc+ / sramecc-"]),
        (
            "gfx906:sramecc-:xnack+",
            amd(1, 0x22f),
            &["Feature: xnack+ / xnack-", "Feature: sramecc- / sramecc+"],
        ),
        ("gfx906:sramecc-", amd(1, 0x32f), &["Feature: sramecc- / sramecc+"]),
        ("gfx906", amd(3, 0x92f), &["Feature: sramecc left open / sramecc-"]),
        // A feature that is always on is never off, and a missing feature is never on.
        ("gfx1250", amd(4, 0x649), &["Feature: xnack+ / xnack-"]),
        ("gfx12-5-generic", amd(4, 0x65b), &["Feature: xnack+ / xnack-"]),
        ("gfx1250:xnack+", amd(4, 0x449), &["Feature: xnack+ / no xnack"]),
        ("gfx1100", amd(4, 0x341), &["Feature: xnack left open / xnack+"]),
        ("gfx1250", amd(4, 0xc49), &["Feature: sramecc left open / sramecc+"]),
        // A processor by another name, an unknown processor, and no processor.
        ("tahiti", amd(3, 0x20), &[]),
        ("gfx9999", amd(3, 0x20), &[]),
        ("", amd(3, 0x20), &[]),
        // Version 2 stores the processor elsewhere.
        (
            "gfx906",
            amd(0, 0x1),
            &["Version: flags of a known version / ABI 64, version 0"],
        ),
        // AMDPAL has other flags.
        (
            "gfx906",
            ElfHeader { os_abi: 65, ..amd(3, 0x52f) },
            &["Version: flags of a known version / ABI 65, version 3"],
        ),
        (
            "gfx906",
            ElfHeader { os_abi: 65, ..amd(1, 0x32f) },
            &["Version: flags of a known version / ABI 65, version 1"],
        ),
    ];
    for (target, header, expected) in cases {
        assert_eq!(&differences(&hip(target), *header), expected, "{target} {header:?}");
    }
}

#[test]
fn both_cubin_forms_are_recognised() {
    let cubin = |os_abi, abi_version, flags| ElfHeader { machine: NVIDIA, os_abi, abi_version, flags };
    // Found in libraries built with CUDA 11.8 to 12.8.
    for (processor, header) in [
        ("sm_60", cubin(51, 7, 0x003c_053c)),
        ("sm_90", cubin(51, 7, 0x005a_055a)),
        ("sm_90a", cubin(51, 7, 0x005a_055a)),
        ("sm_100", cubin(65, 8, 0x0600_6402)),
        ("sm_120", cubin(65, 8, 0x0600_7802)),
    ] {
        for architecture in ["nvptx", "nvptx64"] {
            let id = format!("openmp-{architecture}-nvidia-cuda--{processor}");
            assert_eq!(differences(&id, header), Vec::<String>::new(), "{id}");
            let other = differences(&format!("openmp-{architecture}-nvidia-cuda--sm_70"), header);
            let others = format!(
                "Processor: processor sm_70 / processor {}",
                processor.trim_end_matches('a')
            );
            assert_eq!(other, [others], "{architecture} {header:?}");
        }
    }
}

#[test]
fn headers_give_their_target() {
    for (target, version, flags) in MEASURED {
        // Before version 4, an open feature looks like a fixed feature.
        let told = if *version == 1 {
            target.split(':').next().unwrap()
        } else {
            target
        };
        let HeaderTarget { machine, target } = GRAMMAR.header_target(&amd(*version, *flags));
        assert_eq!(
            (machine, target.as_deref()),
            (Some("AMDGPU"), Some(told)),
            "version {version}"
        );
    }
    for (abi_version, flags, told) in
        [(7, 0x003c_053c, Some("sm_60")), (8, 0x0600_6402, Some("sm_100")), (9, 0x0600_6402, None)]
    {
        let header = ElfHeader { machine: NVIDIA, os_abi: 65, abi_version, flags };
        let HeaderTarget { machine, target } = GRAMMAR.header_target(&header);
        assert_eq!(
            (machine, target.as_deref()),
            (Some("CUDA"), told),
            "version {abi_version}"
        );
    }
}

#[test]
fn machine_is_compared_first() {
    let header = |machine| ElfHeader { machine, os_abi: 0, abi_version: 0, flags: 0 };
    let cases: &[(&str, u16, &[&str])] = &[
        ("host-x86_64-unknown-linux-gnu-", 62, &[]),
        (
            "host-x86_64-unknown-linux-gnu-",
            183,
            &["Machine: machine x86-64 / machine AArch64"],
        ),
        ("host-aarch64-unknown-linux-gnu-", 183, &[]),
        ("host-arm64-apple-macosx14.0", 183, &[]),
        ("openmp-powerpc64le-ibm-linux-gnu-", 21, &[]),
        (
            "hipv4-amdgcn-amd-amdhsa--gfx906",
            62,
            &["Machine: machine AMDGPU / machine x86-64"],
        ),
        (
            "hipv4-amdgcn-amd-amdhsa--gfx906",
            9999,
            &["Machine: machine AMDGPU / machine number 9999"],
        ),
        // No rule covers these.
        ("host-xcore-unknown-unknown-elf-", 62, &[]),
        ("no ID", 62, &[]),
    ];
    for (id, machine, expected) in cases {
        assert_eq!(&differences(id, header(*machine)), expected, "{id}");
    }
}
