//! The symbols of a file.

use object::elf::{SHT_DYNSYM, SHT_SYMTAB, STT_SECTION};

use super::image::{Image, word};
use crate::error::Error;
use crate::object::source::Source;

/// Length of a symbol, and where its address and length are in it, in bytes.
const SYMBOL: u64 = 24;
pub(super) const VALUE: u64 = 8;
pub(super) const LENGTH: u64 = 16;

/// A symbol.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    /// The position of its table.
    pub(super) table: usize,
    pub(super) index: u64,
    /// Where it is in the file.
    pub(super) at: u64,
    /// Its section, by its position.
    pub(super) section: Option<usize>,
    pub(super) value: u64,
    pub(super) len: u64,
    /// Whether it is that of a section.
    pub(super) is_section: bool,
}

/// Calls `visit` with each symbol of both tables.
pub(super) fn each(image: &Image, visit: &mut dyn FnMut(Symbol) -> Result<(), Error>) -> Result<(), Error> {
    let mut source = Source::new(&image.held.input);
    for (table, place) in image.tables(|kind| kind == SHT_SYMTAB.0 || kind == SHT_DYNSYM.0) {
        for index in 0..place.len.checked_div(SYMBOL).unwrap_or(0) {
            let at = place.ofs.saturating_add(index.saturating_mul(SYMBOL));
            let symbol = source.view(at, SYMBOL)?;
            let (Some(value), Some(len)) = (word(symbol, 8), word(symbol, 16)) else {
                continue;
            };
            let section = image
                .file
                .form
                .half_at(symbol, 6)
                .and_then(|index| index.checked_sub(1));
            let is_section = symbol.get(4).is_some_and(|info| info & 15 == STT_SECTION.0);
            visit(Symbol { table, index, at, section: section.map(usize::from), value, len, is_section })?;
        }
    }
    Ok(())
}
