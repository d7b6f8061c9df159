//! Ranges made disjoint: each byte belongs to one of them, so sums are right by construction.

use std::collections::BTreeSet;

use offload_bundle_core::bytes::Place;

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
