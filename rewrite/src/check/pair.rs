//! A file before and after, with the addresses that change.

use std::collections::BTreeMap;
use std::fmt::Display;

use object::pod::Pod;
use object::read::ReadCache;
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::input::{PartReader, first_not_zero, same_bytes};
use offload_bundle::internal::object::{Ranges, Source, records, size};
use offload_bundle_core::bytes::Place;

use crate::linked::held::unsound;

/// Bytes compared at once.
const STEP: u64 = 4096;
pub(in crate::check) const WORD: u64 = 8;

pub(in crate::check) type Headers<'i> = ReadCache<PartReader<'i>>;

pub(in crate::check) fn headers(input: &Input) -> Headers<'_> {
    ReadCache::new(PartReader::new(input, input.full_range()))
}

#[derive(Debug)]
pub(in crate::check) struct Moves {
    pub(in crate::check) held: (Place, Place),
    /// For the address of the section and of each bundle: the new address and the new end.
    pub(in crate::check) starts: BTreeMap<u64, (u64, u64)>,
    /// With their new address.
    pub(in crate::check) others: Vec<(Place, u64)>,
}

impl Moves {
    pub(in crate::check) fn new(held: (Place, Place), bundles: impl Iterator<Item = (Place, Place)>) -> Self {
        let starts = bundles.map(|(old, new)| (old.ofs, (new.ofs, new.end())));
        let own = (held.0.ofs, (held.1.ofs, held.1.end()));
        Self { held, starts: std::iter::once(own).chain(starts).collect(), others: Vec::new() }
    }

    pub(in crate::check) fn leads_alike(&self, old: u64, new: u64) -> bool {
        let is_within = |place: &Place| place.ofs <= old && old < place.end();
        if let Some((to, _)) = self.starts.get(&old) {
            return new == *to;
        }
        match self.others.iter().find(|(place, _)| is_within(place)) {
            Some((place, to)) => new == old.wrapping_sub(place.ofs).wrapping_add(*to),
            None if old == self.held.0.end() => new == old || new == self.held.1.end(),
            None => new == old && !is_within(&self.held.0),
        }
    }
}

pub(in crate::check) struct Pair<'p> {
    pub(in crate::check) old: &'p Input,
    pub(in crate::check) new: &'p Input,
    pub(in crate::check) moves: Moves,
    /// The value that address 0 has in words.
    pub(in crate::check) base: u64,
}

impl Pair<'_> {
    pub(in crate::check) fn wrong(&self, what: impl Display) -> Error {
        unsound(self.old, what)
    }

    pub(in crate::check) fn ensure(&self, is_so: bool, what: impl Display) -> Result<(), Error> {
        if is_so { Ok(()) } else { Err(self.wrong(what)) }
    }

    pub(in crate::check) fn words_alike(&self, old: u64, new: u64) -> bool {
        self.moves
            .leads_alike(old.wrapping_sub(self.base), new.wrapping_sub(self.base))
    }

    pub(in crate::check) fn equals(&self, place: Place, ofs: u64) -> Result<bool, Error> {
        Ok(same_bytes((self.old, place), (self.new, ofs))?)
    }

    /// Only words with changed addresses may differ.
    pub(in crate::check) fn compare(&self, place: Place, ofs: u64, what: impl Display) -> Result<(), Error> {
        if self.equals(place, ofs)? {
            return Ok(());
        }
        let (mut old, mut new) = (Source::new(self.old), Source::new(self.new));
        let mut at = 0;
        while at < place.len {
            let len = STEP.min(place.len.saturating_sub(at));
            let bytes = usize::try_from(len).unwrap_or(usize::MAX);
            let was = old.view(place.ofs.saturating_add(at), len)?.get(..bytes);
            let is = new.view(ofs.saturating_add(at), len)?.get(..bytes);
            if was.is_some() && was == is {
                at = at.saturating_add(len);
                continue;
            }
            let pairs = was.unwrap_or_default().iter().zip(is.unwrap_or_default());
            let same = pairs.take_while(|(was, is)| was == is).count();
            let differs = at.saturating_add(u64::try_from(same).unwrap_or(u64::MAX));
            let mut word = None;
            for start in differs.saturating_sub(WORD.saturating_sub(1))..=differs {
                let was = number(&mut old, place.ofs.saturating_add(start))?;
                let is = number(&mut new, ofs.saturating_add(start))?;
                if was != is && start.saturating_add(WORD) <= place.len && self.words_alike(was, is) {
                    word = Some(start);
                    break;
                }
            }
            let Some(word) = word else {
                let at = place.ofs.saturating_add(differs);
                return Err(self.wrong(format!("{what} has other bytes from byte {at:#x} of the file on")));
            };
            at = word.saturating_add(WORD);
        }
        Ok(())
    }

    /// With their old offset.
    pub(in crate::check) fn each<T: Pod>(
        &self,
        (old, new): (Place, Place),
        mut visit: impl FnMut(u64, T, T) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let (mut was, mut is) = (Source::new(self.old), Source::new(self.new));
        let len = size::<T>();
        for ((_, at), (_, to)) in records(old, len).zip(records(new, len)) {
            let is_alike = visit(at, was.structure(at, "table")?, is.structure(to, "table")?)?;
            self.ensure(
                is_alike,
                format!("what is at byte {at:#x} of the file leads elsewhere then"),
            )?;
        }
        Ok(())
    }

    /// Only `bundles` may have other bytes.
    pub(in crate::check) fn has_zeros_between(&self, bundles: &[(Place, Place)], place: Place) -> Result<bool, Error> {
        let kept: Ranges = bundles.iter().map(|(_, new)| *new).collect();
        let mut are_zeros = true;
        for gap in kept.outside(place) {
            are_zeros &= first_not_zero(self.new, gap)?.is_none();
        }
        Ok(are_zeros)
    }
}

/// Zero if the file ends there.
pub(in crate::check) fn number(source: &mut Source<'_>, ofs: u64) -> Result<u64, Error> {
    let bytes = source.view(ofs, WORD)?.first_chunk().copied();
    Ok(bytes.map_or(0, u64::from_le_bytes))
}
