//! Facts collected while an ELF file is read.

use std::collections::BTreeMap;
use std::sync::Arc;

use object::elf::SHT_NOBITS;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::tables::{Descriptor, LoaderCheck};
use offload_bundle_core::message_pack::TEXT;

use super::super::form::{Form, Header};
use crate::code_fault::CodeFault;

/// A truncated file may have one for each section.
const MOST: usize = 8;

#[derive(Debug, Clone)]
pub(crate) struct Fault {
    /// From the start of the ELF file, in bytes.
    pub(crate) ofs: u64,
    pub(crate) path: Path,
    pub(crate) fault: CodeFault,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    first: Vec<Fault>,
    more: u64,
}

impl Faults {
    /// The first faults, and a count of the rest.
    pub(crate) fn to_report(&self) -> Vec<Fault> {
        let mut told = self.first.clone();
        if self.more > 0 {
            let fault = CodeFault::More { count: self.more };
            told.push(Fault { ofs: 0, path: Path::default(), fault });
        }
        told
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub(super) fn add(&mut self, ofs: u64, path: Path, fault: CodeFault) {
        if self.first.len() < MOST {
            self.first.push(Fault { ofs, path, fault });
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    pub(super) fn outside(&mut self, at: u64, path: Path, place: Place, have: u64) {
        self.add(at, path, CodeFault::Outside { ofs: place.ofs, len: place.len, have });
    }

    pub(super) fn field(&mut self, at: u64, path: Path, found: u64, expected: impl Into<String>) {
        let expected = expected.into();
        self.add(at, path, CodeFault::BadField { found, expected });
    }
}

/// The first of a check, and a count of the rest.
#[derive(Debug, Clone)]
pub(crate) struct Violation {
    /// From the start of the ELF file, in bytes.
    pub(crate) ofs: u64,
    pub(crate) path: Path,
    /// Expected and found value.
    what: String,
    /// The number of further violations.
    more: u64,
}

impl Violation {
    pub(crate) fn to_text(&self) -> String {
        match self.more {
            0 => self.what.clone(),
            more => format!("{}, and {more} more like this", self.what),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Violations(BTreeMap<LoaderCheck, Violation>);

impl Violations {
    /// Only the first of a check needs its text.
    pub(super) fn add(
        &mut self,
        check: LoaderCheck,
        ofs: u64,
        path: impl FnOnce() -> Path,
        what: impl FnOnce() -> String,
    ) {
        match self.0.get_mut(&check) {
            Some(first) => first.more = first.more.saturating_add(1),
            None => {
                self.0
                    .insert(check, Violation { ofs, path: path(), what: what(), more: 0 });
            }
        }
    }

    pub(super) fn add_more(&mut self, check: LoaderCheck, more: u64) {
        if let Some(first) = self.0.get_mut(&check) {
            first.more = first.more.saturating_add(more);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (LoaderCheck, &Violation)> {
        self.0.iter().map(|(check, violation)| (*check, violation))
    }
}

#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) targets: Vec<(u64, Path, String)>,
    pub(super) metadata: Option<(u64, Path)>,
    pub(super) has_version: bool,
    /// Whether some metadata is unreadable.
    pub(super) is_damaged: bool,
    pub(super) kernels: Vec<Kernel>,
}

#[derive(Debug)]
pub(super) struct Kernel {
    /// From the start of the file.
    pub(super) at: u64,
    pub(super) path: Arc<Path>,
    /// Its symbol's, cut if too long to keep.
    pub(super) symbol: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) place: Place,
    pub(super) part: Part,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Header,
    Segments,
    Sections,
    Section(u64),
}

impl Part {
    pub(super) fn path(self) -> Path {
        match self {
            Self::Header => Path::from("header"),
            Self::Segments => Path::from("segments"),
            Self::Sections => Path::from("sections"),
            Self::Section(index) => Path::from("sections").index(index),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Loading {
    /// Loaded, with their numbers, in header order.
    pub(super) segments: Vec<(u64, Segment)>,
    pub(super) sections: Vec<Header>,
    /// As far as read.
    pub(super) section_names: Vec<u8>,
    pub(super) names: Vec<u8>,
    pub(super) symbols: Vec<Global>,
    pub(super) descriptors: Vec<usize>,
    /// In memory: sorted starts, each with the largest end so far.
    pub(super) code: Vec<(u64, u64)>,
    pub(super) stage: Stage,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Stage {
    #[default]
    Tables,
    Symbols,
    Descriptors,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) kind: u32,
    pub(super) place: Place,
    pub(super) alignment: u64,
    pub(super) address: u64,
    /// In memory, in bytes.
    pub(super) len: u64,
    pub(super) is_code: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Global {
    pub(super) at: u64,
    pub(super) index: u64,
    pub(super) name: u32,
    pub(super) section: u16,
    pub(super) value: u64,
}

impl Loading {
    /// The null section is not stored.
    pub(super) fn get(&self, index: u64) -> Option<Header> {
        let index = usize::try_from(index.checked_sub(1)?).ok()?;
        self.sections.get(index).copied()
    }
}

pub(super) fn place(loading: &Loading, symbol: &Global, descriptor: Descriptor) -> Option<Place> {
    let section = loading
        .get(symbol.section.into())
        .filter(|section| section.kind != SHT_NOBITS.0)?;
    let skip = symbol.value.checked_sub(section.address)?;
    let end = skip.checked_add(descriptor.len)?;
    (end <= section.size).then(|| Place { ofs: section.offset.saturating_add(skip), len: descriptor.len })
}

/// Up to a zero, cut to the length that is compared.
pub(super) fn text(names: &[u8], at: u32) -> Option<&[u8]> {
    let names = names.get(usize::try_from(at).ok()?..)?;
    let most = names.get(..TEXT.saturating_add(1)).unwrap_or(names);
    most.split(|byte| *byte == 0).next()
}

pub(super) fn length_of(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

impl Form {
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
