//! The memory that a loader maps from the segments of an ELF file.

use object::LittleEndian as LE;
use object::elf::{PF_X, ProgramHeader64};
use offload_bundle::internal::object::Ranges;
use offload_bundle_core::bytes::Place;

#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) addresses: Place,
    /// `None` for zeros that are not in the file.
    pub(super) offset: Option<u64>,
    pub(super) flags: u32,
    pub(super) alignment: u64,
    /// The physical address minus the address.
    pub(super) physical: u64,
}

impl Run {
    pub(super) fn offset_of(&self, address: u64) -> Option<u64> {
        let skip = address.wrapping_sub(self.addresses.ofs);
        self.offset.map(|offset| offset.wrapping_add(skip))
    }

    fn part(&self, addresses: Place) -> Self {
        Self { addresses, offset: self.offset_of(addresses.ofs), ..*self }
    }

    /// Addresses without code may lose the execute permission.
    pub(super) fn is_like(&self, new: &Self, has_code: impl Fn(&Self) -> bool) -> bool {
        let is_protected_alike = self.flags == new.flags || (self.flags & !PF_X.0 == new.flags && !has_code(new));
        is_protected_alike
            && (self.offset.is_none(), self.alignment, self.physical)
                == (new.offset.is_none(), new.alignment, new.physical)
    }
}

/// In ascending order, without overlap.
#[derive(Debug)]
pub(super) struct Memory(pub(super) Vec<Run>);

impl Memory {
    /// In pages of `page` bytes, as loaders do; 1 for exact lengths.
    pub(super) fn map<'l>(loads: impl Iterator<Item = &'l ProgramHeader64<LE>>, page: u64) -> Self {
        let mut memory = Self(Vec::new());
        for load in loads {
            let (start, stored) = (load.p_vaddr.get(LE), load.p_filesz.get(LE));
            let (file_end, end) = (start.saturating_add(stored), start.saturating_add(load.p_memsz.get(LE)));
            let before = start.checked_rem(page).unwrap_or(0);
            let up = |end: u64| end.checked_next_multiple_of(page).unwrap_or(end);
            // The rest of the last page holds the bytes after the segment in the file, unless zeros follow.
            let file_end = if end > file_end { file_end } else { up(file_end) };
            let run = |from: u64, to: u64, offset| Run {
                addresses: Place { ofs: from, len: to.saturating_sub(from) },
                offset,
                flags: load.p_flags.get(LE).0,
                alignment: load.p_align.get(LE),
                physical: load.p_paddr.get(LE).wrapping_sub(start),
            };
            let first = start.saturating_sub(before);
            memory.put(run(first, file_end, Some(load.p_offset.get(LE).wrapping_sub(before))));
            memory.put(run(file_end, up(end), None));
        }
        memory.0.sort_unstable_by_key(|run| run.addresses.ofs);
        memory
    }

    fn put(&mut self, run: Run) {
        let over: Ranges = [run.addresses].into_iter().collect();
        let left = self.0.iter();
        let left = left.flat_map(|under| over.outside(under.addresses).into_iter().map(|part| under.part(part)));
        let mut left: Vec<Run> = left.collect();
        left.extend((run.addresses.len > 0).then_some(run));
        self.0 = left;
    }

    /// And the first later address with another mapping.
    pub(super) fn at(&self, address: u64) -> (Option<&Run>, u64) {
        let next = self.0.partition_point(|run| run.addresses.end() <= address);
        match self.0.get(next) {
            Some(run) if run.addresses.ofs <= address => (Some(run), run.addresses.end()),
            Some(run) => (None, run.addresses.ofs),
            None => (None, u64::MAX),
        }
    }

    pub(super) fn offset_of(&self, address: u64) -> Option<u64> {
        self.at(address).0?.offset_of(address)
    }

    pub(super) fn address_of(&self, offset: u64) -> Option<u64> {
        let mut runs = self.0.iter();
        runs.find_map(|run| {
            let skip = offset.checked_sub(run.offset?)?;
            (skip < run.addresses.len).then(|| run.addresses.ofs.saturating_add(skip))
        })
    }

    /// Zeros that are not in the file.
    pub(super) fn zeros(&self) -> impl Iterator<Item = Place> {
        let runs = self.0.iter().filter(|run| run.offset.is_none());
        runs.map(|run| run.addresses)
    }
}
