//! Writes GNU archives. Dates and owners are 0 and modes 644, so that equal members give equal bytes.

use std::collections::BTreeMap;

use object::archive::{MAGIC, TERMINATOR};
use object::read::{File, Object, ObjectSymbol, ReadCache, SymbolSection};
use object::{FileKind, SymbolKind};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{WriteError, WriteProblem};

use super::header::{HEADER_LEN, is_name};
use crate::bitcode::{Block, Item, Stream, block, is_bitcode};
use crate::file_error::{FileError, damage};
use crate::input::{HEAD, Input, PartReader};
use crate::output::OutputPart;

/// For messages: very many symbols may share a long name.
pub(super) const NAMES: &str = "the names of symbols";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Symbols {
    /// The format defines no symbols.
    None,
    Unknown,
    Known {
        count: u64,
        /// Zero-terminated.
        names: Vec<u8>,
    },
}

impl Symbols {
    pub(super) fn count(&self) -> u64 {
        match self {
            Self::Known { count, .. } => *count,
            _ => 0,
        }
    }
}

/// Longest decompressed member searched for symbols, in bytes.
const IN_MEMORY: u64 = 32 << 20;

/// The defined, externally visible symbols, in table order.
pub(crate) fn symbols_of(input: &Input, place: Place) -> Result<Symbols, FileError> {
    let head = input.window(place.ofs, HEAD.min(place.len))?;
    // Decompressed bytes are read once, from start to end.
    if input.is_decompressed() && (FileKind::parse(&*head).is_ok() || is_bitcode(&head)) {
        if place.len > IN_MEMORY {
            return Ok(Symbols::Unknown);
        }
        let whole = Input::from_bytes(input.name(), input.window(place.ofs, place.len)?.into_vec());
        return symbols_of(&whole, whole.full_range());
    }
    Ok(match FileKind::parse(&*head) {
        Ok(FileKind::Elf32 | FileKind::Elf64 | FileKind::Coff | FileKind::CoffBig) => {
            of_object(input, place).unwrap_or(Symbols::Unknown)
        }
        Ok(_) => Symbols::Unknown,
        Err(_) if is_bitcode(&head) => symbols(input, place)?,
        Err(_) => Symbols::None,
    })
}

/// `None` if it is damaged or repeats long names.
fn of_object(input: &Input, place: Place) -> Option<Symbols> {
    let cache = ReadCache::new(PartReader::new(input, place));
    let file = File::parse(&cache).ok()?;
    let (mut count, mut names): (u64, Vec<u8>) = (0, Vec::new());
    let mut budget = Budget::shared(place.len);
    for symbol in file.symbols() {
        let is_defined = symbol.section() != SymbolSection::Undefined;
        let is_named = !matches!(symbol.kind(), SymbolKind::File | SymbolKind::Section);
        if symbol.is_global() && is_defined && is_named {
            let name = symbol.name_bytes().ok()?;
            budget.take(NAMES, length(name)).ok()?;
            names.extend(name);
            names.push(0);
            count = count.saturating_add(1);
        }
    }
    Some(Symbols::Known { count, names })
}

/// Longest block that is read, in bytes.
const MOST: u64 = 64 << 20;
/// In the header of LLVM's symbol table for linkers (`llvm/Object/IRSymtab.h`).
const SYMBOL_RANGE: usize = 28;
/// Length of a symbol: name (offset and length), name in the IR, comdat, flags; 32-bit words.
const SYMBOL_LEN: usize = 24;
const FLAGS: usize = 20;
/// Bits of flags.
const UNDEFINED: u32 = 1 << 3;
const GLOBAL: u32 = 1 << 10;
const FORMAT_SPECIFIC: u32 = 1 << 11;

/// [`Symbols::Unknown`] without a readable symbol table.
pub(super) fn symbols(input: &Input, place: Place) -> Result<Symbols, FileError> {
    let (mut strings, mut table) = (None, None);
    let read = damage(tables(input, place, &mut strings, &mut table))?;
    let known = match read {
        Ok(()) => strings.and_then(|strings| defined_symbols(&table?, &strings)),
        Err(_) => None,
    };
    Ok(known.unwrap_or(Symbols::Unknown))
}

/// Reads the last string table and the last symbol table.
fn tables(
    input: &Input,
    place: Place,
    strings: &mut Option<Vec<u8>>,
    table: &mut Option<Vec<u8>>,
) -> Result<(), FileError> {
    let Some(mut stream) = Stream::open(input, place)? else {
        return Ok(());
    };
    while let Some(block) = stream.next_block()? {
        let kept = match block.id {
            block::STRTAB => &mut *strings,
            block::SYMTAB => &mut *table,
            _ => {
                stream.skip(&block)?;
                continue;
            }
        };
        if block.len() > MOST {
            break;
        }
        *kept = Some(blob(&mut stream, block)?);
    }
    Ok(())
}

/// The bytes of the first record.
fn blob(stream: &mut Stream<'_>, mut block: Block) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    if let Item::Record(id) = stream.next(&mut block)? {
        // The code comes first.
        let mut is_code = true;
        stream.record(&block, id, &mut |number| match std::mem::take(&mut is_code) {
            true => {}
            false => bytes.push(u8::try_from(number).unwrap_or_default()),
        })?;
    }
    stream.skip(&block)?;
    Ok(bytes)
}

fn defined_symbols(table: &[u8], strings: &[u8]) -> Option<Symbols> {
    let number = |at| usize::try_from(word(table, at)?).ok();
    let (start, len) = (number(SYMBOL_RANGE)?, number(SYMBOL_RANGE.checked_add(4)?)?);
    let symbols = table.get(start..start.checked_add(len.checked_mul(SYMBOL_LEN)?)?)?;
    let (mut count, mut names): (u64, Vec<u8>) = (0, Vec::new());
    let mut budget = Budget::shared(length(table).saturating_add(length(strings)));
    for symbol in symbols.chunks_exact(SYMBOL_LEN) {
        if word(symbol, FLAGS)? & (UNDEFINED | GLOBAL | FORMAT_SPECIFIC) != GLOBAL {
            continue;
        }
        let ofs = usize::try_from(word(symbol, 0)?).ok()?;
        let len = usize::try_from(word(symbol, 4)?).ok()?;
        let name = strings.get(ofs..ofs.checked_add(len)?)?;
        budget.take(NAMES, length(name)).ok()?;
        names.extend(name);
        names.push(0);
        count = count.saturating_add(1);
    }
    Some(Symbols::Known { count, names })
}

/// Little-endian.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// Longest name in a header, in bytes; a terminator follows.
const SHORT: usize = 15;
/// Largest size in a header, in bytes.
pub(super) const LARGEST: u64 = 9_999_999_999;

#[derive(Debug)]
pub(crate) struct NewMember<'a> {
    pub(crate) name: Vec<u8>,
    pub(crate) input: &'a Input,
    pub(crate) place: Place,
    pub(crate) symbols: Symbols,
}

/// Has a symbol table if all symbols are known.
pub(crate) fn archive<'a>(members: &[NewMember<'a>]) -> Result<Vec<OutputPart<'a>>, WriteError> {
    let names = Names::collect(members);
    let list = names.list.len().next_multiple_of(2);
    let before = |table: u64| {
        let list = if list == 0 {
            0
        } else {
            HEADER_LEN.saturating_add(to_u64(list))
        };
        to_u64(MAGIC.len()).saturating_add(table).saturating_add(list)
    };
    let all: u64 = members
        .iter()
        .map(|member| in_file(member.place.len))
        .fold(0, u64::saturating_add);
    let table = all_symbols(members).map(|(count, names)| {
        // Some old tools require a name in every table.
        let names_len = if names.is_empty() { 3 } else { length(&names) };
        let len = |width: u64| in_file(width.saturating_mul(count.saturating_add(1)).saturating_add(names_len));
        // 4-byte numbers suffice while every member begins below 4 GiB.
        let (width, len) = match u32::try_from(before(len(4)).saturating_add(all)) {
            Ok(_) => (4, len(4)),
            Err(_) => (8, len(8)),
        };
        (width, len, count, names)
    });
    let table_len = table.as_ref().map_or(0, |(_, len, ..)| *len);
    let mut head = MAGIC.to_vec();
    if let Some((width, len, count, symbols)) = table {
        let name = if width == 4 { "/" } else { "/SYM64/" };
        head.extend(header(name, "0", "0", &len.saturating_sub(HEADER_LEN).to_string()));
        let end = head
            .len()
            .saturating_add(usize::try_from(len.saturating_sub(HEADER_LEN)).unwrap_or(0));
        let mut at = before(table_len);
        push_number(&mut head, width, count);
        for member in members {
            for _ in 0..member.symbols.count() {
                push_number(&mut head, width, at);
            }
            at = at.saturating_add(in_file(member.place.len));
        }
        head.extend(symbols);
        head.resize(end, 0);
    }
    if list > 0 {
        head.extend(header("//", "", "", &list.to_string()));
        let end = head.len().saturating_add(list);
        head.extend(&names.list);
        head.resize(end, b'\n');
    }
    let mut parts = Vec::new();
    for (member, name) in members.iter().zip(&names.in_headers) {
        let len = member.place.len;
        if len > LARGEST {
            let problem = WriteProblem::TooLarge { found: len, max: LARGEST };
            return Err(WriteError::new("size", problem));
        }
        head.extend(header(name, "0", "644", &len.to_string()));
        parts.push(OutputPart::Bytes(std::mem::take(&mut head).into()));
        parts.push(OutputPart::Range { input: member.input, place: member.place });
        if len % 2 == 1 {
            head.push(b'\n');
        }
    }
    if !head.is_empty() {
        parts.push(OutputPart::Bytes(head.into()));
    }
    Ok(parts)
}

/// Includes header and padding; `len` counts the content.
fn in_file(len: u64) -> u64 {
    HEADER_LEN.saturating_add(len).saturating_add(len % 2)
}

fn to_u64(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

fn push_number(to: &mut Vec<u8>, width: usize, number: u64) {
    let bytes = number.to_be_bytes();
    to.extend(bytes.get(bytes.len().saturating_sub(width)..).unwrap_or_default());
}

/// `owner` fills date, owner and group.
fn header(name: impl AsRef<[u8]>, owner: &str, mode: &str, size: &str) -> Vec<u8> {
    let mut header = name.as_ref().to_vec();
    header.resize(16, b' ');
    header.extend(format!("{owner:<12}{owner:<6}{owner:<6}{mode:<8}{size:<10}").into_bytes());
    header.extend(TERMINATOR);
    header
}

struct Names {
    list: Vec<u8>,
    in_headers: Vec<Vec<u8>>,
}

impl Names {
    fn collect(members: &[NewMember<'_>]) -> Self {
        let mut list: Vec<u8> = Vec::new();
        let mut known: BTreeMap<&[u8], usize> = BTreeMap::new();
        let in_headers = members.iter().map(|member| {
            let name = member.name.as_slice();
            let in_header = [name, b"/"].concat();
            if name.len() <= SHORT && !name.contains(&b'/') && is_name(&in_header) {
                return in_header;
            }
            let at = *known.entry(name).or_insert_with(|| {
                let at = list.len();
                list.extend(name);
                list.extend(b"/\n");
                at
            });
            format!("/{at}").into_bytes()
        });
        let in_headers = in_headers.collect();
        Self { list, in_headers }
    }
}

/// `None` if some are unknown: linkers would assume that the member defines nothing.
fn all_symbols(members: &[NewMember<'_>]) -> Option<(u64, Vec<u8>)> {
    let (mut count, mut names, mut objects) = (0_u64, Vec::new(), false);
    for member in members {
        match &member.symbols {
            Symbols::None => {}
            Symbols::Unknown => return None,
            Symbols::Known { count: more, names: of_member } => {
                objects = true;
                count = count.saturating_add(*more);
                names.extend_from_slice(of_member);
            }
        }
    }
    objects.then_some((count, names))
}
