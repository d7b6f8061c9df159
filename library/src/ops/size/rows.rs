//! What is added up: a row for each thing that was asked for, with the bytes, bundles and files that it is in. Ranges are made disjoint first:
//! each byte belongs to one of them, so sums are right by construction.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_error::damage;
use crate::input::Input;
use crate::ops::code_object;
use crate::report::{CodePart, Integer, Member, SizeRow, SizeSums, SizedFile};
use crate::shown::Natural;

/// What a row is of. Rows of one size are ordered by it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The offload kind, or group of kinds.
    pub(super) kind: Option<String>,
    /// The processor with its features, or the triple.
    pub(super) target: Option<Natural>,
    /// The number of the file.
    pub(super) file: Option<usize>,
    /// The number of the bundle.
    pub(super) bundle: Option<usize>,
    /// What it is in code objects.
    pub(super) part: Option<CodePart>,
    /// The kernel.
    pub(super) kernel: Option<Natural>,
}

impl Key {
    /// A part of code objects that is no kernel.
    pub(super) fn of_part(part: CodePart) -> Self {
        Self { part: Some(part), ..Self::default() }
    }
}

/// Rows, by number.
#[derive(Debug, Default)]
pub(super) struct Rows {
    numbers: BTreeMap<Key, usize>,
    sums: Vec<Sums>,
    /// All of them together.
    total: Sums,
}

/// What is added up.
#[derive(Debug, Default, Clone)]
struct Sums {
    size: u64,
    size_in_file: u64,
    code_objects: usize,
    bundles: usize,
    files: usize,
    /// The bundle and the file that were counted last.
    last_bundle: Option<(usize, usize)>,
    last_file: Option<usize>,
    member: Option<Member>,
}

impl Sums {
    /// Counts a code object that is in this bundle of this file. Bundles come one after the other.
    fn count(&mut self, file: usize, bundle: usize) {
        self.code_objects = self.code_objects.saturating_add(1);
        if self.last_bundle.replace((file, bundle)) != Some((file, bundle)) {
            self.bundles = self.bundles.saturating_add(1);
        }
        if self.last_file.replace(file) != Some(file) {
            self.files = self.files.saturating_add(1);
        }
    }

    fn add(&mut self, size: u64, size_in_file: u64) {
        self.size = self.size.saturating_add(size);
        self.size_in_file = self.size_in_file.saturating_add(size_in_file);
    }

    fn to_report(&self) -> SizeSums {
        SizeSums {
            size_in_file: Integer(self.size_in_file),
            size: Integer(self.size),
            code_object_count: self.code_objects,
            bundle_count: self.bundles,
            file_count: self.files,
        }
    }
}

impl Rows {
    /// The number of the row.
    pub(super) fn number(&mut self, key: Key) -> usize {
        let next = self.sums.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.sums.push(Sums::default());
        }
        number
    }

    /// Counts a code object that the rows `numbers` have something of.
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

    /// Adds bytes to the row `number`. The result is how many they take in the file.
    pub(super) fn add(&mut self, number: usize, place: Place, share: Share) -> u64 {
        let in_file = share.bytes_of(place);
        if let Some(sums) = self.sums.get_mut(number) {
            sums.add(place.len, in_file);
        }
        self.total.add(place.len, in_file);
        in_file
    }

    /// All rows together.
    pub(super) fn total(&self) -> SizeSums {
        self.total.to_report()
    }

    /// The rows: what takes most comes first.
    pub(super) fn into_rows(self, files: &[SizedFile]) -> Vec<SizeRow> {
        let Self { numbers, sums, .. } = self;
        let mut rows: Vec<SizeRow> = numbers
            .into_iter()
            .filter_map(|(key, number)| {
                // All that it could have belongs to others.
                let sums = sums.get(number).filter(|sums| sums.size > 0)?;
                let Key { kind, target, file, bundle, part, kernel } = key;
                Some(SizeRow {
                    target: target.map(|Natural(target)| target),
                    kind,
                    packed_size: file
                        .filter(|_| bundle.is_none())
                        .and_then(|file| files.get(file)?.packed_size),
                    file: file.and_then(|file| Some(files.get(file)?.file.clone())),
                    member: sums.member.clone(),
                    bundle,
                    kernel: kernel.map(|Natural(kernel)| kernel),
                    part,
                    sums: sums.to_report(),
                })
            })
            .collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.sums.size_in_file.0, row.sums.size.0)));
        rows
    }
}

/// Looks into code objects.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kernels<'r> {
    pub(super) registry: &'r Registry,
    /// Whether kernels are called as they are in the file.
    pub(super) mangled: bool,
}

impl Kernels<'_> {
    /// What the code object at `place` of `input` consists of, in places of the input, each with what `number` says for its key; nothing
    /// where that is unknown. So many bytes may still be looked at: entries can share their bytes.
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
        // Damage to compressed bytes is for those who check them to the end.
        let Ok(Some((bytes, machine))) = damage(code_object::elf(self.registry, input, place))? else {
            return Ok(Vec::new());
        };
        // Rows are not longer together than what they are of.
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

    /// What the row of the kernel with this symbol is of. Where names would be longer than `left`, it is one piece of code of many.
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

/// The parts of `claims`, in order, each with what claims it. A byte that several claim belongs to the first of them in the list.
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

/// Bytes that were compressed together: what takes so many of them takes its share of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    /// How many bytes there are.
    pub(super) of: u64,
    /// How many they take in the file.
    pub(super) stored: u64,
}

impl Share {
    /// What is not compressed takes what it has.
    pub(super) const WHOLE: Self = Self { of: 1, stored: 1 };

    /// The bytes that `place` takes in the file. Those of disjoint places that follow one another add up to those of all.
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
    fn the_first_of_those_that_overlap_has_the_bytes() {
        let claims = [(place(4, 4), 'a'), (place(6, 6), 'b'), (place(0, 20), 'c'), (place(5, 0), 'd')];
        let parts = [(place(0, 4), 'c'), (place(4, 4), 'a'), (place(8, 4), 'b'), (place(12, 8), 'c')];
        assert_eq!(partition(&claims), parts);
    }

    proptest! {
        #[test]
        fn each_byte_belongs_to_the_first_that_claims_it(claims in prop::collection::vec((0_u64..40, 0_u64..20), 0..8)) {
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
