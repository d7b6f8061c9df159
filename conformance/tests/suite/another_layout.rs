//! Files that hold what ours would, laid out in another way that the documents allow.

use offload_bundle_conformance::case::NewImage;

/// A bundle whose host comes first, with contents in the other order, at multiples of 8 too, with ones between them.
pub(crate) fn bundle(entries: &[(String, Vec<u8>)], alignment: Option<u32>) -> Vec<u8> {
    let entries = host_first(entries);
    let alignment = usize::try_from(alignment.unwrap_or(1).max(1)).unwrap() * 8;
    let mut end = 32 + entries.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
    let mut places = vec![0; entries.len()];
    for (place, (_, content)) in places.iter_mut().zip(&entries).rev() {
        *place = end.next_multiple_of(alignment);
        end = *place + content.len();
    }
    let mut file = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    file.extend(wide(entries.len()));
    for ((id, content), place) in entries.iter().zip(&places) {
        for number in [*place, content.len(), id.len()] {
            file.extend(wide(number));
        }
        file.extend(id.as_bytes());
    }
    file.resize(end, 0xff);
    for ((_, content), place) in entries.iter().zip(places) {
        file[place..][..content.len()].copy_from_slice(content);
    }
    file
}

/// A text bundle whose host comes first, without an empty line before a start line.
pub(crate) fn text(entries: &[(String, Vec<u8>)], comment: &str) -> Vec<u8> {
    let mut file = Vec::new();
    for (id, content) in host_first(entries) {
        file.extend(format!("{comment} __CLANG_OFFLOAD_BUNDLE____START__ {id}\n").into_bytes());
        file.extend(content);
        file.extend(format!("\n{comment} __CLANG_OFFLOAD_BUNDLE____END__ {id}\n").into_bytes());
    }
    file
}

/// Binaries of version 1, each with the image first, every string by itself and from the end, and zeros behind.
pub(crate) fn binaries(images: &[NewImage<Vec<u8>>]) -> Vec<u8> {
    let mut file = Vec::new();
    for image in images {
        let image_place = 32;
        let table = (image_place + image.content.len()).next_multiple_of(8);
        let mut strings = Vec::new();
        let mut records = Vec::new();
        for (key, value) in image.strings.iter().rev() {
            for text in [value, key] {
                records.push(strings.len());
                strings.extend(text.bytes().chain([0]));
            }
        }
        let (records_place, strings_place) = (table + 40, table + 40 + records.len() * 8);
        let size = (strings_place + strings.len()).next_multiple_of(8);
        let start = file.len();
        file.extend([0x10, 0xff, 0x10, 0xad, 1, 0, 0, 0]);
        [size, table, 40].iter().for_each(|number| file.extend(wide(*number)));
        file.extend(&image.content);
        file.resize(start + table, 0);
        file.extend(image.image_kind.to_le_bytes());
        file.extend(image.offload_kind.to_le_bytes());
        file.extend(image.flags.to_le_bytes());
        for number in [records_place, image.strings.len(), image_place, image.content.len()] {
            file.extend(wide(number));
        }
        for pair in records.chunks(2) {
            [pair[1], pair[0]]
                .iter()
                .for_each(|place| file.extend(wide(strings_place + place)));
        }
        file.extend(&strings);
        file.resize(start + size + 8, 0);
    }
    file
}

/// The ID without a dash behind it, and with an environment that is told where there is none.
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
