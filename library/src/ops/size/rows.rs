//! Ranges are made disjoint first, so that each byte counts once.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_error::damage;
use crate::input::Input;
use crate::ops::code_object;
use crate::report::{CodePart, Member, SizeRow, SizeSums, SizedFile};
use crate::shown::Natural;

/// Also orders rows of equal size.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) kind: Option<String>,
    pub(super) target: Option<Natural>,
    pub(super) file: Option<usize>,
    pub(super) bundle: Option<usize>,
    pub(super) part: Option<CodePart>,
    pub(super) kernel: Option<Natural>,
}

impl Key {
    pub(super) fn of_part(part: CodePart) -> Self {
        Self { part: Some(part), ..Self::default() }
    }
}

#[derive(Debug, Default)]
pub(super) struct Rows {
    numbers: BTreeMap<Key, usize>,
    sums: Vec<Sums>,
    total: Sums,
}

#[derive(Debug, Default, Clone)]
struct Sums {
    sums: SizeSums,
    last_bundle: Option<(usize, usize)>,
    last_file: Option<usize>,
    member: Option<Member>,
}

impl Sums {
    /// Bundles arrive in order.
    fn count(&mut self, file: usize, bundle: usize) {
        let sums = &mut self.sums;
        sums.code_object_count = sums.code_object_count.saturating_add(1);
        if self.last_bundle.replace((file, bundle)) != Some((file, bundle)) {
            sums.bundle_count = sums.bundle_count.saturating_add(1);
        }
        if self.last_file.replace(file) != Some(file) {
            sums.file_count = sums.file_count.saturating_add(1);
        }
    }

    fn add(&mut self, size: u64, size_in_file: u64) {
        self.sums.size.add(size);
        self.sums.size_in_file.add(size_in_file);
    }
}

impl Rows {
    pub(super) fn number(&mut self, key: Key) -> usize {
        let next = self.sums.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.sums.push(Sums::default());
        }
        number
    }

    pub(super) fn count(&mut self, numbers: &BTreeSet<usize>, file: usize, bundle: usize, member: Option<&Member>) {
        for number in numbers {
            if let Some(sums) = self.sums.get_mut(*number) {
                sums.count(file, bundle);
                if sums.member.is_none() {
                    sums.member = member.cloned();
                }
            }
        }
        self.total.count(file, bundle);
    }

    /// Returns bytes of the file.
    pub(super) fn add(&mut self, number: usize, place: Place, share: Share) -> u64 {
        let in_file = share.bytes_of(place);
        if let Some(sums) = self.sums.get_mut(number) {
            sums.add(place.len, in_file);
        }
        self.total.add(place.len, in_file);
        in_file
    }

    pub(super) fn total(&self) -> SizeSums {
        self.total.sums.clone()
    }

    /// Largest first.
    pub(super) fn into_rows(self, files: &[SizedFile]) -> Vec<SizeRow> {
        let Self { numbers, sums, .. } = self;
        let mut rows: Vec<SizeRow> = numbers
            .into_iter()
            .filter_map(|(key, number)| {
                // Other rows own all its bytes.
                let Sums { sums, member, .. } = sums.get(number).filter(|sums| sums.sums.size.0 > 0)?;
                let Key { kind, target, file, bundle, part, kernel } = key;
                Some(SizeRow {
                    target: target.map(|Natural(target)| target),
                    kind,
                    packed_size: file
                        .filter(|_| bundle.is_none())
                        .and_then(|file| files.get(file)?.packed_size),
                    file: file.and_then(|file| Some(files.get(file)?.file.clone())),
                    member: member.clone(),
                    bundle,
                    kernel: kernel.map(|Natural(kernel)| kernel),
                    part,
                    sums: sums.clone(),
                })
            })
            .collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.sums.size_in_file.0, row.sums.size.0)));
        rows
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Kernels<'r> {
    pub(super) registry: &'r Registry,
    pub(super) mangled: bool,
}

impl Kernels<'_> {
    /// Empty for opaque code. `left` limits the searched bytes, because entries can share bytes.
    pub(super) fn parts<T: Copy>(
        self,
        number: &mut dyn FnMut(Key) -> T,
        input: &Input,
        place: Place,
        left: &mut u64,
    ) -> Result<Vec<(Place, T)>, Error> {
        let Some(after) = left.checked_sub(place.len) else {
            return Ok(Vec::new());
        };
        *left = after;
        // Damage to compressed bytes is reported by their full check.
        let Ok(Some((bytes, machine))) = damage(code_object::elf(self.registry, input, place))? else {
            return Ok(Vec::new());
        };
        // All names together are at most as long as the code object.
        let mut names = bytes.len();
        let mut known: BTreeMap<&str, T> = BTreeMap::new();
        let mut parts = Vec::new();
        for (part, what) in code_object::claims(&bytes, machine) {
            let row = match what {
                Err(part) => number(Key::of_part(part)),
                Ok(symbol) => match known.get(symbol) {
                    Some(row) => *row,
                    None => {
                        let row = number(self.kernel(symbol, &mut names));
                        known.insert(symbol, row);
                        row
                    }
                },
            };
            let (start, end) = (part.ofs.min(place.len), part.end().min(place.len));
            let ofs = place.ofs.saturating_add(start);
            parts.push((Place { ofs, len: end.saturating_sub(start) }, row));
        }
        Ok(parts)
    }

    /// Other code if the name exceeds `left`.
    fn kernel(self, symbol: &str, left: &mut usize) -> Key {
        let name = match self.mangled {
            true => symbol.to_owned(),
            false => code_object::demangle(symbol),
        };
        let Some(after) = left.checked_sub(name.len()) else {
            return Key::of_part(CodePart::OtherCode);
        };
        *left = after;
        Key { kernel: Some(Natural(name)), ..Key::default() }
    }
}

/// The first claim in the list owns a shared byte.
pub(super) fn partition<T: Copy>(claims: &[(Place, T)]) -> Vec<(Place, T)> {
    let mut edges: Vec<(u64, bool, usize)> = Vec::with_capacity(claims.len().saturating_mul(2));
    for (rank, (place, _)) in claims.iter().enumerate().filter(|(_, (place, _))| place.len > 0) {
        edges.push((place.ofs, true, rank));
        edges.push((place.end(), false, rank));
    }
    edges.sort_unstable();
    let mut active = BTreeSet::new();
    let (mut parts, mut from): (Vec<(Place, usize)>, u64) = (Vec::new(), 0);
    for (at, begins, rank) in edges {
        if let Some(owner) = active.first().copied().filter(|_| at > from) {
            let len = at.saturating_sub(from);
            match parts.last_mut() {
                Some((last, same)) if *same == owner && last.end() == from => last.len = last.len.saturating_add(len),
                _ => parts.push((Place { ofs: from, len }, owner)),
            }
        }
        from = at;
        match begins {
            true => active.insert(rank),
            false => active.remove(&rank),
        };
    }
    parts
        .into_iter()
        .filter_map(|(place, rank)| Some((place, claims.get(rank)?.1)))
        .collect()
}

/// Parts take a proportional share of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    /// Decompressed bytes.
    pub(super) of: u64,
    /// Bytes of the file.
    pub(super) stored: u64,
}

impl Share {
    pub(super) const WHOLE: Self = Self { of: 1, stored: 1 };

    /// Shares of consecutive places add up to the share of their union.
    pub(super) fn bytes_of(self, place: Place) -> u64 {
        self.up_to(place.end()).saturating_sub(self.up_to(place.ofs))
    }

    fn up_to(self, ofs: u64) -> u64 {
        let scaled = u128::from(ofs).saturating_mul(self.stored.into());
        let scaled = scaled.checked_div(self.of.into()).unwrap_or(0);
        u64::try_from(scaled).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place(ofs: u64, len: u64) -> Place {
        Place { ofs, len }
    }

    #[test]
    fn first_overlapping_claim_owns_the_bytes() {
        let claims = [(place(4, 4), 'a'), (place(6, 6), 'b'), (place(0, 20), 'c'), (place(5, 0), 'd')];
        let parts = [(place(0, 4), 'c'), (place(4, 4), 'a'), (place(8, 4), 'b'), (place(12, 8), 'c')];
        assert_eq!(partition(&claims), parts);
    }

    proptest! {
        #[test]
        fn partition_gives_bytes_to_first_claim(claims in prop::collection::vec((0_u64..40, 0_u64..20), 0..8)) {
            let claims: Vec<(Place, usize)> = claims.iter().enumerate().map(|(rank, (ofs, len))| (place(*ofs, *len), rank)).collect();
            let parts = partition(&claims);
            for byte in 0..64 {
                let holds = |place: &Place| (place.ofs..place.end()).contains(&byte);
                let first = claims.iter().find(|(place, _)| holds(place)).map(|(_, rank)| *rank);
                let owners: Vec<usize> = parts.iter().filter(|(place, _)| holds(place)).map(|(_, rank)| *rank).collect();
                prop_assert_eq!(owners, first.into_iter().collect::<Vec<_>>());
            }
        }

        #[test]
        fn shares_add_up(stored in any::<u64>(), lens in prop::collection::vec(any::<u32>(), 1..8)) {
            let of = lens.iter().map(|len| u64::from(*len)).sum::<u64>().max(1);
            let share = Share { of, stored };
            let mut ofs = 0;
            let shares = lens.iter().map(|len| {
                let place = place(ofs, u64::from(*len));
                ofs = place.end();
                share.bytes_of(place)
            });
            let sum: u64 = shares.sum();
            prop_assert_eq!(sum, share.bytes_of(place(0, ofs)));
        }
    }
}
