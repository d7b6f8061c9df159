//! Builds simple files of each format for recipes.

use md5::{Digest, Md5};

pub(super) struct ElfSection<'a> {
    pub(super) name: &'a str,
    pub(super) kind: u32,
    pub(super) flags: u32,
    pub(super) content: Vec<u8>,
}

pub(super) struct Image<'a> {
    /// Image kind and offload kind.
    pub(super) kinds: (u16, u16),
    pub(super) strings: &'a [(String, String)],
    pub(super) content: &'a [u8],
}

fn wide(len: usize) -> Result<u64, String> {
    u64::try_from(len).map_err(|error| error.to_string())
}

fn narrow(len: usize) -> Result<u32, String> {
    u32::try_from(len).map_err(|error| format!("{len} bytes: {error}"))
}

pub(crate) fn binary_bundle(entries: &[(impl AsRef<str>, Vec<u8>)], alignment: u64) -> Result<Vec<u8>, String> {
    if alignment == 0 {
        return Err("the alignment is 0".into());
    }
    let mut file = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    file.extend(wide(entries.len())?.to_le_bytes());
    let mut end = 32;
    for (id, _) in entries {
        end += 24 + wide(id.as_ref().len())?;
    }
    let mut contents = Vec::new();
    for (id, content) in entries {
        let id = id.as_ref();
        let (start, size) = (end.next_multiple_of(alignment), wide(content.len())?);
        for number in [start, size, wide(id.len())?] {
            file.extend(number.to_le_bytes());
        }
        file.extend(id.bytes());
        contents.push((start, content));
        end = start + size;
    }
    for (start, content) in contents {
        file.resize(usize::try_from(start).map_err(|error| error.to_string())?, 0);
        file.extend(content);
    }
    Ok(file)
}

pub(super) fn compressed_bundle(version: u16, method: u16, bundle: &[u8]) -> Result<Vec<u8>, String> {
    let data = match method {
        0 => zlib(bundle),
        1 => zstd(bundle)?,
        _ => return Err(format!("unknown method {method}")),
    };
    let mut file = b"CCOB".to_vec();
    file.extend(version.to_le_bytes());
    file.extend(method.to_le_bytes());
    match version {
        1 => file.extend(narrow(bundle.len())?.to_le_bytes()),
        2 => {
            file.extend(narrow(24 + data.len())?.to_le_bytes());
            file.extend(narrow(bundle.len())?.to_le_bytes());
        }
        3 => {
            file.extend(wide(32 + data.len())?.to_le_bytes());
            file.extend(wide(bundle.len())?.to_le_bytes());
        }
        _ => return Err(format!("unknown version {version}")),
    }
    file.extend(Md5::digest(bundle).iter().take(8));
    file.extend(data);
    Ok(file)
}

/// Stored blocks (RFC 1950; RFC 1951, 3.2.4).
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut blocks = bytes.chunks(0xffff).peekable();
    if blocks.peek().is_none() {
        stream.extend([1, 0, 0, 0xff, 0xff]);
    }
    while let Some(block) = blocks.next() {
        let len = u16::try_from(block.len()).unwrap_or(u16::MAX);
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend(len.to_le_bytes());
        stream.extend((!len).to_le_bytes());
        stream.extend(block);
    }
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    stream.extend((b << 16 | a).to_be_bytes());
    stream
}

/// Raw blocks (RFC 8878), with a 4-byte content size and no checksum.
fn zstd(bytes: &[u8]) -> Result<Vec<u8>, String> {
    const RAW_BLOCK: usize = 1 << 16;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend(narrow(bytes.len())?.to_le_bytes());
    let mut blocks = bytes.chunks(RAW_BLOCK).peekable();
    if blocks.peek().is_none() {
        frame.extend([1, 0, 0]);
    }
    while let Some(block) = blocks.next() {
        let header = narrow(block.len())? << 3 | u32::from(blocks.peek().is_none());
        frame.extend(header.to_le_bytes().iter().take(3));
        frame.extend(block);
    }
    Ok(frame)
}

pub(super) fn offload_binary(image: &Image<'_>) -> Result<Vec<u8>, String> {
    let strings_start = 72 + 16 * image.strings.len();
    let (mut records, mut strings) = (Vec::new(), Vec::new());
    for (key, value) in image.strings {
        for text in [key, value] {
            records.extend(wide(strings_start + strings.len())?.to_le_bytes());
            strings.extend(text.bytes());
            strings.push(0);
        }
    }
    let image_start = (strings_start + strings.len()).next_multiple_of(8);
    let size = (image_start + image.content.len()).next_multiple_of(8);
    let mut file = vec![0x10, 0xff, 0x10, 0xad, 1, 0, 0, 0];
    for number in [wide(size)?, 32, 40] {
        file.extend(number.to_le_bytes());
    }
    file.extend(image.kinds.0.to_le_bytes());
    file.extend(image.kinds.1.to_le_bytes());
    file.extend(0_u32.to_le_bytes());
    for number in [72, wide(image.strings.len())?, wide(image_start)?, wide(image.content.len())?] {
        file.extend(number.to_le_bytes());
    }
    file.extend(records);
    file.extend(strings);
    file.resize(image_start, 0);
    file.extend(image.content);
    file.resize(size, 0);
    Ok(file)
}

pub(super) fn member(name: &str, content: &[u8]) -> Result<Vec<u8>, String> {
    if name.len() > 16 {
        return Err(format!("{name:?} is longer than the 16 bytes of a name"));
    }
    // Time, owner, group, mode, size.
    let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len());
    let mut member = header.into_bytes();
    member.extend(content);
    if !content.len().is_multiple_of(2) {
        member.push(b'\n');
    }
    Ok(member)
}

/// As its table entry describes it.
struct Placed {
    name: usize,
    kind: u32,
    flags: u32,
    start: usize,
    size: usize,
}

pub(super) fn elf(sections: &[ElfSection<'_>]) -> Result<Vec<u8>, String> {
    const HEADER: usize = 64;
    const STRING_TABLE: u32 = 3;
    let (mut contents, mut names, mut table) = (Vec::new(), vec![0], Vec::new());
    let mut place = |name: &str, kind, flags, start, size| {
        table.push(Placed { name: names.len(), kind, flags, start, size });
        names.extend(name.bytes());
        names.push(0);
    };
    for section in sections {
        let start = HEADER + contents.len();
        place(section.name, section.kind, section.flags, start, section.content.len());
        contents.extend(&section.content);
    }
    place(".shstrtab", STRING_TABLE, 0, HEADER + contents.len(), 0);
    if let Some(of_names) = table.last_mut() {
        of_names.size = names.len();
    }
    contents.extend(names);
    let table_start = (HEADER + contents.len()).next_multiple_of(8);
    let count = u16::try_from(table.len() + 1).map_err(|error| error.to_string())?;

    // 64 bits, little-endian, version 1; relocatable, x86-64, version 1.
    let mut file = b"\x7fELF\x02\x01\x01".to_vec();
    file.resize(16, 0);
    file.extend([1, 0, 62, 0, 1, 0, 0, 0]);
    for number in [0, 0, wide(table_start)?] {
        file.extend(number.to_le_bytes());
    }
    file.extend(0_u32.to_le_bytes());
    for number in [64, 0, 0, 64, count, count - 1] {
        file.extend(u16::to_le_bytes(number));
    }
    file.extend(contents);
    // The first section is empty.
    file.resize(table_start + 64, 0);
    for section in table {
        file.extend(narrow(section.name)?.to_le_bytes());
        file.extend(section.kind.to_le_bytes());
        for number in [u64::from(section.flags), 0, wide(section.start)?, wide(section.size)?] {
            file.extend(number.to_le_bytes());
        }
        file.extend(0_u64.to_le_bytes());
        for number in [1_u64, 0] {
            file.extend(number.to_le_bytes());
        }
    }
    Ok(file)
}
