//! Reads an ELF file in pieces, with bounds checks.
//!
//! The caller supplies the bytes for the next looks, in any cheap order: many files are read in one pass, even of a
//! stream.

mod facts;
mod notes;
mod rules;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use facts::{Faults, Violations};

use facts::{Loading, Part, Range, Said};
use notes::Notes;
use object::elf::{EV_CURRENT, FileHeader32, FileHeader64, PN_XNUM, SHN_XINDEX};
use object::pod::from_bytes;
use object::{Endianness, FileKind};
use offload_bundle_core::bytes::{Number, Place};
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::ElfHeader;
use offload_bundle_core::ids::tables::{LoaderCheck, Machine};

use super::form::{Form, Layout};
use crate::object::source::{elf_header, size};

/// Bytes read at once: a multiple of the length of every header and symbol.
const PIECE: u64 = 26_880;

/// A range to read next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Look {
    /// From the start of the ELF file.
    pub(crate) ofs: u64,
    /// In bytes, within the file.
    pub(crate) len: u64,
    /// Bytes of its table before it.
    skip: u64,
    what: What,
}

impl Look {
    fn new(Place { ofs, len }: Place, what: What) -> Self {
        Self { ofs, len, skip: 0, what }
    }

    /// The part read at once, and the rest.
    pub(crate) fn split(self) -> (Self, Option<Self>) {
        let first = Self { len: self.len.min(PIECE), ..self };
        let [ofs, skip] = [self.ofs, self.skip].map(|from| from.saturating_add(first.len));
        let rest = Self { ofs, len: self.len.saturating_sub(first.len), skip, ..self };
        (first, Some(rest).filter(|rest| rest.len > 0))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// The null section header, with numbers too large for the file header.
    First,
    Segments,
    Sections,
    /// The remaining notes.
    Notes(usize),
    SectionNames,
    Symbols,
    /// The names of symbols.
    Strings,
    /// Its entry field.
    Descriptor(u64),
}

#[derive(Debug)]
pub(crate) struct WholeElf {
    /// In bytes.
    len: u64,
    form: Form,
    pub(crate) header: ElfHeader,
    pub(crate) machine: Option<&'static Machine<'static>>,
    kind: u16,
    segments: Table,
    sections: Table,
    /// Section number and its field; 0 if absent.
    names: Number,
    /// Its length, and the largest offset into it.
    names_len: Option<u64>,
    last_name: Option<(u64, Number)>,
    /// Tables not yet read to the end.
    waiting: u8,
    /// With bytes of their own.
    ranges: Vec<Range>,
    /// Segments of notes; and sections of notes, with alignment and path.
    note_segments: Vec<Place>,
    note_sections: Vec<(Place, u64, Path)>,
    notes: Vec<Notes>,
    said: Said,
    faults: Faults,
    /// If loaders load such files.
    loading: Option<Box<Loading>>,
    pub(crate) violations: Violations,
}

#[derive(Debug, Clone, Copy)]
struct Table {
    place: Place,
    count: u64,
    /// The length of a header.
    entry: u64,
}

impl WholeElf {
    /// With the offset of its field.
    pub(crate) fn kind(&self) -> (u16, u64) {
        (self.kind, self.form.at().e_type)
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.loading.is_some()
    }

    /// The offsets of ABI and flags.
    pub(crate) fn target_offsets(&self) -> (u64, u64) {
        (self.form.at().os_abi, self.form.at().e_flags)
    }

    /// Targets in its metadata, with their places.
    pub(crate) fn targets(&self) -> &[(u64, Path, String)] {
        &self.said.targets
    }

    pub(crate) fn faults(&self) -> &Faults {
        &self.faults
    }

    pub(crate) fn seen(&mut self, look: Look, bytes: &[u8]) -> Vec<Look> {
        match look.what {
            What::First => self.first_section(bytes),
            What::Segments => self.segments(look.skip, bytes),
            What::Sections => self.sections(look.skip, bytes),
            What::Notes(index) => self.more_notes(index, bytes),
            _ => {
                self.more_of(look, bytes);
                Vec::new()
            }
        }
    }

    /// Records a fault of the wrong field.
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

impl WholeElf {
    /// Returns the first looks; `None` without an ELF header.
    pub(crate) fn begin(
        len: u64,
        head: &[u8],
        machine: impl FnOnce(u16) -> Option<&'static Machine<'static>>,
    ) -> Option<(Self, Vec<Look>)> {
        match FileKind::parse(head).ok()? {
            FileKind::Elf32 => Self::read::<FileHeader32<Endianness>>(len, head, machine),
            FileKind::Elf64 => Self::read::<FileHeader64<Endianness>>(len, head, machine),
            _ => None,
        }
    }

    fn read<H: Layout>(
        len: u64,
        head: &[u8],
        machine: impl FnOnce(u16) -> Option<&'static Machine<'static>>,
    ) -> Option<(Self, Vec<Look>)> {
        let (file, _) = from_bytes::<H>(head).ok()?;
        let endian = file.endian().ok().filter(|_| file.is_supported())?;
        let number = |value, at, field| Number { value, at, field };
        let none = Place { ofs: 0, len: 0 };
        let mut elf = Self {
            len,
            form: Form { wide: file.is_type_64(), endian },
            header: elf_header(head)?,
            machine: machine(file.e_machine(endian).0),
            kind: file.e_type(endian).0,
            segments: Table { place: none, count: 0, entry: size::<H::ProgramHeader>() },
            sections: Table { place: none, count: 0, entry: size::<H::SectionHeader>() },
            names: number(u64::from(file.e_shstrndx(endian).0), H::at().e_shstrndx, "e_shstrndx"),
            names_len: None,
            last_name: None,
            waiting: 0,
            ranges: vec![Range { place: Place { ofs: 0, len: size::<H>() }, part: Part::Header }],
            note_segments: Vec::new(),
            note_sections: Vec::new(),
            notes: Vec::new(),
            said: Said::default(),
            faults: Faults::default(),
            loading: None,
            violations: Violations::default(),
        };
        let types = elf.machine.map_or(&[][..], |machine| machine.types);
        let mut loaded = types.iter().filter(|kind| !kind.to_be_linked);
        let is_loaded = loaded.any(|kind| kind.number == elf.kind);
        let has_loaders = elf.machine.is_some_and(|machine| !machine.loaders.is_empty());
        elf.loading = (is_loaded && has_loaders).then(Box::default);
        let segments = [
            number(file.e_phoff(endian).into(), H::at().e_phoff, "e_phoff"),
            number(u64::from(file.e_phentsize(endian)), H::at().e_phentsize, "e_phentsize"),
            number(u64::from(file.e_phnum(endian)), H::at().e_phnum, "e_phnum"),
        ];
        let sections = [
            number(file.e_shoff(endian).into(), H::at().e_shoff, "e_shoff"),
            number(u64::from(file.e_shentsize(endian)), H::at().e_shentsize, "e_shentsize"),
            number(u64::from(file.e_shnum(endian)), H::at().e_shnum, "e_shnum"),
        ];
        let version = number(u64::from(file.e_version(endian)), H::at().e_version, "e_version");
        // Other compilers use the first fields differently: cubins have a version of their own.
        if !types.is_empty() {
            elf.is_right(version, u64::from(EV_CURRENT.0));
        }
        if segments[2].value == 0 && is_loaded {
            let expected = "at least one program header";
            elf.faults.field(segments[2].at, segments[2].field.into(), 0, expected);
        }
        let looks = elf.tables(segments, sections);
        Some((elf, looks))
    }

    /// Takes offset, header length and number of headers.
    fn tables(&mut self, segments: [Number; 3], sections: [Number; 3]) -> Vec<Look> {
        let [start, entry, count] = sections;
        let in_first = count.value == 0 || self.names.value == u64::from(SHN_XINDEX.0);
        let many_segments = segments[2].value == u64::from(PN_XNUM);
        let mut looks = Vec::new();
        if !many_segments {
            looks.extend(self.segment_table(segments));
        }
        if start.value == 0 {
            if count.value > 0 {
                let expected = format!("the offset of {} section headers", count.value);
                self.faults.field(start.at, start.field.into(), 0, expected);
            } else {
                self.lacks_sections(start, "section headers");
            }
        } else if self.is_right(entry, self.sections.entry) {
            if in_first || many_segments {
                let len = Number { value: self.sections.entry, ..count };
                if let Some(place) = self.place(start, len, &Path::default()) {
                    self.sections.place = place;
                    self.segments.count = if many_segments { segments[2].value } else { 0 };
                    self.segments.place.ofs = segments[0].value;
                    self.sections.count = count.value;
                    looks.push(Look::new(place, What::First));
                }
            } else {
                looks.extend(self.section_table(start, count));
            }
        }
        looks
    }

    /// Reads the extended numbers.
    pub(super) fn first_section(&mut self, bytes: &[u8]) -> Vec<Look> {
        let Some(first) = self.form.section(bytes) else {
            return Vec::new();
        };
        let start = self.sections.place.ofs;
        let mut looks = Vec::new();
        if self.segments.count == u64::from(PN_XNUM) {
            let at = |value, at, field| Number { value, at, field };
            let entry = at(self.segments.entry, self.form.at().e_phoff, "e_phentsize");
            let count = at(u64::from(first.info), start, "sections[0].sh_info");
            let table = at(self.segments.place.ofs, self.form.at().e_phoff, "e_phoff");
            self.segments.place.ofs = 0;
            self.segments.count = 0;
            looks.extend(self.segment_table([table, entry, count]));
        }
        let count = match self.sections.count {
            0 => Number {
                value: first.size,
                at: start.saturating_add(self.form.at().sh_size),
                field: "sections[0].sh_size",
            },
            value => Number { value, at: self.form.at().e_shoff, field: "e_shnum" },
        };
        if self.names.value == u64::from(SHN_XINDEX.0) {
            let at = start.saturating_add(self.form.at().sh_link);
            self.names = Number { value: u64::from(first.link), at, field: "sections[0].sh_link" };
        }
        let table = Number { value: start, at: self.form.at().e_shoff, field: "e_shoff" };
        looks.extend(self.section_table(table, count));
        looks
    }

    fn segment_table(&mut self, [start, entry, count]: [Number; 3]) -> Option<Look> {
        if count.value == 0 || !self.is_right(entry, self.segments.entry) {
            return None;
        }
        let len = Number { value: count.value.saturating_mul(self.segments.entry), ..count };
        let place = self.place(start, len, &Path::default())?;
        self.segments = Table { place, count: count.value, ..self.segments };
        self.ranges.push(Range { place, part: Part::Segments });
        self.waiting = self.waiting.saturating_add(1);
        Some(Look::new(place, What::Segments))
    }

    fn section_table(&mut self, start: Number, count: Number) -> Option<Look> {
        self.sections.count = 0;
        let len = Number { value: count.value.saturating_mul(self.sections.entry), ..count };
        let place = self.place(start, len, &Path::default())?;
        if self.names.value >= count.value.max(1) {
            let expected = format!("a section index below {}", count.value);
            let names = self.names;
            self.faults.field(names.at, names.field.into(), names.value, expected);
            self.names.value = 0;
        } else if count.value == 0 {
            self.lacks_sections(count, "section headers");
        } else if self.names.value == 0 {
            self.lacks_sections(self.names, "the number of the section with the names of sections");
        }
        if count.value == 0 {
            return None;
        }
        self.sections = Table { place, count: count.value, ..self.sections };
        self.ranges.push(Range { place, part: Part::Sections });
        self.waiting = self.waiting.saturating_add(1);
        Some(Look::new(place, What::Sections))
    }

    fn lacks_sections(&mut self, field: Number, expected: &str) {
        let what = || format!("expected {expected}, found {}", field.value);
        self.violations
            .add(LoaderCheck::SectionTable, field.at, || field.field.into(), what);
    }

    /// Checks a field, such as a header length.
    fn is_right(&mut self, entry: Number, expected: u64) -> bool {
        let right = entry.value == expected;
        if !right {
            self.faults
                .field(entry.at, entry.field.into(), entry.value, expected.to_string());
        }
        right
    }
}
