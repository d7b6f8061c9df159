//! Areas of a file: parts that the writer groups after all other parts, such as a string table or images.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::blank::Blank;
use super::string_table::StringTable;
use crate::tree::Area;

pub(super) struct Areas<'a, P> {
    waiting: VecDeque<Waiting<'a, P>>,
}

pub(super) struct Waiting<'a, P> {
    area: Area,
    parts: VecDeque<P>,
    /// With the room for each offset.
    texts: Vec<(Blank, &'a [u8])>,
}

impl<'a, P> Areas<'a, P> {
    pub(super) fn new(areas: &[Area]) -> Self {
        let empty = |area: &Area| Waiting { area: *area, parts: VecDeque::new(), texts: Vec::new() };
        Self { waiting: areas.iter().map(empty).collect() }
    }

    pub(super) fn put(&mut self, area: usize, part: P) {
        if let Some(waiting) = self.waiting.get_mut(area) {
            waiting.parts.push_back(part);
        }
    }

    pub(super) fn merge(&mut self, area: usize, blank: Blank, text: &'a [u8]) {
        if let Some(waiting) = self.waiting.get_mut(area) {
            waiting.texts.push((blank, text));
        }
    }

    pub(super) fn next(&mut self) -> Option<Waiting<'a, P>> {
        self.waiting.pop_front()
    }
}

impl<P> Waiting<'_, P> {
    pub(super) fn into_parts(self) -> (Option<(StringTable, Vec<Blank>)>, VecDeque<P>) {
        let Self { area, parts, texts } = self;
        let table = (area == Area::Strings).then(|| {
            let (blanks, texts): (Vec<Blank>, Vec<&[u8]>) = texts.into_iter().unzip();
            (StringTable::merged(&texts), blanks)
        });
        (table, parts)
    }
}
