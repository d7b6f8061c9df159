//! Loader rules, checked once the tables are read.

use std::collections::BTreeMap;

use object::elf::{SHN_LORESERVE, SHT_NOBITS, SHT_RELR, SHT_SYMTAB, STB_LOCAL, STT_OBJECT};
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::tables::LoaderCheck;
use offload_bundle_core::message_pack::TEXT;

use super::super::form::Header;
use super::facts::{Global, Kernel, Loading, Segment, Stage, length_of, place, text};
use super::{Look, What, WholeElf};

/// In bytes.
const ENTRY: u64 = 8;

impl WholeElf {
    /// Continues once all looks are supplied. Empty at the end.
    pub(crate) fn go_on(&mut self) -> Vec<Look> {
        let Some(mut loading) = self.loading.take() else {
            return Vec::new();
        };
        // Misplaced parts must be fixed first.
        if loading.stage == Stage::Descriptors || !self.faults.is_empty() {
            self.loading = Some(loading);
            return Vec::new();
        }
        let looks = match loading.stage {
            Stage::Tables => {
                loading.stage = Stage::Symbols;
                self.check_segments(&loading);
                self.check_metadata();
                self.look_at_symbols(&mut loading)
            }
            _ => {
                loading.stage = Stage::Descriptors;
                self.check_names(&loading);
                self.look_at_descriptors(&mut loading)
            }
        };
        self.loading = Some(loading);
        match looks.is_empty() {
            true => self.go_on(),
            false => looks,
        }
    }

    /// The memory for all segments ends with the last segment.
    fn check_segments(&mut self, loading: &Loading) {
        let (table, form) = (self.segments, self.form);
        let (Some((_, first)), Some((_, last))) = (loading.segments.first(), loading.segments.last()) else {
            let at = form.at().e_phnum;
            let what = || "there is no loaded segment".into();
            self.violations
                .add(LoaderCheck::Segments, at, || "e_phnum".into(), what);
            return;
        };
        let end = last.address.saturating_add(last.len);
        for (index, segment) in &loading.segments {
            let Segment { address, len, place: Place { len: file_len, .. }, .. } = *segment;
            let before = first.address;
            let most = end.saturating_sub(address.saturating_sub(before));
            let (field, skip, what) = if file_len > len {
                let what = format!("a segment has {file_len} bytes in the file, but only {len} in memory");
                ("p_filesz", form.at().p_filesz, what)
            } else if address < before {
                let what = format!("a segment starts at {address:#x}, before the first one at {before:#x}");
                ("p_vaddr", form.at().p_vaddr, what)
            } else if file_len > most {
                let what = format!("a segment at {address:#x} starts after the end of the last one, {end:#x}");
                ("p_vaddr", form.at().p_vaddr, what)
            } else {
                continue;
            };
            let at = table.header(*index).saturating_add(skip);
            let path = || Path::from("segments").index(*index).field(field);
            self.violations.add(LoaderCheck::Segments, at, path, || what);
        }
    }

    fn check_metadata(&mut self) {
        let Some(machine) = self.machine else { return };
        let said = &self.said;
        if said.is_damaged || machine.metadata.is_empty() {
            return;
        }
        let names = machine
            .metadata
            .iter()
            .map(|note| note.name)
            .collect::<Vec<_>>()
            .join(" or ");
        match said.metadata {
            None => {
                let what = || format!("there is no metadata note of {names}");
                self.violations.add(LoaderCheck::Metadata, 0, Path::default, what);
            }
            Some((at, ref path)) if !said.has_version => {
                let keys = machine.metadata.iter().map(|note| note.version);
                let keys = keys.collect::<Vec<_>>().join(" or ");
                let what = || format!("the metadata lacks a list of two numbers under {keys}");
                self.violations
                    .add(LoaderCheck::MetadataVersion, at, || path.clone(), what);
            }
            Some(_) => {}
        }
    }

    fn look_at_symbols(&mut self, loading: &mut Loading) -> Vec<Look> {
        let mut looks = Vec::new();
        for (index, section) in (1..).zip(&loading.sections) {
            if section.kind == SHT_RELR.0 && section.size > 0 {
                let at = self.sections.header(index);
                let what = || format!("there is a compact relocation table of {} bytes", section.size);
                let path = || Path::from("sections").index(index);
                self.violations.add(LoaderCheck::RelativeRelocations, at, path, what);
            }
        }
        let names = loading
            .get(self.names.value)
            .filter(|_| self.checks(LoaderCheck::SectionName));
        looks.extend(names.and_then(|names| self.look_at(names, What::SectionNames)));
        let table = (1..)
            .zip(&loading.sections)
            .find(|(_, section)| section.kind == SHT_SYMTAB.0);
        if let Some((index, table)) = table {
            let expected = length_of(self.form.symbol_len());
            if table.entry_size != expected {
                let at = self.sections.header(index).saturating_add(self.form.at().sh_entsize);
                let path = || Path::from("sections").index(index).field("sh_entsize");
                let what = || format!("expected symbols of {expected} bytes, found {}", table.entry_size);
                self.violations.add(LoaderCheck::Symbols, at, path, what);
            } else {
                looks.extend(self.look_at(*table, What::Symbols));
                let strings = loading.get(table.link.into());
                looks.extend(strings.and_then(|strings| self.look_at(strings, What::Strings)));
            }
        }
        looks
    }

    fn look_at(&self, section: Header, what: What) -> Option<Look> {
        let place = Place { ofs: section.offset, len: section.size };
        let end = place.ofs.checked_add(place.len).filter(|end| *end <= self.len);
        (end.is_some() && place.len > 0 && section.kind != SHT_NOBITS.0).then(|| Look::new(place, what))
    }

    /// Processes bytes of a section that is read from start to end.
    pub(super) fn more_of(&mut self, look: Look, bytes: &[u8]) {
        let Some(mut loading) = self.loading.take() else {
            return;
        };
        match look.what {
            What::SectionNames => loading.section_names.extend_from_slice(bytes),
            What::Strings => loading.names.extend_from_slice(bytes),
            What::Symbols => self.symbols(&mut loading, look, bytes),
            What::Descriptor(number) => self.descriptor(&loading, number, bytes),
            _ => {}
        }
        self.loading = Some(loading);
    }

    fn symbols(&self, loading: &mut Loading, look: Look, bytes: &[u8]) {
        let (form, len) = (self.form, self.form.symbol_len());
        let unit = length_of(len);
        let first = look.skip.checked_div(unit).unwrap_or(0);
        for (number, symbol) in (0_u64..).zip(bytes.chunks_exact(len.max(1))) {
            let info = symbol.get(form.at().st_info).copied().unwrap_or_default();
            if info >> 4 == STB_LOCAL.0 || info & 0xf != STT_OBJECT.0 {
                continue;
            }
            let at = look.ofs.saturating_add(number.saturating_mul(unit));
            let index = first.saturating_add(number);
            let name = form.number_at(symbol, 0).unwrap_or_default();
            let section = form.half_at(symbol, form.at().st_shndx).unwrap_or_default();
            let value = form.value_of(symbol);
            loading.symbols.push(Global { at, index, name, section, value });
        }
    }

    fn check_names(&mut self, loading: &Loading) {
        let wanted = self
            .machine
            .iter()
            .flat_map(|machine| machine.rules(LoaderCheck::SectionName));
        for wanted in wanted
            .flat_map(|rule| rule.names)
            .filter(|_| !loading.section_names.is_empty())
        {
            let mut names = loading
                .sections
                .iter()
                .map(|section| text(&loading.section_names, section.name));
            if !names.any(|name| name == Some(wanted.as_bytes())) {
                let what = || format!("there is no section {wanted}");
                let at = self.form.at().e_shoff;
                self.violations
                    .add(LoaderCheck::SectionName, at, || "e_shoff".into(), what);
            }
        }
        let (names, sections) = (length(&loading.names), length_of(loading.sections.len()));
        for symbol in &loading.symbols {
            let (field, skip, what) = if u64::from(symbol.name) >= names {
                (
                    "st_name",
                    0,
                    format!(
                        "a name starts at byte {}, but the names have {names} bytes",
                        symbol.name
                    ),
                )
            } else if symbol.section == 0 || (symbol.section < SHN_LORESERVE && u64::from(symbol.section) > sections) {
                let found = symbol.section;
                let what = format!("a global symbol is in section {found}, but the file has {sections} sections");
                ("st_shndx", self.form.at().st_shndx, what)
            } else {
                continue;
            };
            let at = symbol.at.saturating_add(length_of(skip));
            let path = || Path::from("symbols").index(symbol.index).field(field);
            self.violations.add(LoaderCheck::Symbols, at, path, || what);
        }
    }

    /// Finds symbols of kernels. Returns looks at their descriptors.
    fn look_at_descriptors(&mut self, loading: &mut Loading) -> Vec<Look> {
        // Symbols need sections.
        if loading.sections.is_empty() {
            return Vec::new();
        }
        let kernels = std::mem::take(&mut self.said.kernels);
        let mut wanted: BTreeMap<&[u8], Option<usize>> = kernels.iter().map(|kernel| (&*kernel.symbol, None)).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        for (number, symbol) in loading.symbols.iter().enumerate() {
            // Metadata keeps longer names only up to this length, too.
            let name = text(&loading.names, symbol.name).map(|name| name.get(..TEXT).unwrap_or(name));
            if let Some(found) = name.and_then(|name| wanted.get_mut(name)) {
                found.get_or_insert(number);
            }
        }
        for Kernel { at, path, symbol } in &kernels {
            if wanted.get(&**symbol).is_some_and(Option::is_none) {
                let symbol = String::from_utf8_lossy(symbol);
                let what = || format!("the kernel symbol {symbol:?} in the metadata is missing or not global");
                self.violations
                    .add(LoaderCheck::KernelSymbol, *at, || (**path).clone(), what);
            }
        }
        let Some(descriptor) = self.machine.and_then(|machine| machine.descriptor) else {
            return Vec::new();
        };
        let found: Vec<usize> = wanted.into_values().flatten().collect();
        let code = loading.segments.iter().filter(|(_, segment)| segment.is_code);
        loading.code = code
            .map(|(_, code)| (code.address, code.address.saturating_add(code.len)))
            .collect();
        loading.code.sort_unstable();
        let mut furthest = 0;
        for (_, end) in &mut loading.code {
            furthest = furthest.max(*end);
            *end = furthest;
        }
        let mut looks = Vec::new();
        for number in found {
            let Some(symbol) = loading.symbols.get(number) else {
                continue;
            };
            match place(loading, symbol, descriptor).filter(|place| place.end() <= self.len) {
                Some(place) => {
                    let ofs = place.ofs.saturating_add(descriptor.entry);
                    let what = What::Descriptor(length_of(loading.descriptors.len()));
                    loading.descriptors.push(number);
                    looks.push(Look::new(Place { ofs, len: ENTRY }, what));
                }
                None => {
                    let path = || Path::from("symbols").index(symbol.index).field("st_value");
                    let what = || {
                        let (len, value) = (descriptor.len, symbol.value);
                        format!("the {len} bytes of a kernel descriptor at {value:#x} are outside its section")
                    };
                    let at = symbol.at.saturating_add(self.form.at().st_value);
                    self.violations.add(LoaderCheck::DescriptorPlace, at, path, what);
                }
            }
        }
        looks
    }

    /// The entry must be in an executable segment.
    fn descriptor(&mut self, loading: &Loading, number: u64, bytes: &[u8]) {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let symbol = loading
            .descriptors
            .get(number)
            .and_then(|symbol| loading.symbols.get(*symbol));
        let (Some(symbol), Some(distance)) = (symbol, self.form.word_at(bytes, 0)) else {
            return;
        };
        // The distance is signed.
        let entry = symbol.value.wrapping_add(distance);
        let before = loading.code.partition_point(|(start, _)| *start <= entry);
        let last = before.checked_sub(1).and_then(|last| loading.code.get(last));
        if last.is_none_or(|(_, end)| entry >= *end) {
            let path = || Path::from("symbols").index(symbol.index);
            let what = || format!("the entry of a kernel at {entry:#x} is not in a code segment");
            self.violations.add(LoaderCheck::EntryPlace, symbol.at, path, what);
        }
    }

    fn checks(&self, check: LoaderCheck) -> bool {
        self.machine
            .is_some_and(|machine| machine.rules(check).next().is_some())
    }
}
