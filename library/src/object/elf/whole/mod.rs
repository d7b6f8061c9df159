//! An ELF file read to its end, a piece at a time: its header, segments, sections and notes, each of which lies within it.
//!
//! The caller has the bytes: it asks what to look at next, in any order that is cheap, and shows it. So many files that lie side by side
//! can be read in one go, also where the bytes are decompressed from the start.

mod begin;
mod facts;
mod notes;
mod rules;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use facts::{Faults, Violations};

use facts::{Loading, Range, Said};
use notes::Notes;
use offload_bundle_core::bytes::{Number, Place};
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::ElfHeader;
use offload_bundle_core::ids::tables::Machine;

use super::form::Form;

/// How much of a table or of notes is looked at at once, in bytes.
const PIECE: u64 = 32 << 10;

/// What is to be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Look {
    /// Where it begins, from the start of the ELF file.
    pub(crate) ofs: u64,
    /// How long it is, in bytes. All of it lies within the file.
    pub(crate) len: u64,
    what: What,
}

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// The first section header, which holds numbers that are too large for the file header.
    First,
    /// Program headers from this one on.
    Segments(u64),
    /// Section headers from this one on.
    Sections(u64),
    /// These notes, from where they have been read to.
    Notes(usize),
    /// The names of sections from this byte on.
    SectionNames(u64),
    /// The symbols from this byte of their table on.
    Symbols(u64),
    /// The names of symbols from this byte on.
    Strings(u64),
    /// The entry in the descriptor of this number.
    Descriptor(u64),
}

/// An ELF file that is looked at.
#[derive(Debug)]
pub(crate) struct WholeElf {
    /// How many bytes there are.
    len: u64,
    form: Form,
    header: ElfHeader,
    /// What is known of such files.
    machine: Option<&'static Machine<'static>>,
    /// Its type.
    kind: u16,
    segments: Table,
    sections: Table,
    /// The section that holds the names of sections, and the field that says so; 0 if there is none.
    names: Number,
    /// The length of that section, and the largest offset into it.
    names_len: Option<u64>,
    last_name: Option<(u64, Number)>,
    /// How many tables have not been looked at to their ends.
    waiting: u8,
    /// What has a place of its own.
    ranges: Vec<Range>,
    /// Where segments say that notes are; and sections, with the alignment.
    note_segments: Vec<Place>,
    note_sections: Vec<(Place, u64, Path)>,
    notes: Vec<Notes>,
    /// What metadata say.
    said: Said,
    faults: Faults,
    /// What loaders look at beyond that; nothing for files that they do not load.
    loading: Option<Box<Loading>>,
    violations: Violations,
}

/// A table of headers.
#[derive(Debug, Clone, Copy)]
struct Table {
    place: Place,
    count: u64,
    /// Length of a header.
    entry: u64,
}

impl WholeElf {
    /// What its header says of the target.
    pub(crate) fn header(&self) -> &ElfHeader {
        &self.header
    }

    /// Its type, and the place of the field.
    pub(crate) fn kind(&self) -> (u16, u64) {
        (self.kind, self.form.at().e_type)
    }

    /// Whether rules of loaders apply to it.
    pub(crate) fn is_loaded(&self) -> bool {
        self.loading.is_some()
    }

    /// Where its ABI and its flags are.
    pub(crate) fn target_offsets(&self) -> (u64, u64) {
        (self.form.at().os_abi, self.form.at().e_flags)
    }

    /// What is known of such files.
    pub(crate) fn machine(&self) -> Option<&'static Machine<'static>> {
        self.machine
    }

    /// What metadata say that it is for, and where.
    pub(crate) fn targets(&self) -> &[(u64, Path, String)] {
        &self.said.targets
    }

    /// What is wrong with it, as far as it has been looked at.
    pub(crate) fn faults(&self) -> &Faults {
        &self.faults
    }

    /// What loaders would not take, as far as it has been looked at.
    pub(crate) fn violations(&self) -> &Violations {
        &self.violations
    }

    /// Takes the bytes that `look` asked for. The result is what is to be looked at then.
    pub(crate) fn seen(&mut self, look: Look, bytes: &[u8]) -> Vec<Look> {
        match look.what {
            What::First => self.first_section(bytes),
            What::Segments(from) => self.segments(from, bytes),
            What::Sections(from) => self.sections(from, bytes),
            What::Notes(index) => self.more_notes(index, bytes),
            what => self.more_of(what, bytes),
        }
    }

    /// The place that two fields give, if it lies within the file; else the fault is at the field to blame.
    fn place(&mut self, ofs: Number, len: Number, path: &Path) -> Option<Place> {
        if ofs.value.checked_add(len.value).is_some_and(|end| end <= self.len) {
            return Some(Place { ofs: ofs.value, len: len.value });
        }
        let field = if ofs.value > self.len { ofs } else { len };
        let path = path.clone().field(field.field);
        self.faults
            .outside(field.at, path, Place { ofs: ofs.value, len: len.value }, self.len);
        None
    }
}
