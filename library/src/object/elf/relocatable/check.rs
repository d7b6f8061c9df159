//! Whether an object with other bundles is otherwise the object before, by reading it anew.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::Relocatable;
use super::pointers::Pointers;
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
        let new = Self::of(self.held().again(result, &places))?;
        if new.held().section != self.held().section || new.image.file.sections.len() != self.image.file.sections.len()
        {
            return unsound("it has other sections");
        }
        if !self.image.file.has_start(&new.image.file) || self.image.file.names != new.image.file.names {
            return unsound("its header has changed");
        }
        if !leads_alike(&self.pointers, &new.pointers) {
            return unsound("what led to bundles leads elsewhere");
        }
        let fields = self.pointers.places();
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

impl Pointers {
    /// Where the fields are that may change.
    fn places(&self) -> Ranges {
        let fields = self.fields.iter().map(|field| field.at);
        let fields = fields.chain(self.lengths.iter().map(|length| length.at));
        fields.map(|at| Place { ofs: at, len: 8 }).collect()
    }
}

/// Whether the same things lead to the same bundles.
fn leads_alike(old: &Pointers, new: &Pointers) -> bool {
    let targets = |pointers: &Pointers| pointers.fields.iter().map(|field| field.target).collect::<Vec<_>>();
    let ends = |pointers: &Pointers| -> Vec<_> {
        let lengths = pointers.lengths.iter();
        lengths.map(|length| (length.bundle, length.end)).collect()
    };
    old.wrapped == new.wrapped && targets(old) == targets(new) && ends(old) == ends(new)
}
