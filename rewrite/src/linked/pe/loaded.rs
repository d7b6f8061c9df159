//! What the loader of Windows makes of a file before and after: the words that its base relocations name, read by the crate `object` and by nothing
//! that was found while the bundles were replaced.

use object::LittleEndian as LE;
use object::pe::{IMAGE_DIRECTORY_ENTRY_BASERELOC, IMAGE_REL_BASED_DIR64, ImageDosHeader, ImageNtHeaders64};
use object::read::ReadCache;
use object::read::pe::{ImageNtHeaders, ImageOptionalHeader, RelocationBlockIterator, SectionTable};
use offload_bundle::input::Input;
use offload_bundle::internal::input::PartReader;
use offload_bundle::internal::object::Source;
use offload_bundle_core::bytes::Place;

/// The longest base relocations that are read, in bytes: for 16 million words, which no linker has been seen to write.
const LONGEST: u32 = 32 << 20;

/// The section with the bundles, in addresses from where the file is loaded to, and the bundles in it before and after.
pub(super) struct Moves<'m> {
    pub(super) section: Place,
    pub(super) before: &'m [Place],
    pub(super) after: &'m [Place],
}

impl Moves<'_> {
    /// Whether `new` is where that is which was at `old`.
    fn leads_alike(&self, old: u64, new: u64) -> bool {
        let held = &self.section;
        if !(held.ofs <= old && old < held.end()) {
            return new == old;
        }
        let within = old.saturating_sub(held.ofs);
        let bundle = self.before.binary_search_by_key(&within, |bundle| bundle.ofs);
        let to = bundle.ok().and_then(|bundle| self.after.get(bundle));
        to.is_some_and(|to| new == held.ofs.saturating_add(to.ofs))
    }
}

/// Returns whether every word that a loader of `old` and of `new` adds to leads to the same, or `None` if that cannot be told.
pub(super) fn leads_alike(old: &Input, new: &Input, moves: &Moves<'_>) -> Option<bool> {
    let caches = [old, new].map(|input| ReadCache::new(PartReader::new(input, input.whole())));
    let [old_cache, new_cache] = &caches;
    let (mut old, mut new) = (Image::new(old, old_cache)?, Image::new(new, new_cache)?);
    if old.relocations != new.relocations {
        return Some(false);
    }
    let mut blocks = RelocationBlockIterator::new(old.relocations);
    // What follows the last block is zeros.
    while let Ok(Some(block)) = blocks.next() {
        for relocation in block.filter(|relocation| relocation.typ == IMAGE_REL_BASED_DIR64) {
            let at = relocation.virtual_address;
            let is_alike = match (old.word(at), new.word(at)) {
                (Some(old), Some(new)) => moves.leads_alike(old, new),
                // The file does not store the word.
                (old, new) => old == new,
            };
            if !is_alike {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// A file as its loader sees it.
struct Image<'i> {
    source: Source<'i>,
    sections: SectionTable<'i>,
    base: u64,
    relocations: &'i [u8],
}

impl<'i> Image<'i> {
    fn new(input: &'i Input, cache: &'i ReadCache<PartReader<'i>>) -> Option<Self> {
        let mut at = u64::from(ImageDosHeader::parse(cache).ok()?.nt_headers_offset());
        let (headers, directories) = ImageNtHeaders64::parse(cache, &mut at).ok()?;
        let sections = headers.sections(cache, at).ok()?;
        let relocations = match directories.get(IMAGE_DIRECTORY_ENTRY_BASERELOC) {
            Some(directory) if directory.size.get(LE) > LONGEST => return None,
            Some(directory) => directory.data(cache, &sections).ok()?,
            None => &[],
        };
        let base = headers.optional_header().image_base();
        Some(Self { source: Source::new(input), sections, base, relocations })
    }

    /// Where the word at an address leads: both from where the file is loaded to.
    fn word(&mut self, at: u32) -> Option<u64> {
        let (ofs, _) = self.sections.pe_file_range_at(at)?;
        let word = self.source.view(ofs.into(), 8).ok()?.first_chunk()?;
        Some(u64::from_le_bytes(*word).wrapping_sub(self.base))
    }
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
        let base = file.nt_headers().optional_header.image_base.get(LE);
        // The wrapper points at the first byte of a section that nothing else points into.
        let words = |section: &&Place| {
            let is_within = |word: &[u8]| {
                let to = u64::from_le_bytes(word.try_into().unwrap()).wrapping_sub(base);
                section.ofs <= to && to < section.end()
            };
            old.windows(8).filter(|word| is_within(word)).count()
        };
        let place = |section: &ImageSectionHeader| Place {
            ofs: section.virtual_address.get(LE).into(),
            len: section.virtual_size.get(LE).into(),
        };
        let sections: Vec<Place> = file.section_table().iter().map(place).collect();
        let points_at = |section: &&Place| {
            old.windows(8)
                .position(|word| word == (base + section.ofs).to_le_bytes())
        };
        let section = *sections
            .iter()
            .filter(|section| words(section) == 1)
            .find(|section| points_at(section).is_some())
            .unwrap();
        let ofs = section.ofs;
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
