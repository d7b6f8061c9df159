//! Files with the same meaning as ours, in other layouts that the documents allow.

use offload_bundle_conformance::case::NewImage;

#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Whether contents are in reverse order.
    pub(crate) reversed: bool,
    /// Contents also begin at multiples of this.
    pub(crate) unit: usize,
    /// Whether equal contents are stored once.
    pub(crate) once: bool,
    /// Number of bytes after the last content. They and the gaps are ones.
    pub(crate) behind: usize,
}

/// A bundle in this layout; its first entry is the host.
pub(crate) fn bundle(entries: &[(String, Vec<u8>)], alignment: Option<u32>, layout: Layout) -> Vec<u8> {
    let entries = host_first(entries);
    let alignment = usize::try_from(alignment.unwrap_or(1).max(1)).unwrap() * layout.unit;
    let mut end = 32 + entries.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
    let mut places = vec![0; entries.len()];
    let mut order: Vec<usize> = (0..entries.len()).collect();
    if layout.reversed {
        order.reverse();
    }
    for (number, index) in order.iter().enumerate() {
        let content = &entries[*index].1;
        let equal = order[..number].iter().find(|other| entries[**other].1 == *content);
        if let Some(equal) = equal.filter(|_| layout.once) {
            places[*index] = places[*equal];
            continue;
        }
        places[*index] = end.next_multiple_of(alignment);
        end = places[*index] + content.len();
    }
    let mut file = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    file.extend(wide(entries.len()));
    for ((id, content), place) in entries.iter().zip(&places) {
        for number in [*place, content.len(), id.len()] {
            file.extend(wide(number));
        }
        file.extend(id.as_bytes());
    }
    file.resize(end + layout.behind, 0xff);
    for ((_, content), place) in entries.iter().zip(places) {
        file[place..][..content.len()].copy_from_slice(content);
    }
    file
}

#[derive(Clone, Copy)]
pub(crate) struct Lines {
    /// Number of empty lines before a start line.
    pub(crate) empty: usize,
    /// Text between the comment, the mark and the ID.
    pub(crate) blanks: [&'static str; 2],
    pub(crate) end: &'static str,
}

/// A text bundle in this layout; its first entry is the host.
pub(crate) fn text(entries: &[(String, Vec<u8>)], comment: &str, lines: Lines) -> Vec<u8> {
    let Lines { empty, blanks: [before, behind], end } = lines;
    let mut file = Vec::new();
    for (id, content) in host_first(entries) {
        let line = |mark: &str| format!("{comment}{before}__CLANG_OFFLOAD_BUNDLE____{mark}__{behind}{id}{end}");
        file.extend((end.repeat(empty) + &line("START")).into_bytes());
        file.extend(content);
        file.extend((end.to_owned() + &line("END")).into_bytes());
    }
    file
}

#[derive(Clone, Copy)]
pub(crate) struct Order {
    /// Order of the entry `e`, the image `i`, the string records `r` and the strings `s`.
    pub(crate) parts: [u8; 4],
    pub(crate) unit: usize,
    /// `true` stores equal strings once, in order. `false` stores each string, in reverse order, and adds an unused
    /// string.
    pub(crate) shared: bool,
    /// Number of padding bytes that the size counts.
    pub(crate) padding: usize,
    /// Number of zeros after the binary.
    pub(crate) behind: usize,
}

pub(crate) fn binaries(images: &[NewImage<Vec<u8>>], order: Order) -> Vec<u8> {
    let mut file = Vec::new();
    for image in images {
        let (mut strings, mut records) = (Vec::new(), Vec::new());
        let mut known: Vec<(&str, usize)> = Vec::new();
        let mut pairs: Vec<&(String, String)> = image.strings.iter().collect();
        if !order.shared {
            pairs.reverse();
            strings.extend(b"nobody refers to this\0");
        }
        for text in pairs.iter().flat_map(|(key, value)| [key, value]) {
            let same = known.iter().find(|(known, _)| known == text).filter(|_| order.shared);
            let place = same.map_or(strings.len(), |(_, place)| *place);
            if place == strings.len() {
                strings.extend(text.bytes().chain([0]));
                known.push((text, place));
            }
            records.push(place);
        }
        let len = |part: u8| match part {
            b'e' => 40,
            b'i' => image.content.len(),
            b'r' => records.len() * 8,
            _ => strings.len(),
        };
        let mut size = 32;
        let place = |part: &u8| {
            let start = size_after(&mut size, order.unit, len(*part));
            (*part, start)
        };
        let places: Vec<(u8, usize)> = order.parts.iter().map(place).collect();
        let of = |part: u8| places.iter().find(|(known, _)| *known == part).unwrap().1;
        let size = size + order.padding;
        let start = file.len();
        file.extend([0x10, 0xff, 0x10, 0xad, 1, 0, 0, 0]);
        [size, of(b'e'), 40]
            .iter()
            .for_each(|number| file.extend(wide(*number)));
        file.resize(start + size + order.behind, 0);
        let mut entry = [image.image_kind.to_le_bytes(), image.offload_kind.to_le_bytes()].concat();
        entry.extend(image.flags.to_le_bytes());
        for number in [of(b'r'), image.strings.len(), of(b'i'), image.content.len()] {
            entry.extend(wide(number));
        }
        let records: Vec<u8> = records.iter().flat_map(|place| wide(of(b's') + place)).collect();
        for (part, bytes) in [(b'e', &entry), (b'i', &image.content), (b'r', &records), (b's', &strings)] {
            file[start + of(part)..][..bytes.len()].copy_from_slice(bytes);
        }
    }
    file
}

/// Extends `size` by a part of `len` bytes and returns the start of the part.
fn size_after(size: &mut usize, unit: usize, len: usize) -> usize {
    let start = size.next_multiple_of(unit);
    *size = start + len;
    start
}

/// The ID without a trailing dash, and with an explicit environment if it had none.
pub(crate) fn spelled(id: &str) -> String {
    let fields: Vec<&str> = id.splitn(6, '-').collect();
    match fields[..] {
        [kind, arch, vendor, os, environment, target] => {
            let environment = if environment.is_empty() { "unknown" } else { environment };
            let target = if target.is_empty() {
                String::new()
            } else {
                format!("-{target}")
            };
            format!("{kind}-{arch}-{vendor}-{os}-{environment}{target}")
        }
        _ => id.into(),
    }
}

fn host_first(entries: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
    let mut entries = entries.to_vec();
    entries.sort_by_key(|(id, _)| !id.starts_with("host-"));
    entries
}

fn wide(number: usize) -> [u8; 8] {
    u64::try_from(number).unwrap().to_le_bytes()
}
