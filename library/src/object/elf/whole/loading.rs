//! What is remembered of an ELF file for the rules of loaders: segments in memory, sections, and symbols.

use object::elf::SHT_NOBITS;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::tables::Descriptor;
use offload_bundle_core::message_pack::TEXT;

use super::super::form::{Form, Header};

/// What is remembered of an ELF file for the rules of loaders.
#[derive(Debug, Default)]
pub(super) struct Loading {
    /// The segments that are loaded, in the order of their headers.
    pub(super) segments: Vec<Loaded>,
    pub(super) sections: Vec<Kept>,
    /// The names of sections and of symbols, as far as they have been looked at.
    pub(super) section_names: Vec<u8>,
    pub(super) names: Vec<u8>,
    /// Global symbols for data.
    pub(super) symbols: Vec<Global>,
    /// The descriptors of kernels, by the numbers of their symbols.
    pub(super) descriptors: Vec<usize>,
    /// Where code is in memory: starts in order, each with the largest end up to there.
    pub(super) code: Vec<(u64, u64)>,
    /// The number of the table of symbols.
    pub(super) table: Option<u64>,
    pub(super) stage: Stage,
}

/// What has been looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Stage {
    #[default]
    Tables,
    Symbols,
    Descriptors,
}

/// A segment in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loaded {
    pub(super) index: u64,
    pub(super) address: u64,
    pub(super) file_len: u64,
    pub(super) len: u64,
    pub(super) is_code: bool,
}

/// A section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kept {
    pub(super) name: u32,
    pub(super) kind: u32,
    pub(super) link: u32,
    pub(super) address: u64,
    pub(super) ofs: u64,
    pub(super) len: u64,
    pub(super) entry_size: u64,
}

/// A symbol.
#[derive(Debug, Clone, Copy)]
pub(super) struct Global {
    pub(super) at: u64,
    pub(super) index: u64,
    pub(super) name: u32,
    pub(super) section: u16,
    pub(super) value: u64,
}

impl Loading {
    pub(super) fn segment(&mut self, index: u64, address: u64, (file_len, len): (u64, u64), is_code: bool) {
        self.segments.push(Loaded { index, address, file_len, len, is_code });
    }

    pub(super) fn section(&mut self, header: &Header) {
        let Header { name, kind, link, address, offset, size, entry_size, .. } = *header;
        self.sections
            .push(Kept { name, kind, link, address, ofs: offset, len: size, entry_size });
    }

    /// The section of this number. The first one is none.
    pub(super) fn get(&self, index: u64) -> Option<Kept> {
        let index = usize::try_from(index.checked_sub(1)?).ok()?;
        self.sections.get(index).copied()
    }
}

/// Where the descriptor that `symbol` names is in the file.
pub(super) fn place(loading: &Loading, symbol: &Global, descriptor: Descriptor) -> Option<Place> {
    let section = loading
        .get(symbol.section.into())
        .filter(|section| section.kind != SHT_NOBITS.0)?;
    let skip = symbol.value.checked_sub(section.address)?;
    let end = skip.checked_add(descriptor.len)?;
    (end <= section.len).then(|| Place { ofs: section.ofs.saturating_add(skip), len: descriptor.len })
}

/// The text at `at`, up to the next zero; no more of it than is compared.
pub(super) fn text(names: &[u8], at: u32) -> Option<&[u8]> {
    let names = names.get(usize::try_from(at).ok()?..)?;
    let most = names.get(..TEXT.saturating_add(1)).unwrap_or(names);
    most.split(|byte| *byte == 0).next()
}

pub(super) fn length_of(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

impl Form {
    /// The value of a symbol.
    pub(super) fn value_of(self, symbol: &[u8]) -> u64 {
        let at = self.at().st_value;
        let value = match self.wide {
            true => self.word_at(symbol, at),
            false => usize::try_from(at)
                .ok()
                .and_then(|at| self.number_at(symbol, at))
                .map(u64::from),
        };
        value.unwrap_or_default()
    }
}
