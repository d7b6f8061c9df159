//! Code objects that loaders refuse, load wrongly, or load despite oddities: real ones, changed in one field.

use std::collections::BTreeSet;

use super::scene::{GFX906, HOST, Scene, bundle, find, patched, real_code};

const OS_ABI: usize = 7;
const ABI_VERSION: usize = 8;
const TYPE: usize = 16;
const SECTIONS: usize = 40;
const FLAGS: usize = 48;
const HEADER_LEN: usize = 52;
const SECTION_COUNT: usize = 60;
const NAMES: usize = 62;
/// Offset and size of program headers, and offsets of their fields.
const SEGMENTS: usize = 64;
const SEGMENT: usize = 56;
const ADDRESS: usize = 16;
const LEN: usize = 32;
const MEMORY_LEN: usize = 40;
const LOADED: [usize; 4] = [1, 2, 3, 4];
const TEXT: usize = 7;
const HASH: usize = 4;
const COMMENT: usize = 12;
const SYMBOLS: usize = 13;
const NAMES_OF_SYMBOLS: usize = 15;
const DESCRIPTOR: usize = 11;

fn word(code: &[u8], at: usize) -> usize {
    usize::try_from(u64::from_le_bytes(code[at..at + 8].try_into().unwrap())).unwrap()
}

fn section(code: &[u8], index: usize) -> usize {
    word(code, SECTIONS) + 64 * index
}

fn descriptor(code: &[u8]) -> usize {
    word(code, section(code, SYMBOLS) + 24) + 24 * DESCRIPTOR
}

fn segment(index: usize) -> usize {
    SEGMENTS + SEGMENT * index
}

fn renamed(code: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    patched(code.to_vec(), find(code, old), new)
}

fn judged_as(scene: &Scene, id: &str, code: &[u8]) -> Vec<String> {
    let file = bundle(&[(HOST, b""), (id, code)]);
    let verified = scene.verify(&file);
    let start = (file.len() - code.len()) as u64;
    let findings = verified.value["findings"].as_array().unwrap();
    let is_sound = findings.iter().all(|finding| finding["severity"] == "note");
    assert_eq!(verified.code, i32::from(!is_sound), "{findings:?}");
    let line = |finding: &serde_json::Value| {
        let text = |key: &str| finding[key].as_str().unwrap();
        let path = text("path").strip_prefix("entries[1]").unwrap().trim_start_matches('.');
        let offset = finding["offset"].as_u64().unwrap() - start;
        format!("{} {}: {path} at {offset}", text("severity"), text("code"))
    };
    findings.iter().map(line).collect()
}

/// The same with a bare code object for gfx906.
fn judged(scene: &Scene, code: &[u8]) -> Vec<String> {
    let found = judged_as(scene, GFX906, code);
    let bare = scene.verify(code);
    let codes = |lines: &[String]| -> BTreeSet<String> {
        let words = lines.iter().map(|line| line.split(':').next().unwrap().to_owned());
        words.collect()
    };
    assert_eq!(codes(&bare.findings), codes(&found));
    let is_sound = found.iter().all(|line| line.starts_with("note"));
    assert_eq!(bare.code, i32::from(!is_sound), "{:?}", bare.findings);
    assert_eq!(bare.value["verdict"], if is_sound { "sound" } else { "not-sound" });
    found
}

#[test]
fn old_code_needs_no_later_metadata() {
    let (scene, code) = (Scene::new(), real_code());
    let without = patched(code.clone(), find(&code, b"AMDGPU\0"), b"AMDGPV");
    let has_metadata = |code: &[u8]| !judged_as(&scene, GFX906, code).join(" ").contains("no-metadata");
    assert!(!has_metadata(&without));
    assert!(has_metadata(&patched(without, ABI_VERSION, &[0])));
}

#[test]
fn code_refused_by_loaders_is_damaged() {
    let scene = Scene::new();
    let code = real_code();
    let [first, text] = [segment(LOADED[0]), segment(LOADED[1])];
    let symbols = section(&code, SYMBOLS);
    let comment = section(&code, COMMENT) + 4;
    let kernel = descriptor(&code);
    let name = word(&code, section(&code, NAMES_OF_SYMBOLS) + 24) + word(&code, kernel) % (1 << 32);
    let note = find(&code, b"AMDGPU\0");
    let map = note + 8;
    let size = find(&code, b".max_flat_workgroup_size") + 24;
    let no_table = patched(patched(code.clone(), SECTIONS, &[0; 8]), SECTION_COUNT, &[0; 4]);
    let swapped = {
        let headers = [&code[text..text + SEGMENT], &code[first..first + SEGMENT]].concat();
        patched(code.clone(), first, &headers)
    };
    let no_symbol = |at: usize| format!("error no-kernel-symbol: segments[8] at {at}");
    // The first kernel of a list.
    let in_map = map + 17;
    let cases: [(&str, Vec<u8>, String); 20] = [
        (
            "no symbols",
            patched(code.clone(), symbols + 4, &[1]),
            no_symbol(in_map),
        ),
        (
            "a local symbol",
            patched(code.clone(), kernel + 4, &[0x01]),
            no_symbol(in_map),
        ),
        (
            "a symbol of no data",
            patched(code.clone(), kernel + 4, &[0x12]),
            no_symbol(in_map),
        ),
        ("a renamed symbol", patched(code.clone(), name, b"X"), no_symbol(in_map)),
        (
            "no note",
            patched(code.clone(), note, b"AMDGPV"),
            "error no-metadata:  at 0".into(),
        ),
        (
            "no version",
            renamed(&code, b"amdhsa.version", b"amdhsa.versiox"),
            format!("error no-metadata-version: segments[8] at {map}"),
        ),
        (
            "half a version",
            renamed(&code, b"amdhsa.version\x92", b"amdhsa.version\x91"),
            format!("error no-metadata-version: segments[8] at {map}"),
        ),
        (
            "no name",
            renamed(&code, b"\xa5.name", b"\xa5.nama"),
            format!("error incomplete-kernel: segments[8] at {in_map}"),
        ),
        (
            "no symbol in metadata",
            renamed(&code, b"\xa7.symbol", b"\xa7.symbox"),
            format!("error incomplete-kernel: segments[8] at {in_map}"),
        ),
        (
            "no size",
            patched(code.clone(), size, &[0xcd, 0, 0]),
            format!("error incomplete-kernel: segments[8] at {in_map}"),
        ),
        (
            "no sections",
            no_table,
            format!("error no-section-table: e_shoff at {SECTIONS}"),
        ),
        (
            "no names of sections",
            patched(code.clone(), NAMES, &[0, 0]),
            format!("error no-section-table: e_shstrndx at {NAMES}"),
        ),
        (
            "a section that is none",
            patched(code.clone(), comment, &[0]),
            format!("error null-section: sections[{COMMENT}].sh_type at {comment}"),
        ),
        (
            "no ABI",
            patched(code.clone(), OS_ABI, &[0]),
            format!("error wrong-abi: e_ident at {OS_ABI}"),
        ),
        (
            "a later ABI",
            patched(code.clone(), ABI_VERSION, &[5]),
            format!("error wrong-abi: e_ident at {OS_ABI}"),
        ),
        (
            "less memory than bytes",
            patched(code.clone(), first + MEMORY_LEN, &[8, 0]),
            format!("error bad-segments: segments[1].p_filesz at {}", first + LEN),
        ),
        (
            "segments out of order",
            swapped,
            format!("error bad-segments: segments[2].p_vaddr at {}", text + ADDRESS),
        ),
        (
            "a segment after the last",
            patched(code.clone(), text + ADDRESS, &[0, 0, 1]),
            format!("error bad-segments: segments[2].p_vaddr at {}", text + ADDRESS),
        ),
        (
            "symbols of another size",
            patched(code.clone(), symbols + 56, &[16]),
            format!("error bad-symbols: sections[{SYMBOLS}].sh_entsize at {}", symbols + 56),
        ),
        (
            "a symbol in no section",
            patched(code.clone(), kernel + 6, &[99]),
            format!("error bad-symbols: symbols[{DESCRIPTOR}].st_shndx at {}", kernel + 6),
        ),
    ];
    for (name, code, expected) in cases {
        let found = judged(&scene, &code);
        assert!(found.iter().any(|line| line.starts_with("error ")), "{name}: {found:?}");
        assert!(
            found.iter().any(|line| line.starts_with(&expected)),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn wrongly_running_code_is_damaged() {
    let scene = Scene::new();
    let code = real_code();
    let hash = section(&code, HASH);
    let kernel = descriptor(&code);
    let entry = word(&code, section(&code, 6) + 24) + 16;
    for (code, expected) in [
        (
            patched(code.clone(), hash + 4, &[19]),
            format!("warning compact-relocations: sections[{HASH}] at {hash}"),
        ),
        (
            patched(code.clone(), kernel + 8, &[0, 0, 1]),
            format!(
                "warning descriptor-place: symbols[{DESCRIPTOR}].st_value at {}",
                kernel + 8
            ),
        ),
        (
            patched(code.clone(), kernel + 8, &[0x81]),
            format!(
                "warning descriptor-place: symbols[{DESCRIPTOR}].st_value at {}",
                kernel + 8
            ),
        ),
        (
            patched(code.clone(), entry, &[0, 0]),
            format!("warning entry-place: symbols[{DESCRIPTOR}] at {kernel}"),
        ),
        (
            patched(code.clone(), segment(LOADED[1]) + 4, &[4]),
            format!("warning entry-place: symbols[{DESCRIPTOR}] at {kernel}"),
        ),
    ] {
        assert_eq!(judged(&scene, &code), [expected]);
    }
}

#[test]
fn code_accepted_by_loaders_is_sound() {
    let scene = Scene::new();
    let code = real_code();
    let kernel = descriptor(&code);
    let text = section(&code, TEXT);
    let empty = patched(code.clone(), section(&code, HASH) + 4, &[19]);
    for (name, code) in [
        ("as it was made", code.clone()),
        ("an executable", patched(code.clone(), TYPE, &[2])),
        ("another length of the header", patched(code.clone(), HEADER_LEN, &[10])),
        ("code object version 5", patched(code.clone(), ABI_VERSION, &[3])),
        ("code object version 4", patched(code.clone(), ABI_VERSION, &[2])),
        (
            "a weak symbol, as templates have",
            patched(code.clone(), kernel + 4, &[0x21]),
        ),
        ("no kernels", renamed(&code, b"amdhsa.kernels", b"amdhsa.kernelx")),
        ("no target", renamed(&code, b"amdhsa.target", b"amdhsa.targex")),
        (
            "a later version of metadata",
            renamed(&code, b"version\x92\x01\x02", b"version\x92\x01\x09"),
        ),
        ("no registers", renamed(&code, b".vgpr_count", b".vgpr_counx")),
        ("no size of the symbol", patched(code.clone(), kernel + 16, &[0])),
        ("a section without code", patched(code.clone(), text + 8, &[2])),
        (
            "an empty table of relocations",
            patched(empty.clone(), section(&code, HASH) + 32, &[0; 8]),
        ),
    ] {
        assert_eq!(judged(&scene, &code), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn refusal_by_one_loader_is_note() {
    let scene = Scene::new();
    let code = real_code();
    let no_names = renamed(&code, b".strtab\0", b".xtrtab\0");
    assert_eq!(
        judged(&scene, &no_names),
        [format!("note no-string-table: e_shoff at {SECTIONS}")]
    );
    // Code object version 3 stores features as on or off.
    let third = patched(patched(code.clone(), ABI_VERSION, &[1]), FLAGS, &[0x2f, 0]);
    assert_eq!(
        judged_as(&scene, GFX906, &third),
        [format!("note old-abi: e_ident at {OS_ABI}")]
    );
    let fourth = patched(code.clone(), ABI_VERSION, &[2]);
    let openmp = "openmp-amdgcn-amd-amdhsa--gfx906";
    assert_eq!(
        judged_as(&scene, openmp, &fourth),
        [format!("note old-abi-for-plugin: e_ident at {OS_ABI}")]
    );
    let other = renamed(&code, b"amdhsa--gfx906", b"amdhsa--gfx908");
    let found = judged(&scene, &other);
    assert!(
        matches!(&*found, [line] if line.starts_with("note wrong-metadata: ")),
        "{found:?}"
    );
}

#[test]
fn metadata_are_for_hip_alone() {
    let scene = Scene::new();
    let code = real_code();
    let without = patched(code.clone(), find(&code, b"AMDGPU\0"), b"AMDGPV");
    assert_eq!(
        judged_as(&scene, "openmp-amdgcn-amd-amdhsa--gfx906", &without),
        Vec::<String>::new()
    );
}

#[test]
fn generic_code_has_a_version() {
    let scene = Scene::new();
    let code = renamed(&real_code(), b"amdhsa.target", b"amdhsa.targex");
    let generic = |abi: u8, version: u8| {
        let code = patched(code.clone(), ABI_VERSION, &[abi]);
        judged_as(
            &scene,
            "hipv4-amdgcn-amd-amdhsa--gfx11-generic",
            &patched(code, FLAGS, &[0x54, 0, 0, version]),
        )
    };
    let refused = format!("error no-generic-version: e_flags at {FLAGS}");
    assert_eq!(generic(4, 1), Vec::<String>::new());
    assert_eq!(generic(4, 0), [refused.as_str()]);
    assert_eq!(generic(3, 1), [refused.as_str()]);
    assert_eq!(generic(4, 9), [format!("note new-generic-version: e_flags at {FLAGS}")]);
    // Only generic processors use the byte.
    assert_eq!(
        judged_as(&scene, GFX906, &patched(code.clone(), FLAGS + 3, &[9])),
        Vec::<String>::new()
    );
}
