//! Code objects that do not match their IDs: real ones with changed headers.

use super::scene::{GFX90A, GFX906, HOST, Scene, amd, bundle, elf, fixture, gfx906};

/// Offsets of the code objects for gfx906 and gfx90a:xnack+ in `hip/device.22.hipfb`.
const FIRST: usize = 0x1000;
const SECOND: usize = 0x2000;
/// The offset of the flags in a header.
const FLAGS: usize = 48;

fn patched(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = fixture("hip/device.22.hipfb");
    file[at..at + bytes.len()].copy_from_slice(bytes);
    file
}

#[test]
fn changed_headers_are_found() {
    let scene = Scene::new();
    let gfx90a =
        "expected a code object of processor gfx906 for \"hipv4-amdgcn-amd-amdhsa--gfx906\", found processor gfx90a";
    let cases: [(Vec<u8>, &str, &str); 5] = [
        (
            patched(FIRST + FLAGS, &[0x3f]),
            "error wrong-processor: 0, 1, \"entries[1]\" at 4096",
            gfx90a,
        ),
        (
            patched(SECOND + FLAGS + 1, &[0x06]),
            "error wrong-feature: 0, 2, \"entries[2]\" at 8192",
            "expected a code object of xnack+ for \"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+\", found xnack-",
        ),
        (
            patched(FIRST + 18, &[62]),
            "error wrong-machine: 0, 1, \"entries[1]\" at 4096",
            "expected a code object of machine AMDGPU for \"hipv4-amdgcn-amd-amdhsa--gfx906\", found machine x86-64",
        ),
        (
            patched(FIRST + 4, &[9]),
            "warning bad-elf: 0, 1, \"entries[1]\" at 4096",
            "the ELF header of the code object is invalid or incomplete",
        ),
        (
            patched(FIRST, b"ELF!"),
            "warning unknown-content: 0, 1, \"entries[1]\" at 4096",
            "the code object begins with \"ELF!\\x02\\x01\\x01@\", which is no known format",
        ),
    ];
    for (file, finding, message) in cases {
        let verified = scene.verify(&file);
        assert_eq!(verified.findings, [finding]);
        assert_eq!(verified.value["findings"][0]["message"], message);
        assert_eq!(verified.code, i32::from(!finding.starts_with("note")));
    }
}

#[test]
fn non_code_in_hip_entries_is_damaged() {
    let scene = Scene::new();
    let openmp = "openmp-amdgcn-amd-amdhsa--gfx906";
    let gzip = fixture("kinds/gzip.gz");
    let zstd = fixture("kinds/zstd.zst");
    let spirv = fixture("kinds/spirv.22.spv");
    let bitcode = fixture("kinds/bitcode.22.bc");
    for (content, is_code) in
        [(&gzip, false), (&zstd, false), (&b"text of no form".to_vec(), false), (&spirv, true), (&bitcode, true)]
    {
        let verified = scene.verify(&bundle(&[(HOST, b""), (GFX906, content)]));
        let expected = format!(
            "warning unknown-content: 0, 1, \"entries[1]\" at {}",
            32 + 48 + HOST.len() + GFX906.len()
        );
        assert_eq!(verified.findings, if is_code { vec![] } else { vec![expected] });
        assert_eq!(verified.code, i32::from(!is_code));
        // Other kinds can have any content.
        assert_eq!(scene.verify(&bundle(&[(HOST, b""), (openmp, content)])).code, 0);
    }
}

#[test]
fn wrapped_code_is_compared_too() {
    let scene = Scene::new();
    let file = patched(FIRST + FLAGS, &[0x3f]);
    let packed = scene.made(&["compress", "in", "-o", "out"], &file);
    let verified = scene.verify(&packed);
    assert_eq!(
        verified.findings,
        ["error wrong-processor: 0, 1, \"entries[1]\" at 4096"]
    );
    assert_eq!(verified.value["findings"][0]["file"], "in (decompressed from byte 0x0)");
}

#[test]
fn hosts_and_other_forms() {
    let scene = Scene::new();
    let x86 = elf(62, 0, 0, 0);
    let arm = elf(183, 0, 0, 0);
    let (right, wrong) = (gfx906(), amd(0x53f));
    type Entries<'e> = &'e [(&'e str, &'e [u8])];
    let cases: [(Entries<'_>, &[&str]); 5] = [
        (&[(HOST, &x86), (GFX906, &right)], &[]),
        (
            &[(HOST, &arm), (GFX906, &right)],
            &["error wrong-machine: 0, 0, \"entries[0]\" at 141"],
        ),
        (&[(HOST, b""), (GFX906, b"BC\xc0\xde bitcode")], &[]),
        (
            &[(HOST, b""), (GFX906, &right[..20])],
            &["warning bad-elf: 0, 1, \"entries[1]\" at 141"],
        ),
        // Two swapped contents.
        (
            &[(GFX906, &wrong), (GFX90A, &right)],
            &[
                "error wrong-processor: 0, 0, \"entries[0]\" at 149",
                "error wrong-processor: 0, 1, \"entries[1]\" at 3693",
                "error wrong-feature: 0, 1, \"entries[1]\" at 3693",
            ],
        ),
    ];
    for (entries, expected) in cases {
        assert_eq!(scene.verify(&bundle(entries)).findings, expected);
    }
}
