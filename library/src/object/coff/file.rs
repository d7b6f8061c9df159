//! A COFF object with all section headers and its strings, for edits.

use std::sync::Arc;

use object::LittleEndian as LE;
use object::pe::{
    AnonObjectHeaderBigobj, IMAGE_SCN_CNT_UNINITIALIZED_DATA, IMAGE_SCN_LNK_NRELOC_OVFL, ImageFileHeader,
    ImageRelocation, ImageSectionHeader, Machine,
};
use object::pod::bytes_of;
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Number, Place, length};
use offload_bundle_core::error::Path;

use super::{Header, big, image, plain, section_table, string_table};
use crate::error::Error;
use crate::input::{Input, InputPiece};
use crate::object::source::{Source, field_at, records, size};

/// In decimal form, after one slash.
const MOST_DECIMAL: u64 = 9_999_999;
/// For larger offsets: six, after two slashes.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The length field at the start of the strings, in bytes.
pub(super) const LEN: usize = 4;

/// With changes.
#[derive(Debug)]
pub(super) struct Strings {
    /// With its length field.
    pub(super) old: Place,
    pub(super) kept: u64,
    added: Vec<u8>,
    /// Replaces the old table.
    pub(super) new: Option<Vec<u8>>,
}

impl Strings {
    pub(super) fn new(old: Place) -> Self {
        Self { old, kept: old.len, added: Vec::new(), new: None }
    }

    pub(super) fn none(end: Place) -> Self {
        Self { old: end, kept: 0, added: Vec::new(), new: Some(vec![0; LEN]) }
    }

    /// A long name is added to the strings. `None` if its offset is too large.
    pub(super) fn add(&mut self, name: &[u8]) -> Option<[u8; 8]> {
        let mut field = [0; 8];
        if let Some(short) = field.get_mut(..name.len()) {
            short.copy_from_slice(name);
            return Some(field);
        }
        let before = self.new.as_ref().map_or(self.kept, |new| length(new));
        let ofs = before.saturating_add(length(&self.added));
        self.added.extend_from_slice(name);
        self.added.push(0);
        long(ofs)
    }

    /// `None` if it is too long.
    pub(super) fn parts(&self, input: &Arc<Input>) -> Option<Vec<InputPiece>> {
        let kept = match &self.new {
            Some(new) => InputPiece::Bytes(new.get(LEN..).unwrap_or_default().to_vec()),
            None => {
                let ofs = self.old.ofs.saturating_add(wide_len());
                let len = self.kept.saturating_sub(wide_len());
                InputPiece::Range(Arc::clone(input), Place { ofs, len })
            }
        };
        let len = kept.len().checked_add(length(&self.added))?.checked_add(wide_len())?;
        let len = u32::try_from(len).ok()?.to_le_bytes().to_vec();
        Some(vec![
            InputPiece::Bytes(len),
            kept,
            InputPiece::Bytes(self.added.clone()),
        ])
    }
}

fn wide_len() -> u64 {
    u64::try_from(LEN).unwrap_or(u64::MAX)
}

/// `None` if `ofs` is too large.
pub(super) fn long(ofs: u64) -> Option<[u8; 8]> {
    let mut field = [0; 8];
    if ofs <= MOST_DECIMAL {
        for (to, from) in field.iter_mut().zip(format!("/{ofs}").bytes()) {
            *to = from;
        }
        return Some(field);
    }
    let mut rest = ofs;
    for digit in field.iter_mut().rev().take(6) {
        *digit = *usize::try_from(rest % 64).ok().and_then(|digit| DIGITS.get(digit))?;
        rest /= 64;
    }
    let slashes = field.iter_mut().take(2);
    slashes.for_each(|slash| *slash = b'/');
    (rest == 0).then_some(field)
}

/// In a header; the first relocation holds a larger one.
const MOST: u64 = 0xffff;

#[derive(Debug, Clone, Copy)]
pub(super) enum FileHeader {
    Plain(ImageFileHeader),
    /// With room for more sections.
    Big(AnonObjectHeaderBigobj),
}

pub(super) struct CoffFile {
    pub(super) input: Arc<Input>,
    pub(super) header: FileHeader,
    pub(super) layout: Header,
    pub(super) table: Place,
    pub(super) sections: Vec<FileSection>,
    /// Without symbols, empty at the start of the strings.
    pub(super) symbols: Place,
    pub(super) strings: Strings,
    /// Whether there are symbols and strings.
    pub(super) has_strings: bool,
}

/// A section of the file.
#[derive(Debug, Clone, Copy)]
pub struct FileSection {
    /// Its header.
    pub header: ImageSectionHeader,
    /// The offset of its header in the file.
    pub at: u64,
    pub(super) relocations: Option<Place>,
}

impl FileHeader {
    /// `None` if a number is too large.
    pub(super) fn bytes(mut self, sections: usize, symbols: u64) -> Option<Vec<u8>> {
        let symbols = u32::try_from(symbols).ok()?;
        Some(match &mut self {
            Self::Plain(header) => {
                // Larger section numbers have other meanings in symbols.
                let sections = u16::try_from(sections).ok();
                let max = object::pe::IMAGE_SYM_SECTION_MAX;
                header
                    .number_of_sections
                    .set(LE, sections.filter(|sections| *sections <= max)?);
                header.pointer_to_symbol_table.set(LE, symbols);
                bytes_of(header).to_vec()
            }
            Self::Big(header) => {
                header.number_of_sections.set(LE, u32::try_from(sections).ok()?);
                header.pointer_to_symbol_table.set(LE, symbols);
                bytes_of(header).to_vec()
            }
        })
    }

    pub(super) fn machine(&self) -> Machine {
        match self {
            Self::Plain(header) => header.machine.get(LE),
            Self::Big(header) => header.machine.get(LE),
        }
    }

    /// Whether section numbers in symbols have four bytes.
    pub(super) fn is_big(&self) -> bool {
        matches!(self, Self::Big(_))
    }
}

impl FileSection {
    pub(super) fn data(&self) -> Option<Place> {
        let ofs = u64::from(self.header.pointer_to_raw_data.get(LE));
        let len = u64::from(self.header.size_of_raw_data.get(LE));
        let flags = self.header.characteristics.get(LE);
        let has_bytes = ofs != 0 && len != 0 && !flags.contains(IMAGE_SCN_CNT_UNINITIALIZED_DATA);
        has_bytes.then_some(Place { ofs, len })
    }

    /// Offset and length: bytes, relocations.
    fn places(&self) -> [Option<[Number; 2]>; 2] {
        let number = |value, skip: u64, field| Number { value, at: self.at.saturating_add(skip), field };
        let data = self.data().map(|place| raw_data(self.at, place));
        let relocations = self.relocations.map(|Place { ofs, len }| {
            [
                number(
                    ofs,
                    field_at!(ImageSectionHeader, pointer_to_relocations),
                    "pointer_to_relocations",
                ),
                number(
                    len,
                    field_at!(ImageSectionHeader, number_of_relocations),
                    "number_of_relocations",
                ),
            ]
        });
        [data, relocations]
    }
}

/// Offset and length in the header at `at`.
pub(super) fn raw_data(at: u64, Place { ofs, len }: Place) -> [Number; 2] {
    let number = |value, skip: u64, field| Number { value, at: at.saturating_add(skip), field };
    [
        number(
            ofs,
            field_at!(ImageSectionHeader, pointer_to_raw_data),
            "pointer_to_raw_data",
        ),
        number(len, field_at!(ImageSectionHeader, size_of_raw_data), "size_of_raw_data"),
    ]
}

pub(super) fn read(source: &mut Source<'_>, input: &Arc<Input>, is_big: bool) -> Result<CoffFile, Error> {
    let header = if is_big { big(source)? } else { plain(source, 0, false)? };
    let file = match is_big {
        true => FileHeader::Big(source.structure(0, "header")?),
        false => FileHeader::Plain(source.structure(0, "header")?),
    };
    let (table, sections) = sections(source, &header)?;
    for (index, section) in (0..).zip(&sections) {
        check(source, index, section)?;
    }
    refuse_crowd(source, &sections)?;
    let (symbols, strings, has_strings) = symbols(source, &header)?;
    Ok(CoffFile {
        input: Arc::clone(input),
        header: file,
        layout: header,
        table,
        sections,
        symbols,
        strings,
        has_strings,
    })
}

pub(super) fn sections(source: &mut Source<'_>, header: &Header) -> Result<(Place, Vec<FileSection>), Error> {
    let table = section_table(source, header)?;
    let mut sections = Vec::new();
    for (index, at) in records(table, size::<ImageSectionHeader>()) {
        let header = source.structure(at, Path::from("sections").index(index))?;
        sections.push(FileSection { header, at, relocations: relocations(source, &header)? });
    }
    Ok((table, sections))
}

/// Returns the sections of a Windows library or program, in table order.
///
/// # Errors
///
/// Returns [`Error::Read`] if the file is damaged.
pub fn image_sections(source: &mut Source<'_>) -> Result<Vec<FileSection>, Error> {
    let header = image(source)?;
    let (_, sections) = sections(source, &header)?;
    refuse_crowd(source, &sections)?;
    Ok(sections)
}

/// Refuses very many sections over the same bytes, and shared relocations.
fn refuse_crowd(source: &Source<'_>, sections: &[FileSection]) -> Result<(), Error> {
    let len = source.input().len();
    let relocations = sections.iter().filter_map(|section| {
        let [_, relocations] = section.places();
        Some(relocations?[1])
    });
    source.refuse_crowd(Budget::own(len), ("the tables of relocations", "sections"), relocations)?;
    let all = sections.iter().flat_map(FileSection::places).flatten();
    source.refuse_crowd(
        Budget::shared(len),
        ("the sections", "sections"),
        all.map(|[_, len]| len),
    )
}

fn check(source: &Source<'_>, index: u64, section: &FileSection) -> Result<(), Error> {
    for [ofs, len] in section.places().into_iter().flatten() {
        let place = source.place(ofs, len);
        place.map_err(|error| source.damaged(error.at_index(index).in_field("sections")))?;
    }
    Ok(())
}

/// With the strings after them, and whether they exist.
fn symbols(source: &mut Source<'_>, header: &Header) -> Result<(Place, Strings, bool), Error> {
    if header.symbols.value == 0 {
        let end = Place { ofs: source.input().len(), len: 0 };
        return Ok((end, Strings::none(end), false));
    }
    let len = Number { value: header.symbols_len, ..header.symbols };
    let symbols = source.kept(header.symbols, len)?;
    let strings = string_table(source, header)?;
    Ok((symbols, Strings::new(strings), true))
}

/// The first one may hold their number.
fn relocations(source: &mut Source<'_>, section: &ImageSectionHeader) -> Result<Option<Place>, Error> {
    let ofs = u64::from(section.pointer_to_relocations.get(LE));
    let mut count = u64::from(section.number_of_relocations.get(LE));
    if ofs == 0 || count == 0 {
        return Ok(None);
    }
    let flags = section.characteristics.get(LE);
    if flags.contains(IMAGE_SCN_LNK_NRELOC_OVFL) && count == MOST {
        let first: ImageRelocation = source.structure(ofs, "relocations")?;
        count = first.virtual_address.get(LE).into();
    }
    Ok(Some(Place {
        ofs,
        len: count.saturating_mul(size::<ImageRelocation>()),
    }))
}

#[cfg(test)]
mod tests {
    use object::pe::ImageSectionHeader;

    use super::*;

    #[test]
    fn long_name_field_leads_to_name() {
        for (ofs, field) in [
            (4, Some(b"/4\0\0\0\0\0\0")),
            (9_999_999, Some(b"/9999999")),
            (10_000_000, Some(b"//AAmJaA")),
            ((1 << 36) - 1, Some(b"////////")),
            (1 << 36, None),
        ] {
            assert_eq!(long(ofs), field.copied(), "{ofs}");
            let section = ImageSectionHeader { name: long(ofs).unwrap_or_default(), ..ImageSectionHeader::default() };
            if let Ok(ofs) = u32::try_from(ofs) {
                assert_eq!(section.name_offset().unwrap(), Some(ofs));
            }
        }
    }
}
