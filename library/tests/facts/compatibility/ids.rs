//! The compared IDs: full cross products of parts.

const KINDS: &[&str] = &["hip", "hipv4", "openmp"];

/// The triple and the separator before a target ID: three fields, four, the fourth empty.
const TRIPLES: &[&str] = &[
    "amdgcn-amd-amdhsa-",
    "amdgcn-amd-amdhsa",
    "amdgcn-amd-amdhsa-unknown",
    "amdgcn-amd-amdhsa-gnu",
    "amdgcn-amd-amdhsa1.0-",
    "amdgcn--amdhsa-",
    "amdgcn-amd-amdpal-",
    "r600-amd-amdhsa-",
    "nvptx64-nvidia-cuda-",
    "nvptx64-nvidia-cuda",
    "nvptx64-nvidia-cuda-unknown",
    "nvptx-nvidia-cuda-",
    "spirv64-amd-amdhsa-",
    "spirv64-unknown-unknown-",
    "x86_64-unknown-linux-gnu",
    "x86_64-redhat-linux-gnu",
    "x86_64-unknown-linux-musl",
];

const PROCESSORS: &[&str] = &[
    "",
    "gfx700",
    "kaveri",
    "gfx803",
    "fiji",
    "polaris10",
    "gfx900",
    "gfx906",
    "gfx90a",
    "gfx942",
    "gfx950",
    "gfx1030",
    "gfx1250",
    "gfx9-generic",
    "gfx12-generic",
    "amdgcnspirv",
    "sm_70",
    "sm_90a",
    "sm_999",
    "gfx9999",
    "GFX906",
    "foo",
];

const FEATURES: &[&str] = &[
    "",
    ":xnack+",
    ":xnack-",
    ":sramecc+",
    ":sramecc-",
    ":sramecc+:xnack+",
    ":sramecc+:xnack-",
    ":sramecc-:xnack+",
    ":sramecc-:xnack-",
    ":xnack+:sramecc+",
    ":xnack-:sramecc+",
    ":",
    ":xnack+:",
    ":XNACK+",
    ":foo+",
    ":foo+:xnack+",
];

/// Features including malformed ones: duplicate, with another sign, without sign, without a name.
const MALFORMED: &[&str] =
    &["", ":xnack+", ":xnack+:xnack+", ":xnack+:xnack-", ":xnack", ":xnack*", "::xnack+", ":+", ":-xnack"];

pub const HOSTS: &[&str] = &[
    "host-x86_64-unknown-linux-gnu",
    "host-x86_64-unknown-linux-gnu-",
    "host-x86_64-unknown-linux-gnu--",
    "host-x86_64-pc-linux-gnu",
    "host-x86_64-pc-linux-gnu-",
    "host-x86_64-linux-gnu",
    "host-x86_64-unknown-linux",
    "host-x86_64-unknown-linux--",
    "host-x86_64-unknown-linux-musl",
    "host-x86_64-redhat-linux-gnu",
    "host-i386-unknown-linux-gnu",
    "host-x86_64-unknown-linux-gnux32",
    "host-x86_64-pc-windows-msvc",
    "host-x86_64-pc-windows-msvc-",
    "host-x86_64-pc-windows-gnu",
    "host-x86_64",
    "host-powerpc64le-ibm-linux-gnu",
];

fn product(kinds: &[&str], triples: &[&str], processors: &[&str], features: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for kind in kinds {
        for triple in triples {
            for processor in processors {
                ids.extend(
                    features
                        .iter()
                        .map(|features| format!("{kind}-{triple}-{processor}{features}")),
                );
            }
        }
    }
    ids
}

/// Within each set, all pairs are compared.
pub fn sets() -> [Vec<String>; 5] {
    let (hip, amd) = (&KINDS[..1], &TRIPLES[..1]);
    let each = ["amdgcn-amd-amdhsa-", "nvptx64-nvidia-cuda-", "spirv64-amd-amdhsa-"];
    let nvidia: Vec<&str> = TRIPLES
        .iter()
        .copied()
        .filter(|triple| triple.starts_with("nvptx"))
        .collect();
    let processors = ["", "gfx900", "gfx906", "gfx1030", "gfx9-generic", "foo"];
    [
        product(KINDS, TRIPLES, &["", "gfx906"], &[""]),
        product(KINDS, &nvidia, &["", "sm_70", "sm_90a", "sm_999"], &[""]),
        product(hip, &each, PROCESSORS, &[""]),
        product(hip, amd, &processors, FEATURES),
        product(hip, amd, &["gfx906", "gfx1030", "foo"], MALFORMED),
    ]
}
