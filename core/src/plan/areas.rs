//! Areas of a file: what the writer keeps together behind all other parts, such as a string table or the images.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::blank::Blank;
use super::string_table::StringTable;

/// What an area holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::plan))]
pub enum Area {
    /// Parts, one after the other.
    Parts,
    /// Texts, as one string table.
    Strings,
}

/// The areas of a file while it is being written, those first that come first, with parts `P`.
pub(super) struct Areas<'a, P> {
    waiting: VecDeque<Waiting<'a, P>>,
}

/// What waits for the place of its area.
pub(super) struct Waiting<'a, P> {
    area: Area,
    parts: VecDeque<P>,
    /// Texts, each with the room for its offset.
    texts: Vec<(Blank, &'a [u8])>,
}

impl<'a, P> Areas<'a, P> {
    /// Empty areas.
    pub(super) fn new(areas: &[Area]) -> Self {
        let empty = |area: &Area| Waiting { area: *area, parts: VecDeque::new(), texts: Vec::new() };
        Self { waiting: areas.iter().map(empty).collect() }
    }

    /// Adds a part to the area with this number.
    pub(super) fn put(&mut self, area: usize, part: P) {
        if let Some(waiting) = self.waiting.get_mut(area) {
            waiting.parts.push_back(part);
        }
    }

    /// Adds a text to the string table of the area with this number.
    pub(super) fn merge(&mut self, area: usize, blank: Blank, text: &'a [u8]) {
        if let Some(waiting) = self.waiting.get_mut(area) {
            waiting.texts.push((blank, text));
        }
    }

    /// The next area. Nothing is added to any from then on.
    pub(super) fn next(&mut self) -> Option<Waiting<'a, P>> {
        self.waiting.pop_front()
    }
}

impl<P> Waiting<'_, P> {
    /// Its string table with the room for the offset of each text, where it has one, and its parts.
    pub(super) fn into_parts(self) -> (Option<(StringTable, Vec<Blank>)>, VecDeque<P>) {
        let Self { area, parts, texts } = self;
        let table = (area == Area::Strings).then(|| {
            let (blanks, texts): (Vec<Blank>, Vec<&[u8]>) = texts.into_iter().unzip();
            (StringTable::merged(&texts), blanks)
        });
        (table, parts)
    }
}
