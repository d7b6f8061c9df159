//! Offload binaries with a wrong number in one field.

// A failing test panics.
#![allow(clippy::unwrap_used)]

use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_formats::offload_binary::CONTAINER;

use crate::samples::{hip, packed, read, said};

fn fault(version: u64, at: usize, number: u64) -> String {
    let mut bytes = packed(Some(version), &[hip("gfx906")]);
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
    match read(&bytes) {
        Err(error) => error,
        Ok(bundle) => {
            let entry = &bundle.entries[0];
            let error = entry.place.as_ref().err().or(entry.id.as_ref().err());
            error.map_or(String::new(), ToString::to_string)
        }
    }
}

#[test]
fn wrong_numbers_are_reported_with_field() {
    let most = u64::MAX;
    let past = "points past the end of the file: expected an offset of at most";
    let runs = "runs past the end of the file: expected at most";
    for (version, at, number, told) in [
        (
            1,
            0,
            0,
            r#"0x0 (magic): expected "\x10\xff\x10\xad", found "\x00\x00\x00\x00""#.to_owned(),
        ),
        (1, 4, 4, "0x4 (version): expected one of 1, 2, 3, found 4".to_owned()),
        (1, 8, 153, format!("0x8 (len_file): {runs} 152 bytes, found 153")),
        (
            1,
            16,
            most,
            format!("0x10 (header.ofs_entries): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            1,
            40,
            most,
            format!("0x28 (header.entries[0].ofs_strings): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            1,
            48,
            4097,
            "0x30 (header.entries[0].num_strings): expected at most 4096, found 4097".to_owned(),
        ),
        (
            1,
            56,
            most,
            format!("0x38 (header.entries[0].ofs_image): {past} 152, found {most} (for 7 bytes)"),
        ),
        (
            1,
            64,
            most,
            format!("0x40 (header.entries[0].len_image): {runs} 8 bytes, found {most}"),
        ),
        (
            1,
            72,
            most,
            format!("0x48 (header.entries[0].strings[0].ofs_key): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            1,
            80,
            most,
            format!("0x50 (header.entries[0].strings[0].ofs_value): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            2,
            16,
            most,
            format!("0x10 (header.ofs_entries): {past} 168, found {most} (for 0 bytes)"),
        ),
        (
            2,
            24,
            65_537,
            "0x18 (header.num_entries): expected at most 65536, found 65537".to_owned(),
        ),
        (
            2,
            40,
            most,
            format!("0x28 (header.entries[0].ofs_strings): {past} 168, found {most} (for 0 bytes)"),
        ),
        (
            2,
            48,
            4097,
            "0x30 (header.entries[0].num_strings): expected at most 4096, found 4097".to_owned(),
        ),
        (
            2,
            56,
            most,
            format!("0x38 (header.entries[0].ofs_image): {past} 168, found {most} (for 7 bytes)"),
        ),
        (
            2,
            64,
            most,
            format!("0x40 (header.entries[0].len_image): {runs} 8 bytes, found {most}"),
        ),
        (
            2,
            72,
            most,
            format!("0x48 (header.entries[0].strings[0].ofs_key): {past} 168, found {most} (for 0 bytes)"),
        ),
        (
            2,
            80,
            most,
            format!("0x50 (header.entries[0].strings[0].ofs_value): {past} 168, found {most} (for 6 bytes)"),
        ),
        (
            2,
            88,
            65_537,
            "0x58 (header.entries[0].strings[0].len_value): expected at most 65536, found 65537".to_owned(),
        ),
        (
            2,
            88,
            65_536,
            format!("0x58 (header.entries[0].strings[0].len_value): {runs} 17 bytes, found 65536"),
        ),
        (
            3,
            16,
            most,
            format!("0x10 (header.ofs_entries): {past} 176, found {most} (for 0 bytes)"),
        ),
        (
            3,
            24,
            65_537,
            "0x18 (header.num_entries): expected at most 65536, found 65537".to_owned(),
        ),
        (
            3,
            32,
            1,
            "0x20 (header.len_uncompressed): expected 0, found 1".to_owned(),
        ),
    ] {
        assert_eq!(
            fault(version, at, number),
            format!("at byte {told}"),
            "version {version}"
        );
    }
    // The maximum, and too many for the file.
    for (version, at, number, path) in [
        (1, 48, 4096, "strings[2].ofs_key"),
        (2, 48, 4096, "strings[2].ofs_key"),
        (2, 24, 65_536, "entries[3].num_strings"),
        (3, 24, 65_536, "entries[3].num_strings"),
    ] {
        let told = fault(version, at, number);
        assert!(told.contains(path), "version {version}: {told}");
    }
    let cut = "at byte 0x0 (magic): the file ends too early: the field needs 4 bytes, but 3 are left";
    assert_eq!(read(b"\x10\xff\x10"), Err(cut.to_owned()));
}

/// Keys and values have at most 65536 bytes.
#[test]
fn string_length_is_limited() {
    for version in [1, 2] {
        for (key, value) in [(65_536, 1), (1, 65_536)] {
            let (key, value) = ("k".repeat(key), "v".repeat(value));
            let mut bytes = packed(Some(version), &[said([1, 4, 0], &[(&key, &value)])]);
            assert!(read(&bytes).unwrap().entries[0].id.is_ok());
            // The existing text, one byte longer: it ends with the next text.
            let (at, field) = if key.len() == 1 { (80, "value") } else { (72, "key") };
            let text = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) - 1;
            bytes[at..at + 8].copy_from_slice(&text.to_le_bytes());
            bytes[text as usize] = b'x';
            let id = &read(&bytes).unwrap().entries[0].id;
            if version == 1 || field == "key" {
                let path = id.as_ref().unwrap_err().path.to_string();
                assert_eq!(path, format!("header.entries[0].strings[0].{field}"));
            }
            let entries =
                [said([1, 4, 0], &[(&format!("{key}k"), &value)]), said([1, 4, 0], &[(&key, &format!("{value}v"))])];
            for (attributes, (field, text)) in entries.iter().zip([("key", &key), ("value", &value)]) {
                let entries = [NewEntry { id: "", len: 0, attributes }];
                let options = PlanOptions { version: Some(version), ..PlanOptions::default() };
                let told = CONTAINER
                    .plan(&entries, options)
                    .map_err(|error| error.path.to_string());
                match text.len() {
                    65_536 => assert_eq!(told.unwrap_err(), format!("header.entries[0].strings[0].{field}")),
                    _ => assert!(told.is_ok()),
                }
            }
        }
    }
}
