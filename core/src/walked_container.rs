//! Containers with consecutive entries.

use alloc::borrow::Cow;

use crate::attributes::AttributeTable;
use crate::bytes::{Bytes, Place};
use crate::container::{Bundle, Container, NewEntry, PlanOptions};
use crate::describe::{Describer, NullDescriber};
use crate::error::{Stop, WriteError};
use crate::plan::Plan;
use crate::walked::{Walked, Walker};

/// A format with consecutive entries.
#[derive(Debug, Clone, Copy)]
pub struct WalkedContainer(pub Walker);

impl WalkedContainer {
    fn walk(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<Walked, Stop> {
        let mut view = |place: Place| Ok::<_, Stop>(Cow::Borrowed(bytes.take(place.ofs, place.len)?));
        Ok(self.0.walk(bytes.origin(), bytes.len(), &mut view, describer)?)
    }
}

impl Container for WalkedContainer {
    fn name(&self) -> &'static str {
        self.0.table.name
    }

    fn title(&self) -> &'static str {
        self.0.table.title
    }

    fn magic(&self) -> Option<&'static [u8]> {
        self.0.tree.magic()
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        self.walk(bytes, &mut NullDescriber).map(|walked| walked.bundle)
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        self.walk(bytes, describer).map(|_| ())
    }

    fn plan(&self, _entries: &[NewEntry<'_>], _options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        Err(WriteError::read_only(self.0.table.title))
    }

    fn walker(&self) -> Option<&Walker> {
        Some(&self.0)
    }

    fn attributes(&self) -> Option<&'static AttributeTable<'static>> {
        Some(&self.0.table.attributes)
    }

    fn aligns(&self) -> bool {
        false
    }

    fn padding(&self) -> Option<u8> {
        self.0.table.padding
    }
}
