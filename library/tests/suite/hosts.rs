//! What bundles are in, as its schemas read it, beside what the `object` crate reads of it; and hostile files, and very large ones.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol};
use offload_bundle::ops;
use offload_bundle::report::{InspectedPart, InspectedRow};
use offload_bundle::request::InspectRequest;
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::describe::rows;
use offload_bundle_formats::registry::REGISTRY;

use crate::support::{about, files_below, fixtures, folder_with};

fn inspected(path: &Path, all: bool) -> Vec<InspectedPart> {
    let mut request: InspectRequest = about(path);
    request.all = all;
    let mut report = ops::inspect(&REGISTRY, &request).unwrap();
    report.files.swap_remove(0).parts
}

/// The rows of a part by their paths.
fn by_path(part: &InspectedPart) -> BTreeMap<&str, &InspectedRow> {
    part.rows.iter().map(|row| (row.path.as_str(), row)).collect()
}

fn number(rows: &BTreeMap<&str, &InspectedRow>, path: &str) -> u64 {
    let row = rows.get(path).unwrap_or_else(|| panic!("no {path}"));
    row.number.unwrap_or_else(|| panic!("{path}: {}", row.value)).0
}

fn text(rows: &BTreeMap<&str, &InspectedRow>, path: &str) -> Option<String> {
    let row = rows.get(path)?;
    Some(row.value.strip_prefix('"')?.strip_suffix('"')?.replace("\\\\", "\\"))
}

#[test]
fn sections_and_symbols_are_those_that_another_reader_finds() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in files_below(&fixtures()) {
        let bytes = fs::read(&path).unwrap();
        let Some(host) = REGISTRY.content(&bytes).and_then(|content| content.shown_by) else {
            continue;
        };
        let Ok(file) = object::File::parse(&*bytes) else {
            continue;
        };
        let parts = inspected(&path, true);
        assert_eq!(parts[0].place.format, host, "{}", path.display());
        let rows = by_path(&parts[0]);
        let lead = match host {
            "pe" => "header.sections",
            _ => "sections",
        };
        for section in file.sections() {
            // ELF counts from a section that is none, COFF from 1.
            let index = section.index().0 - usize::from(host != "elf");
            let at = |field: &str| format!("{lead}[{index}].{field}");
            let name = text(&rows, &at("long_name"))
                .or_else(|| text(&rows, &at("name")))
                .unwrap_or_default();
            assert_eq!(section.name().unwrap(), name, "{}", path.display());
            if let Some((ofs, len)) = section.file_range() {
                assert_eq!(number(&rows, &at("ofs_content")), ofs, "{} {name}", path.display());
                assert!(number(&rows, &at("len_content")) >= len, "{} {name}", path.display());
            }
        }
        let last = format!("{lead}[{}]", file.sections().count() + usize::from(host == "elf"));
        assert!(!rows.keys().any(|path| path.starts_with(&last)), "{}", path.display());
        if host == "elf" {
            let symbols = file.symbols().chain(file.dynamic_symbols());
            let mut theirs: Vec<(String, u64)> = symbols
                .map(|symbol| (symbol.name().unwrap().to_owned(), symbol.address()))
                .filter(|(name, _)| !name.is_empty())
                .collect();
            let is_name = |path: &&&str| path.contains(".content.symbols[") && path.ends_with(".name");
            let ours = rows.keys().filter(is_name);
            let mut ours: Vec<(String, u64)> = ours
                .map(|path| {
                    let address = path.replace("].name", "].address");
                    (text(&rows, path).unwrap(), number(&rows, &address))
                })
                .collect();
            theirs.sort();
            ours.sort();
            assert_eq!(ours, theirs, "{}", path.display());
        }
        *counts.entry(host).or_default() += 1;
    }
    assert!(
        ["elf", "coff", "pe"].iter().all(|host| counts.contains_key(host)),
        "{counts:?}"
    );
}

#[test]
fn members_of_archives_are_those_that_another_reader_finds() {
    let mut count = 0;
    for path in files_below(&fixtures()) {
        let bytes = fs::read(&path).unwrap();
        let host = REGISTRY.content(&bytes).and_then(|content| content.shown_by);
        let Some(archive) = host.and_then(|_| ArchiveFile::parse(&*bytes).ok()) else {
            continue;
        };
        let parts = inspected(&path, true);
        let rows = by_path(&parts[0]);
        let mut ours = Vec::new();
        for index in 0.. {
            let at = |field: &str| format!("members[{index}].{field}");
            let Some(short) = text(&rows, &at("short_name")) else {
                break;
            };
            let long = text(&rows, &at("long_name")).or_else(|| text(&rows, &at("windows_name")));
            let name = long.or_else(|| text(&rows, &at("content.name"))).unwrap_or(short);
            if !["/", "//", "/SYM64/"].contains(&name.as_str()) && !name.starts_with("__.SYMDEF") {
                ours.push(name.trim_end_matches('/').to_owned());
            }
        }
        let theirs = archive
            .members()
            .map(|member| String::from_utf8(member.unwrap().name().to_vec()).unwrap());
        assert_eq!(ours, theirs.collect::<Vec<_>>(), "{}", path.display());
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn pages_of_a_file_show_what_the_whole_file_shows() {
    for path in files_below(&fixtures()) {
        let bytes = fs::read(&path).unwrap();
        let host = REGISTRY
            .content(&bytes)
            .and_then(|content| REGISTRY.host(content.shown_by?));
        let Some(host) = host.filter(|_| bytes.len() < 100_000) else {
            continue;
        };
        let parts = inspected(&path, true);
        let whole = rows(|describer| host.describe(Bytes::new(&bytes), describer)).unwrap();
        let whole: Vec<_> = whole.iter().map(|row| (&row.path, row.offset, &row.value)).collect();
        let paged = parts[0].rows.iter().map(|row| (&row.path, row.offset.0, &row.value));
        assert_eq!(paged.collect::<Vec<_>>(), whole, "{}", path.display());
    }
}

/// An ELF file of so many sections, the table of which is at `ofs`; every section is `section`, without what it links.
fn elf(sections: u16, ofs: u64) -> Vec<u8> {
    let mut header = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    header.extend([1, 0, 62, 0, 1, 0, 0, 0]);
    header.extend([0; 16]);
    header.extend(ofs.to_le_bytes());
    header.extend([0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 64, 0]);
    header.extend(sections.to_le_bytes());
    header.extend([0, 0]);
    header
}

/// A section of a type, of so many bytes at the start of the file.
fn section(kind: u32, len: u64) -> Vec<u8> {
    let mut section = vec![0; 4];
    section.extend(kind.to_le_bytes());
    section.extend([0; 24]);
    section.extend(len.to_le_bytes());
    section.extend([0; 24]);
    section
}

#[test]
fn a_file_of_any_length_is_read_where_its_tables_are() {
    let (_folder, path) = folder_with("large.so");
    let mut file = File::create(&path).unwrap();
    let at = 6 << 30;
    file.write_all(&elf(3, at)).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&section(1, at - 64).repeat(3)).unwrap();
    drop(file);
    let parts = inspected(&path, true);
    assert_eq!(number(&by_path(&parts[0]), "sections[2].len_content"), at - 64);
    assert!(parts[0].findings.is_empty());
}

#[test]
fn tables_that_are_read_again_and_again_end_at_a_limit() {
    let (_folder, path) = folder_with("again.o");
    let mut bytes = elf(4000, 64);
    let len = 64 + 4000 * 64;
    bytes.extend(section(2, len).repeat(4000));
    fs::write(&path, &bytes).unwrap();
    let parts = inspected(&path, true);
    assert_eq!(parts[0].findings[0].code, "over-budget");
    // What a file may cost grows with its length.
    assert!(parts[0].rows.len() < 4 * bytes.len(), "{}", parts[0].rows.len());
    // Without what is in sections there is little to read.
    assert!(inspected(&path, false)[0].rows.len() < 100);
}

#[test]
fn damaged_files_are_shown_as_far_as_they_can_be_read() {
    let (_folder, path) = folder_with("in");
    let whole = fs::read(fixtures().join("objects/hip.22.so")).unwrap();
    for (index, len) in (64..whole.len()).step_by(1777).enumerate() {
        let mut copy = whole.clone();
        match index % 3 {
            0 => copy.truncate(len),
            1 => copy[0x28..0x30].copy_from_slice(&u64::MAX.to_le_bytes()),
            _ => copy[len..].iter_mut().take(8).for_each(|byte| *byte = 0xff),
        }
        fs::write(&path, &copy).unwrap();
        let parts = inspected(&path, true);
        assert_eq!(parts[0].place.format, "elf");
        assert!(parts[0].rows.len() > 8);
    }
}
