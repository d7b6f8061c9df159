//! Small files with many parts over the same bytes: copying, reading or writing bytes per part takes far too much. They are written by
//! hand, so that the program is not measured by its own output.

mod bitcode;
mod coff;
mod elf;
mod program;

use bitcode::Bits;
pub use coff::Coff;
pub use elf::{Elf, PROGBITS, STRTAB, SYMTAB, symbols};
use elf::{GROUP, OFFLOADING};
pub use program::{archives, device_images, image_behind};

/// The host entry of the fat objects.
pub const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const PREFIX: &str = "__CLANG_OFFLOAD_BUNDLE__";
/// In bytes.
const LONGEST: usize = 60_000;

/// A kind of such files.
#[derive(Debug, Clone, Copy)]
pub struct Crowd {
    /// The repeated part.
    pub name: &'static str,
    /// Makes a file with `n` parts.
    pub make: fn(usize) -> Vec<u8>,
    /// Whether it is a fat object for `unbundle`.
    pub fat: bool,
}

/// All kinds.
pub const CROWDS: &[Crowd] = &[
    Crowd { name: "sections, one name", make: sections, fat: false },
    Crowd { name: "ends of one name", make: ends, fat: false },
    Crowd { name: "COFF, one name", make: coff_sections, fat: false },
    Crowd { name: "globals, one value", make: globals, fat: false },
    Crowd { name: "members, one name", make: members, fat: false },
    Crowd { name: "images, one text", make: images, fat: false },
    Crowd { name: "images, same texts", make: same_texts, fat: false },
    Crowd { name: "records, one archive", make: program::of_one_archive, fat: false },
    Crowd { name: "segments, one range", make: program::segments, fat: false },
    Crowd { name: "groups, one range", make: groups, fat: true },
    Crowd { name: "symbol tables", make: symbol_tables, fat: true },
    Crowd { name: "symbols, one name", make: one_symbol_name, fat: true },
    Crowd { name: "COFF symbols", make: coff_symbols, fat: true },
];

fn name(n: usize) -> Vec<u8> {
    vec![b'n'; (8 * n).min(LONGEST)]
}

fn fat() -> Elf {
    let mut made = Elf::default();
    let host = made.put(b"\0");
    made.section(&format!("{PREFIX}{HOST}"), PROGBITS, host, 1);
    let device = made.put(b"device");
    made.section(&format!("{PREFIX}hip-amdgcn-amd-amdhsa--gfx906"), PROGBITS, device, 6);
    made
}

fn sections(n: usize) -> Vec<u8> {
    let mut made = Elf::default();
    let name = made.name(&name(n));
    (0..n).for_each(|_| made.add_section(name, OFFLOADING, (0, 0), (0, 0)));
    made.finish()
}

/// Names are suffixes of each other.
fn ends(n: usize) -> Vec<u8> {
    let mut made = Elf::default();
    let text = name(n);
    let name = made.name(&text);
    (0..n).for_each(|at| made.add_section(name + (at % text.len()) as u32, OFFLOADING, (0, 0), (0, 0)));
    made.finish()
}

fn coff_sections(n: usize) -> Vec<u8> {
    let mut made = Coff::default();
    let name = made.string(&[PREFIX.as_bytes(), &name(n)].concat());
    (0..n).for_each(|_| made.section(name, b""));
    made.finish()
}

/// In a known section, with the same first bytes.
fn globals(n: usize) -> Vec<u8> {
    Bits::module(".llvm.offloading", n)
}

fn members(n: usize) -> Vec<u8> {
    let list = [name(n), b"/\n".to_vec()].concat();
    let header = |name: &str, len: usize| format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{len:<10}`\n", 0, 0, 0, 644);
    let content = b"__CLANG_OFFLOAD_BUNDLE__\0\0\0\0\0\0\0\0";
    let mut bytes = b"!<arch>\n".to_vec();
    bytes.extend(header("//", list.len()).into_bytes());
    bytes.extend(&list);
    bytes.resize(bytes.len().next_multiple_of(2), b'\n');
    for _ in 0..n {
        bytes.extend(header("/0", content.len()).into_bytes());
        bytes.extend(content);
    }
    bytes
}

/// With equal texts of their own.
fn images(n: usize) -> Vec<u8> {
    image_list(n, 1, &name(n))
}

fn same_texts(n: usize) -> Vec<u8> {
    image_list(n, n, b"t")
}

/// Each with the same `texts` texts `text`.
fn image_list(n: usize, texts: usize, text: &[u8]) -> Vec<u8> {
    const HEADER: usize = 48;
    const ENTRY: usize = 40;
    const RECORD: usize = 24;
    let records = HEADER.next_multiple_of(8) + ENTRY * n;
    let strings = records + RECORD * texts;
    let image = (strings + text.len() + 5).next_multiple_of(8);
    let mut bytes = vec![0x10, 0xff, 0x10, 0xad, 2, 0, 0, 0];
    let word = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u64).to_le_bytes());
    for number in [image + 8, HEADER, n] {
        word(&mut bytes, number);
    }
    bytes.resize(HEADER, 0);
    for _ in 0..n {
        bytes.extend([1, 0, 4, 0, 0, 0, 0, 0]);
        for number in [records, texts, image, 0] {
            word(&mut bytes, number);
        }
    }
    for _ in 0..texts {
        word(&mut bytes, strings);
        word(&mut bytes, strings + 4);
        word(&mut bytes, text.len());
    }
    bytes.extend(b"key\0");
    bytes.extend(text);
    bytes.resize(image + 8, 0);
    bytes
}

/// Over the same bytes, in a fat object.
fn groups(n: usize) -> Vec<u8> {
    let mut made = fat();
    let signature = made.put(&[0; 24]);
    let strings = made.put(b"\0");
    made.section(".strings", STRTAB, strings, 1);
    let of_symbols = made.count() - 1;
    let name = made.name(b".symbols");
    made.add_section(name, SYMTAB, (signature, 24), (of_symbols as u32, 0));
    let table = (made.count() - 1) as u32;
    let list: Vec<u8> = std::iter::once(1_u32)
        .chain((0..n).map(|_| 4))
        .flat_map(u32::to_le_bytes)
        .collect();
    let ofs = made.put(&list);
    let name = made.name(b".group");
    (0..n).for_each(|_| made.add_section(name, GROUP, (ofs, list.len() as u64), (table, 0)));
    made.finish()
}

fn symbol_tables(n: usize) -> Vec<u8> {
    let mut made = fat();
    let strings = made.put(b"\0");
    made.section(".strings", STRTAB, strings, 1);
    let last = made.count() as u32 - 1;
    let table = symbols(n, 0, last as u16);
    let ofs = made.put(&table);
    let name = made.name(b".symbols");
    (0..n).for_each(|_| made.add_section(name, SYMTAB, (ofs, table.len() as u64), (last, 0)));
    made.finish()
}

fn one_symbol_name(n: usize) -> Vec<u8> {
    let mut made = fat();
    let strings = [b"\0".to_vec(), vec![b's'; 16 * n], b"\0".to_vec()].concat();
    let ofs = made.put(&strings);
    made.section(".strings", STRTAB, ofs, strings.len() as u64);
    let last = made.count() as u32 - 1;
    let table = symbols(n, 1, last as u16);
    let ofs = made.put(&table);
    let name = made.name(b".symbols");
    made.add_section(name, SYMTAB, (ofs, table.len() as u64), (last, 0));
    made.finish()
}

fn coff_symbols(n: usize) -> Vec<u8> {
    let mut made = Coff::default();
    let host = made.string(format!("{PREFIX}{HOST}").as_bytes());
    made.section(host, b"\0");
    let other = made.string(b".a.section.that.stays");
    made.section(other, b"stays");
    let name = made.string(&vec![b's'; 16 * n]);
    (0..n).for_each(|_| made.symbol(name, 2));
    made.finish()
}
