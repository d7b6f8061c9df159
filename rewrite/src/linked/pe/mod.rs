//! Replaces bundles in a Windows file: their section keeps its addresses, and later parts of the file move.

mod checksum;
mod image;
mod pointers;
mod section;

use std::collections::BTreeSet;
use std::sync::Arc;

use object::LittleEndian as LE;
use object::pe::{
    IMAGE_FILE_MACHINE_AMD64, IMAGE_SCN_MEM_EXECUTE, ImageDebugDirectory, ImageFileHeader, ImageOptionalHeader64,
};
use object::pod::bytes_of;
use offload_bundle::internal::input::{InputPiece, assemble};
use offload_bundle::internal::object::{Ranges, Source};
use offload_bundle::{Error, Refusal};
use offload_bundle_core::bytes::Place;

use super::changes::Changes;
use super::held::{Asked, Held};
use super::pointers::{Placed, Pointers};
use super::splice::Splice;
use super::stale::Stale;
use crate::linked::field_at;
use image::{Image, SectionPlaces};
use section::{AfterSplice, field};

pub(crate) struct PeImage {
    image: Image,
    pointers: Pointers,
}

impl PeImage {
    pub(crate) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let image = Image::read(asked)?;
        let pointers = pointers::find(&image)?;
        Ok(Self { image, pointers })
    }

    pub(crate) fn wrapper_count(&self) -> usize {
        self.pointers.wrapped.len()
    }

    pub(crate) fn unreached(&self) -> &BTreeSet<usize> {
        &self.pointers.unreached
    }

    pub(super) fn held(&self) -> &Held {
        &self.image.held
    }

    pub(crate) fn address(&self) -> u64 {
        self.image.address()
    }

    pub(crate) fn with(&self, content: Vec<InputPiece>, places: &[Place]) -> Result<Vec<InputPiece>, Error> {
        let image = &self.image;
        let used = InputPiece::total(&content);
        self.refuse_stale(places)?;
        let have = image.room();
        if used > have {
            return Err(Error::LongerBundles { file: image.held.input.name().clone(), have, need: used });
        }
        let mut pieces = self
            .pieces(content, used, places)
            .map_err(|fault| image.held.error(fault))?;
        if image.optional.check_sum.get(LE) != 0 {
            let at = image
                .optional_at
                .saturating_add(field_at!(ImageOptionalHeader64, check_sum));
            let made = Arc::new(assemble(image.held.input.name(), pieces));
            let sum = checksum::compute(&made, at)?;
            let mut changes = Changes::default();
            let changed = changes.set(at, sum.to_le_bytes().to_vec());
            pieces = changed
                .and_then(|()| changes.pieces(&made, made.full_range()))
                .map_err(|fault| image.held.error(fault))?;
        }
        Ok(pieces)
    }

    fn refuse_stale(&self, places: &[Place]) -> Result<(), Error> {
        let image = &self.image;
        let pairs = image
            .held
            .bundles
            .iter()
            .zip(places)
            .filter(|(before, after)| before.ofs != after.ofs);
        let starts = pairs
            .map(|(before, _)| image.address().saturating_add(before.ofs))
            .collect();
        let mut stale = Stale::new(Source::new(&image.held.input), starts);
        let known: Ranges = self.pointers.places().collect();
        for (position, section) in image.sections.iter().enumerate() {
            let kind = section.header.characteristics.get(LE);
            if position == image.held.section {
                continue;
            }
            if kind.contains(IMAGE_SCN_MEM_EXECUTE) {
                if image.header.machine.get(LE) == IMAGE_FILE_MACHINE_AMD64 {
                    stale.refuse_code(section.loaded_place(), section.address())?;
                }
            } else if image.relocations.is_none() {
                let base = image.optional.image_base.get(LE);
                stale.refuse_data(section.loaded_place(), (section.address(), base), &known)?;
            }
        }
        Ok(())
    }

    fn pieces(&self, mut content: Vec<InputPiece>, used: u64, places: &[Place]) -> Result<Vec<InputPiece>, Refusal> {
        let image = &self.image;
        let stored = image.place();
        let alignment = u64::from(image.optional.file_alignment.get(LE));
        let len = used.checked_next_multiple_of(alignment).unwrap_or(u64::MAX);
        content.push(InputPiece::Zeros(len.saturating_sub(used)));
        let to = Placed { bundles: places, len: used };
        let mut changes = self.pointers.follow(self.held(), to)?;
        let splice = Splice::new(vec![(stored, content)])?;
        for (position, section) in image.sections.iter().enumerate() {
            let mut header = section.after_splice(&splice)?;
            if position == image.held.section {
                header.size_of_raw_data = field(len)?;
                let in_memory = u64::from(header.virtual_size.get(LE)).max(used);
                header.virtual_size = field(in_memory)?;
            }
            if bytes_of(&header) != bytes_of(&section.header) {
                changes.set(section.at, bytes_of(&header).to_vec())?;
            }
        }
        let symbols = u64::from(image.header.pointer_to_symbol_table.get(LE));
        if symbols != 0 {
            let at = image
                .header_at
                .saturating_add(field_at!(ImageFileHeader, pointer_to_symbol_table));
            changes.set(at, bytes_of(&field(splice.new_offset(symbols))?).to_vec())?;
        }
        for (at, debug) in &image.debug {
            let old = u64::from(debug.pointer_to_raw_data.get(LE));
            if old != 0 {
                let at = at.saturating_add(field_at!(ImageDebugDirectory, pointer_to_raw_data));
                changes.set(at, bytes_of(&field(splice.new_offset(old))?).to_vec())?;
            }
        }
        let data = u64::from(image.optional.size_of_initialized_data.get(LE));
        let data = data.saturating_add(len).saturating_sub(stored.len);
        let at = image
            .optional_at
            .saturating_add(field_at!(ImageOptionalHeader64, size_of_initialized_data));
        changes.set(at, bytes_of(&field(data)?).to_vec())?;
        splice.pieces(&image.held.input, &changes)
    }
}
