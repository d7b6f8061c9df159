//! Object files that are cut off or say what cannot be.

use offload_bundle_core::severity::Severity;

use super::objects::{FORMS, Given, entries, image, object, scanned, scanned_with};
use super::packed::packed;
use super::{REGISTRY, begins, verifying};
use crate::input::Input;
use crate::ops::verify;
use crate::report::Outcome;
use crate::request::ScanRequest;

/// A file of every form with a container, an entry of its own and a long name.
fn every_form() -> Vec<Vec<u8>> {
    let one = packed(&[("own--a", b"A")]);
    let sections: [Given<'_>; 3] = [(".packs", &one), ("SPLIT:far--b", b"B"), (".packs.with.a.long.name", &one)];
    let mut files: Vec<Vec<u8>> = FORMS.iter().map(|form| object(*form, &sections)).collect();
    files.push(image(&[(".packs", &one)]));
    files
}

/// The number that is at `at` in `width` bytes, changed to `value`.
fn with(file: &[u8], at: usize, width: usize, value: u64, big: bool) -> Vec<u8> {
    let mut file = file.to_vec();
    let bytes = match big {
        true => &value.to_be_bytes()[8_usize.saturating_sub(width)..],
        false => &value.to_le_bytes()[..width],
    };
    file[at..][..width].copy_from_slice(bytes);
    file
}

fn message(file: Vec<u8>) -> std::string::String {
    scanned(file).unwrap_err().to_string()
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_never_taken_for_a_whole_one() {
    for file in every_form() {
        let whole = entries(&scanned(file.clone()).unwrap()).len();
        for len in 0..file.len() {
            if let Ok(scan) = scanned(file[..len].to_vec()) {
                let reported = scan.first_error().is_some();
                // All that may be missing is what comes after everything that is looked at.
                assert!(
                    reported || entries(&scan).len() == whole,
                    "cut to {len} of {}",
                    file.len()
                );
            }
        }
    }
}

#[test]
fn no_byte_of_an_object_breaks_the_scan() {
    for file in every_form() {
        for at in 0..file.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut file = file.clone();
                file[at] = value;
                let _ = scanned(file).map(|scan| scan.findings().count());
            }
        }
    }
}

#[test]
fn fields_of_elf_at_their_edges_are_named() {
    let one = packed(&[("own--a", b"A")]);
    let sections: [Given<'_>; 1] = [(".packs", &one)];
    for (form, big) in [(FORMS[0], false), (FORMS[2], true)] {
        let file = object(form, &sections);
        let len = file.len();
        for (at, width, value, expected) in [
            (0x28, 8, u64::MAX, "0x28 (e_shoff): points past the end of the file"),
            (
                0x28,
                8,
                len as u64 - 10,
                "0x3c (e_shnum): runs past the end of the file",
            ),
            (0x3c, 2, 0xfeff, "0x3c (e_shnum): runs past the end of the file"),
            (0x3a, 2, 63, "0x3a (e_shentsize): expected 64, found 63"),
            (0x3e, 2, 200, "0x3e (e_shstrndx): expected 0 to"),
        ] {
            begins(
                &message(with(&file, at, width, value, big)),
                &format!("in: at byte {expected}"),
            );
        }
        for (at, width) in [(0x28, 8), (0x3e, 2)] {
            let none = scanned(with(&file, at, width, 0, big)).unwrap_err();
            assert_eq!(none.code(), "not-a-bundle");
        }
    }
    let file = object(FORMS[0], &sections);
    let number = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    let table = usize::try_from(number(0x28)).unwrap();
    // Section 2 is the one with containers: see how objects are made.
    let header = table + 2 * 64;
    let outside = scanned(with(&file, header + 0x20, 8, 1 << 40, false)).unwrap();
    let expected = format!(
        "in: at byte {:#x} (sections[2].sh_size): runs past the end of the file",
        header + 0x20
    );
    begins(&outside.first_error().unwrap().to_string(), &expected);
    let name = message(with(&file, header, 4, u64::from(u32::MAX), false));
    assert!(name.contains("(sections[2].sh_name): points past the end"), "{name}");
    assert_eq!(
        message(with(&file, 4, 1, 3, false)),
        "in: at byte 0x4 (e_ident): expected the class of an ELF file, 1 or 2, and the rest of its identification, found another one, or the end of the file"
    );
    assert!(message(with(&file, 5, 1, 3, false)).starts_with("in: at byte 0x5 (e_ident): expected one of 1"));
}

#[test]
fn fields_of_coff_at_their_edges_are_named() {
    let one = packed(&[("own--a", b"A")]);
    let sections: [Given<'_>; 1] = [(".packs.with.a.long.name", &one)];
    let file = object(FORMS[5], &sections);
    for (at, width, value, expected) in [
        (2, 2, 0xffff, "0x2 (number_of_sections): runs past the end"),
        (8, 4, u64::from(u32::MAX), "0x8 (pointer_to_symbol_table): "),
        (12, 4, u64::from(u32::MAX), "0x8 (pointer_to_symbol_table): "),
    ] {
        begins(
            &message(with(&file, at, width, value, false)),
            &format!("in: at byte {expected}"),
        );
    }
    let strings = usize::try_from(u32::from_le_bytes(file[8..12].try_into().unwrap())).unwrap()
        + 18 * usize::try_from(u32::from_le_bytes(file[12..16].try_into().unwrap())).unwrap();
    let longer = message(with(&file, strings, 4, u64::from(u32::MAX), false));
    begins(
        &longer,
        &format!("in: at byte {strings:#x} (string_table): runs past the end"),
    );
    let mut name = file.clone();
    name[60..68].copy_from_slice(b"/9999999");
    assert!(message(name).starts_with("in: at byte 0x3c (sections[1].name): points past the end"));
    let mut name = file;
    name[60..68].copy_from_slice(b"/x\0\0\0\0\0\0");
    assert!(message(name).contains("expected the offset of a long name after the slash"));
}

#[test]
fn a_damaged_object_can_be_searched() {
    let one = packed(&[("own--a", b"A")]);
    let file = with(&object(FORMS[0], &[(".packs", &one)]), 0x28, 8, u64::MAX, false);
    let options = ScanRequest { carve: true, ..ScanRequest::default() };
    let scan = scanned_with(file, &options).unwrap();
    assert_eq!(entries(&scan).len(), 1);
    let reported: Vec<_> = scan.findings().map(|located| located.finding.code()).collect();
    assert_eq!((reported, scan.first_error().is_none()), (vec!["no-sections"], true));
}

/// Its content is the file without the sections of the bundle, which cannot be made of a damaged one.
#[test]
fn a_host_that_cannot_be_taken_out_is_found() {
    let sections: [Given<'_>; 2] = [("SPLIT:own--a", b"\0"), ("SPLIT:far--b", b"BBB")];
    let whole = object(FORMS[5], &sections);
    let mut broken = whole.clone();
    // The size of the first section, which is none of the bundle's.
    broken[36..40].fill(0xff);
    for (bytes, outcome, codes) in [(whole, Outcome::Done, &[][..]), (broken, Outcome::Negative, &["out-of-bounds"])] {
        let request = verifying(Input::from_bytes("in", bytes));
        let report = verify(&REGISTRY, &request).unwrap();
        let of_host = report.files[0]
            .findings
            .iter()
            .filter(|finding| finding.entry == Some(0));
        let found: Vec<&str> = of_host
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.code)
            .collect();
        assert_eq!(
            (found.as_slice(), report.summary.outcome),
            (codes, outcome),
            "{:?}",
            report.files[0].findings
        );
    }
}
