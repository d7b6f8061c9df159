//! Whether an object with other bundles is otherwise the object before, by reading it anew.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::Relocatable;
use crate::error::Error;
use crate::input::Input;
use crate::object::changes::same_but;
use crate::object::elf::form::Header;
use crate::object::held;
use crate::object::ranges::Ranges;

impl Relocatable {
    /// Checks `result`, in which the bundles should be at `places`: all sections are as they were, but for those bundles and for what
    /// leads to them, and that leads to the same bundles.
    ///
    /// # Errors
    ///
    /// It is not so.
    pub(crate) fn check(&self, places: &[Place], result: &Arc<Input>) -> Result<(), Error> {
        let unsound = |what: &str| Err(held::unsound(&self.held().input, what));
        let places: Vec<Place> = places.iter().copied().filter(|place| place.len > 0).collect();
        let new = Self::read(self.held().again(result, &places))?;
        if new.held().section != self.held().section || new.image.file.sections.len() != self.image.file.sections.len()
        {
            return unsound("it has other sections");
        }
        if !self.image.file.has_start(&new.image.file) || self.image.file.names != new.image.file.names {
            return unsound("its header has changed");
        }
        if !self.pointers.leads_as(&new.pointers) {
            return unsound("what led to bundles leads elsewhere");
        }
        let fields: Ranges = self.pointers.places().collect();
        for (position, (old, made)) in self
            .image
            .file
            .sections
            .iter()
            .zip(&new.image.file.sections)
            .enumerate()
        {
            let alike = |header: &Header| {
                let Header { name, kind, flags, address, link, info, alignment, entry_size, .. } = *header;
                (name, kind, flags, address, link, info, alignment, entry_size)
            };
            if alike(&old.header) != alike(&made.header) {
                return unsound("the header of a section has changed");
            }
            if position == self.held().section {
                continue;
            }
            if old.header.size != made.header.size {
                return unsound("another section has another length");
            }
            if let (Some(before), Some(after)) = (old.kept(), made.kept())
                && !same_but((&self.held().input, before), (result, after.ofs), &fields)?
            {
                return unsound("another section has other bytes");
            }
        }
        Ok(())
    }
}
