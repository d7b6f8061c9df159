//! Gives every section a place: in the order of their old places, new ones last, with the table of sections at the end. It is how the
//! tools of LLVM lay out objects, so what one of them wrote keeps its bytes.

use std::sync::Arc;

use object::elf::{SHN_XINDEX, SHT_NULL, SHT_PROGBITS};
use offload_bundle_core::bytes::{Place, length};

use super::file::{Content, ElfFile, FileSection, half};
use super::form::TooLarge;
use crate::error::Error;
use crate::input::{Input, InputPiece};
use crate::object::Edited;
use crate::object::source::{self, Source};

/// Alignments up to this are kept whatever the old place was, in bytes: padding then takes no more than headers do. What demands more and
/// means it has been at such a place.
const USUAL_ALIGNMENT: u64 = 64;

/// The parts of the file, one after the other.
pub(super) fn place_parts(source: &mut Source<'_>, mut file: ElfFile) -> Result<Edited, Error> {
    let mut order: Vec<usize> = (0..file.sections.len()).collect();
    order.sort_by_key(|position| file.sections.get(*position).map(|section| section.header.offset));
    let fixed = fixed_end(&file, &order);
    let mut end = fixed;
    let mut parts = Vec::new();
    let has_segments = file.fixed > length(&file.start);
    for position in order {
        let Some(section) = file.sections.get_mut(position) else {
            continue;
        };
        let stays = match &section.content {
            Content::Kept(place) => place.ofs < fixed,
            Content::None => section.is(SHT_NULL) || (has_segments && section.header.offset < fixed),
            Content::Made(_) => false,
        };
        if !stays {
            let start = align(section, end).ok_or_else(|| source.too_large("sections", end, u64::MAX))?;
            parts.push(InputPiece::Zeros(start.saturating_sub(end)));
            end = put(&file.input, section, start, &mut parts);
        }
    }
    let table = end.checked_next_multiple_of(file.form.word());
    let table = table.ok_or_else(|| source.too_large("sections", end, u64::MAX))?;
    parts.push(InputPiece::Zeros(table.saturating_sub(end)));
    let max = u64::from(u32::MAX);
    let headers = headers(&file).map_err(|TooLarge(found)| source.too_large("sections", found, max))?;
    let start = start(&file, table).map_err(|TooLarge(found)| source.too_large("sections", found, max))?;
    let kept = Place { ofs: length(&start), len: fixed.saturating_sub(length(&start)) };
    let mut all = vec![InputPiece::Bytes(start), InputPiece::Range(Arc::clone(&file.input), kept)];
    all.append(&mut parts);
    all.push(InputPiece::Bytes(headers));
    let new = file
        .sections
        .iter()
        .filter(|section| section.at == 0 && section.is(SHT_PROGBITS));
    let new = new.map(|section| Place { ofs: section.header.offset, len: section.header.size });
    Ok(Edited { parts: all, new: new.collect() })
}

/// Up to where everything stays where it is: headers and what is loaded, and sections that share bytes.
fn fixed_end(file: &ElfFile, order: &[usize]) -> u64 {
    let (mut fixed, mut end) = (file.fixed, file.fixed);
    for section in order.iter().filter_map(|position| file.sections.get(*position)) {
        if let Content::Kept(place) = section.content
            && place.len > 0
        {
            let shares = place.ofs < end;
            end = end.max(place.end());
            if shares {
                fixed = end;
            }
        }
    }
    fixed
}

/// Where `section` begins if what is before it ends at `end`.
fn align(section: &FileSection, end: u64) -> Option<u64> {
    let alignment = section.header.alignment.max(1);
    let at_such_a_place = section.header.offset > 0 && section.header.offset.is_multiple_of(alignment);
    if alignment <= USUAL_ALIGNMENT || at_such_a_place {
        end.checked_next_multiple_of(alignment)
    } else {
        Some(end)
    }
}

/// Puts `section` at `start`. Returns where it ends.
fn put(input: &Arc<Input>, section: &mut FileSection, start: u64, parts: &mut Vec<InputPiece>) -> u64 {
    section.header.offset = start;
    match std::mem::replace(&mut section.content, Content::None) {
        Content::None => start,
        Content::Kept(place) => {
            parts.push(InputPiece::Range(Arc::clone(input), place));
            start.saturating_add(place.len)
        }
        Content::Made(made) => {
            let len = InputPiece::total(&made);
            section.header.size = len;
            parts.extend(made);
            start.saturating_add(len)
        }
    }
}

/// The table of sections.
fn headers(file: &ElfFile) -> Result<Vec<u8>, TooLarge> {
    let mut bytes = Vec::new();
    let null = file
        .null_of(file.sections.len(), file.names)
        .ok_or(TooLarge(u64::MAX))?;
    for header in std::iter::once(&null).chain(file.sections.iter().map(|section| &section.header)) {
        file.form.put_section(&mut bytes, header)?;
    }
    Ok(bytes)
}

/// The file header, with the table of sections at `table`.
fn start(file: &ElfFile, table: u64) -> Result<Vec<u8>, TooLarge> {
    let fields = file.form.at();
    let count = file.sections.len().saturating_add(1);
    let mut offset = Vec::new();
    file.form.put_word(&mut offset, table)?;
    let mut bytes = file.start.clone();
    let mut set = |at: u64, value: &[u8]| source::put(&mut bytes, usize::try_from(at).unwrap_or(usize::MAX), value);
    set(fields.e_shoff, &offset);
    set(fields.e_shentsize, &file.form.half(file.form.section_len()));
    set(fields.e_shnum, &file.form.half(half(count).unwrap_or(0)));
    set(
        fields.e_shstrndx,
        &file.form.half(half(file.names).unwrap_or(SHN_XINDEX.0)),
    );
    Ok(bytes)
}
