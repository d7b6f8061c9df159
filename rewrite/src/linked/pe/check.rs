//! Whether a library or program for Windows with other bundles is otherwise the one before, by reading it anew.

use std::sync::Arc;

use object::LittleEndian as LE;
use object::pe::{ImageDebugDirectory, ImageFileHeader, ImageOptionalHeader64, ImageSectionHeader};
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::object::{Ranges, size};
use offload_bundle_core::bytes::Place;

use super::PeImage;
use super::checksum;
use super::image::{Image, SectionPlaces};
use super::loaded::{self, Moves};
use crate::linked::changes::same_but;
use crate::linked::field_at;
use crate::linked::held::{self, Asked};

impl PeImage {
    /// Checks `result`, in which the bundles should be at `places`: all that is loaded is as it was, to the same addresses, but for those
    /// bundles and for what points at them, and that points at the same ones.
    ///
    /// # Errors
    ///
    /// It is not so.
    pub(crate) fn check(&self, places: &[Place], result: &Arc<Input>) -> Result<(), Error> {
        let old = &self.image;
        let unsound = |what: &str| Err(held::unsound(&old.held.input, what));
        let start = old.place().ofs;
        let used = places.iter().map(|place| place.end()).max().unwrap_or(start);
        let alignment = u64::from(old.optional.file_alignment.get(LE)).max(1);
        let stored = used
            .saturating_sub(start)
            .checked_next_multiple_of(alignment)
            .unwrap_or(0);
        let in_memory = old
            .section()
            .map_or(0, |section| u64::from(section.header.virtual_size.get(LE)));
        let in_memory = in_memory.max(used.saturating_sub(start));
        let section = Place { ofs: start, len: stored.min(in_memory) };
        let made = Self::read(Asked { input: result, rules: old.held.rules, section, bundles: places })?;
        let new = &made.image;
        if !self.pointers.leads_as(&made.pointers) {
            return unsound("what pointed at bundles points elsewhere");
        }
        let moves = Moves {
            section: Place { ofs: old.address(), len: old.room() },
            before: &old.held.bundles,
            after: &new.held.bundles,
        };
        if loaded::leads_alike(&old.held.input, result, &moves) != Some(true) {
            return unsound("a loader is led elsewhere");
        }
        let of_debug = old.debug.iter();
        let skip = field_at!(ImageDebugDirectory, pointer_to_raw_data);
        let of_debug = of_debug.map(|(at, _)| Place { ofs: at.saturating_add(skip), len: 4 });
        let of_headers = [
            old.header_at
                .saturating_add(field_at!(ImageFileHeader, pointer_to_symbol_table)),
            old.optional_at
                .saturating_add(field_at!(ImageOptionalHeader64, size_of_initialized_data)),
            old.optional_at
                .saturating_add(field_at!(ImageOptionalHeader64, check_sum)),
        ];
        let of_headers = of_headers.map(|ofs| Place { ofs, len: 4 });
        let changed: Ranges = self.pointers.places().chain(of_debug).chain(of_headers).collect();
        let same = |part: Place, ofs: u64| same_but((&old.held.input, part), (result, ofs), &changed);
        let first = old.sections.first().map_or(0, |section| section.at);
        let last = old.sections.last().map_or(first, |section| section.at);
        let behind = last.saturating_add(size::<ImageSectionHeader>());
        let headers = u64::from(old.optional.size_of_headers.get(LE));
        let table = Place { ofs: first, len: behind.saturating_sub(first) };
        let around: Ranges = [table].into_iter().collect();
        let mut alike = same_headers(old, new, used.saturating_sub(start));
        for part in around.outside(Place { ofs: 0, len: headers.max(behind) }) {
            alike &= same(part, part.ofs)?;
        }
        if !alike {
            return unsound("its headers have changed");
        }
        for (position, (before, after)) in old.sections.iter().zip(&new.sections).enumerate() {
            let (was, is) = (before.stored_place(), after.stored_place());
            let is_it = position == old.held.section;
            if !is_it && (was.len != is.len || !same(was, is.ofs)?) {
                return unsound("another section has other bytes");
            }
        }
        for ((_, before), (_, after)) in old.debug.iter().zip(&new.debug) {
            let place =
                Place { ofs: before.pointer_to_raw_data.get(LE).into(), len: before.size_of_data.get(LE).into() };
            if place.ofs != 0 && !same(place, after.pointer_to_raw_data.get(LE).into())? {
                return unsound("what it has for debuggers is elsewhere");
            }
        }
        if let (Some(before), Some(after)) = (old.symbols(), new.symbols())
            && !same(before, after.ofs)?
        {
            return unsound("its symbols have changed");
        }
        let at = new
            .optional_at
            .saturating_add(field_at!(ImageOptionalHeader64, check_sum));
        let sum = new.optional.check_sum.get(LE);
        match (sum == 0) == (old.optional.check_sum.get(LE) == 0) && (sum == 0 || sum == checksum::compute(result, at)?)
        {
            true => Ok(()),
            false => unsound("its sum is wrong"),
        }
    }
}

/// Whether the headers say the same of memory, where the section with the bundles has `used` bytes, and how many are stored.
fn same_headers(old: &Image, new: &Image, used: u64) -> bool {
    let of_memory = |image: &Image, used: u64| -> Vec<_> {
        let sections = image.sections.iter().enumerate();
        let sections = sections.map(|(position, section)| {
            let header = &section.header;
            let len = u64::from(header.virtual_size.get(LE));
            let len = if position == image.held.section {
                len.max(used)
            } else {
                len
            };
            // Where there is nothing, that is said by zero.
            let nothing = [&header.pointer_to_raw_data, &header.pointer_to_relocations, &header.pointer_to_linenumbers]
                .map(|pointer| pointer.get(LE) == 0);
            let counts = (
                header.number_of_relocations.get(LE),
                header.number_of_linenumbers.get(LE),
            );
            let has_bytes = header.size_of_raw_data.get(LE) != 0;
            (
                header.name,
                section.address(),
                header.characteristics.get(LE).0,
                len,
                nothing,
                counts,
                has_bytes,
            )
        });
        sections.collect()
    };
    let stored = |image: &Image| u64::from(image.optional.size_of_initialized_data.get(LE));
    let expected = stored(old)
        .saturating_add(new.place().len)
        .saturating_sub(old.place().len);
    of_memory(old, used) == of_memory(new, 0)
        && stored(new) == expected
        && old.debug.len() == new.debug.len()
        && old.relocations.is_some() == new.relocations.is_some()
        && old.symbols().is_some() == new.symbols().is_some()
}
