//! Locates the numbers of a file without code of our implementation.

use std::ops::Range;

/// The case's name for a number, and the byte range of the number.
pub type Field = (&'static str, Range<usize>);

const OFFLOAD_BINARY: &[u8] = &[0x10, 0xff, 0x10, 0xad];

/// The numbers found in a file of `format`; empty for other formats.
pub fn fields(format: &str, file: &[u8]) -> Vec<Field> {
    match format {
        "binary_bundle" if file.starts_with(b"__CLANG_OFFLOAD_BUNDLE__") => binary_bundle(file),
        "ccob" if file.starts_with(b"CCOB") => ccob(file),
        "offload_binary" if file.starts_with(OFFLOAD_BINARY) && !is_compressed(file) => offload_binary(file),
        "compressed_offload_binary" if file.starts_with(OFFLOAD_BINARY) && is_compressed(file) => header(file).1,
        "elf" if file.starts_with(b"\x7fELF\x02\x01") => elf(file),
        "coff" if file.starts_with(&[0x64, 0x86]) => coff(file),
        _ => Vec::new(),
    }
}

/// The little-endian number in these bytes.
fn number(file: &[u8], at: Range<usize>) -> usize {
    let bytes = file.get(at).unwrap_or_default();
    let number = bytes
        .iter()
        .rev()
        .fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    // Ignores bits above 32, which a case may set, so that parsing continues like a 32-bit reader.
    usize::try_from(number & 0xffff_ffff).unwrap_or(usize::MAX)
}

/// Adds consecutive fields from `at` and returns their end.
fn run(at: usize, names: &[(&'static str, usize)], found: &mut Vec<Field>) -> usize {
    names.iter().fold(at, |at, (name, len)| {
        found.push((name, at..at + len));
        at + len
    })
}

fn binary_bundle(file: &[u8]) -> Vec<Field> {
    let mut found = Vec::new();
    let mut at = run(24, &[("number_of_entries", 8)], &mut found);
    for _ in 0..number(file, 24..32) {
        if at + 24 > file.len() {
            break;
        }
        at = run(at, &[("offset", 8), ("size", 8), ("id_length", 8)], &mut found);
        at += number(file, at - 8..at);
    }
    found
}

fn ccob(file: &[u8]) -> Vec<Field> {
    let mut found = Vec::new();
    let at = run(4, &[("version", 2), ("method", 2)], &mut found);
    match file.get(4) {
        Some(1) => run(at, &[("decompressed_size", 4), ("hash", 8)], &mut found),
        Some(2) => run(
            at,
            &[("file_size", 4), ("decompressed_size", 4), ("hash", 8)],
            &mut found,
        ),
        _ => run(
            at,
            &[("file_size", 8), ("decompressed_size", 8), ("hash", 8)],
            &mut found,
        ),
    };
    found
}

/// Whether the data after the header of an offload binary is compressed.
fn is_compressed(file: &[u8]) -> bool {
    file.get(4) == Some(&3) && number(file, 32..40) != 0
}

/// Offset of the second-to-last header field, and all fields.
fn header(file: &[u8]) -> (usize, Vec<Field>) {
    let mut found = Vec::new();
    let last: &[(&'static str, usize)] = match file.get(4) {
        Some(1) => &[("size_of_the_entry", 8)],
        Some(2) => &[("number_of_entries", 8)],
        _ => &[("number_of_entries", 8), ("uncompressed_size", 8)],
    };
    let first = [("version", 4), ("size_of_the_binary", 8), ("offset_of_the_entries", 8)];
    let at = run(4, &first, &mut found);
    run(at, last, &mut found);
    (at, found)
}

fn offload_binary(file: &[u8]) -> Vec<Field> {
    let version = file.get(4).copied().unwrap_or_default();
    let (at, mut found) = header(file);
    let entries = match version {
        1 => 1,
        _ => number(file, at..at + 8),
    };
    let mut at = number(file, 16..24);
    for _ in 0..entries {
        if at + 40 > file.len() {
            break;
        }
        let entry = at;
        let kinds = [("image_kind", 2), ("offload_kind", 2), ("flags", 4)];
        at = run(at, &kinds, &mut found);
        let places = [
            ("offset_of_the_strings", 8),
            ("number_of_strings", 8),
            ("offset_of_the_image", 8),
            ("size_of_the_image", 8),
        ];
        at = run(at, &places, &mut found);
        let mut string = number(file, entry + 8..entry + 16);
        for _ in 0..number(file, entry + 16..entry + 24).min(file.len()) {
            string = run(
                string,
                &[("offset_of_the_key", 8), ("offset_of_the_value", 8)],
                &mut found,
            );
            if version != 1 {
                string = run(string, &[("size_of_the_value", 8)], &mut found);
            }
        }
    }
    found
}

fn elf(file: &[u8]) -> Vec<Field> {
    let mut found = vec![("offset_of_the_table", 40..48)];
    run(
        58,
        &[("size_of_a_section_header", 2), ("number_of_sections", 2), ("section_of_the_names", 2)],
        &mut found,
    );
    // Cases change only the bytes above the lowest.
    let (size, sections, names) = (64, number(file, 60..61), number(file, 62..63));
    for section in 0..sections {
        let at = number(file, 40..48) + section * size;
        let of_names = section == names;
        let (offset, len) = match of_names {
            true => ("offset_of_the_names", "size_of_the_names"),
            false => ("offset_of_a_section", "size_of_a_section"),
        };
        found.extend([("name_of_a_section", at..at + 4), (offset, at + 24..at + 32), (len, at + 32..at + 40)]);
    }
    found
}

fn coff(file: &[u8]) -> Vec<Field> {
    let mut found = Vec::new();
    run(2, &[("number_of_sections", 2)], &mut found);
    let symbols = [("offset_of_the_symbols", 4), ("number_of_symbols", 4), ("size_of_the_optional_header", 2)];
    run(8, &symbols, &mut found);
    // Cases change only the upper halves.
    for section in 0..number(file, 2..3) {
        run(
            36 + section * 40,
            &[("size_of_a_section", 4), ("offset_of_a_section", 4)],
            &mut found,
        );
    }
    let names = number(file, 8..10) + 18 * number(file, 12..14);
    run(names, &[("size_of_the_long_names", 4)], &mut found);
    found
}
