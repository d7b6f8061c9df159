//! Code objects damaged by truncation and changed fields: each fault has its offset.

use super::scene::{GFX90A, GFX906, HOST, Scene, bundle, find, patched, real_code as code};

/// Field offsets in an ELF64 header.
const E_TYPE: usize = 16;
const E_PHOFF: usize = 32;
const E_SHOFF: usize = 40;
const E_PHENTSIZE: usize = 54;
const E_SHSTRNDX: usize = 62;

fn section(code: &[u8], index: usize) -> usize {
    usize::try_from(u64::from_le_bytes(code[E_SHOFF..E_SHOFF + 8].try_into().unwrap())).unwrap() + 64 * index
}

fn findings(scene: &Scene, code: &[u8]) -> Vec<String> {
    let file = bundle(&[(HOST, b""), (GFX906, code)]);
    let start = file.len() - code.len();
    let verified = scene.verify(&file);
    let findings = verified.value["findings"].as_array().unwrap().clone();
    let is_sound = findings.iter().all(|finding| finding["severity"] == "note");
    assert_eq!(verified.code, i32::from(!is_sound));
    let lines = findings.iter().map(|finding| {
        let text = |key: &str| finding[key].as_str().unwrap();
        let offset = finding["offset"].as_u64().unwrap() - start as u64;
        format!("{} {}: {} at {offset}", text("severity"), text("code"), text("path"))
    });
    lines.collect()
}

#[test]
fn wrong_header_fields_are_found() {
    let scene = Scene::new();
    let code = code();
    for (at, len, wrong, expected) in [
        (20, 4, 2, "error bad-elf: entries[1].e_version at 20"),
        (E_PHOFF, 8, 1_000_000, "error outside-code: entries[1].e_phoff at 32"),
        (E_SHOFF, 8, 1_000_000, "error outside-code: entries[1].e_shoff at 40"),
        (E_PHENTSIZE, 2, 10, "error bad-elf: entries[1].e_phentsize at 54"),
        (56, 2, 5000, "error outside-code: entries[1].e_phnum at 56"),
        (56, 2, 0, "error bad-elf: entries[1].e_phnum at 56"),
        (58, 2, 3, "error bad-elf: entries[1].e_shentsize at 58"),
        (60, 2, 5000, "error outside-code: entries[1].e_shnum at 60"),
        (60, 2, 0, "error bad-elf: entries[1].e_shstrndx at 62"),
        (E_SHSTRNDX, 2, 999, "error bad-elf: entries[1].e_shstrndx at 62"),
    ] {
        let found = findings(&scene, &patched(code.clone(), at, &u64::to_le_bytes(wrong)[..len]));
        assert_eq!(found.first().map(String::as_str), Some(expected), "{found:?}");
    }
}

#[test]
fn truncated_code_object_is_found_with_offset() {
    let scene = Scene::new();
    let code = code();
    assert_eq!(findings(&scene, &code), Vec::<String>::new());
    let far = 1_000_000_000_u64.to_le_bytes();
    // Truncated: the message names the missing part, at least the section table.
    for len in [64, 2400, code.len() - 1] {
        let found = findings(&scene, &code[..len]);
        let table = format!(
            "error outside-code: entries[1].{} at",
            if len == code.len() - 1 { "e_shnum" } else { "e_shoff" }
        );
        assert!(found.iter().any(|line| line.starts_with(&table)), "{len}: {found:?}");
        assert!(
            found.iter().all(|line| line.starts_with("error outside-code: ")),
            "{len}: {found:?}"
        );
    }
    let first = section(&code, 1);
    let note = find(&code, b"AMDGPU\0") - 12;
    let cases: [(Vec<u8>, String); 10] = [
        (
            patched(code.clone(), E_PHOFF, &far),
            format!("error outside-code: entries[1].e_phoff at {E_PHOFF}"),
        ),
        (
            patched(code.clone(), E_SHOFF, &far),
            format!("error outside-code: entries[1].e_shoff at {E_SHOFF}"),
        ),
        (
            patched(code.clone(), E_TYPE, &[1]),
            format!("warning wrong-type: entries[1].e_type at {E_TYPE}"),
        ),
        (
            patched(code.clone(), E_PHENTSIZE, &[7]),
            format!("error bad-elf: entries[1].e_phentsize at {E_PHENTSIZE}"),
        ),
        (
            patched(code.clone(), E_SHSTRNDX, &[99]),
            format!("error bad-elf: entries[1].e_shstrndx at {E_SHSTRNDX}"),
        ),
        (
            patched(code.clone(), first + 24, &far),
            format!("error outside-code: entries[1].sections[1].sh_offset at {}", first + 24),
        ),
        (
            patched(code.clone(), first + 32, &far),
            format!("error outside-code: entries[1].sections[1].sh_size at {}", first + 32),
        ),
        (
            patched(code.clone(), first + 24, &8_u64.to_le_bytes()),
            format!("error code-overlap: entries[1].sections[1].sh_offset at {}", first + 24),
        ),
        (
            patched(code.clone(), first + 40, &[200]),
            format!("error bad-elf: entries[1].sections[1].sh_link at {}", first + 40),
        ),
        (
            patched(code.clone(), note + 4, &far),
            format!("n_descsz at {}", note + 4),
        ),
    ];
    for (code, expected) in cases {
        let found = findings(&scene, &code);
        // A moved part may overlap several others.
        let is_told = found.iter().any(|line| line.ends_with(&expected));
        assert!(
            is_told && (found.len() == 1 || expected.contains("overlap")),
            "{expected}: {found:?}"
        );
    }
}

#[test]
fn metadata_is_compared_with_id() {
    let scene = Scene::new();
    let code = code();
    let named = find(&code, b"amdgcn-amd-amdhsa--gfx906");
    let other = patched(code.clone(), named, b"amdgcn-amd-amdhsa--gfx908");
    let found = findings(&scene, &other);
    assert!(
        matches!(&*found, [found] if found.starts_with("note wrong-metadata: entries[1].segments[")),
        "{found:?}"
    );
    let map = find(&code, b"AMDGPU\0") + 8;
    let found = findings(&scene, &patched(code.clone(), map, &[0xc1]));
    assert!(
        matches!(&*found, [found] if found.starts_with("error bad-note: entries[1].segments[")),
        "{found:?}"
    );
    let verified = scene.verify(&bundle(&[(HOST, b""), (GFX90A, &code)]));
    assert!(
        verified.findings.iter().all(|line| !line.contains("wrong-metadata")),
        "{:?}",
        verified.findings
    );
}

#[test]
fn wrapped_code_object_is_checked_fully() {
    let scene = Scene::new();
    let code = code();
    let file = bundle(&[(HOST, b""), (GFX906, &code[..2400])]);
    let packed = scene.made(&["compress", "in", "-o", "out"], &file);
    let plain = scene.verify(&file).findings;
    assert!(!plain.is_empty());
    assert_eq!(scene.verify(&packed).findings, plain);
}

#[test]
fn shared_parts_are_checked_once() {
    let scene = Scene::new();
    let code = code();
    // Entries with the same content are checked and reported once.
    let cut = &code[..2400];
    let ids: Vec<String> = (0..50).map(|number| format!("{GFX906}:{number}")).collect();
    let entries: Vec<(&str, &[u8])> = ids.iter().map(|id| (&**id, &b""[..])).collect();
    let mut file = bundle(&entries);
    let (ofs, mut at) = (file.len() as u64, 32);
    for id in &ids {
        file[at..at + 8].copy_from_slice(&ofs.to_le_bytes());
        file[at + 8..at + 16].copy_from_slice(&(cut.len() as u64).to_le_bytes());
        at += 24 + id.len();
    }
    file.extend(cut);
    let findings = scene.verify(&file).findings;
    let outside = findings.iter().filter(|line| line.contains("outside-code"));
    let alone = self::findings(&scene, cut);
    assert_eq!(outside.count(), alone.len());
    // Overlapping headers that share a long table: the table is checked once.
    let (count, sections) = (600_usize, 60_000_usize);
    let ids: Vec<String> = (0..count).map(|number| format!("{GFX906}:{number}")).collect();
    let entries: Vec<(&str, &[u8])> = ids.iter().map(|id| (&**id, &b""[..])).collect();
    let mut file = bundle(&entries);
    let start = file.len();
    let len = 64 * (count + sections);
    let mut at = 32;
    for (number, id) in ids.iter().enumerate() {
        file[at..at + 8].copy_from_slice(&((start + 64 * number) as u64).to_le_bytes());
        file[at + 8..at + 16].copy_from_slice(&((len - 64 * number) as u64).to_le_bytes());
        at += 24 + id.len();
        let mut head = code[..64].to_vec();
        head[E_PHOFF..E_PHOFF + 8].fill(0);
        head[56..58].fill(0);
        head[E_SHOFF..E_SHOFF + 8].copy_from_slice(&((64 * (count - number)) as u64).to_le_bytes());
        head[60..62].copy_from_slice(&u16::try_from(sections).unwrap().to_le_bytes());
        head[E_SHSTRNDX..E_SHSTRNDX + 2].fill(0);
        file.extend(head);
    }
    file.resize(start + len, 0);
    let findings = scene.verify(&file).findings;
    let unread = findings
        .iter()
        .filter(|line| line.starts_with("warning code-not-read: "));
    assert!(unread.count() > count / 2);
}
