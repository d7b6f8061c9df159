//! References to moved bundles without a relocation.

use object::elf::SHF_EXECINSTR;
use offload_bundle::Error;
use offload_bundle::internal::object::{Ranges, Source};
use offload_bundle_core::bytes::Place;

use super::LinkedElf;
use super::layout::Layout;
use crate::linked::stale::Stale;

impl LinkedElf {
    pub(super) fn refuse_stale(&self, layout: &Layout, places: &[Place]) -> Result<(), Error> {
        let image = &self.image;
        let (old, new) = (image.address(), layout.address(image));
        let address = |start: u64, place: &Place| start.saturating_add(place.ofs);
        let pairs = image.held.bundles.iter().zip(places);
        let starts = pairs.filter(|(before, after)| address(old, before) != address(new, after));
        let starts = starts.map(|(before, _)| address(old, before)).collect();
        let mut stale = Stale::new(Source::new(&image.held.input), starts);
        let fields = self.pointers.fields.iter().map(|field| Place { ofs: field.at, len: 8 });
        let known: Ranges = fields.collect();
        for (position, place) in image.sections_with_bytes() {
            let section = image.file.sections.get(position).filter(|section| section.is_loaded());
            let Some(header) = section
                .map(|section| section.header)
                .filter(|_| position != image.held.section)
            else {
                continue;
            };
            if header.flags & SHF_EXECINSTR.0 == 0 && !image.is_dynamic_kind {
                stale.refuse_data(place, (header.address, 0), &known)?;
            } else if header.flags & SHF_EXECINSTR.0 != 0 && image.numbers.is_x86() {
                stale.refuse_code(place, header.address)?;
            }
        }
        Ok(())
    }
}
