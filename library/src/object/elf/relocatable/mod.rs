//! Replaces the bundles within an ELF object that is not linked yet: their section becomes shorter or longer, what is behind it in the file
//! follows, and so do the relocations and symbols that lead to bundles. Nothing else has to change, since nothing has an address yet.

mod check;
mod image;
mod pointers;

use offload_bundle_core::bytes::Place;

use super::form::{Header, TooLarge};
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::RepackFault;
use crate::object::changes::Changes;
use crate::object::held::{Asked, Held};
use crate::object::pointers::{Placed, Pointers};
use crate::object::splice::Splice;
use image::Image;

/// Alignments up to this are kept in the file, in bytes. It is that of pages.
const MOST_ALIGNMENT: u64 = 4096;

/// An ELF object whose bundles can be replaced.
pub(crate) struct Relocatable {
    image: Image,
    pointers: Pointers,
}

impl Relocatable {
    /// The object `input`, whose section with the content at `section` holds the bundles at `bundles`, in ascending order. Places count in the
    /// file.
    ///
    /// # Errors
    ///
    /// [`Error::Rewrite`] where something in it is not understood, [`Error::Read`] where it is damaged.
    pub(crate) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let image = Image::read(asked)?;
        let pointers = pointers::find(&image)?;
        Ok(Self { image, pointers })
    }

    /// How many wrappers point at bundles.
    pub(crate) fn wrapper_count(&self) -> usize {
        self.pointers.wrapped.len()
    }

    /// The section with the bundles.
    pub(in crate::object) fn held(&self) -> &Held {
        &self.image.held
    }

    /// The object with other bundles: `content` comes in place of what the section has, with the bundles at `places` of it.
    ///
    /// # Errors
    ///
    /// What [`RepackFault`] says.
    pub(crate) fn with(&self, content: Vec<InputPiece>, places: &[Place]) -> Result<Vec<InputPiece>, Error> {
        let len = InputPiece::total(&content);
        let to = Placed { bundles: places, len };
        let followed = self.pointers.follow(self.held(), to, self.image.file.form.endian);
        let made = followed.and_then(|mut changes| {
            let splice = Splice::new(vec![(self.held().place, content)], self.step())?;
            self.headers(&splice, len, &mut changes)?;
            splice.pieces(&self.held().input, &changes)
        });
        made.map_err(|fault| self.held().error(fault))
    }

    /// What is behind the section moves by a multiple of this, so that it stays aligned.
    fn step(&self) -> u64 {
        let end = self.held().place.end();
        let behind = self.image.file.sections.iter().map(|section| &section.header);
        let behind = behind.filter(|header| header.offset >= end && header.alignment.is_power_of_two());
        let aligned = behind.filter(|header| header.offset.is_multiple_of(header.alignment));
        let most = aligned.map(|header| header.alignment.min(MOST_ALIGNMENT)).max();
        most.unwrap_or(1).max(self.image.file.form.word())
    }

    /// The headers say where everything is then, and that the section has `len` bytes.
    fn headers(&self, splice: &Splice, len: u64, changes: &mut Changes) -> Result<(), RepackFault> {
        let form = self.image.file.form;
        let too_large = |_: TooLarge| RepackFault::Form { found: "one of 32 bits" };
        for (position, section) in self.image.file.sections.iter().enumerate() {
            let mut header = Header { offset: splice.new_offset(section.header.offset), ..section.header };
            if position == self.held().section {
                header = Header { size: len, ..section.header };
            }
            if (header.offset, header.size) != (section.header.offset, section.header.size) {
                let mut bytes = Vec::new();
                form.put_section(&mut bytes, &header).map_err(too_large)?;
                changes.set(section.at, bytes)?;
            }
        }
        let mut table = Vec::new();
        form.put_word(&mut table, splice.new_offset(self.image.file.table.ofs))
            .map_err(too_large)?;
        changes.set(form.at().e_shoff, table)
    }
}
