//! Bytes of an object or image without a meaning, for tests that change each byte.
// Small files, made for tests.
#![allow(clippy::arithmetic_side_effects)]

use std::ops::Range;

/// Returns for each byte of `bytes` whether it is without a meaning: between all parts, or the offset of a section
/// without bytes, or of one with only zeros. A section with `bundles` has these as its parts.
pub(crate) fn bytes_of(bytes: &[u8], bundles: &[Range<usize>]) -> Vec<bool> {
    let mut silent = vec![true; bytes.len()];
    let mut sections = Vec::new();
    let mut parts = match bytes.starts_with(b"\x7fELF") {
        true => elf(bytes, &mut sections),
        false => coff(bytes, &mut sections),
    };
    let holds = |place: &Range<usize>| bundles.iter().any(|bundle| place.contains(&bundle.start));
    parts.extend(
        sections
            .iter()
            .map(|(_, place)| place.clone())
            .filter(|place| !holds(place)),
    );
    parts.extend(bundles.iter().cloned());
    parts.into_iter().for_each(|part| silent[part].fill(false));
    for (field, place) in sections {
        if bytes[place].iter().all(|byte| *byte == 0) {
            silent[field].fill(true);
        }
    }
    silent
}

/// A section: the field with its offset, and its content.
type Section = (Range<usize>, Range<usize>);

fn number(bytes: &[u8], at: usize, len: usize) -> usize {
    let field = bytes[at..at + len].iter().rev();
    field.fold(0, |all, byte| all << 8 | usize::from(*byte))
}

/// The headers of a 64-bit ELF file, and its sections.
fn elf(bytes: &[u8], sections: &mut Vec<Section>) -> Vec<Range<usize>> {
    let (segments, segment_count) = (number(bytes, 32, 8), number(bytes, 56, 2));
    let (table, count) = (number(bytes, 40, 8), number(bytes, 60, 2));
    for at in (table..table + 64 * count).step_by(64) {
        let (ofs, no_bits) = (number(bytes, at + 24, 8), number(bytes, at + 4, 4) == 8);
        let len = if no_bits { 0 } else { number(bytes, at + 32, 8) };
        sections.push((at + 24..at + 32, if len == 0 { 0..0 } else { ofs..ofs + len }));
    }
    // The null section is empty.
    sections.remove(0);
    vec![0..64, segments..segments + 56 * segment_count, table..table + 64 * count]
}

/// The headers, relocations and symbols of a COFF object or Windows image, and its sections.
fn coff(bytes: &[u8], sections: &mut Vec<Section>) -> Vec<Range<usize>> {
    let is_image = bytes.starts_with(b"MZ");
    let header = if is_image { number(bytes, 60, 4) + 4 } else { 0 };
    let optional = number(bytes, header + 16, 2);
    let table = header + 20 + optional;
    let end = table + 40 * number(bytes, header + 2, 2);
    // An image declares the length of its headers.
    let headers = if is_image {
        number(bytes, header + 20 + 60, 4)
    } else {
        end
    };
    let mut parts = Vec::from([0..end, 0..headers]);
    for at in (table..end).step_by(40) {
        let (len, ofs) = (number(bytes, at + 16, 4), number(bytes, at + 20, 4));
        let has_bytes = number(bytes, at + 36, 4) & 0x80 == 0 && len > 0 && ofs > 0;
        sections.push((at + 20..at + 24, if has_bytes { ofs..ofs + len } else { 0..0 }));
        let relocations = number(bytes, at + 24, 4);
        parts.push(relocations..relocations + 10 * number(bytes, at + 32, 2));
    }
    let symbols = number(bytes, header + 8, 4);
    if symbols > 0 {
        let strings = symbols + 18 * number(bytes, header + 12, 4);
        parts.push(symbols..strings + number(bytes, strings, 4));
    }
    parts
}
