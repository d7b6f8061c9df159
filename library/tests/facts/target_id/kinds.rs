//! Offload kinds, ARM architectures and ELF machines.

use crate::interpreted::GRAMMAR;

/// LLVM, `ARMTargetParser.cpp`: architecture names with a version, without a list; measured with the bundlers of
/// releases 19 and 22. Anything may follow the first digit.
#[test]
fn arm_architectures_are_known_by_version() {
    let known = |arch: &str| match GRAMMAR.validate(&format!("hip-{arch}-a-b-")) {
        Ok(()) => true,
        Err(invalid) => invalid.unknown_triple.is_none(),
    };
    for arch in [
        "armv6kz",
        "armebv7",
        "thumbv7em",
        "thumbebv7",
        "armv8.1m.main",
        "aarch64_bev8",
        "arm64v8",
        "aarch64v8",
        "armv9",
        "thumbv0z",
        "armv8A_+:",
    ] {
        assert!(known(arch), "{arch}");
    }
    for arch in ["armvx", "armv.8", "armfoo", "xarmv8", "thumbxv8", "armthumbv8", "eb", "v8", "arm64ebv8", "thumb_v8"] {
        assert!(!known(arch), "{arch}");
    }
}

/// Clang Offload Bundler, table "Bundled Code Object Offload Kind", and the note on `hip` and `hipv4`.
#[test]
fn offload_kinds_match_the_documents() {
    let groups = [("host", "host"), ("hip", "hip"), ("hipv4", "hip"), ("openmp", "openmp")];
    let id = |kind: &str| format!("{kind}-amdgcn-amd-amdhsa--gfx906");
    for (stored, group) in groups {
        assert_eq!(GRAMMAR.is_host(&id(stored)), stored == "host");
        assert_eq!(GRAMMAR.needs_host(&[&id(stored)]), group != "hip", "{stored}");
        for (asked, other) in groups {
            let verdict = GRAMMAR.verdict(&id(stored), &id(asked));
            assert_eq!(verdict.compatible, group == other, "{stored} {asked}");
        }
        assert!(GRAMMAR.validate(&id(stored)).is_ok());
    }
    assert_eq!(GRAMMAR.interchangeable(&id("hip")), [id("openmp")]);
    assert_eq!(GRAMMAR.interchangeable(&id("hipv4")), [id("openmp")]);
    assert_eq!(GRAMMAR.interchangeable(&id("openmp")), [id("hip"), id("hipv4")]);
    assert_eq!(GRAMMAR.interchangeable(&id("host")), [""; 0]);
    assert_eq!(GRAMMAR.kinds.len(), groups.len());
}

/// System V ABI, "ELF Header", and the registry of machines: `EM_AMDGPU` and so on.
#[test]
fn elf_machine_numbers_match_the_registry() {
    let machines = GRAMMAR.machines.iter().map(|machine| (machine.number, machine.name));
    assert_eq!(
        machines.collect::<Vec<_>>(),
        [
            (224, "AMDGPU"),
            (190, "CUDA"),
            (205, "IntelGT"),
            (62, "x86-64"),
            (3, "i386"),
            (183, "AArch64"),
            (40, "ARM"),
            (21, "PowerPC64"),
            (20, "PowerPC"),
            (243, "RISC-V"),
            (258, "LoongArch"),
            (22, "S/390"),
            (251, "VE"),
        ]
    );
    let mut architectures: Vec<&str> = GRAMMAR
        .machines
        .iter()
        .flat_map(|machine| machine.architectures)
        .copied()
        .collect();
    architectures.sort_unstable();
    let known = "aarch64 aarch64_32 aarch64_be amdgcn arm arm64e armeb armebv5e armv5e armv7 armv8 i386 loongarch32 loongarch64 nvptx nvptx64 \
                 powerpc powerpc64 powerpc64le powerpcle r600 riscv32 riscv32be riscv64 riscv64be s390x ve x86_64";
    assert_eq!(architectures.join(" "), known);
}
