//! Reasons of verdicts, and composition. Clang Offload Bundler, "Compatibility Rules for Bundle Entry ID" and "Bundled
//! Code Object Composition".

use offload_bundle_core::ids::Aspect;

use crate::interpreted::GRAMMAR;

/// The stored ID, the requested ID, the verdict, and the reasons as `rule: words`.
const VERDICTS: &[(&str, &str, bool, &str)] = &[
    (
        "host-x86_64-zzz-linux-gnu-",
        "host-x86_64-linux-gnu-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: the system is `linux`",
    ),
    (
        "host-x86_64-pc-linux",
        "host-x86_64-pc-linux-zzz-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: the system is `linux`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906",
        true,
        "same-text: both are `hip-amdgcn-amd-amdhsa--gfx906`",
    ),
    (
        "hip",
        "hip-amdgcn-amd-amdhsa--gfx906",
        false,
        "readable: not a bundle entry ID: `hip`: column 4: expected `-`, found the end",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906:x",
        false,
        "readable: not a bundle entry ID: `hip-amdgcn-amd-amdhsa--gfx906:x`: column 32: expected `+` or `-`, found the end",
    ),
    (
        "hipv4-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906",
        true,
        "kind: `hipv4` and `hip` are interchangeable; architecture: the architecture is `amdgcn`; system: the system is `amdhsa`; processor: the processor is `gfx906`",
    ),
    (
        "openmp-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906",
        false,
        "kind: the entry is for `openmp`, the request is for `hip`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+:sramecc-",
        "hip-amdgcn-amd-amdhsa--gfx906:sramecc-:xnack+",
        true,
        "kind: both are for `hip`; architecture: the architecture is `amdgcn`; system: the system is `amdhsa`; processor: the processor is `gfx906`; features: the entry has `sramecc-`, which serves `sramecc-`; the entry has `xnack+`, which serves `xnack+`",
    ),
    (
        "host-amd64-pc-linux-gnu-",
        "host-x86_64-pc-linux-gnu-",
        true,
        "kind: both are for `host`; architecture: `amd64` and `x86_64` are the same architecture; system: the system is `linux`",
    ),
    (
        "host-aarch64-pc-linux-gnu-",
        "host-x86_64-pc-linux-gnu-",
        false,
        "architecture: the architecture is `aarch64`, not `x86_64`",
    ),
    (
        "host-x86_64-pc-linux-gnu-",
        "host-x86_64-apple-linux-gnu-",
        false,
        "vendor: the vendor is `pc`, not `apple`",
    ),
    (
        "host-x86_64-pc-linux-gnu-",
        "host-x86_64-unknown-linux-gnu-",
        false,
        "vendor: the vendor is `pc`, not `unknown`",
    ),
    (
        "host-x86_64-zzz-linux-gnu-",
        "host-x86_64-unknown-linux-gnu-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: the system is `linux`",
    ),
    (
        "host-x86_64--linux-gnu-",
        "host-x86_64-pc-linux-gnu-",
        false,
        "vendor: the vendor is `none`, not `pc`",
    ),
    // All differences are listed, in this order.
    (
        "openmp-i386-apple-windows-musl-gfx1030:xnack+",
        "hip-x86_64-pc-linux-gnu-gfx908",
        false,
        "kind: the entry is for `openmp`, the request is for `hip`; architecture: the architecture is `i386`, not `x86_64`; vendor: the vendor is `apple`, not `pc`; system: the system is `windows`, not `linux`; environment: the environment is `musl`, not `gnu`; processor: the processor is `gfx1030`, not `gfx908`; own-features: `gfx1030` has no selectable feature `xnack`; features: the entry has `xnack+`, not `xnack (any)`",
    ),
    // LLVM reads the prefix of an environment: a version may follow.
    (
        "host-x86_64-pc-linux-android21-",
        "host-x86_64-pc-linux-android-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: the system is `linux`",
    ),
    // LLVM reads an unknown vendor, system or environment as empty.
    (
        "host-x86_64--linux-gnu-",
        "host-x86_64-zzz-linux-gnu-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: the system is `linux`",
    ),
    (
        "host-x86_64-pc--gnu-",
        "host-x86_64-pc-zzz-gnu-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: `none` and `zzz` count as the same system",
    ),
    (
        "host-x86_64-pc-linux5-gnu-",
        "host-x86_64-pc-linux6-gnu-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: `linux5` and `linux6` count as the same system",
    ),
    (
        "host-x86_64-pc-linux-gnu-",
        "host-x86_64-pc-windows-gnu-",
        false,
        "system: the system is `linux`, not `windows`",
    ),
    (
        "host-x86_64-pc-zzz-gnu-",
        "host-x86_64-pc-yyy-gnu-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: `zzz` and `yyy` count as the same system",
    ),
    (
        "host-x86_64-pc--gnu-",
        "host-x86_64-pc-linux-gnu-",
        false,
        "system: the system is `none`, not `linux`",
    ),
    (
        "host-x86_64-pc-linux-gnu-",
        "host-x86_64-pc-linux-musl-",
        false,
        "environment: the environment is `gnu`, not `musl`",
    ),
    (
        "host-x86_64-pc-linux-zzz-",
        "host-x86_64-pc-linux-yyy-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: the system is `linux`",
    ),
    (
        "host-x86_64-pc-linux--",
        "host-x86_64-pc-linux-musl-",
        false,
        "environment: the environment is `none`, not `musl`",
    ),
    (
        "host-x86_64-pc-linux",
        "host-x86_64-pc-linux-unknown-",
        true,
        "kind: both are for `host`; architecture: the architecture is `x86_64`; system: the system is `linux`",
    ),
    (
        "hip-amdgcn-amd-amdhsa-gnu-gfx906",
        "hip-amdgcn-amd-amdhsa-musl-gfx906",
        true,
        "kind: both are for `hip`; architecture: the architecture is `amdgcn`; system: the system is `amdhsa`; processor: the processor is `gfx906`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx908",
        false,
        "processor: the processor is `gfx906`, not `gfx908`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--vega20",
        "hip-amdgcn-amd-amdhsa--gfx906",
        false,
        "processor: the processor is `vega20`, not `gfx906`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--fiji",
        "hip-amdgcn-amd-amdhsa--gfx803",
        true,
        "kind: both are for `hip`; architecture: the architecture is `amdgcn`; system: the system is `amdhsa`; processor: `fiji` and `gfx803` are the same processor",
    ),
    (
        "hip-amdgcn-amd-amdhsa--",
        "hip-amdgcn-amd-amdhsa--gfx906",
        false,
        "processor: the processor is `none`, not `gfx906`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--",
        false,
        "processor: the processor is `gfx906`, not `none`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx9-generic",
        "hip-amdgcn-amd-amdhsa--gfx906",
        false,
        "processor: yes for loaders: `gfx906` is a member of `gfx9-generic`; no for clang-offload-bundler, which compares names",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:fast+",
        "hip-amdgcn-amd-amdhsa--gfx906:fast-",
        false,
        "own-features: `gfx906` has no selectable feature `fast`; features: the entry has `fast+`, not `fast-`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx1030:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx1030",
        false,
        "own-features: `gfx1030` has no selectable feature `xnack`; features: the entry has `xnack+`, not `xnack (any)`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+",
        true,
        "kind: both are for `hip`; architecture: the architecture is `amdgcn`; system: the system is `amdhsa`; processor: the processor is `gfx906`; features: the entry has `xnack (any)`, which serves `xnack+`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906",
        "hip-amdgcn-amd-amdhsa--gfx906:xnack-",
        true,
        "kind: both are for `hip`; architecture: the architecture is `amdgcn`; system: the system is `amdhsa`; processor: the processor is `gfx906`; features: the entry has `xnack (any)`, which serves `xnack-`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx906",
        false,
        "features: the entry has `xnack+`, not `xnack (any)`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack-",
        "hip-amdgcn-amd-amdhsa--gfx906",
        false,
        "features: the entry has `xnack-`, not `xnack (any)`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx906:xnack-",
        false,
        "features: the entry has `xnack+`, not `xnack-`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack-",
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+",
        false,
        "features: the entry has `xnack-`, not `xnack+`",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+:sramecc+",
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+:sramecc-",
        false,
        "features: the entry has `sramecc+`, not `sramecc-`",
    ),
];

/// Entries of a bundle, and faults as `rule first second level words`.
const COMPOSED: &[(&[&str], &[&str])] = &[
    (
        &["hip-amdgcn-amd-amdpal-gnu-gfx906:xnack+", "hip-amdgcn-amd-amdpal-musl-gfx906"],
        &[],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa--gfx906:xnack+"],
        &[
            "any-beside-fixed 0 1 Error one of `hip-amdgcn-amd-amdhsa--gfx906` and `hip-amdgcn-amd-amdhsa--gfx906:xnack+` fixes a feature that the other leaves open",
        ],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906:xnack+", "openmp-amdgcn-amd-amdhsa--gfx906"],
        &[],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906:xnack+", "hip-r600-amd-amdhsa--gfx906"],
        &[],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906:xnack+", "hip-amdgcn-mesa-amdhsa--gfx906"],
        &[],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906:xnack+", "hip-amdgcn-amd-amdpal--gfx906"],
        &[],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906:xnack+", "hip-amdgcn-amd-amdhsa-gnu-gfx906"],
        &[
            "any-beside-fixed 0 1 Error one of `hip-amdgcn-amd-amdhsa--gfx906:xnack+` and `hip-amdgcn-amd-amdhsa-gnu-gfx906` fixes a feature that the other leaves open",
        ],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906:xnack+", "hip-amdgcn-amd-amdhsa--gfx908"],
        &[],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa-gfx906"],
        &[
            "different-ids 0 1 Error `hip-amdgcn-amd-amdhsa--gfx906` and `hip-amdgcn-amd-amdhsa-gfx906` are the same target",
        ],
    ),
    (
        &["hip-amdgcn-amd-amdhsa--gfx906", "host-x86_64-pc-linux-gnu-", "hip-amdgcn-amd-amdhsa--gfx908"],
        &[
            "host-first 0 1 Note the host entry `host-x86_64-pc-linux-gnu-` should be first, but follows `hip-amdgcn-amd-amdhsa--gfx906`",
        ],
    ),
];

#[test]
fn verdicts_have_expected_reasons() {
    for (stored, asked, compatible, reasons) in VERDICTS {
        let verdict = GRAMMAR.verdict(stored, asked);
        let told: Vec<String> = verdict
            .reasons
            .iter()
            .map(|reason| format!("{}: {}", reason.rule, reason.text))
            .collect();
        assert_eq!(
            (verdict.compatible, told.join("; ").as_str()),
            (*compatible, *reasons),
            "{stored} {asked}"
        );
    }
}

#[test]
fn reasons_name_their_aspect() {
    for (stored, asked, aspect) in [
        ("host-x86_64-pc-linux-gnu-", "hip-x86_64-pc-linux-gnu-", Aspect::Kind),
        ("host-x86_64-pc-linux-gnu-", "host-i386-pc-linux-gnu-", Aspect::Triple),
        (
            "host-x86_64-pc-linux-gnu-",
            "host-x86_64-apple-linux-gnu-",
            Aspect::Triple,
        ),
        (
            "host-x86_64-pc-linux-gnu-",
            "host-x86_64-pc-windows-gnu-",
            Aspect::Triple,
        ),
        (
            "host-x86_64-pc-linux-gnu-",
            "host-x86_64-pc-linux-musl-",
            Aspect::Triple,
        ),
        (
            "hip-amdgcn-amd-amdhsa--gfx906",
            "hip-amdgcn-amd-amdhsa--gfx908",
            Aspect::Processor,
        ),
    ] {
        let verdict = GRAMMAR.verdict(stored, asked);
        let told: Vec<Aspect> = verdict.reasons.iter().map(|reason| reason.aspect).collect();
        assert_eq!(told, [aspect], "{stored} {asked}");
    }
}

#[test]
fn conflicts_are_described() {
    for (ids, conflicts) in COMPOSED {
        let found = GRAMMAR.composition(ids).into_iter();
        let told = found.map(|found| {
            format!(
                "{} {} {} {:?} {}",
                found.rule, found.first, found.second, found.level, found.text
            )
        });
        assert_eq!(told.collect::<Vec<_>>(), *conflicts, "{ids:?}");
    }
}
