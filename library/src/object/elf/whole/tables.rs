//! Segment and section headers, and overlapping parts.

use object::Endianness;
use object::elf::{
    self, PF_X, PT_LOAD, PT_NOTE, PT_NULL, ProgramHeader32, ProgramHeader64, SHT_HIPROC, SHT_LOPROC, SHT_NOBITS,
    SHT_NOTE, SHT_NULL, SectionHeader32, SectionHeader64,
};
use object::pod::from_bytes;
use object::read::elf::ProgramHeader;
use offload_bundle_core::bytes::{Number, Place, length};
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::tables::LoaderCheck;

use super::super::form::{Form, Header};
use super::facts::{Part, Range, Segment};
use super::notes::Notes;
use super::{Look, PIECE, Table, What, WholeElf};
use crate::code_fault::CodeFault;

impl Table {
    /// Its offset.
    pub(super) fn header(&self, index: u64) -> u64 {
        self.place.ofs.saturating_add(index.saturating_mul(self.entry))
    }

    /// `bytes` begin `skip` bytes after the table. Also returns whether they are the last.
    fn headers<'b>(&self, skip: u64, bytes: &'b [u8]) -> (impl Iterator<Item = (u64, &'b [u8])> + use<'b>, bool) {
        let entry = usize::try_from(self.entry).unwrap_or(usize::MAX).max(1);
        let first = skip.checked_div(self.entry).unwrap_or(0);
        let headers = (first..self.count).zip(bytes.chunks_exact(entry));
        (headers, skip.saturating_add(length(bytes)) >= self.place.len)
    }
}

impl WholeElf {
    pub(super) fn segments(&mut self, skip: u64, bytes: &[u8]) -> Vec<Look> {
        let table = self.segments;
        let mut looks = Vec::new();
        let (headers, is_end) = table.headers(skip, bytes);
        for (index, bytes) in headers {
            let Some(segment) = self.form.segment(bytes) else {
                continue;
            };
            if let Some(loading) = self.loading.as_mut().filter(|_| segment.kind == PT_LOAD.0) {
                loading.segments.push((index, segment));
            }
            if segment.kind == PT_NULL.0 || segment.place.len == 0 {
                continue;
            }
            let at = table.header(index);
            let path = Path::from("segments").index(index);
            let number = |value, skip: u64, field| Number { value, at: at.saturating_add(skip), field };
            let ofs = number(segment.place.ofs, self.form.at().p_offset, "p_offset");
            let len = number(segment.place.len, self.form.at().p_filesz, "p_filesz");
            if let Some(place) = self.place(ofs, len, &path)
                && segment.kind == PT_NOTE.0
            {
                self.note_segments.push(place);
                looks.extend(self.read_notes(place, segment.alignment, path));
            }
        }
        if is_end {
            looks.extend(self.end_table());
        }
        looks
    }

    pub(super) fn sections(&mut self, skip: u64, bytes: &[u8]) -> Vec<Look> {
        let (headers, is_end) = self.sections.headers(skip, bytes);
        for (index, bytes) in headers {
            // The null section is empty.
            if let Some(header) = self.form.section(bytes).filter(|_| index > 0) {
                self.section(index, &header);
            }
        }
        match is_end {
            true => self.end_table(),
            false => Vec::new(),
        }
    }

    fn section(&mut self, index: u64, header: &Header) {
        let at = self.sections.header(index);
        if let Some(loading) = &mut self.loading {
            loading.sections.push(*header);
        }
        if header.kind == SHT_NULL.0 {
            let at = at.saturating_add(self.form.at().sh_type);
            let path = || Path::from("sections").index(index).field("sh_type");
            let what = || "the section has the type `SHT_NULL`".into();
            self.violations.add(LoaderCheck::NullSection, at, path, what);
            return;
        }
        let number = |value, skip: u64, field| Number { value, at: at.saturating_add(skip), field };
        let path = Path::from("sections").index(index);
        let name = number(u64::from(header.name), self.form.at().sh_name, "sh_name");
        if self.last_name.is_none_or(|(_, last)| last.value < name.value) {
            self.last_name = Some((index, name));
        }
        if u64::from(header.link) >= self.sections.count {
            let expected = format!("a section index below {}", self.sections.count);
            let at = at.saturating_add(self.form.at().sh_link);
            self.faults
                .field(at, path.clone().field("sh_link"), header.link.into(), expected);
        }
        let is_loose = self.machine.is_some_and(|machine| machine.loose_sections);
        if header.kind == SHT_NOBITS.0 || (is_loose && (SHT_LOPROC..=SHT_HIPROC).contains(&header.kind)) {
            return;
        }
        let ofs = number(header.offset, self.form.at().sh_offset, "sh_offset");
        let len = number(header.size, self.form.at().sh_size, "sh_size");
        if len.value == 0 {
            return;
        }
        let Some(place) = self.place(ofs, len, &path) else {
            return;
        };
        if index == self.names.value {
            self.names_len = Some(place.len);
        }
        if header.kind == SHT_NOTE.0 {
            self.note_sections.push((place, header.alignment, path));
        }
        self.ranges.push(Range { place, part: Part::Section(index) });
    }

    /// After all tables, their other checks run.
    fn end_table(&mut self) -> Vec<Look> {
        self.waiting = self.waiting.saturating_sub(1);
        if self.waiting > 0 {
            return Vec::new();
        }
        if let (Some(len), Some((index, name))) = (self.names_len, self.last_name)
            && name.value >= len
        {
            let path = Path::from("sections").index(index).field(name.field);
            self.faults.field(
                name.at,
                path,
                name.value,
                format!("less than {len}, the length of the names"),
            );
        }
        self.find_overlaps();
        // Sorted, each cut at the largest end so far.
        let mut segments = std::mem::take(&mut self.note_segments);
        segments.sort_unstable();
        let mut end = 0;
        for segment in &mut segments {
            end = segment.end().max(end);
            segment.len = end.saturating_sub(segment.ofs);
        }
        let within = |place: &Place| {
            let behind = segments.partition_point(|segment| segment.ofs <= place.ofs);
            let last = behind.checked_sub(1).and_then(|last| segments.get(last));
            last.is_some_and(|segment| place.end() <= segment.end())
        };
        let mut others = std::mem::take(&mut self.note_sections);
        others.retain(|(place, _, _)| !within(place));
        let looks = others
            .into_iter()
            .filter_map(|(place, alignment, path)| self.read_notes(place, alignment, path));
        looks.collect()
    }

    /// `None` unless the machine has known notes.
    fn read_notes(&mut self, place: Place, alignment: u64, path: Path) -> Option<Look> {
        let machine = self.machine.filter(|machine| !machine.metadata.is_empty())?;
        self.notes
            .push(Notes::new(place, alignment, self.form.endian, path, machine));
        self.look_at_notes(self.notes.len().saturating_sub(1))
    }

    fn look_at_notes(&self, index: usize) -> Option<Look> {
        let Place { ofs, len } = self.notes.get(index)?.remaining();
        (len > 0).then(|| Look::new(Place { ofs, len: len.min(PIECE) }, What::Notes(index)))
    }

    pub(super) fn more_notes(&mut self, index: usize, bytes: &[u8]) -> Vec<Look> {
        if let Some(notes) = self.notes.get_mut(index) {
            notes.feed(bytes, &mut self.faults, &mut self.said, &mut self.violations);
        }
        self.look_at_notes(index).into_iter().collect()
    }
}

impl Form {
    pub(super) fn section(self, bytes: &[u8]) -> Option<Header> {
        if self.wide {
            let (header, _) = from_bytes::<SectionHeader64<Endianness>>(bytes).ok()?;
            Some(Header::read::<elf::FileHeader64<Endianness>>(self.endian, header))
        } else {
            let (header, _) = from_bytes::<SectionHeader32<Endianness>>(bytes).ok()?;
            Some(Header::read::<elf::FileHeader32<Endianness>>(self.endian, header))
        }
    }

    fn segment(self, bytes: &[u8]) -> Option<Segment> {
        fn read<P: ProgramHeader<Endian = Endianness>>(endian: Endianness, bytes: &[u8]) -> Option<Segment> {
            let (header, _) = from_bytes::<P>(bytes).ok()?;
            Some(Segment {
                kind: header.p_type(endian).0,
                place: Place { ofs: header.p_offset(endian).into(), len: header.p_filesz(endian).into() },
                alignment: header.p_align(endian).into(),
                address: header.p_vaddr(endian).into(),
                len: header.p_memsz(endian).into(),
                is_code: header.p_flags(endian).0 & PF_X.0 != 0,
            })
        }
        if self.wide {
            read::<ProgramHeader64<Endianness>>(self.endian, bytes)
        } else {
            read::<ProgramHeader32<Endianness>>(self.endian, bytes)
        }
    }
}

impl WholeElf {
    /// Reports parts that begin inside an earlier one.
    pub(super) fn find_overlaps(&mut self) {
        let mut ranges = std::mem::take(&mut self.ranges);
        ranges.sort_unstable_by_key(|range| (range.place.ofs, range.part));
        let mut furthest: Option<Range> = None;
        for range in ranges {
            let Some(before) = furthest else {
                furthest = Some(range);
                continue;
            };
            if range.place.ofs < before.place.end() {
                let fields = self.form.at();
                let (at, path) = match range.part {
                    Part::Section(index) => {
                        let at = self.sections.header(index).saturating_add(fields.sh_offset);
                        (at, range.part.path().field("sh_offset"))
                    }
                    Part::Segments => (fields.e_phoff, "e_phoff".into()),
                    // The header starts first.
                    Part::Sections | Part::Header => (fields.e_shoff, "e_shoff".into()),
                };
                let (ofs, end) = (range.place.ofs, before.place.end());
                self.faults.add(
                    at,
                    path,
                    CodeFault::Overlap { ofs, end, first_path: before.part.path() },
                );
            }
            if range.place.end() > before.place.end() {
                furthest = Some(range);
            }
        }
    }
}
