//! Compares a Windows library or program before and after: as its loader maps and relocates it, and as tools read it.

use object::LittleEndian as LE;
use object::pe::{
    IMAGE_DIRECTORY_ENTRY_BASERELOC, IMAGE_DIRECTORY_ENTRY_DEBUG, IMAGE_REL_BASED_DIR64, ImageBaseRelocation,
    ImageDebugDirectory, ImageDosHeader, ImageFileHeader, ImageNtHeaders64, ImageOptionalHeader64, ImageSectionHeader,
    ImageSymbol,
};
use object::read::coff::SectionTable;
use object::read::pe::{DataDirectories, ImageNtHeaders as _, RelocationBlockIterator};
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::object::{Ranges, Source, records, sections, size};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{Holds, SectionRule};

use super::pair::{Headers, Moves, Pair, headers, number};
use crate::linked::field_at;
use crate::linked::held::unsound;

/// Linkers write about four entries, and a block for each page.
const MOST_DEBUG: u64 = 1024;
const LONGEST_BLOCK: u64 = 64 << 10;
/// Bytes summed at once; even, because the sum adds 16-bit words.
const STEP: u64 = 1 << 20;

struct Pe<'i> {
    /// File header, optional header, section table.
    at: [u64; 3],
    header: &'i ImageFileHeader,
    optional: &'i ImageOptionalHeader64,
    directories: DataDirectories<'i>,
    sections: SectionTable<'i>,
}

impl<'i> Pe<'i> {
    fn read(input: &Input, cache: &'i Headers<'_>) -> Result<Self, Error> {
        let damaged = |error: object::read::Error| unsound(input, error);
        let nt = u64::from(ImageDosHeader::parse(cache).map_err(damaged)?.nt_headers_offset());
        let mut table = nt;
        let (headers, directories) = ImageNtHeaders64::parse(cache, &mut table).map_err(damaged)?;
        let sections = headers.sections(cache, table).map_err(damaged)?;
        let header = nt.saturating_add(field_at!(ImageNtHeaders64, file_header));
        let optional = nt.saturating_add(field_at!(ImageNtHeaders64, optional_header));
        let at = [header, optional, table];
        Ok(Self { at, header: &headers.file_header, optional: &headers.optional_header, directories, sections })
    }

    fn table(&self) -> Place {
        let count = u64::try_from(self.sections.len()).unwrap_or(u64::MAX);
        Place { ofs: self.at[2], len: count.saturating_mul(size::<ImageSectionHeader>()) }
    }

    fn directory(&self, input: &Input, number: usize) -> Result<Place, Error> {
        let Some(directory) = self.directories.get(number).filter(|found| found.size.get(LE) > 0) else {
            return Ok(Place { ofs: 0, len: 0 });
        };
        let range = directory
            .file_range(&self.sections)
            .map_err(|error| unsound(input, error))?;
        Ok(Place { ofs: range.0.into(), len: range.1.into() })
    }

    /// `address` is relative to the image base.
    fn offset_of(&self, address: u32) -> Option<u64> {
        self.sections.pe_file_range_at(address).map(|(ofs, _)| ofs.into())
    }

    fn symbols(&self) -> Place {
        let count = u64::from(self.header.number_of_symbols.get(LE));
        Place {
            ofs: self.header.pointer_to_symbol_table.get(LE).into(),
            len: count.saturating_mul(size::<ImageSymbol>()),
        }
    }
}

fn stored(section: &ImageSectionHeader) -> Place {
    let (ofs, len) = (section.pointer_to_raw_data.get(LE), section.size_of_raw_data.get(LE));
    Place { ofs: ofs.into(), len: if ofs == 0 { 0 } else { len.into() } }
}

/// `bundles` are old and new places.
pub(super) fn compare(
    (old, new): (&Input, &Input),
    rules: &'static [SectionRule<'static>],
    bundles: &[(Place, Place)],
) -> Result<(), Error> {
    let caches = [headers(old), headers(new)];
    let [old_cache, new_cache] = &caches;
    let (was, is) = (Pe::read(old, old_cache)?, Pe::read(new, new_cache)?);
    let first = bundles.first().map_or(Place { ofs: 0, len: 0 }, |(before, _)| *before);
    let mut sections = was.sections.iter().zip(is.sections.iter()).enumerate();
    let found = sections.find(|(_, (section, _))| {
        let place = stored(section);
        place.ofs <= first.ofs && first.end() <= place.end()
    });
    let Some((held, (before, after))) = found else {
        return Err(unsound(old, "the section with the bundles is missing"));
    };
    let start = u64::from(before.virtual_address.get(LE));
    let address = |section, place: Place| {
        let skip = place.ofs.wrapping_sub(stored(section).ofs);
        Place { ofs: start.wrapping_add(skip), ..place }
    };
    let moved = bundles
        .iter()
        .map(|(old, new)| (address(before, *old), address(after, *new)));
    let last = bundles.last().copied().unwrap_or((first, first));
    let used = |section, last: Place| last.end().saturating_sub(stored(section).ofs);
    let (had, used) = (used(before, last.0), used(after, last.1));
    let extents = (Place { ofs: start, len: had }, Place { ofs: start, len: used });
    let base = was.optional.image_base.get(LE);
    let pair = Pair { old, new, moves: Moves::new(extents, moved), base };
    let front = Place { len: first.ofs.saturating_sub(stored(before).ofs), ..stored(before) };
    let behind = Place { ofs: front.end(), len: stored(after).len.saturating_sub(front.len) };
    let is_there = stored(after).ofs == stored(before).ofs && stored(after).end() <= new.len();
    pair.ensure(
        is_there && pair.equals(front, stored(after).ofs)? && pair.has_zeros_between(bundles, behind)?,
        "the section with the bundles is elsewhere",
    )?;
    let comparison = Comparison { pair, was, is, held, used };
    comparison.headers()?;
    comparison.sections()?;
    comparison.pointers(rules)?;
    comparison.symbols()?;
    comparison.sum()
}

struct Comparison<'c> {
    pair: Pair<'c>,
    was: Pe<'c>,
    is: Pe<'c>,
    /// The position of the bundle section, and the bytes that bundles use there.
    held: usize,
    used: u64,
}

impl Comparison<'_> {
    fn headers(&self) -> Result<(), Error> {
        let (was, is) = (&self.was, &self.is);
        let [header, optional, _] = was.at;
        let fields = [
            header.saturating_add(field_at!(ImageFileHeader, pointer_to_symbol_table)),
            optional.saturating_add(field_at!(ImageOptionalHeader64, size_of_initialized_data)),
            optional.saturating_add(field_at!(ImageOptionalHeader64, check_sum)),
        ];
        let fields = fields.into_iter().map(|ofs| Place { ofs, len: 4 });
        let changed: Ranges = fields.chain([was.table()]).collect();
        let len = u64::from(was.optional.size_of_headers.get(LE)).max(was.table().end());
        for place in changed.outside(Place { ofs: 0, len }) {
            self.pair
                .ensure(self.pair.equals(place, place.ofs)?, "its headers have changed")?;
        }
        let data = |pe: &Pe<'_>| u64::from(pe.optional.size_of_initialized_data.get(LE));
        let stored = |pe: &Pe<'_>| {
            pe.sections
                .iter()
                .nth(self.held)
                .map_or(0, |section| stored(section).len)
        };
        let is_told = data(is).wrapping_sub(data(was)) == stored(is).wrapping_sub(stored(was));
        self.pair.ensure(is_told, "its header tells another length")
    }

    fn sections(&self) -> Result<(), Error> {
        let alignment = u64::from(self.was.optional.file_alignment.get(LE)).max(1);
        let debug = self.debug()?;
        for (position, (before, after)) in self.was.sections.iter().zip(self.is.sections.iter()).enumerate() {
            let of = |header: &ImageSectionHeader| {
                let counts = (header.number_of_relocations, header.number_of_linenumbers);
                // An empty field is zero.
                let pointers =
                    [header.pointer_to_raw_data, header.pointer_to_relocations, header.pointer_to_linenumbers];
                let nothing = pointers.map(|pointer| pointer.get(LE) == 0);
                (
                    header.name,
                    header.virtual_address,
                    header.characteristics,
                    counts,
                    nothing,
                )
            };
            let (old, new) = (stored(before), stored(after));
            let memory = (before.virtual_size.get(LE), after.virtual_size.get(LE));
            let is_held = position == self.held;
            let is_long = match is_held {
                true => {
                    let len = self.used.checked_next_multiple_of(alignment);
                    u64::from(memory.1) == u64::from(memory.0).max(self.used) && Some(new.len) == len
                }
                false => memory.0 == memory.1 && before.size_of_raw_data == after.size_of_raw_data,
            };
            let is_same = of(before) == of(after) && is_long && new.ofs.is_multiple_of(alignment);
            self.pair
                .ensure(is_same, format!("the header of section {position} has changed"))?;
            if is_held {
                continue;
            }
            for part in debug.outside(old) {
                let to = new.ofs.saturating_add(part.ofs.saturating_sub(old.ofs));
                self.pair.compare(part, to, format!("section {position}"))?;
            }
        }
        Ok(())
    }

    /// Returns the fields that hold file offsets.
    fn debug(&self) -> Result<Ranges, Error> {
        let old = self.was.directory(self.pair.old, IMAGE_DIRECTORY_ENTRY_DEBUG)?;
        let new = self.is.directory(self.pair.new, IMAGE_DIRECTORY_ENTRY_DEBUG)?;
        let entry = size::<ImageDebugDirectory>();
        let is_short = old.len == new.len && old.len <= MOST_DEBUG.saturating_mul(entry);
        self.pair.ensure(is_short, "its debug directory is very long")?;
        let mut fields = Vec::new();
        self.pair.each(
            (old, new),
            |at, before: ImageDebugDirectory, after: ImageDebugDirectory| {
                let (from, ofs) = (before.pointer_to_raw_data.get(LE), after.pointer_to_raw_data.get(LE));
                let loaded = (before.address_of_raw_data.get(LE), after.address_of_raw_data.get(LE));
                let place = Place { ofs: from.into(), len: before.size_of_data.get(LE).into() };
                let was_there = self.was.offset_of(loaded.0) == Some(from.into());
                let is_there = self.is.offset_of(loaded.1) == Some(ofs.into()) || !was_there;
                let skip = field_at!(ImageDebugDirectory, pointer_to_raw_data);
                fields.push(Place { ofs: at.saturating_add(skip), len: 4 });
                Ok((from == 0) == (ofs == 0) && is_there && (from == 0 || self.pair.equals(place, ofs.into())?))
            },
        )?;
        Ok(fields.into_iter().collect())
    }

    /// Sections with base relocations are already compared.
    fn pointers(&self, rules: &'static [SectionRule<'static>]) -> Result<(), Error> {
        let (mut was, mut is) = (Source::new(self.pair.old), Source::new(self.pair.new));
        let mut word = |address: u32| {
            let offsets = (self.was.offset_of(address), self.is.offset_of(address));
            let is_alike = match offsets {
                (Some(old), Some(new)) => self.pair.words_alike(number(&mut was, old)?, number(&mut is, new)?),
                // The file does not store the word.
                (old, new) => old == new,
            };
            self.pair
                .ensure(is_alike, format!("the pointer at address {address:#x} leads elsewhere"))
        };
        let place = self.was.directory(self.pair.old, IMAGE_DIRECTORY_ENTRY_BASERELOC)?;
        let mut source = Source::new(self.pair.old);
        let mut at = place.ofs;
        while at < place.end() {
            let block: ImageBaseRelocation = source.structure(at, "relocations")?;
            let len = u64::from(block.size_of_block.get(LE));
            // Some linkers fill the rest with zeros.
            if block.virtual_address.get(LE) == 0 && len == 0 {
                break;
            }
            let is_whole =
                size::<ImageBaseRelocation>() <= len && len <= LONGEST_BLOCK.min(place.end().saturating_sub(at));
            self.pair.ensure(is_whole, "its base relocations are damaged")?;
            let bytes = source.bytes(Place { ofs: at, len })?;
            let damaged = |error: object::read::Error| self.pair.wrong(error);
            if let Some(relocations) = RelocationBlockIterator::new(&bytes).next().map_err(damaged)? {
                let mut words = relocations.filter(|found| found.typ == IMAGE_REL_BASED_DIR64);
                words.try_for_each(|found| word(found.virtual_address))?;
            }
            at = at.saturating_add(len);
        }
        let known = sections(self.pair.old, rules)?.map_or_else(Vec::new, |sections| sections.known);
        let headers = records(self.was.table(), size::<ImageSectionHeader>());
        for (section, (_, at)) in self.was.sections.iter().zip(headers) {
            let rule = known
                .iter()
                .find(|known| known.offset == at)
                .map(|known| known.rule.holds);
            let Some(Holds::Pointer(Some(rule))) = rule else {
                continue;
            };
            let len = stored(section).len.min(section.virtual_size.get(LE).into());
            let place = Place { ofs: section.virtual_address.get(LE).into(), len };
            for (_, record) in records(place, rule.size) {
                word(u32::try_from(record.saturating_add(rule.pointer)).unwrap_or(u32::MAX))?;
            }
        }
        Ok(())
    }

    fn symbols(&self) -> Result<(), Error> {
        let (old, new) = (self.was.symbols(), self.is.symbols());
        self.pair
            .ensure((old.ofs == 0) == (new.ofs == 0), "it has other symbols")?;
        if old.ofs == 0 {
            return Ok(());
        }
        let start = self.pair.moves.held.0.ofs;
        let mut further = 0;
        self.pair
            .each((old, new), |_, before: ImageSymbol, mut after: ImageSymbol| {
                let number = usize::from(before.section_number.get(LE));
                let is_held = further == 0 && number == self.held.saturating_add(1);
                let (from, to) = (u64::from(before.value.get(LE)), u64::from(after.value.get(LE)));
                let is_there = match is_held {
                    true => self
                        .pair
                        .moves
                        .leads_alike(start.saturating_add(from), start.saturating_add(to)),
                    false => from == to,
                };
                after.value = before.value;
                further = match further {
                    0 => before.number_of_aux_symbols,
                    some => some.saturating_sub(1),
                };
                Ok(is_there && object::pod::bytes_of(&before) == object::pod::bytes_of(&after))
            })?;
        let names: object::U32<LE> = Source::new(self.pair.old).structure(old.end(), "string_table")?;
        let names = Place { ofs: old.end(), len: names.get(LE).into() };
        self.pair
            .ensure(self.pair.equals(names, new.end())?, "its symbols have other names")
    }

    /// 16-bit words with end-around carry, plus the length.
    fn sum(&self) -> Result<(), Error> {
        let told = self.is.optional.check_sum.get(LE);
        let had = self.was.optional.check_sum.get(LE) != 0;
        let (mut sum, mut done) = (0_u64, 0_u64);
        while had && done < self.pair.new.len() {
            let bytes = self.pair.new.window(done, STEP)?;
            let (words, rest) = bytes.as_chunks::<2>();
            let words = words.iter().map(|word| u64::from(u16::from_le_bytes(*word)));
            let last = rest.first().map_or(0, |byte| u64::from(*byte));
            sum = words.fold(sum.saturating_add(last), u64::saturating_add);
            done = done.saturating_add(STEP);
        }
        let own = u64::from(told & 0xffff).saturating_add(u64::from(told >> 16));
        sum = sum.saturating_sub(own);
        while sum > u16::MAX.into() {
            sum = (sum & u64::from(u16::MAX)).saturating_add(sum >> 16);
        }
        let is_right = match had {
            true => told != 0 && sum.saturating_add(self.pair.new.len()) & u64::from(u32::MAX) == u64::from(told),
            false => told == 0,
        };
        self.pair.ensure(is_right, "its sum is wrong")
    }
}
