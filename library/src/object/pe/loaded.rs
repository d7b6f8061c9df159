//! What the loader of Windows makes of a file before and after: the words that its base relocations name, read by the crate `object` and by nothing
//! that was found while the bundles were replaced.

use object::LittleEndian as LE;
use object::pe::{IMAGE_DIRECTORY_ENTRY_BASERELOC, IMAGE_REL_BASED_DIR64, ImageDosHeader, ImageNtHeaders64};
use object::read::ReadCache;
use object::read::pe::{ImageNtHeaders, ImageOptionalHeader};
use offload_bundle_core::bytes::Place;

use crate::input::{Input, PartReader};

/// The longest base relocations that are read, in bytes.
const LONGEST: u32 = 64 << 20;

/// The section with the bundles, in addresses from where the file is loaded to, and the bundles in it before and after.
pub(super) struct Moves<'m> {
    pub(super) section: Place,
    pub(super) before: &'m [Place],
    pub(super) after: &'m [Place],
}

impl Moves<'_> {
    /// Whether `new` is where that is which was at `old`.
    fn leads_alike(&self, old: u64, new: u64) -> bool {
        let start = |bundle: &Place| self.section.ofs.saturating_add(bundle.ofs);
        let mut bundles = self.before.iter().zip(self.after);
        match bundles.find(|(before, _)| start(before) == old) {
            Some((_, after)) => new == start(after),
            None => new == old && !(self.section.ofs <= old && old < self.section.end()),
        }
    }
}

/// Returns whether every word that a loader of `old` and of `new` adds to leads to the same, or `None` if that cannot be told.
pub(super) fn leads_alike(old: &Input, new: &Input, moves: &Moves<'_>) -> Option<bool> {
    let (old, new) = (words(old)?, words(new)?);
    if old.len() != new.len() {
        return Some(false);
    }
    let mut pairs = old.iter().zip(&new);
    Some(pairs.all(|((at, old), (new_at, new))| at == new_at && moves.leads_alike(*old, *new)))
}

/// The address of each word that a loader adds to, and where it leads: both from where the file is loaded to.
fn words(input: &Input) -> Option<Vec<(u32, u64)>> {
    let cache = ReadCache::new(PartReader::new(input, input.whole()));
    let mut at = u64::from(ImageDosHeader::parse(&cache).ok()?.nt_headers_offset());
    let (headers, directories) = ImageNtHeaders64::parse(&cache, &mut at).ok()?;
    let sections = headers.sections(&cache, at).ok()?;
    let base = headers.optional_header().image_base();
    let directory = directories.get(IMAGE_DIRECTORY_ENTRY_BASERELOC);
    if directory.is_some_and(|directory| directory.size.get(LE) > LONGEST) {
        return None;
    }
    let mut found = Vec::new();
    let mut blocks = match directories.relocation_blocks(&cache, &sections).ok()? {
        Some(blocks) => blocks,
        None => return Some(found),
    };
    // What follows the last block is zeros.
    while let Ok(Some(block)) = blocks.next() {
        for relocation in block.filter(|relocation| relocation.typ == IMAGE_REL_BASED_DIR64) {
            let (ofs, _) = sections.pe_file_range_at(relocation.virtual_address)?;
            let word = input.window(ofs.into(), 8).ok()?;
            let word = u64::from_le_bytes(*word.first_chunk()?);
            found.push((relocation.virtual_address, word.wrapping_sub(base)));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::pe::ImageSectionHeader;
    use object::read::pe::PeFile64;

    fn judged(old: &[u8], new: &[u8], moves: &Moves<'_>) -> Option<bool> {
        let input = |bytes: &[u8]| Input::from_bytes("lib.dll", bytes.to_vec());
        leads_alike(&input(old), &input(new), moves)
    }

    #[test]
    fn each_relocated_word_must_follow_its_bundle() {
        let old = std::fs::read(offload_bundle_testing::fixtures().join("objects/hip.22.dll")).unwrap();
        let file = PeFile64::parse(&*old).unwrap();
        // The section that one relocated word leads to, and that to its start.
        let words = words(&Input::from_bytes("lib.dll", old.clone())).unwrap();
        let place = |section: &ImageSectionHeader| Place {
            ofs: section.virtual_address.get(LE).into(),
            len: section.virtual_size.get(LE).into(),
        };
        let is_held = |section: &Place| {
            let mut within = words.iter().filter(|(_, to)| section.ofs <= *to && *to < section.end());
            within.next().is_some_and(|(_, to)| *to == section.ofs) && within.next().is_none()
        };
        let section = file.section_table().iter().map(place).find(is_held).unwrap();
        let ofs = section.ofs;
        let base = file.nt_headers().optional_header.image_base.get(LE);
        let target = (base + ofs).to_le_bytes();
        let wrapper = old.windows(8).position(|word| word == target).unwrap();
        let with = |target: u64| {
            let mut new = old.clone();
            new[wrapper..wrapper + 8].copy_from_slice(&(base + target).to_le_bytes());
            new
        };
        let first = |ofs: u64| [Place { ofs, len: 64 }];
        let (before, stays, moved) = (first(0), first(0), first(64));
        let to = |after| Moves { section, before: &before, after };
        assert_eq!(judged(&old, &old, &to(&stays)), Some(true));
        assert_eq!(judged(&old, &old, &to(&moved)), Some(false));
        assert_eq!(judged(&old, &with(ofs + 64), &to(&moved)), Some(true));
        assert_eq!(judged(&old, &with(ofs + 64), &to(&stays)), Some(false));
        // Into the section, and not to a bundle.
        assert_eq!(judged(&with(ofs + 8), &with(ofs + 8), &to(&stays)), Some(false));
        assert_eq!(judged(b"no image", &old, &to(&stays)), None);
    }
}
