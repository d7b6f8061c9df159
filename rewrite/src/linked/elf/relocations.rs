//! Relocations by address.

use object::elf::SHT_RELR;
use offload_bundle::Error;
use offload_bundle::internal::object::{Source, records};
use offload_bundle_core::bytes::Place;

use super::each::Tables;
use super::image::{Image, word};

const WORD: u64 = 8;

pub(super) fn visit_packed(image: &Image, visit: &mut dyn FnMut(u64) -> Result<(), Error>) -> Result<(), Error> {
    let mut source = Source::new(&image.held.input);
    for (.., place) in image.file.tables(&[SHT_RELR]) {
        let mut next = 0_u64;
        for (_, at) in records(place, WORD) {
            let Some(entry) = word(source.view(at, WORD)?, 0) else {
                continue;
            };
            if entry & 1 == 0 {
                visit(entry)?;
                next = entry.wrapping_add(WORD);
                continue;
            }
            for bit in 1..64_u64 {
                if (entry >> bit) & 1 == 1 {
                    visit(next.wrapping_add(bit.saturating_sub(1).saturating_mul(WORD)))?;
                }
            }
            next = next.wrapping_add(WORD.saturating_mul(63));
        }
    }
    Ok(())
}

/// `places` are address ranges.
pub(super) fn refer_to(image: &Image, places: &[Place]) -> Result<bool, Error> {
    let is_within = |address: u64| places.iter().any(|place| place.ofs <= address && address < place.end());
    let mut found = false;
    image.file.each_relocation(&mut |relocation| {
        found |= relocation.kind == image.numbers.relative && is_within(relocation.addend);
        found |= relocation.table.is_loaded() && is_within(relocation.address);
        Ok(())
    })?;
    let mut source = Source::new(&image.held.input);
    visit_packed(image, &mut |address| {
        let at = image.offset_of(address);
        let held = at
            .map(|at| source.view(at, WORD).map(|bytes| word(bytes, 0)))
            .transpose()?;
        found |= is_within(address) || held.flatten().is_some_and(is_within);
        Ok(())
    })?;
    Ok(found)
}
